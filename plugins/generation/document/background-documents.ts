import type { Logger } from 'pino';
import type { BackgroundDocuments, QueuedDocument } from '../contract.ts';
import { type DocumentPipeline, inputTypeOf } from './document-pipeline.ts';
import type { GenerationLifecycle } from './generation-lifecycle.ts';
import type { GenerationStore, NewGeneration } from './generation.store.ts';
import type { InputStore } from './input.store.ts';
import type { UsageReservations } from './usage-reservations.ts';
import { traceParent } from '../../../server/contract/index.ts';

export interface BackgroundParts {
  readonly store: GenerationStore;
  readonly inputs: InputStore;
  readonly pipeline: DocumentPipeline;
  readonly lifecycle: GenerationLifecycle;
  readonly reservations: UsageReservations;
  readonly clock: () => Date;
  readonly log: Logger;
}

export function backgroundDocuments(parts: BackgroundParts): BackgroundDocuments {
  const { store, inputs, pipeline, lifecycle, reservations, clock, log } = parts;
  return {
    prepare: (accountId, request, path) => pipeline.prepare(accountId, request, false, path),
    async queue(documents) {
      const createdAt = clock();
      const traceparent = traceParent();
      await Promise.all([
        store.queue(documents.map((document) => recordOf(document, createdAt))),
        inputs.keepAll(
          documents.map(({ id, accountId, prepared: { request } }) => ({ id, accountId, request, defaults: false, traceparent })),
        ),
      ]);
    },
    async discard(ids) {
      await store.deleteAll(ids);
      await inputs.drop(ids);
    },
    claim: (ids) => store.claim(ids),
    keepAlive: (lease) => store.keepAlive(lease, log),
    requests: (ids) => inputs.findAll(ids),
    async make(lease, { request, defaults }) {
      const prepared = await pipeline.prepare(lease.accountId, request, defaults);
      const { signal } = new AbortController();
      const { id, accountId } = lease;
      if (prepared.now !== undefined) await inputs.retain({ id, accountId, request: prepared.request, defaults });
      await pipeline.make(lease, prepared, { watermark: lease.test, background: true, signal });
    },
    fail: (lease, error) => lifecycle.fail(lease, error),
    requeue: (lease, counted) => store.requeue(lease, counted),
    requeueFailed: (accountId, id, usage, seen) => store.requeueFailed(accountId, id, usage, seen),
    findAll: (ids) => store.findAll(ids),
    standings: (ids) => store.standings(ids),
    countByBatch: (ids) => store.countByBatch(ids),
    retryable: (ids) => inputs.known(ids),
    dropRequests: (ids) => inputs.drop(ids),
    disown: (ids, usage) => store.disown(ids, usage),
    refund: (document) => reservations.refund(document),
  };
}

function recordOf({ prepared: { request, templateId }, ...document }: QueuedDocument, createdAt: Date): NewGeneration {
  return {
    ...document,
    templateId,
    inputType: inputTypeOf(request),
    source: 'batch',
    webhook: null,
    filename: request.filename ?? null,
    metadata: { ...request.metadata },
    createdAt,
  };
}
