import { z } from 'zod';
import { MAX_RANGES, PageRange } from '../contract.ts';
import { fileBody, PdfPart, Warnings } from '../pdf-tools.schemas.ts';
import { defineOperation } from './operation.ts';

const Body = z.strictObject({
  ...fileBody,
  ranges: z
    .array(PageRange, { error: 'must be an array of [page] or [first, last]' })
    .min(1, 'must have 1 to 500 ranges')
    .max(MAX_RANGES, 'must have 1 to 500 ranges')
    .optional(),
});

export const split = defineOperation({
  name: 'split',
  path: '/v1/pdf/split',
  summary: 'Split a PDF into parts, which hold nothing of each other',
  body: Body,
  response: z.object({ parts: z.array(PdfPart), total: z.int(), warnings: Warnings }),
  options: ({ ranges }: z.output<typeof Body>, { maxPages }) => ({ maxPages, ranges }),
  async reply(made) {
    const parts = await made.parts((i) => `part-${String(i + 1)}.pdf`);
    return { parts, total: parts.length, ...made.warnings };
  },
});
