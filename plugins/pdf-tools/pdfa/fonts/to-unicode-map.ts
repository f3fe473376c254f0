const BLOCK = 100;

/** A character map that says the text of each code (ISO 32000-1, 9.10.3). */
export function toUnicodeMap(texts: readonly (readonly [code: number, text: string])[], bytesPerCode: 1 | 2): string {
  const hex = (code: number): string =>
    code
      .toString(16)
      .padStart(2 * bytesPerCode, '0')
      .toUpperCase();
  const pairs = texts.map(([code, text]) => `<${hex(code)}> <${utf16(text)}>`);
  const blocks: string[] = [];
  for (let at = 0; at < pairs.length; at += BLOCK) {
    const block = pairs.slice(at, at + BLOCK);
    blocks.push(`${String(block.length)} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def /CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <${hex(0)}> <${hex(256 ** bytesPerCode - 1)}> endcodespacerange
${blocks.join('\n')}
endcmap CMapName currentdict /CMap defineresource pop end end`;
}

const utf16 = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();
