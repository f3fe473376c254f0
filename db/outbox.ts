import type { Model } from 'mongoose';
import type { Logger } from 'pino';

/** A record whose change is still to be told of; the mark is set by the update that makes the change. */
interface Marked {
  _id: string;
  announce: boolean;
}

export interface OutboxOptions<D extends Marked, T> {
  readonly model: Model<D>;
  present(document: D): T;
  /** Repeating it must change nothing: a process may die before the mark is taken off. */
  publish(record: T): Promise<void>;
  readonly log: Logger;
}

/** Of one sweep; the rest is for the next one. */
const SWEEP_LIMIT = 200;

/** Publishes the events that records are marked for, each at least once. */
export class Outbox<D extends Marked, T extends { readonly id: string }> {
  readonly #options: OutboxOptions<D, T>;

  constructor(options: OutboxOptions<D, T>) {
    this.#options = options;
  }

  /** A failure is logged and left to the next sweep: the change itself is recorded. */
  async publish(record: T): Promise<void> {
    const { model, publish, log } = this.#options;
    try {
      await publish(record);
      await model.updateOne({ _id: record.id, announce: true }, { $set: { announce: false } });
    } catch (error) {
      log.warn({ err: error, id: record.id }, 'an event is published later');
    }
  }

  /**
   * Publishes what processes that died left.
   * @param changed matches records that changed so long ago that nobody publishes them now
   */
  async sweep(changed: object): Promise<void> {
    const { model, present } = this.#options;
    const found = await model
      .find({ announce: true, ...changed })
      .limit(SWEEP_LIMIT)
      .lean<D[]>();
    for (const document of found) await this.publish(present(document));
  }
}
