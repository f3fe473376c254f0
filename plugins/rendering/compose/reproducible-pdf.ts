const DATE = /\/(CreationDate|ModDate) \(D:\d{14}[+-]\d\d'\d\d'\)/g;
const NODE_NAME = /\((node\d{8})\)/g;
const NAME_AND_OBJECT = /\(node\d{8}\) \d+ 0 R/g;

/**
 * What differs between two prints of the same document by Chromium: the time in its information dictionary, and the names of table
 * heads, which are numbers of DOM nodes in the order in which they were asked for. The time becomes `now`, and the names are
 * numbered as they stand in the file. Everything keeps its length, so that the file's offsets stay right.
 */
export function reproduciblePdf(pdf: Uint8Array, now: Date): Uint8Array {
  const stamp = now.toISOString().replace(/\D/g, '').slice(0, 14);
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
    .toString('latin1')
    .replace(DATE, (_, key: string) => `/${key} (D:${stamp}+00'00')`);
  return Buffer.from(withStableNames(text), 'latin1');
}

function withStableNames(text: string): string {
  const numbered = new Map<string, string>();
  for (const [, name = ''] of text.matchAll(/\/ID \((node\d{8})\)/g)) {
    if (!numbered.has(name)) numbered.set(name, `node${String(numbered.size + 1).padStart(8, '0')}`);
  }
  if (numbered.size === 0) return text;
  return (
    text
      .replace(NODE_NAME, (whole, name: string) => (numbered.has(name) ? `(${numbered.get(name) ?? ''})` : whole))
      // A name tree is sorted by its names (ISO 32000-2, 7.9.6).
      .replace(/\/Names \[((?:\(node\d{8}\) \d+ 0 R\s*)+)\]/g, (_, list: string) => {
        const gaps = list.split(NAME_AND_OBJECT);
        const pairs = (list.match(NAME_AND_OBJECT) ?? []).sort();
        return `/Names [${gaps[0] ?? ''}${pairs.map((pair, i) => pair + (gaps[i + 1] ?? '')).join('')}]`;
      })
      .replace(
        /\/Limits \[\(node\d{8}\) \(node\d{8}\)\](\s*\/Names \[\((node\d{8})\)[^\]]*?\((node\d{8})\) \d+ 0 R\s*\])/g,
        (_, names: string, first: string, last: string) => `/Limits [(${first}) (${last})]${names}`,
      )
  );
}
