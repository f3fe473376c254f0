import type { PDFDict } from 'pdf-lib';
import { PDFArray, PDFDocument, PDFName, PDFStream } from 'pdf-lib';
import { lookupDict, name } from '../document/objects.ts';
import { AS_IT_IS } from '../document/open.ts';
import { drawableDpi, openReader, type Picture, type Reader } from '../document/pdfium.ts';
import { fontReason, repairFonts } from './font-checks.ts';
import type { LevelRules } from './level.ts';
import { repair } from './repair.ts';
import { addCodes, type FontCodes, Scanner } from './scan.ts';

/** A first look, and a closer one that thin lines do not deceive; blocks are of the same size on paper. */
const LOOKS = [
  { dpi: 72, block: 6 },
  { dpi: 216, block: 18 },
];
const DIFFERS = 40;
const INKED = 235;
const MAX_SHARE = 0.05;
const MAX_SIZE_CHANGE = 1;
const MAX_COMPARED = 50;

export interface Expected {
  readonly rules: LevelRules;
  readonly xmp: string;
  readonly title: string | undefined;
}

export interface Rejection {
  readonly message: string;
  /** Places of pages that are to blame; none when it is the file. */
  readonly pages: readonly number[];
}

const ofFile = (message: string): Rejection => ({ message, pages: [] });

/**
 * What is wrong with a converted file, from its own bytes: whatever the converter would still repair or could not leave, its
 * metadata, page sizes and looks. Undefined when it may be called PDF/A.
 */
export async function selfCheck(
  file: Uint8Array,
  original: Reader,
  expected: Expected,
  edited: readonly number[],
): Promise<Rejection | undefined> {
  return (await checkStructure(file, expected)) ?? (await checkLooks(file, original, edited));
}

async function checkStructure(file: Uint8Array, { rules, xmp, title }: Expected): Promise<Rejection | undefined> {
  const text = Buffer.from(file.buffer, file.byteOffset, file.byteLength).toString('latin1');
  if (!text.startsWith(`%PDF-${rules.header.join('.')}`)) return ofFile('6.1.2: the header is of another version');
  const document = await PDFDocument.load(file, AS_IT_IS);
  const { catalog, context } = document;
  if (/\/Type\s*\/(ObjStm|XRef)\b/.test(text)) return ofFile('6.1.4: the cross-reference table is compressed');
  if (context.trailerInfo.ID === undefined || context.trailerInfo.Encrypt !== undefined) return ofFile('6.1.3: the trailer');
  const stream = catalog.lookup(name('Metadata'));
  const written = stream instanceof PDFStream ? Buffer.from(stream.getContents()).toString('utf8') : '';
  if (written !== xmp) return ofFile('6.7.2: the metadata is not what was written');
  if (document.getTitle() !== title) return ofFile('6.7.3: document information and metadata differ');
  const intents = catalog.lookup(name('OutputIntents'));
  if (!(intents instanceof PDFArray) || intents.size() !== 1) return ofFile('6.2.2: there is no output intent');
  const names = lookupDict(catalog, 'Names');
  if (!rules.attachments && names?.has(PDFName.of('EmbeddedFiles')) === true) return ofFile('6.1.11: there are attached files');
  return (
    checkPages(document, rules) ?? (leftToRepair(document, rules) ? ofFile('6: something was left that has to be repaired') : undefined)
  );
}

const leftToRepair = (document: PDFDocument, rules: LevelRules): boolean =>
  repair(document, rules, true).changes + repairFonts(document.context, rules) > 0;

function checkPages(document: PDFDocument, rules: LevelRules): Rejection | undefined {
  const scanner = new Scanner(document, rules);
  const codes: FontCodes = new Map();
  const first = new Map<PDFDict, number>();
  const pages: number[] = [];
  const messages: string[] = [];
  for (let index = 0; index < document.getPageCount(); index++) {
    const { reasons, fonts } = scanner.page(index);
    addCodes(codes, fonts);
    for (const font of fonts.keys()) if (!first.has(font)) first.set(font, index);
    if (reasons.size === 0) continue;
    pages.push(index);
    messages.push(`${[...reasons].join('; ')}, page ${String(index + 1)}`);
  }
  for (const [font, shown] of codes) {
    const reason = fontReason(font, shown, rules);
    if (reason === undefined) continue;
    const index = first.get(font) ?? 0;
    pages.push(index);
    messages.push(`${reason}, page ${String(index + 1)}`);
  }
  return messages.length === 0 ? undefined : { message: messages.slice(0, 5).join('; '), pages };
}

async function checkLooks(file: Uint8Array, original: Reader, edited: readonly number[]): Promise<Rejection | undefined> {
  const reader = await openReader(file);
  if (reader === undefined || reader === 'encrypted' || reader.pages !== original.pages) return ofFile('The number of pages changed.');
  try {
    for (let page = 0; page < reader.pages; page++) {
      const [before, after] = [original.size(page), reader.size(page)];
      if (Math.abs(before.width - after.width) > MAX_SIZE_CHANGE || Math.abs(before.height - after.height) > MAX_SIZE_CHANGE) {
        return ofFile(`The size of page ${String(page + 1)} changed.`);
      }
    }
    const pages = comparedPages(reader.pages, edited).filter((page) =>
      LOOKS.every(({ dpi, block }) => {
        const drawable = drawableDpi(original.size(page), dpi);
        const size = Math.max(1, Math.round((block * drawable) / dpi));
        return differingShare(original.draw(page, drawable, 'screen'), reader.draw(page, drawable, 'screen'), size) > MAX_SHARE;
      }),
    );
    const [one] = pages;
    return one === undefined ? undefined : { message: `Page ${String(one + 1)} does not look as before.`, pages };
  } finally {
    reader.close();
  }
}

/** All pages of a short document; of a long one the edited, the first, the last, and some between them. */
function comparedPages(count: number, edited: readonly number[]): number[] {
  if (count <= MAX_COMPARED) return Array.from({ length: count }, (_, i) => i);
  const spread = Array.from({ length: MAX_COMPARED }, (_, i) => Math.round((i * (count - 1)) / (MAX_COMPARED - 1)));
  return [...new Set([0, count - 1, ...edited, ...spread])].slice(0, MAX_COMPARED);
}

/** Share of the inked blocks whose mean colour differs. */
function differingShare(before: Picture, after: Picture, block: number): number {
  const columns = Math.floor(Math.min(before.width, after.width) / block);
  const rows = Math.floor(Math.min(before.height, after.height) / block);
  let inked = 0;
  let differing = 0;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [a, b] = [blockMean(before, column, row, block), blockMean(after, column, row, block)];
      if ([...a, ...b].every((channel) => channel >= INKED)) continue;
      inked++;
      if (a.some((channel, i) => Math.abs(channel - (b[i] ?? 255)) > DIFFERS)) differing++;
    }
  }
  return inked === 0 ? 0 : differing / inked;
}

function blockMean({ width, rgb }: Picture, column: number, row: number, block: number): readonly [number, number, number] {
  let [red, green, blue] = [0, 0, 0];
  for (let y = row * block; y < (row + 1) * block; y++) {
    let at = (y * width + column * block) * 3;
    for (let x = 0; x < block; x++, at += 3) {
      red += rgb[at] ?? 0;
      green += rgb[at + 1] ?? 0;
      blue += rgb[at + 2] ?? 0;
    }
  }
  const count = block * block;
  return [red / count, green / count, blue / count];
}
