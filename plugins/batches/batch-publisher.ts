import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import { Outbox } from '../../db/outbox.ts';
import type { BackgroundDocuments } from '../generation/contract.ts';
import type { FileStore } from '../storage/contract.ts';
import { eventIdOf, type WebhookSender } from '../webhooks/contract.ts';
import type { BatchDocument } from './batch.model.ts';
import { presentBatch } from './batch.presenter.ts';
import { type Batch, recordToBatch } from './batch.store.ts';

/** A batch that ended so long ago is published by no one but the sweeper. */
const UNPUBLISHED_MS = 15_000;

export interface BatchPublisherParts {
  readonly webhooks: WebhookSender | undefined;
  readonly documents: BackgroundDocuments;
  readonly batches: Model<BatchDocument>;
  readonly files: FileStore;
  readonly clock: () => Date;
  readonly log: Logger;
}

export interface BatchPublisher {
  /** Whether the end of a batch has to be told; asked before it is recorded. */
  isWanted(batch: Batch): Promise<boolean>;
  /** A failure is logged and left to the sweeper: the batch itself is finished. */
  publish(batch: Batch): Promise<void>;
  sweep(): Promise<void>;
}

/** Tells webhooks of batches that ended. */
export function batchPublisher({ webhooks, documents, batches, files, clock, log }: BatchPublisherParts): BatchPublisher {
  const outbox = new Outbox<BatchDocument, Batch>({
    model: batches,
    present: recordToBatch,
    async publish(batch) {
      const members = await documents.findAll(batch.generationIds);
      await webhooks?.publish({
        id: eventIdOf(batch.id, batch.finishedAt),
        type: 'batch.completed',
        accountId: batch.accountId,
        occurredAt: batch.finishedAt ?? batch.createdAt,
        data: presentBatch(batch, members, files),
        url: batch.webhook,
        source: 'batch',
        templateIds: members.map(({ templateId }) => templateId),
      });
    },
    log,
  });
  return {
    isWanted: async ({ accountId, webhook }) =>
      webhooks !== undefined && (webhook !== null || (await webhooks.hasSubscribers(accountId, 'batch.completed'))),
    publish: (batch) => outbox.publish(batch),
    sweep: () => outbox.sweep({ finishedAt: { $lt: new Date(clock().getTime() - UNPUBLISHED_MS) } }),
  };
}
