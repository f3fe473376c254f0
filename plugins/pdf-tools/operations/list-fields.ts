import { z } from 'zod';
import { SourceBody, Warnings } from '../pdf-tools.schemas.ts';
import { defineOperation } from './operation.ts';
import { pdfToolExamples } from '../pdf-tools.examples.ts';

const Reply = z.object({
  fields: z
    .array(
      z.object({
        name: z.string().describe('Name of the field.'),
        type: z.string().describe('`text`, `checkbox`, `dropdown`, `radio`, `listbox`, `button` or `signature`.'),
        value: z
          .union([z.string(), z.boolean(), z.array(z.string())])
          .describe('What it holds: a text, true or false for a checkbox, or a list of texts.'),
      }),
    )
    .describe('Every field, in the order of the file.'),
  total: z.int().describe('Number of fields.'),
});
const ReplyWithWarnings = Reply.extend({ warnings: Warnings });

export const listFields = defineOperation({
  name: 'list-fields',
  path: '/v1/pdf/forms/list-fields',
  operationId: 'listFormFields',
  summary: 'List the form fields of a PDF with their values',
  description: 'What `POST /v1/pdf/forms/fill` can fill. XFA forms are listed as far as they have AcroForm fields.',
  example: pdfToolExamples.listFormFields,
  body: SourceBody,
  response: ReplyWithWarnings,
  options: (_, { maxPages }) => ({ maxPages }),
  reply: async ({ facts, warnings }) => Promise.resolve({ ...Reply.parse(facts), ...warnings }),
});
