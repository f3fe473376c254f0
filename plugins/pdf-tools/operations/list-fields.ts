import { z } from 'zod';
import { SourceBody, Warnings } from '../pdf-tools.schemas.ts';
import { defineOperation } from './operation.ts';

const Reply = z.object({
  fields: z.array(z.object({ name: z.string(), type: z.string(), value: z.union([z.string(), z.boolean(), z.array(z.string())]) })),
  total: z.int(),
});
const ReplyWithWarnings = Reply.extend({ warnings: Warnings });

export const listFields = defineOperation({
  name: 'list-fields',
  path: '/v1/pdf/forms/list-fields',
  summary: 'List the form fields of a PDF with their values',
  body: SourceBody,
  response: ReplyWithWarnings,
  options: (_, { maxPages }) => ({ maxPages }),
  reply: async ({ facts, warnings }) => Promise.resolve({ ...Reply.parse(facts), ...warnings }),
});
