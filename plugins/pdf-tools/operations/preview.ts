import { z } from 'zod';
import { PageIndex, PreviewRoute } from '../contract.ts';
import { fileBody, fileReply } from '../pdf-tools.schemas.ts';
import { defineOperation } from './operation.ts';
import { pdfToolExamples } from '../pdf-tools.examples.ts';

const Facts = z.object({ width: z.int().describe('Width in pixels.'), height: z.int().describe('Height in pixels.') });

const Body = z.strictObject({
  ...fileBody,
  page: PageIndex.default(0).describe('Which page, from 0. Default: 0.'),
  dpi: z.int().min(18).max(300).default(96).describe('Resolution in dots per inch: 18 to 300. Default: 96.'),
});

export const preview = defineOperation({
  name: 'preview',
  path: PreviewRoute.path,
  operationId: 'previewPdf',
  summary: 'A picture (PNG) of one page',
  description: 'A page as an image, for galleries and for checking what was made.',
  example: pdfToolExamples.previewPdf,
  body: Body,
  response: fileReply({ ...Facts.shape }),
  options: ({ page, dpi }: z.output<typeof Body>, { maxPages }) => ({ maxPages, page, dpi }),
  reply: async (made) => ({ ...(await made.file('page.png')), ...Facts.parse(made.facts) }),
});
