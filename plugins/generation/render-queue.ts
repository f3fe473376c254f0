import type { Model } from 'mongoose';
import { z } from 'zod';
import type { JobQueue, JobRef } from '../../server/contract/index.ts';
import type { QueuedBatchDocument, TurnDocument } from './render-queue.model.ts';

/** Says that items wait; it carries nothing, as the queue itself says which is next. */
export const RenderQueuedRef = { name: 'generation.render-queued', data: z.strictObject({}) } as const satisfies JobRef;

const LONG_AGO = new Date(0);
/** Each one that finds work asks for another, so that all idle slots are reached quickly. */
const FIRST_WAKES = 2;
const DUPLICATE = 11000;

/**
 * Which item is next: accounts take turns, and within one the oldest batch goes first. Taking an item from here gives
 * no right to it, that is the generation record's business; so an item may be listed twice, and the sweeper lists
 * again what a process took and never began.
 */
export class RenderQueue {
  readonly #batches: Model<QueuedBatchDocument>;
  readonly #turns: Model<TurnDocument>;
  readonly #jobs: JobQueue;
  readonly #clock: () => Date;

  constructor(batches: Model<QueuedBatchDocument>, turns: Model<TurnDocument>, jobs: JobQueue, clock: () => Date) {
    this.#batches = batches;
    this.#turns = turns;
    this.#jobs = jobs;
    this.#clock = clock;
  }

  /** Lists items of a batch, before those that are listed already when `first` is set, and wakes workers. */
  async add(accountId: string, batchId: string, ids: readonly string[], first = false): Promise<void> {
    const push = { $each: [...ids], ...(first ? { $position: 0 } : {}) };
    await this.#upsert(() =>
      this.#batches.updateOne(
        { _id: batchId },
        { $push: { pending: push }, $setOnInsert: { accountId, createdAt: this.#clock() } },
        { upsert: true },
      ),
    );
    await this.#upsert(() =>
      this.#turns.updateOne({ _id: accountId }, { $inc: { added: 1 }, $setOnInsert: { turnAt: LONG_AGO } }, { upsert: true }),
    );
    await this.wake(Math.min(ids.length, FIRST_WAKES));
  }

  async wake(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => this.#jobs.enqueue(RenderQueuedRef, {})));
  }

  /** The next item, which is no longer listed then; undefined when nothing waits. */
  async next(): Promise<{ readonly id: string; readonly batchId: string } | undefined> {
    for (;;) {
      const turn = await this.#turns
        .findOneAndUpdate({}, { $set: { turnAt: this.#clock() } }, { sort: { turnAt: 1 }, returnDocument: 'after' })
        .lean();
      if (turn === null) return undefined;
      const batch = await this.#batches
        .findOneAndUpdate(
          { accountId: turn._id, 'pending.0': { $exists: true } },
          { $pop: { pending: -1 } },
          { sort: { createdAt: 1 }, returnDocument: 'before' },
        )
        .lean();
      const id = batch?.pending[0];
      if (batch !== null && id !== undefined) return { id, batchId: batch._id };
      await this.#turns.deleteOne({ _id: turn._id, added: turn.added });
    }
  }

  async pending(batchId: string): Promise<readonly string[]> {
    return (await this.#batches.findById(batchId).lean())?.pending ?? [];
  }

  async remove(batchId: string): Promise<void> {
    await this.#batches.deleteOne({ _id: batchId });
  }

  /** Two upserts at once may both try to insert; the second try finds the document. */
  async #upsert(write: () => PromiseLike<unknown>): Promise<void> {
    try {
      await write();
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === DUPLICATE)) throw error;
      await write();
    }
  }
}
