const HEADER = 12;
const ENTRY = 16;
/** Where fonts of symbols have their codes (ISO 32000-1, 9.6.6.4). */
const FIRST = 0xf000;
const CODES = 256;
const MAGIC = 0xb1b0afba;
const ADJUSTMENT_IN_HEAD = 8;

interface Table {
  readonly tag: string;
  readonly data: Buffer;
}

/**
 * A TrueType program with one character map, of symbols, which shows a glyph for each code of a simple font, whatever its encoding.
 * @param glyphs by code, 0 to 255
 */
export function withSymbolMap(program: Uint8Array, glyphs: ReadonlyMap<number, number>): Buffer {
  const others = tablesOf(Buffer.from(program.buffer, program.byteOffset, program.byteLength)).filter(({ tag }) => tag !== 'cmap');
  return written([...others, { tag: 'cmap', data: symbolMap(glyphs) }]);
}

/** Of format 4, with a segment for all codes and the last one that every map has. */
function symbolMap(glyphs: ReadonlyMap<number, number>): Buffer {
  const [segments, offset] = [2, 12];
  const length = 16 + segments * 8 + CODES * 2;
  const table = Buffer.alloc(offset + length);
  const values = [
    ...[0, 1, 3, 0, 0, offset],
    ...[4, length, 0, segments * 2, segments * 2, 1, 0],
    ...[FIRST + CODES - 1, 0xffff, 0, FIRST, 0xffff, 0, 1],
    // The distance, in bytes, from here to the glyphs.
    ...[segments * 2, 0],
    ...Array.from({ length: CODES }, (_, code) => glyphs.get(code) ?? 0),
  ];
  for (const [i, value] of values.entries()) table.writeUInt16BE(value, i * 2);
  return table;
}

function tablesOf(program: Buffer): Table[] {
  return Array.from({ length: program.readUInt16BE(4) }, (_, i) => {
    const at = HEADER + i * ENTRY;
    const start = program.readUInt32BE(at + 8);
    return { tag: program.toString('latin1', at, at + 4), data: program.subarray(start, start + program.readUInt32BE(at + 12)) };
  });
}

function written(tables: readonly Table[]): Buffer {
  const sorted = tables.toSorted((a, b) => (a.tag < b.tag ? -1 : 1));
  const power = 2 ** Math.floor(Math.log2(sorted.length));
  const header = Buffer.alloc(HEADER + sorted.length * ENTRY);
  header.writeUInt32BE(0x10000, 0);
  for (const [i, value] of [sorted.length, power * 16, Math.log2(power), (sorted.length - power) * 16].entries())
    header.writeUInt16BE(value, 4 + i * 2);
  const parts: Buffer[] = [header];
  let at = header.length;
  let head = 0;
  for (const [i, { tag, data }] of sorted.entries()) {
    const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3)]);
    if (tag === 'head') {
      head = at;
      padded.writeUInt32BE(0, ADJUSTMENT_IN_HEAD);
    }
    const entry = HEADER + i * ENTRY;
    header.write(tag, entry, 'latin1');
    for (const [n, value] of [checksum(padded), at, data.length].entries()) header.writeUInt32BE(value, entry + 4 + n * 4);
    parts.push(padded);
    at += padded.length;
  }
  const whole = Buffer.concat(parts);
  whole.writeUInt32BE((MAGIC - checksum(whole)) >>> 0, head + ADJUSTMENT_IN_HEAD);
  return whole;
}

function checksum(data: Buffer): number {
  let sum = 0;
  for (let at = 0; at < data.length; at += 4) sum = (sum + data.readUInt32BE(at)) >>> 0;
  return sum;
}
