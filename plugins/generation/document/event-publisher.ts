import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { FileStore } from '../../storage/contract.ts';
import type { DeliverySummary, WebhookSender } from '../../webhooks/contract.ts';
import { presentBatch } from '../batches/batch.presenter.ts';
import type { Batch, BatchStore } from '../batches/batch.store.ts';
import type { Generation } from '../contract.ts';
import { presentGeneration } from './generation.presenter.ts';
import type { GenerationStore } from './generation.store.ts';

const ID_LENGTH = 22;

/** The same event gets the same id whoever announces it, so that it is told once. */
function eventId(id: string, finishedAt: Date | null): string {
  const hash = createHash('sha256')
    .update(`${id} ${String(finishedAt?.getTime())}`)
    .digest('base64url')
    .replace(/[-_]/g, '');
  return `evt_${hash.slice(0, ID_LENGTH)}`;
}

export interface EventPublisherParts {
  readonly webhooks: WebhookSender | undefined;
  readonly generations: GenerationStore;
  readonly batches: BatchStore;
  readonly files: FileStore;
  readonly log: Logger;
}

/** Hands finished documents and batches to the webhooks; a mark on the record is taken off once that is done. */
export class EventPublisher {
  readonly #parts: EventPublisherParts;

  constructor(parts: EventPublisherParts) {
    this.#parts = parts;
  }

  /** Whether the end of a document has to be told; asked before it is recorded. */
  async isWanted(accountId: string, webhook: string | null, outcome: 'completed' | 'failed'): Promise<boolean> {
    const { webhooks } = this.#parts;
    return webhooks !== undefined && (webhook !== null || (await webhooks.hasSubscribers(accountId, `generation.${outcome}`)));
  }

  async isBatchWanted({ accountId, webhook }: Batch): Promise<boolean> {
    const { webhooks } = this.#parts;
    return webhooks !== undefined && (webhook !== null || (await webhooks.hasSubscribers(accountId, 'batch.completed')));
  }

  /** Where a finished document was told of. */
  async deliveriesOf({ id, accountId, finishedAt }: Generation): Promise<DeliverySummary[]> {
    return (await this.#parts.webhooks?.deliveriesOf(accountId, eventId(id, finishedAt))) ?? [];
  }

  /** A failure is logged and left to the sweeper: the document itself is finished. */
  async generationFinished(generation: Generation): Promise<void> {
    await this.#attempt(generation.id, () => this.publishGeneration(generation));
  }

  async batchFinished(batch: Batch): Promise<void> {
    await this.#attempt(batch.id, () => this.publishBatch(batch));
  }

  async publishGeneration(generation: Generation): Promise<void> {
    const { webhooks, generations, files } = this.#parts;
    const { id, accountId, webhook, templateId, source, finishedAt, status } = generation;
    await webhooks?.publish({
      id: eventId(id, finishedAt),
      type: status === 'completed' ? 'generation.completed' : 'generation.failed',
      accountId,
      occurredAt: finishedAt ?? generation.createdAt,
      data: presentGeneration(generation, files),
      url: webhook,
      templateId,
      generationId: id,
      source,
    });
    await generations.markPublished(id);
  }

  async publishBatch(batch: Batch): Promise<void> {
    const { webhooks, generations, batches, files } = this.#parts;
    const members = await generations.findAll(batch.generationIds);
    await webhooks?.publish({
      id: eventId(batch.id, batch.finishedAt),
      type: 'batch.completed',
      accountId: batch.accountId,
      occurredAt: batch.finishedAt ?? batch.createdAt,
      data: presentBatch(batch, members, files),
      url: batch.webhook,
      source: 'batch',
    });
    await batches.markPublished(batch.id);
  }

  async #attempt(id: string, announce: () => Promise<void>): Promise<void> {
    try {
      await announce();
    } catch (error) {
      this.#parts.log.warn({ err: error, id }, 'webhooks are handed over later');
    }
  }
}
