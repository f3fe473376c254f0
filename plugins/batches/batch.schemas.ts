import { z } from 'zod';
import { pageReply } from '../../server/contract/index.ts';
import { documentFields, WebhookUrl } from '../generation/contract.ts';

const MAX_ITEMS = 100;

export const BatchItem = z.strictObject(documentFields).check(({ value, issues }) => {
  if (value.html === undefined && value.react === undefined && value.template === undefined) {
    issues.push({ code: 'custom', path: ['html'], message: 'send one of html, react or template', input: value });
  }
});
export type BatchItem = z.output<typeof BatchItem>;

export const BatchBody = z.strictObject({
  items: z
    .array(BatchItem, { error: 'is an array of documents' })
    .min(1, `must contain 1 to ${String(MAX_ITEMS)} entries`)
    .max(MAX_ITEMS, `must contain 1 to ${String(MAX_ITEMS)} entries`),
  webhook: WebhookUrl.optional(),
  /** One more file when all items ended: every PDF in a ZIP archive, or one PDF of them all. */
  result: z.enum(['zip', 'merged'], { error: 'is zip or merged' }).optional(),
});

export type BatchBody = z.output<typeof BatchBody>;

const status = z.enum(['queued', 'processing', 'completed', 'cancelled']);

export const SubmitReply = z.object({
  batch_id: z.string(),
  total: z.int(),
  generations: z.array(z.object({ id: z.string(), index: z.int() })),
  status,
});

const batchFields = {
  batch_id: z.string(),
  status,
  total: z.int(),
  completed: z.int(),
  failed: z.int(),
  result: z.enum(['zip', 'merged']).nullable(),
  /** Signed afresh at each reading; null until the batch ended, or when no result was asked for. */
  result_url: z.string().nullable(),
  /** Why there is no result file although one was asked for. */
  result_error: z.string().nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
};

export const BatchMember = z.object({
  id: z.string(),
  index: z.int(),
  status: z.enum(['queued', 'processing', 'completed', 'failed']),
  url: z.string().nullable(),
  error: z.string().nullable(),
});
export const BatchReply = z.object({
  ...batchFields,
  generations: z.array(BatchMember),
});

export const BatchSummary = z.object({ ...batchFields, finished: z.int() });
export const BatchPage = pageReply(BatchSummary);
