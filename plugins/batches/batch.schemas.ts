import { z } from 'zod';
import { Timestamp, pageReply } from '../../server/contract/index.ts';
import { checkSources, documentFields, WebhookUrl } from '../generation/contract.ts';

const MAX_ITEMS = 100;

export const BatchItem = z.strictObject(documentFields).check((item) => {
  checkSources(item, ['html', 'react', 'template', 'url'], true);
});
export type BatchItem = z.output<typeof BatchItem>;

export const BatchBody = z.strictObject({
  items: z
    .array(BatchItem, { error: 'is an array of documents' })
    .min(1, `must contain 1 to ${String(MAX_ITEMS)} entries`)
    .max(MAX_ITEMS, `must contain 1 to ${String(MAX_ITEMS)} entries`)
    .describe('The documents to make: 1 to 100.'),
  webhook: WebhookUrl.optional().describe('An http or https URL that is sent `batch.completed`, signed, when the last item ended.'),
  result: z
    .enum(['zip', 'merged'], { error: 'is zip or merged' })
    .optional()
    .describe('One more file when all items ended: `zip` for an archive of every PDF, `merged` for one PDF of them all. Default: none.'),
});

export type BatchBody = z.output<typeof BatchBody>;

const status = z.enum(['queued', 'processing', 'completed', 'cancelled']);

export const SubmitReply = z.object({
  batch_id: z.string().describe('The id of the batch; begins with `batch_`.'),
  total: z.int().describe('Number of items.'),
  generations: z
    .array(
      z.object({
        id: z.string().describe('The id of the document; ask for it with `GET /v1/generations/{id}`.'),
        index: z.int().describe('Its place in `items`, from 0.'),
      }),
    )
    .describe('The documents that will be made, in the order of `items`.'),
  status: status.describe('Always `queued`.'),
});

const batchFields = {
  batch_id: z.string().describe('The id of the batch; begins with `batch_`.'),
  status: status.describe('`queued` and `processing` become `completed` when every item ended, or `cancelled`.'),
  total: z.int().describe('Number of items.'),
  completed: z.int().describe('Items that are PDFs by now.'),
  failed: z.int().describe('Items that failed.'),
  result: z.enum(['zip', 'merged']).nullable().describe('What was asked for as `result`; null for none.'),
  result_url: z
    .string()
    .nullable()
    .describe('Signed link to the result, fresh with each reading; null until the batch ended, or when none was asked for.'),
  result_error: z.string().nullable().describe('Why there is no result file although one was asked for; else null.'),
  created_at: Timestamp.describe('When the batch was accepted.'),
  finished_at: Timestamp.nullable().describe('When the last item ended; null until then.'),
};

export const BatchMember = z.object({
  id: z.string().describe('The id of the document; begins with `gen_`.'),
  index: z.int().describe('Its place in the request, from 0.'),
  status: z.enum(['queued', 'processing', 'completed', 'failed']).describe('`queued` and `processing` become `completed` or `failed`.'),
  url: z.string().nullable().describe('Signed link to the PDF; null until it is completed.'),
  error: z.string().nullable().describe('Why it failed, in a sentence; null unless it did.'),
});
export const BatchReply = z.object({
  ...batchFields,
  generations: z.array(BatchMember).describe('Every item, in the order of the request.'),
});

export const BatchSummary = z.object({
  ...batchFields,
  finished: z.int().describe('Items that ended: `completed` and `failed` together.'),
});
export const BatchPage = pageReply(BatchSummary);
