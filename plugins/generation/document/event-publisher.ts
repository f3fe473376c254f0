import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import { Outbox } from '../../../db/outbox.ts';
import type { Block } from '../../dashboard/contract.ts';
import type { FileStore } from '../../storage/contract.ts';
import { eventIdOf, type WebhookSender } from '../../webhooks/contract.ts';
import type { Generation } from '../contract.ts';
import type { GenerationDocument } from './generation.model.ts';
import { presentGeneration } from './generation.presenter.ts';
import { recordToGeneration } from './generation.store.ts';

export interface EventPublisherParts {
  readonly webhooks: WebhookSender | undefined;
  readonly generations: Model<GenerationDocument>;
  readonly files: FileStore;
  readonly log: Logger;
}

/** Tells webhooks of documents that ended. */
export class EventPublisher {
  readonly #parts: EventPublisherParts;
  readonly #outbox: Outbox<GenerationDocument, Generation>;

  constructor(parts: EventPublisherParts) {
    this.#parts = parts;
    const { generations: model, log } = parts;
    this.#outbox = new Outbox({ model, present: recordToGeneration, publish: (generation) => this.#tell(generation), log });
  }

  /** Whether the end of a document has to be told; asked before it is recorded. */
  async isWanted(accountId: string, webhook: string | null, outcome: 'completed' | 'failed'): Promise<boolean> {
    const { webhooks } = this.#parts;
    return webhooks !== undefined && (webhook !== null || (await webhooks.hasSubscribers(accountId, `generation.${outcome}`)));
  }

  /** Where a finished document was told of. */
  async deliveriesOf({ id, accountId, finishedAt }: Generation): Promise<Block[]> {
    return (await this.#parts.webhooks?.deliveriesOf(accountId, eventIdOf(id, finishedAt))) ?? [];
  }

  /** A failure is logged and left to the sweeper: the document itself is finished. */
  async publish(generation: Generation): Promise<void> {
    await this.#outbox.publish(generation);
  }

  async #tell(generation: Generation): Promise<void> {
    const { webhooks, files } = this.#parts;
    const { id, accountId, webhook, templateId, source, finishedAt, status } = generation;
    await webhooks?.publish({
      id: eventIdOf(id, finishedAt),
      type: status === 'completed' ? 'generation.completed' : 'generation.failed',
      accountId,
      occurredAt: finishedAt ?? generation.createdAt,
      data: presentGeneration(generation, files),
      url: webhook,
      templateIds: [templateId],
      generationId: id,
      source,
    });
  }
}
