import { z } from 'zod';
import { MAX_RANGES, PageRange } from '../contract.ts';
import { fileBody, PdfPart, Warnings } from '../pdf-tools.schemas.ts';
import { defineOperation } from './operation.ts';
import { pdfToolExamples } from '../pdf-tools.examples.ts';

const Body = z.strictObject({
  ...fileBody,
  ranges: z
    .array(PageRange, { error: 'must be an array of [page] or [first, last]' })
    .min(1, 'must have 1 to 500 ranges')
    .max(MAX_RANGES, 'must have 1 to 500 ranges')
    .optional()
    .describe(
      'What each part holds: a list of `[page]` or `[first, last]`, counted from 1, up to 500 with 50,000 pages together. Default: a part for every page.',
    ),
});

export const split = defineOperation({
  name: 'split',
  path: '/v1/pdf/split',
  operationId: 'splitPdf',
  summary: 'Split a PDF into parts, which hold nothing of each other',
  description: 'One part a range, in their order; pages may be in several. Without `ranges`, every page becomes a part.',
  example: pdfToolExamples.splitPdf,
  body: Body,
  response: z.object({
    parts: z.array(PdfPart).describe('The parts, in the order of `ranges`.'),
    total: z.int().describe('Number of parts.'),
    warnings: Warnings,
  }),
  options: ({ ranges }: z.output<typeof Body>, { maxPages }) => ({ maxPages, ranges }),
  async reply(made) {
    const parts = await made.parts((i) => `part-${String(i + 1)}.pdf`);
    return { parts, total: parts.length, ...made.warnings };
  },
});
