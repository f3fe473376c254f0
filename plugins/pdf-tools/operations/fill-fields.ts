import { z } from 'zod';
import { FieldName, fileBody, FileReply, MAX_FIELDS } from '../pdf-tools.schemas.ts';
import { defineOperation } from './operation.ts';

const Body = z.strictObject({
  ...fileBody,
  fields: z
    .array(
      z.strictObject({
        name: FieldName,
        value: z.union(
          [z.string().max(32_000, 'may have at most 32,000 characters'), z.boolean(), z.array(z.string().max(1000)).max(500)],
          {
            error: 'must be a string, or true or false',
          },
        ),
      }),
      { error: 'is required: an array of {name, value}' },
    )
    .min(1, 'must have 1 to 2,000 entries')
    .max(MAX_FIELDS, 'must have 1 to 2,000 entries'),
  flatten: z.boolean().default(false),
});

export const fillFields = defineOperation({
  name: 'fill',
  path: '/v1/pdf/forms/fill',
  summary: 'Fill form fields: all that are named, or none',
  body: Body,
  response: FileReply,
  options: ({ fields, flatten }: z.output<typeof Body>, { maxPages }) => ({ maxPages, fields, flatten }),
  reply: async (made) => made.file('filled.pdf'),
});
