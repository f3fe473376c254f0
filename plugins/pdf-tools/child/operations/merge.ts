import { createHash } from 'node:crypto';
import type { PDFDocument } from 'pdf-lib';
import { type ChildInput, Refused, type ToolResult } from '../protocol.ts';
import { Extraction } from '../../document/extract.ts';
import { openPdf, signatureWarnings } from '../../document/open.ts';
import { savePdf } from '../../document/save.ts';
import { isRange, pagesOf, rangeMessage } from './page-ranges.ts';

export interface MergeOptions {
  readonly maxPages: number;
  /** For each input; all pages where absent. */
  readonly ranges?: readonly (readonly (readonly number[])[] | undefined)[];
}

/** One PDF of several; a file that is given twice is stored once. */
export async function merge(inputs: readonly ChildInput[], { maxPages, ranges = [] }: MergeOptions): Promise<ToolResult> {
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
  // Neighbours of one source are taken in one go, so that they share what they have in common.
  for (let at = 0; at < order.length;) {
    const { document } = order[at] ?? {};
    let end = at;
    while (order[end]?.document === document && end < order.length) end++;
    if (document !== undefined)
      result.add(
        document,
        order.slice(at, end).flatMap(({ indices }) => [...indices]),
      );
    at = end;
  }
  const warnings = [...known.values()].flatMap(signatureWarnings).slice(0, 1);
  return { files: [await savePdf(result.document)], facts: { pages: total }, warnings };
}

async function open(input: ChildInput, maxPages: number, i: number): Promise<PDFDocument> {
  try {
    return (await openPdf(input, { maxPages, writes: true })).document;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new Refused(...error.problems.map(({ field, message }) => ({ field: `pdfs.${String(i)}.${field}`, message })));
  }
}
