import { createHash } from 'node:crypto';
import { PDFDict, type PDFDocument } from 'pdf-lib';
import { type ChildInput, Refused, type ToolResult } from '../protocol.ts';
import { leftBehind } from '../../document/document-parts.ts';
import { Extraction } from '../../document/extract.ts';
import { openPdf, signatureWarnings } from '../../document/open.ts';
import { name } from '../../document/objects.ts';
import { textOf } from '../../document/text-string.ts';
import { savePdf } from '../../document/save.ts';
import { isRange, pagesOf, rangeMessage } from './page-ranges.ts';

export interface MergeOptions {
  readonly maxPages: number;
  /** For each input; all pages where absent. */
  readonly ranges?: readonly (readonly (readonly number[])[] | undefined)[];
  /** With one for each input, each gets a bookmark of its own: by its title, else by that of the file. */
  readonly titles?: readonly (string | undefined)[] | undefined;
}

/** One PDF of several; a file that is given twice is stored once. */
export async function merge(inputs: readonly ChildInput[], { maxPages, ranges = [], titles }: MergeOptions): Promise<ToolResult> {
  const result = await Extraction.create();
  const known = new Map<string, PDFDocument>();
  const wanted = new Map<PDFDocument, number[]>();
  let total = 0;
  const order: { readonly document: PDFDocument; readonly indices: readonly number[] }[] = [];
  for (const [i, input] of inputs.entries()) {
    const hash = createHash('sha256').update(input.bytes).digest('hex');
    const document = known.get(hash) ?? (await open(input, maxPages, i));
    known.set(hash, document);
    const pages = document.getPageCount();
    const own = ranges[i] ?? [[1, pages]];
    const wrong = own.findIndex((range) => !isRange(range, pages));
    if (wrong !== -1) throw new Refused({ field: `pdfs.${String(i)}.ranges.${String(wrong)}`, message: rangeMessage(pages) });
    const indices = own.flatMap(pagesOf);
    total += indices.length;
    if (total > maxPages) throw new Refused({ field: 'pdfs', message: `have more than ${String(maxPages)} pages together` });
    order.push({ document, indices });
    wanted.set(document, [...(wanted.get(document) ?? []), ...indices]);
  }
  // Neighbours of one source are taken in one go, so that their links find each other.
  for (let at = 0; at < order.length;) {
    const first = order[at];
    let end = at + 1;
    while (titles === undefined && order[end]?.document === first?.document && end < order.length) end++;
    if (first !== undefined) {
      const pages = order.slice(at, end).flatMap(({ indices }) => [...indices]);
      result.add(first.document, pages, titles === undefined ? undefined : (titles[at] ?? titleOf(first.document, at)));
    }
    at = end;
  }
  const warnings = [...wanted].flatMap(([document, indices]) => [
    ...signatureWarnings(document),
    ...leftBehind(document, new Set(indices).size === document.getPageCount()),
  ]);
  const once = new Map(warnings.map((warning) => [warning.message, warning]));
  return { files: [await savePdf(result.finish())], facts: { pages: total }, warnings: [...once.values()] };
}

/** What a file calls itself, else its place. */
function titleOf(document: PDFDocument, index: number): string {
  const info = document.context.lookup(document.context.trailerInfo.Info);
  const title = info instanceof PDFDict ? textOf(info.lookup(name('Title')))?.trim() : undefined;
  return title === undefined || title === '' ? `Document ${String(index + 1)}` : title;
}

async function open(input: ChildInput, maxPages: number, i: number): Promise<PDFDocument> {
  try {
    return (await openPdf(input, { maxPages, writes: true })).document;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new Refused(...error.problems.map(({ field, message }) => ({ field: `pdfs.${String(i)}.${field}`, message })));
  }
}
