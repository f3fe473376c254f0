import { z } from 'zod';
import { SourceBody } from '../pdf-tools.schemas.ts';
import { defineOperation } from './operation.ts';
import { pdfToolExamples } from '../pdf-tools.examples.ts';

const Reply = z.object({
  pages: z.int().describe('Number of pages.'),
  file_size: z.int().describe('Size of the file in bytes.'),
  version: z.string().nullable().describe('Version of PDF that it is written in, such as `1.7`.'),
  encrypted: z.boolean().describe('Whether it is encrypted.'),
  tagged: z.boolean().describe('Whether it has tags for screen readers.'),
  signatures: z.int().describe('Number of digital signatures.'),
  claims: z.array(z.string()).describe('Standards that the file says it follows, such as `PDF/A-1b`; not checked.'),
  metadata: z.record(z.string(), z.string().nullable()).describe('Title, author and what else it says of itself.'),
  page_sizes: z
    .array(
      z.object({
        width: z.number().describe('Width in points.'),
        height: z.number().describe('Height in points.'),
        rotation: z.int().describe('Degrees clockwise by which it is shown: 0, 90, 180 or 270.'),
      }),
    )
    .describe('Size of each page.'),
  fields: z
    .array(
      z.object({
        name: z.string().describe('Name of the field.'),
        type: z.string().describe('The kind of field.'),
        page: z.int().nullable().describe('Which page it is on, from 0; null when none.'),
        box: z
          .object({
            x: z.number().describe('Distance from the left edge.'),
            y: z.number().describe('Distance from the lower edge.'),
            width: z.number().describe('Width.'),
            height: z.number().describe('Height.'),
          })
          .nullable()
          .describe('Where it is on the page, in points from the lower left corner; null when nowhere.'),
        options: z.array(z.string()).optional().describe('What can be chosen.'),
        required: z.boolean().describe('Whether it must be filled in.'),
        read_only: z.boolean().describe('Whether it cannot be edited.'),
        multiline: z.boolean().optional().describe('Whether it holds several lines.'),
        password: z.boolean().optional().describe('Whether what is typed is hidden.'),
        max_length: z.int().nullable().optional().describe('Most characters that it holds; null for no limit.'),
      }),
    )
    .describe('Every form field.'),
});

export const info = defineOperation({
  name: 'info',
  path: '/v1/pdf/info',
  operationId: 'inspectPdf',
  summary: 'Pages, metadata, form fields and claims of a PDF',
  description: 'Reads only; nothing is stored. What the file claims of itself is not checked.',
  example: pdfToolExamples.inspectPdf,
  body: SourceBody,
  response: Reply,
  options: (_, { maxPages }) => ({ maxPages }),
  reply: async ({ facts }) => Reply.parse(facts),
});
