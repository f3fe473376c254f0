import { z } from 'zod';
import { SourceBody } from '../pdf-tools.schemas.ts';
import { defineOperation } from './operation.ts';

const Reply = z.object({
  pages: z.int(),
  file_size: z.int(),
  version: z.string().nullable(),
  encrypted: z.boolean(),
  tagged: z.boolean(),
  signatures: z.int(),
  /** Standards the file says it follows; not checked. */
  claims: z.array(z.string()),
  metadata: z.record(z.string(), z.string().nullable()),
  page_sizes: z.array(z.object({ width: z.number(), height: z.number(), rotation: z.int() })),
  fields: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      /** From 0. */
      page: z.int().nullable(),
      box: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).nullable(),
      options: z.array(z.string()).optional(),
      required: z.boolean(),
      read_only: z.boolean(),
      multiline: z.boolean().optional(),
      password: z.boolean().optional(),
      max_length: z.int().nullable().optional(),
    }),
  ),
});

export const info = defineOperation({
  name: 'info',
  path: '/v1/pdf/info',
  summary: 'Pages, metadata, form fields and claims of a PDF',
  body: SourceBody,
  response: Reply,
  options: (_, { maxPages }) => ({ maxPages }),
  reply: async ({ facts }) => Reply.parse(facts),
});
