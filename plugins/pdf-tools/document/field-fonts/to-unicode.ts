import { type PDFDict, PDFStream } from 'pdf-lib';
import { unpack } from '../inflate.ts';
import { name } from '../objects.ts';

/** Codes of a font; more are of no font that a field shows its text in. */
const MAX_CODES = 65_536;
const BLOCK = /begin(bfchar|bfrange)([^]*?)endbf/g;
/** With the number of entries that it says it has. */
const COUNTED = /(\d+)(\s+begin(bfchar|bfrange))([^]*?)(?=endbf)/g;
const TOKEN = /<([\da-fA-F\s]*)>|(\[)|(\])/g;

/** Texts by code, as a font's ToUnicode map has them (ISO 32000-1, 9.10.3); undefined where it has none that can be read. */
export function toUnicodeOf(font: PDFDict): ReadonlyMap<number, string> | undefined {
  const stream = font.lookup(name('ToUnicode'));
  const data = stream instanceof PDFStream ? unpack(stream) : undefined;
  if (data === undefined) return undefined;
  const texts = new Map<number, string>();
  for (const [, kind, body = ''] of Buffer.from(data).toString('latin1').matchAll(BLOCK)) {
    const lists = listsIn(body);
    const step = kind === 'bfchar' ? 2 : 3;
    for (let i = 0; i + step <= lists.length; i += step) {
      const [first, last] = [codeIn(lists[i]), codeIn(lists[i + step - 2])];
      const target = lists[i + step - 1];
      if (first === undefined || last === undefined || last - first + texts.size > MAX_CODES) return undefined;
      for (let code = first; code <= last; code++) {
        const text = typeof target === 'object' ? textIn(target[code - first]) : advanced(textIn(target), code - first);
        if (text !== undefined) texts.set(code, text);
      }
    }
  }
  return texts;
}

/** A map whose blocks say how many entries they have: readers may leave out a block that says another number. */
export function withRightCounts(map: string): string {
  return map.replace(COUNTED, (block: string, _: string, begin: string, kind: string, body: string) => {
    const entries = listsIn(body).length / (kind === 'bfchar' ? 2 : 3);
    return Number.isInteger(entries) && !body.includes('/') ? `${String(entries)}${begin}${body}` : block;
  });
}

/** Hexadecimal strings, and lists of them. */
function listsIn(body: string): (string | string[])[] {
  const found: (string | string[])[] = [];
  let list: string[] | undefined;
  for (const [, hex, opens] of body.matchAll(TOKEN)) {
    if (hex !== undefined) (list ?? found).push(hex.replace(/\s/g, ''));
    else if (opens === undefined) list = undefined;
    else found.push((list = []));
  }
  return found;
}

const codeIn = (hex: string | string[] | undefined): number | undefined =>
  typeof hex === 'string' && hex.length > 0 && hex.length <= 4 ? parseInt(hex, 16) : undefined;

const textIn = (hex: string | string[] | undefined): string | undefined =>
  typeof hex === 'string' && hex.length % 4 === 0 ? new TextDecoder('utf-16be').decode(Buffer.from(hex, 'hex')) : undefined;

/** The last character of a range's first text, some characters on. */
function advanced(text: string | undefined, by: number): string | undefined {
  const letters = Array.from(text ?? '');
  const last = letters.pop()?.codePointAt(0);
  return last === undefined || last + by > 0x10ffff ? undefined : `${letters.join('')}${String.fromCodePoint(last + by)}`;
}
