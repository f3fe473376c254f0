import type { Model } from 'mongoose';
import { z } from 'zod';
import { isDuplicateKey } from '../../db/duplicate-key.ts';
import type { JobQueue, JobRef } from '../../server/contract/index.ts';
import type { QueuedBatchDocument, TurnDocument } from './render-queue.model.ts';

/** Says that items wait; it carries nothing, as the queue itself says which is next. */
export const RenderQueuedRef = { name: 'batches.render-queued', data: z.strictObject({}) } as const satisfies JobRef;

const LONG_AGO = new Date(0);
/** Each one that finds work asks for another, so that all idle slots are reached quickly. */
const FIRST_WAKES = 2;

export interface Taken {
  readonly ids: readonly string[];
  readonly accountId: string;
  readonly batchId: string;
  /** None of the batch was taken before. */
  readonly first: boolean;
}

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

  /** Lists items of a batch and wakes workers; with `again`, items to be taken before the others and alone. */
  async add(accountId: string, batchId: string, ids: readonly string[], again = false): Promise<void> {
    const added = again ? { again: { $each: [...ids] } } : { pending: { $each: [...ids] } };
    const fresh = { accountId, started: false, createdAt: this.#clock(), ...(again ? { pending: [] } : { again: [] }) };
    await this.#upsert(() => this.#batches.updateOne({ _id: batchId }, { $push: added, $setOnInsert: fresh }, { upsert: true }));
    await this.#upsert(() =>
      this.#turns.updateOne({ _id: accountId }, { $inc: { added: 1 }, $setOnInsert: { turnAt: LONG_AGO } }, { upsert: true }),
    );
    await this.wake(Math.min(ids.length, FIRST_WAKES));
  }

  async wake(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => this.#jobs.enqueue(RenderQueuedRef, {})));
  }

  /**
   * The next items of one batch, at most so many, which are no longer listed then; undefined when nothing waits.
   * @param except accounts whose turn it is not
   */
  async next(most: number, except: readonly string[] = []): Promise<Taken | undefined> {
    const others = except.length === 0 ? {} : { _id: { $nin: [...except] } };
    for (;;) {
      const turn = await this.#turns
        .findOneAndUpdate(others, { $set: { turnAt: this.#clock() } }, { sort: { turnAt: 1 }, returnDocument: 'after' })
        .lean();
      if (turn === null) return undefined;
      const batch = await this.#batches
        .findOne({ accountId: turn._id, $or: [{ 'pending.0': { $exists: true } }, { 'again.0': { $exists: true } }] })
        .sort({ createdAt: 1 })
        .lean();
      if (batch === null) {
        await this.#turns.deleteOne({ _id: turn._id, added: turn.added });
        continue;
      }
      const { _id, pending, again, started } = batch;
      const list = again.length > 0 ? 'again' : 'pending';
      const ids = again.length > 0 ? again.slice(0, 1) : pending.slice(0, most);
      // Whoever takes the first of them first has them all.
      const { modifiedCount } = await this.#batches.updateOne(
        { _id, [`${list}.0`]: ids[0] },
        { $pullAll: { [list]: ids }, $set: { started: true } },
      );
      if (modifiedCount === 1) return { ids, accountId: turn._id, batchId: _id, first: !started };
    }
  }

  /** How many items wait, and since when the first of them. */
  async depth(): Promise<{ readonly items: number; readonly oldest: Date | undefined }> {
    const [found] = await this.#batches.aggregate<{ items: number; oldest: Date }>([
      { $project: { createdAt: 1, waiting: { $add: [{ $size: '$pending' }, { $size: '$again' }] } } },
      { $match: { waiting: { $gt: 0 } } },
      { $group: { _id: null, items: { $sum: '$waiting' }, oldest: { $min: '$createdAt' } } },
    ]);
    return { items: found?.items ?? 0, oldest: found?.oldest };
  }

  /** The batches of which items wait, the oldest first. */
  async waiting(most: number): Promise<{ batchId: string; accountId: string; count: number; since: Date }[]> {
    const found = await this.#batches
      .find({ $or: [{ 'pending.0': { $exists: true } }, { 'again.0': { $exists: true } }] })
      .sort({ createdAt: 1 })
      .limit(most)
      .lean();
    return found.map(({ _id, accountId, pending, again, createdAt }) => ({
      batchId: _id,
      accountId,
      count: pending.length + again.length,
      since: createdAt,
    }));
  }

  async pending(batchId: string): Promise<readonly string[]> {
    const batch = await this.#batches.findById(batchId).lean();
    return batch === null ? [] : [...batch.again, ...batch.pending];
  }

  async remove(batchId: string): Promise<void> {
    await this.#batches.deleteOne({ _id: batchId });
  }

  /** Two upserts at once may both try to insert; the second try finds the document. */
  async #upsert(write: () => PromiseLike<unknown>): Promise<void> {
    try {
      await write();
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      await write();
    }
  }
}
