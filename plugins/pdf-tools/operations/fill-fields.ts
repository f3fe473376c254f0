import { z } from 'zod';
import { FieldName, fileBody, FileReply, MAX_FIELDS } from '../pdf-tools.schemas.ts';
import { defineOperation } from './operation.ts';
import { pdfToolExamples } from '../pdf-tools.examples.ts';

const Body = z.strictObject({
  ...fileBody,
  fields: z
    .array(
      z.strictObject({
        name: FieldName.describe('Name of the field, as `POST /v1/pdf/forms/list-fields` lists it.'),
        value: z
          .union([z.string().max(32_000, 'may have at most 32,000 characters'), z.boolean(), z.array(z.string().max(1000)).max(500)], {
            error: 'must be a string, or true or false',
          })
          .describe(
            'A text, true or false for a checkbox, or a list of texts for a field with several choices. Of a checkbox with several boxes, the value or label of one, or false for none.',
          ),
      }),
      { error: 'is required: an array of {name, value}' },
    )
    .min(1, 'must have 1 to 2,000 entries')
    .max(MAX_FIELDS, 'must have 1 to 2,000 entries')
    .describe('The fields to fill: 1 to 2000.'),
  flatten: z.boolean().default(false).describe('Whether fields become part of the page and can no longer be edited. Default: false.'),
});

export const fillFields = defineOperation({
  name: 'fill',
  path: '/v1/pdf/forms/fill',
  operationId: 'fillForm',
  summary: 'Fill form fields: all that are named, or none',
  description:
    'A name that the PDF does not have, or a value that a field cannot hold, refuses the whole request. Values are stored as they are given and drawn as the format of their field has them; numbers as in JSON, dates as in ISO 8601 or as the format has them. Fields that are calculated follow, unless they are given. Scripts are never run: those that are not one of the common functions are named in `warnings`.',
  example: pdfToolExamples.fillForm,
  body: Body,
  response: FileReply,
  options: ({ fields, flatten }: z.output<typeof Body>, { maxPages }) => ({ maxPages, fields, flatten }),
  reply: async (made) => made.file('filled.pdf'),
});
