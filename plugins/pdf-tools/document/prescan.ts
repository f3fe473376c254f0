import { inflateSync } from 'node:zlib';
import { Refused } from '../child/protocol.ts';

const HEADER_WITHIN = 1024;
const TRAILER_WITHIN = 4096;
const MAX_OBJECTS = 300_000;
const MAX_NUMBER = 1_000_000;
const MAX_INFLATED = 64 * 1024 * 1024;
const MAX_INFLATED_ALL = 256 * 1024 * 1024;
const DICTIONARY_REACH = 4096;

const notPdf = () => new Refused({ field: 'pdf', message: 'is not a PDF' });
export const damaged = () => new Refused({ field: 'pdf', message: 'is damaged and cannot be repaired' });
export const tooComplex = (what: string) => new Refused({ field: 'pdf', message: `is too complex (${what})` });

/** Refuses what would hang or swamp a parser, without parsing: sizes, counts and compressed structure are bounded. */
export function prescan(bytes: Uint8Array): void {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (!text.slice(0, HEADER_WITHIN).includes('%PDF-')) throw notPdf();
  const tail = text.slice(-TRAILER_WITHIN);
  if (!tail.includes('startxref') && !tail.includes('%%EOF')) throw damaged();
  const objects = countMatches(text, /\b\d+\s+\d+\s+obj\b/g, MAX_OBJECTS);
  if (objects === 0) throw damaged();
  if (objects > MAX_OBJECTS) throw tooComplex(`more than ${String(MAX_OBJECTS)} objects`);

  let inflated = 0;
  for (const match of text.matchAll(/\bstream\r?\n/g)) {
    const before = text.slice(Math.max(0, match.index - DICTIONARY_REACH), match.index);
    const dictionary = before.slice(before.lastIndexOf(' obj') + 1);
    if (!/\/(ObjStm|XRef)\b/.test(dictionary)) continue;
    for (const [, list = ''] of dictionary.matchAll(/\/(?:Index\s*\[([^\]]*)\]|N\s+\d+|Size\s+\d+)/g)) {
      if (list.split(/\s+/).some((number) => Number(number) > MAX_NUMBER)) throw tooComplex('too many objects');
    }
    for (const [, number] of dictionary.matchAll(/\/(?:N|Size)\s+(\d+)/g))
      if (Number(number) > MAX_NUMBER) throw tooComplex('too many objects');
    const start = match.index + match[0].length;
    const end = text.indexOf('endstream', start);
    let data: Uint8Array = bytes.subarray(start, end === -1 ? undefined : end);
    const layers = [...dictionary.matchAll(/\/(?:FlateDecode|Fl)\b/g)].length;
    for (let layer = 0; layer < layers; layer++) {
      try {
        data = inflateSync(data, { maxOutputLength: MAX_INFLATED });
      } catch (error) {
        if (error instanceof RangeError) throw tooComplex('too large when unpacked');
        break; // the parser says what is wrong with it
      }
      inflated += data.byteLength;
      if (inflated > MAX_INFLATED_ALL) throw tooComplex('too large when unpacked');
    }
  }
}

function countMatches(text: string, pattern: RegExp, most: number): number {
  let count = 0;
  while (pattern.exec(text) !== null) if (++count > most) break;
  return count;
}
