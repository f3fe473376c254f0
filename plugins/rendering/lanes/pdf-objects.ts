import { constants, inflateSync } from 'node:zlib';

/**
 * Pages of a PDF that Chromium made, by the way ISO 32000-1 prescribes: startxref → trailer → Root → Pages → Count.
 * Searching for the largest /Count would be wrong with an outline, and a title may contain that text.
 */
export function countPages(pdf: Buffer): number {
  const { at, trailer } = openPrinted(pdf);
  const root = objectText(pdf, at, referenceIn(trailer, 'Root'));
  const pages = objectText(pdf, at, referenceIn(root, 'Pages'));
  const count = Number(/\/Count\s+(\d+)/.exec(pages)?.[1]);
  if (!Number.isInteger(count)) throw new Error('the printed PDF has no readable page tree');
  return count;
}

interface PrintedPage {
  /** Offset of its object. */
  readonly at: number;
  readonly text: string;
  /** Offset of the object of its content. */
  readonly contentAt: number;
}

function pagesOf(pdf: Buffer): PrintedPage[] {
  const { at, trailer } = openPrinted(pdf);
  const pages: PrintedPage[] = [];
  const visit = (object: number): void => {
    const text = objectText(pdf, at, object);
    const [, kids] = /\/Kids\s*\[([^\]]*)\]/.exec(text) ?? [];
    if (kids === undefined) pages.push({ at: at(object), text, contentAt: at(referenceIn(text, 'Contents')) });
    else for (const [, kid] of kids.matchAll(/(\d+)\s+0\s+R/g)) visit(Number(kid));
  };
  visit(referenceIn(objectText(pdf, at, referenceIn(trailer, 'Root')), 'Pages'));
  return pages;
}

/** Numbers, from 1, of the pages of a PDF that Chromium made whose content has no operator. */
export function emptyPages(pdf: Buffer): number[] {
  return pagesOf(pdf).flatMap(({ contentAt }, index) =>
    EMPTY_STREAM.test(pdf.subarray(contentAt, contentAt + 64).toString('latin1')) ? [index + 1] : [],
  );
}

const EMPTY_STREAM = /^\d+ 0 obj\s*<<\s*\/Length 0\s*>>/;

/** By how much a PDF that Chromium made is drawn smaller than it is laid out: from its first page with content, 1 where it is not. */
export function drawnScale(pdf: Buffer): number {
  for (const { contentAt } of pagesOf(pdf)) {
    const head = pdf.subarray(contentAt, contentAt + 200).toString('latin1');
    const [dictionary] = /^\d+ 0 obj\s*<<[^>]*\/FlateDecode[^>]*>>\s*stream\r?\n/.exec(head) ?? [];
    if (dictionary === undefined) continue;
    const start = contentAt + dictionary.length;
    const content = inflateSync(pdf.subarray(start, start + 4096), { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1');
    const [, scale] = /\n([\d.]+) 0 0 \1 \S+ \S+ cm\n/.exec(content) ?? [];
    if (scale !== undefined) return Number(scale) / TRUE_SCALE;
  }
  return 1;
}

/** Pixels of a printer of 300 dpi to one of CSS. */
const TRUE_SCALE = 300 / 96;

/**
 * Makes the pages of a PDF that Chromium made as wide as they were laid out. It lays out whole pixels and makes the paper wider by up to one, at
 * the right, where nothing is drawn. In place.
 */
export function cropToLayout(pdf: Buffer): void {
  for (const { at, text } of pagesOf(pdf)) {
    const [, before, width] = /^([\s\S]*?\/MediaBox \[0 0 )([\d.]+) /.exec(text) ?? [];
    if (before === undefined || width === undefined) continue;
    const laidOut = String(Math.floor(Number(width) / POINTS_PER_PIXEL + ROUNDING) * POINTS_PER_PIXEL).padEnd(width.length, ' ');
    if (laidOut.length === width.length) pdf.write(laidOut, at + before.length, 'latin1');
  }
}

const POINTS_PER_PIXEL = 0.75;
const ROUNDING = 0.001;

/** The information dictionary of a PDF that Chromium made, as text. */
export function infoOf(pdf: Buffer): string {
  const { at, trailer } = openPrinted(pdf);
  return objectText(pdf, at, referenceIn(trailer, 'Info'));
}

/**
 * Adds entries to the information dictionary of a PDF that Chromium made, as an incremental update (ISO 32000-1, 7.5.6): the bytes before it
 * stay as they are.
 */
export function withInfo(pdf: Buffer, entries: Readonly<Record<string, string | undefined>>): Buffer {
  const added = Object.entries(entries).flatMap(([key, value]) => (value === undefined ? [] : [`/${key} ${textString(value)}`]));
  if (added.length === 0) return pdf;
  const { at, trailer, xrefAt } = openPrinted(pdf);
  const info = referenceIn(trailer, 'Info');
  const text = objectText(pdf, at, info);
  const end = text.lastIndexOf('>>');
  const [, dictionary] = /<<([\s\S]*?)>>\s*startxref/.exec(trailer) ?? [];
  if (end === -1 || dictionary === undefined) throw new Error('the printed PDF has no readable information dictionary');
  const object = `\n${text.slice(0, end)}\n${added.join('\n')}>>\nendobj\n`;
  const entry = `${String(pdf.byteLength + 1).padStart(10, '0')} 00000 n \n`;
  const table = `xref\n${String(info)} 1\n${entry}trailer\n<<${dictionary}\n/Prev ${String(xrefAt)}>>\n`;
  const start = pdf.byteLength + Buffer.byteLength(object, 'latin1');
  return Buffer.concat([pdf, Buffer.from(`${object}${table}startxref\n${String(start)}\n%%EOF\n`, 'latin1')]);
}

/** UTF-16 with its mark, in hexadecimal digits (ISO 32000-1, 7.9.2.2). */
const textString = (value: string): string => `<FEFF${Buffer.from(value, 'utf16le').swap16().toString('hex').toUpperCase()}>`;

const referenceIn = (text: string, key: string): number => Number(new RegExp(`/${key}\\s+(\\d+)\\s+0\\s+R`).exec(text)?.[1]);

function openPrinted(pdf: Buffer): { readonly at: XrefTable['at']; readonly trailer: string; readonly xrefAt: number } {
  const tail = pdf.subarray(Math.max(0, pdf.byteLength - 64)).toString('latin1');
  const xrefAt = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1]);
  const { at, trailerAt } = readXrefTable(pdf, xrefAt);
  return { at, trailer: pdf.subarray(trailerAt, trailerAt + 2048).toString('latin1'), xrefAt };
}

interface XrefTable {
  at(object: number): number;
  readonly trailerAt: number;
}

/** One section whose entries have the fixed 20 bytes of ISO 32000-1, 7.5.4. */
function readXrefTable(pdf: Buffer, offset: number): XrefTable {
  const head = /^xref\s+(\d+)\s+(\d+)\s*?\r?\n/.exec(pdf.subarray(offset, offset + 64).toString('latin1'));
  if (head === null) throw new Error('the printed PDF has no cross-reference table');
  const first = Number(head[1]);
  const count = Number(head[2]);
  const entries = offset + head[0].length;
  return {
    at: (object) => Number(pdf.subarray(entries + (object - first) * 20, entries + (object - first) * 20 + 10).toString('latin1')),
    trailerAt: entries + count * 20,
  };
}

function objectText(pdf: Buffer, at: (object: number) => number, object: number): string {
  const start = at(object);
  const end = pdf.indexOf('endobj', start);
  return pdf.subarray(start, end === -1 ? start + 4096 : end).toString('latin1');
}
