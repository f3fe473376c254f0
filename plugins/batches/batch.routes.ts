import {
  Conflict,
  defineRoute,
  NotFound,
  type Route,
  ServiceUnavailable,
  pageOf,
  pageQuery,
  IdParams,
} from '../../server/contract/index.ts';
import type { BackgroundDocuments } from '../generation/contract.ts';
import { setQuota, UsageLimitExceeded } from '../limits/contract.ts';
import type { FileStore } from '../storage/contract.ts';
import { presentBatch, presentBatchRow } from './batch.presenter.ts';
import { BatchBody, BatchPage, BatchReply, SubmitReply } from './batch.schemas.ts';
import type { BatchService } from './batch.service.ts';
import type { BatchStore } from './batch.store.ts';
import { batchExamples } from './batch.examples.ts';

const MAX_BODY_BYTES = 64 * 1024 * 1024;

export interface BatchRouteParts {
  readonly service: BatchService;
  readonly batches: BatchStore;
  readonly documents: BackgroundDocuments;
  readonly files: FileStore;
  /** Refuses a webhook or a result this hub cannot serve. */
  refuse(body: Pick<BatchBody, 'webhook' | 'result'>): void;
}

export function batchRoutes({ service, batches, documents, files, refuse }: BatchRouteParts): Route[] {
  const common = { auth: 'key', scope: 'generate' } as const;
  const read = async (accountId: string, id: string) => {
    const { batch, members } = await service.find(accountId, id);
    return presentBatch(batch, members, files);
  };
  return [
    defineRoute({
      ...common,
      method: 'post',
      path: '/v1/generate/batch',
      operationId: 'createBatch',
      summary: 'Make up to 100 PDFs in the background',
      example: batchExamples.createBatch,
      description:
        'Answers as soon as every item is checked and recorded. Items have no default margin and no default printBackground: what is left out is not passed to the print engine, which then uses its own (1 cm, none). Where an item has several of html, react and template, the first of them in this order counts.',
      idempotent: true,
      body: BatchBody,
      bodyLimit: MAX_BODY_BYTES,
      status: 202,
      response: SubmitReply,
      errors: [UsageLimitExceeded, NotFound, ServiceUnavailable],
      async handle({ body: { items, webhook, result }, principal, newId, setHeader }) {
        refuse({ webhook, result });
        const id = newId('batch');
        const generationIds = items.map(() => newId('gen'));
        const usage = await service.submit({ id, generationIds, items, webhook: webhook ?? null, result: result ?? null }, principal);
        setQuota(usage, setHeader);
        return {
          batch_id: id,
          total: items.length,
          generations: generationIds.map((generation, index) => ({ id: generation, index })),
          status: 'queued' as const,
        };
      },
    }),
    defineRoute({
      ...common,
      method: 'get',
      path: '/v1/batches',
      operationId: 'listBatches',
      summary: 'List batches, newest first',
      example: batchExamples.listBatches,
      description: 'Every batch of the account in short; `GET /v1/batches/{id}` also has the items.',
      query: pageQuery({ default: 50, max: 100 }),
      response: BatchPage,
      async handle({ query, principal }) {
        const found = await batches.page(principal.accountId, query);
        const counts = await documents.countByBatch(found.flatMap(({ generationIds }) => generationIds));
        return pageOf(found, query.limit, (batch) => presentBatchRow(batch, counts, files));
      },
    }),
    defineRoute({
      ...common,
      method: 'get',
      path: '/v1/batches/:id',
      operationId: 'getBatch',
      summary: 'One batch with the state of its items',
      example: batchExamples.getBatch,
      description: 'How far a batch is. Items are in the order of the request; completed ones have a fresh link.',
      params: IdParams,
      response: BatchReply,
      async handle({ params: { id }, principal: { accountId } }) {
        return read(accountId, id);
      },
    }),
    defineRoute({
      ...common,
      method: 'post',
      path: '/v1/batches/:id/cancel',
      operationId: 'cancelBatch',
      summary: 'End a batch: items that wait fail with "cancelled" and do not count',
      example: batchExamples.cancelBatch,
      description: 'Items that are being made at this moment are still finished. A batch that ended already is answered with 409.',
      idempotent: true,
      params: IdParams,
      response: BatchReply,
      errors: [Conflict],
      async handle({ params: { id }, principal: { accountId } }) {
        await service.cancel(accountId, id);
        return read(accountId, id);
      },
    }),
    defineRoute({
      ...common,
      method: 'post',
      path: '/v1/batches/:id/retry',
      operationId: 'retryBatch',
      summary: 'Retry the failed items of a batch',
      example: batchExamples.retryBatch,
      description: 'Whether they are tests was decided when the batch was sent; those that are not count again, all or none of them.',
      idempotent: true,
      params: IdParams,
      status: 202,
      response: BatchReply,
      errors: [UsageLimitExceeded, Conflict],
      async handle({ params: { id }, principal, setHeader }) {
        setQuota(await service.retry(id, principal), setHeader);
        return read(principal.accountId, id);
      },
    }),
  ];
}
