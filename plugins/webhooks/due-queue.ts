import type { Model } from 'mongoose';
import { z } from 'zod';
import type { JobQueue, JobRef } from '../../server/contract/index.ts';
import type { DueDocument } from './due.model.ts';

/** Says that deliveries are due; it carries nothing, as the queue itself says which. */
export const DeliverDueRef = { name: 'webhooks.deliver-due', data: z.object({}) } as const satisfies JobRef;

/** Longer than an attempt takes: what its sender left behind is looked at again. */
const TAKEN_MS = 30_000;
const REMEMBER_MS = 1000;
const MAX_REMEMBERED = 10_000;

/** What of a delivery decides its turn. */
export interface Waiting {
  readonly _id: string;
  readonly accountId: string;
  readonly url: string;
}

/** Accounts, and receivers of accounts, that hold as many slots as they may. */
export interface Busy {
  readonly accounts: readonly string[];
  readonly lanes: readonly string[];
}

/** Deliveries by the time at which they are due. Small beside the deliveries themselves: what has ended is not in it. */
export class DueQueue {
  readonly #due: Model<DueDocument>;
  readonly #jobs: JobQueue;
  readonly #clock: () => Date;
  readonly #counted = new Map<string, { readonly until: number; readonly count: number }>();

  constructor(due: Model<DueDocument>, jobs: JobQueue, clock: () => Date) {
    this.#due = due;
    this.#jobs = jobs;
    this.#clock = clock;
  }

  /** Lists a delivery as due now, whether or not it is listed already. */
  async add(delivery: Waiting): Promise<void> {
    await this.#due.updateOne({ _id: delivery._id }, { $set: { ...placeOf(delivery), at: this.#clock() } }, { upsert: true });
    await this.wake();
  }

  /** Lists those that are not listed, which their process died before it could. */
  async restore(deliveries: readonly Waiting[]): Promise<void> {
    const known = await this.#due.find({ _id: { $in: deliveries.map(({ _id }) => _id) } }, { _id: 1 }).lean();
    const listed = new Set(known.map(({ _id }) => _id));
    const at = this.#clock();
    for (const delivery of deliveries) {
      if (listed.has(delivery._id)) continue;
      await this.#due.updateOne({ _id: delivery._id }, { $setOnInsert: { ...placeOf(delivery), at } }, { upsert: true });
    }
  }

  /** @param at not before this time; at once when absent */
  async wake(at?: Date): Promise<void> {
    await this.#jobs.enqueue(DeliverDueRef, {}, at);
  }

  /** Wakes workers when something waits that no job may be left for. */
  async wakeIfDue(): Promise<void> {
    if ((await this.#due.exists({ at: { $lte: this.#clock() } })) !== null) await this.wake();
  }

  /** What is due, longest first, without what the busy would have to leave. */
  async due(most: number, { accounts, lanes }: Busy): Promise<DueDocument[]> {
    return this.#due
      .find({ at: { $lte: this.#clock() }, accountId: { $nin: accounts }, lane: { $nin: lanes } })
      .sort({ at: 1 })
      .limit(most)
      .lean();
  }

  /** The entry as it is then; undefined when another process was faster. */
  async take(entry: DueDocument): Promise<DueDocument | undefined> {
    const at = new Date(this.#clock().getTime() + TAKEN_MS);
    const { modifiedCount } = await this.#due.updateOne({ _id: entry._id, at: entry.at }, { $set: { at } });
    return modifiedCount === 1 ? { ...entry, at } : undefined;
  }

  /** Without effect on one that was listed anew since it was taken. */
  async moveTo(at: Date, { _id, at: taken }: DueDocument): Promise<void> {
    await this.#due.updateOne({ _id, at: taken }, { $set: { at } });
    await this.wake(at);
  }

  /** Without effect on one that was listed anew since it was taken. */
  async remove({ _id, at }: DueDocument): Promise<void> {
    await this.#due.deleteOne({ _id, at });
  }

  /** How many deliveries of the account are not ended; up to a second old. */
  async waiting(accountId: string): Promise<number> {
    const now = performance.now();
    const known = this.#counted.get(accountId);
    if (known !== undefined && known.until > now) return known.count;
    const count = await this.#due.countDocuments({ accountId });
    if (this.#counted.size >= MAX_REMEMBERED) this.#counted.clear();
    this.#counted.set(accountId, { until: now + REMEMBER_MS, count });
    return count;
  }
}

const placeOf = ({ accountId, url }: Waiting) => ({ accountId, lane: `${accountId} ${new URL(url).host}` });
