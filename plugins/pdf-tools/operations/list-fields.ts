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
          .describe(
            'What it holds: a text, true or false for a checkbox, or a list of texts; of a checkbox with several boxes, the value of the chosen one.',
          ),
        options: z
          .array(
            z.object({
              value: z.string().describe('What is stored when it is chosen.'),
              label: z.string().describe('What people see; either may be filled in.'),
            }),
          )
          .optional()
          .describe('What can be chosen, of a field with choices.'),
        required: z.boolean().describe('Whether it must be filled in.'),
        read_only: z.boolean().describe('Whether people cannot edit it.'),
        multiline: z.boolean().optional().describe('Whether a text may have several lines.'),
        max_length: z.int().nullable().optional().describe('Most characters of a text; null for no limit.'),
        pages: z.array(z.int()).describe('The pages that show it, from 0.'),
        tooltip: z.string().optional().describe('What the form says of it to people.'),
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
