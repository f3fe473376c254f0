import { type PDFArray, PDFContext, PDFDict, PDFNumber, type PDFObject, PDFObjectParser, PDFRawStream } from 'pdf-lib';
import { Refused } from '../child/protocol.ts';
import { unpack } from './inflate.ts';
import { lookupArray, lookupName, lookupNumber, name } from './objects.ts';
import { tooComplex } from './prescan.ts';

/** Where the header of an object begins, or in which object stream it lies. */
export type Place = { readonly at: number; readonly generation: number } | { readonly container: number } | 'free';

export interface CrossReference {
  readonly places: ReadonlyMap<number, Place>;
  readonly root: PDFObject | undefined;
  readonly info: PDFObject | undefined;
}

/** A chain that is longer is no file that somebody edited. */
const MAX_SECTIONS = 2000;
const MAX_ENTRIES = 3_000_000;
const START = /startxref\s+(\d+)/g;
const TRAILER_WITHIN = 4096;

/** What is read: all its streams count against one limit. */
interface Source {
  readonly bytes: Uint8Array;
  /** The bytes as Latin-1. */
  readonly text: string;
  /** Where offsets count from. */
  readonly base: number;
  readonly context: PDFContext;
}

interface Section {
  readonly entries: readonly (readonly [number: number, place: Place])[];
  readonly trailer: PDFDict;
}

/**
 * The cross-reference table and streams of a file, newest first (ISO 32000-1, 7.5.4 and 7.5.8); undefined where it has none that
 * can be read.
 * @param text the bytes as Latin-1
 * @throws Refused when there is too much of it
 */
export function readCrossReference(bytes: Uint8Array, text: string): CrossReference | undefined {
  const start = [...text.slice(-TRAILER_WITHIN).matchAll(START)].at(-1)?.[1];
  const header = text.indexOf('%PDF-');
  const context = PDFContext.create();
  // Offsets count from the header; some programs count what stands before it, too.
  for (const base of new Set([header, 0])) {
    const found = start === undefined ? undefined : readChain({ bytes, text, base, context }, Number(start));
    if (found !== undefined) return found;
  }
  return undefined;
}

function readChain(source: Source, start: number): CrossReference | undefined {
  const places = new Map<number, Place>();
  const add = ({ entries }: Section, accepts: (place: Place) => boolean): void => {
    for (const [number, place] of entries) if (!places.has(number) && accepts(place)) places.set(number, place);
  };
  const seen = new Set<number>();
  let count = 0;
  let newest: PDFDict | undefined;
  for (let offset: number | undefined = start; offset !== undefined && !seen.has(offset);) {
    seen.add(offset);
    if (seen.size > MAX_SECTIONS) return undefined;
    const section = readSection(source, offset);
    if (section === undefined) return undefined;
    count += section.entries.length;
    if (count > MAX_ENTRIES) throw tooComplex('too many objects');
    newest ??= section.trailer;
    const hybrid = lookupNumber(section.trailer, 'XRefStm');
    const hidden = hybrid === undefined ? undefined : readSection(source, hybrid);
    // A hybrid table calls those free that only its stream knows.
    add(section, (place) => hidden === undefined || place !== 'free');
    if (hidden !== undefined) {
      add(hidden, () => true);
      add(section, () => true);
    }
    offset = lookupNumber(section.trailer, 'Prev');
  }
  return newest && { places, root: newest.get(name('Root')), info: newest.get(name('Info')) };
}

function readSection(source: Source, offset: number): Section | undefined {
  const isTable = /\s*xref\b/y;
  isTable.lastIndex = source.base + offset;
  try {
    return isTable.test(source.text) ? readTable(source, isTable.lastIndex) : readStream(source, source.base + offset);
  } catch (error) {
    if (error instanceof Refused) throw error;
    return undefined; // what the parser of objects cannot read
  }
}

function readTable(source: Source, from: number): Section | undefined {
  const { text, base } = source;
  const entries: [number, Place][] = [];
  const line = /\s*(\d+)\s+(\d+)(?:\s+([nf]))?/y;
  line.lastIndex = from;
  let number = 0;
  let end = from;
  for (let found = line.exec(text); found !== null; found = line.exec(text)) {
    end = line.lastIndex;
    const [first, second] = [Number(found[1]), Number(found[2])];
    if (found[3] === undefined) number = first;
    else {
      entries.push([number, found[3] === 'n' && first > 0 ? { at: base + first, generation: second } : 'free']);
      number++;
    }
  }
  const trailer = /\s*trailer\s*/y;
  trailer.lastIndex = end;
  if (!trailer.test(text)) return undefined;
  const dict = objectAt(source, trailer.lastIndex);
  return dict instanceof PDFDict ? { entries, trailer: dict } : undefined;
}

function readStream(source: Source, from: number): Section | undefined {
  const { text, base } = source;
  const header = /\s*\d+\s+\d+\s+obj\s*/y;
  header.lastIndex = from;
  const stream = header.test(text) ? objectAt(source, header.lastIndex) : undefined;
  if (!(stream instanceof PDFRawStream) || lookupName(stream.dict, 'Type') !== 'XRef') return undefined;
  const data = unpack(stream);
  const widths = numbersIn(lookupArray(stream.dict, 'W'));
  const [kindWidth = 0, secondWidth = 0, thirdWidth = 0] = widths;
  const size = kindWidth + secondWidth + thirdWidth;
  if (data === undefined || widths.length < 3 || size === 0) return undefined;
  const ranges = numbersIn(lookupArray(stream.dict, 'Index'));
  if (ranges.length === 0) ranges.push(0, lookupNumber(stream.dict, 'Size') ?? 0);
  const entries: [number, Place][] = [];
  const view = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const field = (at: number, width: number): number => (width === 0 ? 0 : Number(`0x${view.toString('hex', at, at + width)}`));
  let at = 0;
  for (let i = 0; i + 1 < ranges.length; i += 2) {
    const [first = 0, count = 0] = ranges.slice(i, i + 2);
    for (let number = first; number < first + count && at + size <= view.length; number++, at += size) {
      const kind = kindWidth === 0 ? 1 : field(at, kindWidth);
      const [second, third] = [field(at + kindWidth, secondWidth), field(at + kindWidth + secondWidth, thirdWidth)];
      if (entries.length > MAX_ENTRIES) throw tooComplex('too many objects');
      entries.push([number, kind === 1 ? { at: base + second, generation: third } : kind === 2 ? { container: second } : 'free']);
    }
  }
  return { entries, trailer: stream.dict };
}

const objectAt = ({ bytes, context }: Source, at: number): PDFObject => PDFObjectParser.forBytes(bytes.subarray(at), context).parseObject();

const numbersIn = (list: PDFArray | undefined): number[] =>
  (list?.asArray() ?? []).map((entry) => (entry instanceof PDFNumber ? entry.asNumber() : 0));
