import { type PDFDocument, PDFRawStream, PDFRef } from 'pdf-lib';
import { type CrossReference, type Place, readCrossReference } from './cross-reference.ts';
import { unpack } from './inflate.ts';
import { lookupName, lookupNumber } from './objects.ts';
import { reachedFrom } from './save.ts';

interface Header {
  readonly number: number;
  readonly generation: number;
  readonly at: number;
}

/** Bytes before `stream` in which its dictionary is looked for. */
const DICTIONARY_REACH = 4096;

/**
 * Whether the library has the objects that the file's cross-reference has. The library takes the last copy of each that lies in the
 * file, also one that was freed; viewers follow the table, and would show another document.
 */
export function followsCrossReference(bytes: Uint8Array, document: PDFDocument): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const table = readCrossReference(bytes, text);
  const headers = headersIn(text);
  // Where the table leads nowhere readers search for objects, as the library does.
  if (table === undefined || !leadsToRoot(text, table, headers)) return true;
  const { context } = document;
  const { Root, Info } = context.trailerInfo;
  if (isOther(table.root, Root) || isOther(table.info, Info)) return false;
  const taken = takenObjects(document, headers);
  if (taken === undefined) return false;
  const byPosition = new Map(headers.map((header) => [header.at, header]));
  const isDoubtful = (ref: PDFRef): boolean => {
    const listed = table.places.get(ref.objectNumber) ?? 'free';
    const isAstray =
      typeof listed === 'object' && 'at' in listed && byPosition.get(positionOf(text, listed.at))?.number !== ref.objectNumber;
    return !isAstray && !isSame(text, listed, taken.get(ref), ref);
  };
  const doubtful = context.enumerateIndirectObjects().flatMap(([ref]) => (isDoubtful(ref) ? [ref] : []));
  if (doubtful.length === 0) return true;
  const reached = reachedFrom(context);
  return !doubtful.some((ref) => reached.has(ref));
}

/** Headers of objects, in the order of the file; what looks like one within a stream is none. */
export function headersIn(text: string): Header[] {
  const headers: Header[] = [];
  const pattern = /\bstream\r?\n|\b(\d+)\s+(\d+)\s+obj\b/g;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const [whole, number, generation] = found;
    if (number !== undefined) {
      headers.push({ number: Number(number), generation: Number(generation), at: found.index });
      continue;
    }
    const start = found.index + whole.length;
    const length = /\/Length\s+(\d+)(?!\s+\d+\s+R)/.exec(
      text.slice(Math.max(headers.at(-1)?.at ?? 0, start - DICTIONARY_REACH), start),
    )?.[1];
    const end = start + Number(length ?? 0);
    const isTrue = length !== undefined && /^\s*endstream/.test(text.slice(end, end + 20));
    const next = isTrue ? end : text.indexOf('endstream', start);
    if (next === -1) break;
    pattern.lastIndex = next;
  }
  return headers;
}

function leadsToRoot(text: string, { places, root }: CrossReference, headers: readonly Header[]): boolean {
  const place = root instanceof PDFRef ? places.get(root.objectNumber) : undefined;
  if (typeof place !== 'object' || !(root instanceof PDFRef)) return false;
  if ('container' in place) return headers.some(({ number }) => number === place.container);
  return headers.some(({ number, at }) => number === root.objectNumber && at === positionOf(text, place.at));
}

const isOther = (listed: unknown, taken: unknown): boolean => listed instanceof PDFRef && taken instanceof PDFRef && listed !== taken;

/** Where the library has each object from: the last place in the file. Undefined when an object stream is there twice. */
function takenObjects({ context }: PDFDocument, headers: readonly Header[]): ReadonlyMap<PDFRef, Place> | undefined {
  const taken = new Map<PDFRef, Place>();
  const counts = new Map<number, number>();
  for (const { number, generation, at } of headers) {
    taken.set(PDFRef.of(number, generation), { at, generation });
    counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream) || lookupName(object.dict, 'Type') !== 'ObjStm') continue;
    if ((counts.get(ref.objectNumber) ?? 0) > 1) return undefined;
    const own = taken.get(ref);
    const at = typeof own === 'object' && 'at' in own ? own.at : 0;
    for (const number of numbersOf(object)) {
      const inner = PDFRef.of(number);
      if (positionIn(taken, taken.get(inner)) < at) taken.set(inner, { container: ref.objectNumber });
    }
  }
  return taken;
}

function positionIn(taken: ReadonlyMap<PDFRef, Place>, place: Place | undefined): number {
  if (place === undefined || place === 'free') return -1;
  return 'at' in place ? place.at : positionIn(taken, taken.get(PDFRef.of(place.container)));
}

/** Numbers of the objects in an object stream (ISO 32000-1, 7.5.7). */
function numbersOf(stream: PDFRawStream): readonly number[] {
  const data = unpack(stream);
  const [count, first] = [lookupNumber(stream.dict, 'N') ?? 0, lookupNumber(stream.dict, 'First') ?? 0];
  if (data === undefined) return [];
  const pairs = Buffer.from(data.subarray(0, first)).toString('latin1').trim().split(/\s+/);
  return Array.from({ length: Math.min(count, pairs.length >> 1) }, (_, i) => Number(pairs[2 * i]));
}

function isSame(text: string, listed: Place, taken: Place | undefined, ref: PDFRef): boolean {
  if (taken === undefined) return true; // of the library's own making
  if (listed === 'free' || taken === 'free') return false;
  if ('container' in listed) return 'container' in taken && listed.container === taken.container;
  return 'at' in taken && positionOf(text, listed.at) === taken.at && listed.generation === ref.generationNumber;
}

/** Some tables point to the line before. */
function positionOf(text: string, at: number): number {
  const blank = /\s*/y;
  blank.lastIndex = at;
  blank.test(text);
  return blank.lastIndex;
}
