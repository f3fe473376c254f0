import type { FieldProblem } from '../../../../server/contract/index.ts';
import { type ChildInput, Refused, type ToolResult } from '../protocol.ts';
import { leftBehind } from '../../document/document-parts.ts';
import { Extraction } from '../../document/extract.ts';
import { openPdf, signatureWarnings } from '../../document/open.ts';
import { savePdf } from '../../document/save.ts';
import { isRange, pagesOf, rangeMessage } from './page-ranges.ts';

const MAX_OUTPUT = 200 * 1024 * 1024;
/** Of all parts together: what takes half of the time that an operation has. */
const MAX_PART_PAGES = 50_000;

export interface SplitOptions {
  readonly maxPages: number;
  /** First and last page from 1; each page alone when absent. */
  readonly ranges?: readonly (readonly number[])[] | undefined;
}

export async function split(input: ChildInput, { maxPages, ranges }: SplitOptions): Promise<ToolResult> {
  const { document } = await openPdf(input, { maxPages, writes: true });
  const pages = document.getPageCount();
  const wanted = ranges ?? Array.from({ length: pages }, (_, i) => [i + 1]);
  const problems = wanted.flatMap((range, i): FieldProblem[] =>
    isRange(range, pages) ? [] : [{ field: `ranges.${String(i)}`, message: rangeMessage(pages) }],
  );
  if (problems.length > 0) throw new Refused(...problems);
  const partPages = wanted.reduce((sum, range) => sum + pagesOf(range).length, 0);
  if (partPages > MAX_PART_PAGES)
    throw new Refused({
      field: 'ranges',
      message: `hold ${String(partPages)} pages together; at most ${String(MAX_PART_PAGES)} are possible`,
    });
  const files: Uint8Array[] = [];
  let total = 0;
  for (const range of wanted) {
    const part = await Extraction.create();
    part.add(document, pagesOf(range));
    const file = await savePdf(part.finish());
    total += file.byteLength;
    if (total > MAX_OUTPUT)
      throw new Refused({ field: 'ranges', message: `make more than ${String(MAX_OUTPUT / 1024 / 1024)} MB together` });
    files.push(file);
  }
  const isWhole = wanted.every((range) => new Set(pagesOf(range)).size === pages);
  return { files, warnings: [...signatureWarnings(document), ...leftBehind(document, isWhole)] };
}
