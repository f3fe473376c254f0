import { z } from 'zod';
import { Coordinate, PageIndex, Size } from '../contract.ts';
import { FieldName, fileBody, FileReply, MAX_FIELDS } from '../pdf-tools.schemas.ts';
import { defineOperation } from './operation.ts';
import { pdfToolExamples } from '../pdf-tools.examples.ts';

const Body = z.strictObject({
  ...fileBody,
  fields: z
    .array(
      z.strictObject({
        name: FieldName.describe('Name of the field, which the PDF must not have yet: 1 to 256 characters.'),
        type: z.enum(['text', 'checkbox', 'dropdown'], { error: 'must be text, checkbox or dropdown' }).describe('The kind of field.'),
        page: PageIndex.describe('Which page it is on, from 0.'),
        x: Coordinate.describe('Distance from the left edge of the page, in points.'),
        y: Coordinate.describe('Distance from the lower edge of the page, in points.'),
        width: Size.optional().describe('Width in points. Default: by type.'),
        height: Size.optional().describe('Height in points. Default: by type.'),
        options: z
          .array(z.string().min(1, 'must not be empty').max(1000))
          .min(1, 'must have an option')
          .max(500)
          .optional()
          .describe('What can be chosen: 1 to 500 texts; required for `dropdown`.'),
        defaultValue: z
          .union([z.string().max(32_000), z.boolean()])
          .optional()
          .describe('What it holds at first: a text, or true or false for a checkbox.'),
      }),
      { error: 'is required: an array of fields' },
    )
    .min(1, 'must have 1 to 2,000 entries')
    .max(MAX_FIELDS, 'must have 1 to 2,000 entries')
    .describe('The fields to add: 1 to 2000.'),
});

export const addFields = defineOperation({
  name: 'add-fields',
  path: '/v1/pdf/forms/add-fields',
  operationId: 'addFormFields',
  summary: 'Add text fields, checkboxes and dropdowns',
  description: 'Coordinates are in points, from the lower left corner of the page.',
  example: pdfToolExamples.addFormFields,
  body: Body,
  response: FileReply,
  options: ({ fields }: z.output<typeof Body>, { maxPages }) => ({ maxPages, fields }),
  reply: async (made) => made.file('form.pdf'),
});
