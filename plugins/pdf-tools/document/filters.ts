/** Decoders of the filters of ISO 32000-1, 7.4, other than Flate; undefined for broken data or more than `most` bytes. */
type Decode = (data: Uint8Array, most: number) => Uint8Array | undefined;

export const decodeAsciiHex: Decode = (data) => {
  const text = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
    .toString('latin1')
    .replace(/[\s\0]+/g, '');
  const end = text.indexOf('>');
  const digits = end === -1 ? text : text.slice(0, end);
  if (/[^0-9a-fA-F]/.test(digits)) return undefined;
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
};

export const decodeAscii85: Decode = (data, most) => {
  const out: number[] = [];
  let group: number[] = [];
  const flush = (): void => {
    const count = group.length;
    while (group.length < 5) group.push(84);
    const value = group.reduce((sum, digit) => sum * 85 + digit, 0);
    const bytes = [value / 2 ** 24, value / 2 ** 16, value / 2 ** 8, value].map((part) => Math.floor(part) % 256);
    out.push(...bytes.slice(0, count - 1));
    group = [];
  };
  for (const byte of data) {
    if (out.length > most) return undefined;
    if (byte <= 32) continue;
    if (byte === 0x7e) break;
    if (byte === 0x7a && group.length === 0) out.push(0, 0, 0, 0);
    else if (byte < 33 || byte > 117) return undefined;
    else if (group.push(byte - 33) === 5) flush();
  }
  if (group.length > 1) flush();
  return Uint8Array.from(out);
};

export const decodeRunLength: Decode = (data, most) => {
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let i = 0; i < data.length;) {
    const length = data[i++] ?? 128;
    if (length === 128) break;
    const part = length < 128 ? data.subarray(i, i + length + 1) : new Uint8Array(257 - length).fill(data[i] ?? 0);
    i += length < 128 ? length + 1 : 1;
    parts.push(part);
    size += part.length;
    if (size > most) return undefined;
  }
  return Buffer.concat(parts);
};

const [CLEAR, END, FIRST, MAX_BITS] = [256, 257, 258, 12];

/** @param early whether codes grow one entry early, as they do unless /EarlyChange is 0 */
export function decodeLzw(data: Uint8Array, most: number, early: boolean): Uint8Array | undefined {
  const out: Uint8Array[] = [];
  const single = Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte));
  let table: Uint8Array[] = [];
  let previous: Uint8Array | undefined;
  let [bits, buffer, held, size] = [9, 0, 0, 0];
  for (const byte of data) {
    buffer = ((buffer << 8) | byte) & 0xffffff;
    held += 8;
    if (held < bits) continue;
    held -= bits;
    const code = (buffer >> held) & ((1 << bits) - 1);
    if (code === END) break;
    if (code === CLEAR) {
      [table, bits, previous] = [[], 9, undefined];
      continue;
    }
    const known = code < 256 ? single[code] : table[code - FIRST];
    if (known === undefined && (previous === undefined || code !== FIRST + table.length)) return undefined;
    const entry = known ?? Buffer.concat([previous ?? new Uint8Array(), (previous ?? new Uint8Array()).subarray(0, 1)]);
    if (previous !== undefined && table.length < 4096 - FIRST) table.push(Buffer.concat([previous, entry.subarray(0, 1)]));
    previous = entry;
    out.push(entry);
    size += entry.length;
    if (size > most) return undefined;
    const next = FIRST + table.length + (early ? 1 : 0);
    bits = Math.min(MAX_BITS, next >= 2048 ? 12 : next >= 1024 ? 11 : next >= 512 ? 10 : 9);
  }
  return Buffer.concat(out);
}
