import { z } from 'zod';
import { MAX_RANGES, PageRange } from '../contract.ts';
import { fileReply, Output, source, Warnings } from '../pdf-tools.schemas.ts';
import { defineOperation } from './operation.ts';
import { pdfToolExamples } from '../pdf-tools.examples.ts';

/** What it reports besides the file. */
export const MergeFacts = z.object({ pages: z.int().describe('Number of pages of the result.') });

interface MergeFields {
  /** Which pages of each PDF, in order; all where absent. */
  readonly pdfs: readonly { readonly pdf_url?: string | undefined; readonly ranges?: readonly (readonly number[])[] | undefined }[];
  readonly bookmark_per_file?: boolean | undefined;
}

/** The last part of an address, without its ending; undefined where it has none. */
function fileNameIn(url: string): string | undefined {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last).replace(/\.pdf$/i, '') || undefined;
  } catch {
    return last || undefined;
  }
}

const Source = z.strictObject({
  ...source,
  ranges: z
    .array(PageRange)
    .min(1)
    .max(MAX_RANGES)
    .optional()
    .describe('Which pages: a list of `[page]` or `[first, last]`, counted from 1. Default: all.'),
});
const PlainSource = z
  .string()
  .transform((pdf): z.output<typeof Source> => ({ pdf }))
  .describe('The PDF in base64, of which all pages are taken.');

export const merge = defineOperation({
  name: 'merge',
  path: '/v1/pdf/merge',
  operationId: 'mergePdfs',
  summary: 'Merge 2 to 50 PDFs, or some of their pages',
  description:
    'Pages in the order of `pdfs`, each with all its pages or its `ranges`. Form fields, bookmarks, page labels and layers come along, and attached files of those that are taken whole; title and language are those of the first.',
  example: pdfToolExamples.mergePdfs,
  body: z.strictObject({
    pdfs: z
      .array(z.union([PlainSource, Source]))
      .min(2, 'must have 2 to 50 entries')
      .max(50, 'must have 2 to 50 entries')
      .describe('The PDFs, in their order: 2 to 50.'),
    bookmark_per_file: z
      .boolean()
      .optional()
      .describe(
        'Whether each PDF gets a bookmark that holds its own ones, named by the file name in `pdf_url`, else by the title of the PDF. Default: false.',
      ),
    output: Output,
  }),
  response: fileReply({ ...MergeFacts.shape, warnings: Warnings }),
  bodyFactor: 3,
  sources: ({ pdfs }) => pdfs.map((pdf, i) => ({ ...pdf, prefix: `pdfs.${String(i)}.` })),
  options: ({ pdfs, bookmark_per_file: isBookmarked = false }: MergeFields, { maxPages }) => ({
    maxPages,
    ranges: pdfs.map(({ ranges }) => ranges),
    titles: isBookmarked ? pdfs.map(({ pdf_url: url }) => (url === undefined ? undefined : fileNameIn(url))) : undefined,
  }),
  reply: async (made) => ({ ...(await made.file('merged.pdf')), ...MergeFacts.parse(made.facts) }),
});
