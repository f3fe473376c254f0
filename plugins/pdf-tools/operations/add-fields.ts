import { z } from 'zod';
import { Coordinate, PageIndex, Size } from '../contract.ts';
import { FieldName, fileBody, FileReply, MAX_FIELDS } from '../pdf-tools.schemas.ts';
import { defineOperation } from './operation.ts';

const Body = z.strictObject({
  ...fileBody,
  fields: z
    .array(
      z.strictObject({
        name: FieldName,
        type: z.enum(['text', 'checkbox', 'dropdown'], { error: 'must be text, checkbox or dropdown' }),
        page: PageIndex,
        x: Coordinate,
        y: Coordinate,
        width: Size.optional(),
        height: Size.optional(),
        options: z.array(z.string().min(1, 'must not be empty').max(1000)).min(1, 'must have an option').max(500).optional(),
        defaultValue: z.union([z.string().max(32_000), z.boolean()]).optional(),
      }),
      { error: 'is required: an array of fields' },
    )
    .min(1, 'must have 1 to 2,000 entries')
    .max(MAX_FIELDS, 'must have 1 to 2,000 entries'),
});

export const addFields = defineOperation({
  name: 'add-fields',
  path: '/v1/pdf/forms/add-fields',
  summary: 'Add text fields, checkboxes and dropdowns',
  body: Body,
  response: FileReply,
  options: ({ fields }: z.output<typeof Body>, { maxPages }) => ({ maxPages, fields }),
  reply: async (made) => made.file('form.pdf'),
});
