import { setTimeout as pause } from 'node:timers/promises';
import type { Model, QueryFilter } from 'mongoose';
import {
  quotaHeaders,
  type Reservation,
  UsageLimitExceeded,
  type UsageMeter,
  type UsageState,
  type UnsettledReservation,
} from './contract.ts';
import { type LimitsConfig, planNamed } from './plans.ts';
import type { UsageDocument } from './usage.model.ts';

const DUPLICATE = 11000;
const SETTLE_EVERY_MS = 500;
const monthOf = (date: Date): string => date.toISOString().slice(0, 7);
const counterId = (accountId: string, month: string): string => `${accountId}:${month}`;

export class MonthlyMeter implements UsageMeter {
  readonly #counters: Model<UsageDocument>;
  readonly #config: LimitsConfig;
  readonly #clock: () => Date;
  readonly #settling = new Map<string, { readonly ids: string[]; readonly written: Promise<void> }>();

  constructor(counters: Model<UsageDocument>, config: LimitsConfig, clock: () => Date) {
    this.#counters = counters;
    this.#config = config;
    this.#clock = clock;
  }

  async reserve(accountId: string, plan: string, workId: string, count: number) {
    const now = this.#clock();
    const month = monthOf(now);
    const _id = counterId(accountId, month);
    const limit = planNamed(this.#config, plan).documentsPerMonth;
    const filter: QueryFilter<UsageDocument> = { _id, ...(limit === null ? {} : { used: { $lte: limit - count } }) };
    const step = { $inc: { used: count }, $push: { journal: { id: workId, count, at: now } } };
    const tally = () => this.#counters.findOneAndUpdate(filter, step, { returnDocument: 'after' }).lean();
    let counted = await tally();
    if (counted === null) {
      // Refused, or the month's first document: its counter may have been made since by another request.
      await this.#open(_id);
      counted = await tally();
    }
    const state = this.#stateOf(limit, counted?.used ?? limit ?? 0, now);
    if (counted === null) {
      throw UsageLimitExceeded(
        `Your plan's ${String(limit)} documents of this month are used up; the count starts anew on ${state.resetsAt.toISOString().slice(0, 10)}.`,
        { headers: quotaHeaders(state) },
      );
    }
    return { reservation: { accountId, month, count }, state };
  }

  /** Gathered for half a second: a busy account's documents are settled by one update. */
  async settle({ accountId, month }: Reservation, workId: string): Promise<void> {
    const _id = counterId(accountId, month);
    const gathered = this.#settling.get(_id);
    if (gathered !== undefined) {
      gathered.ids.push(workId);
      return gathered.written;
    }
    const ids = [workId];
    const written = pause(SETTLE_EVERY_MS).then(async () => {
      this.#settling.delete(_id);
      await this.#counters.updateOne({ _id }, { $pull: { journal: { id: { $in: ids } } } });
    });
    this.#settling.set(_id, { ids, written });
    return written;
  }

  async cancel({ accountId, month, count }: Reservation, workId: string): Promise<void> {
    await this.#counters.updateOne(
      { _id: counterId(accountId, month), 'journal.id': workId },
      { $inc: { used: -count }, $pull: { journal: { id: workId } } },
    );
  }

  async refund({ accountId, month, count }: Reservation, refundId: string): Promise<void> {
    await this.#counters.updateOne(
      { _id: counterId(accountId, month), 'journal.id': { $ne: refundId } },
      { $inc: { used: -count }, $push: { journal: { id: refundId, count: -count, at: this.#clock() } } },
    );
  }

  async unsettled(olderThan: Date): Promise<UnsettledReservation[]> {
    const counters = await this.#counters.find({ 'journal.at': { $lt: olderThan } }).lean();
    return counters.flatMap(({ _id, journal }) => {
      const cut = _id.lastIndexOf(':');
      return journal
        .filter(({ at }) => at < olderThan)
        .map(({ id, count }) => ({ accountId: _id.slice(0, cut), month: _id.slice(cut + 1), count, workId: id }));
    });
  }

  /** Makes the month's counter unless it is there. */
  async #open(_id: string): Promise<void> {
    try {
      await this.#counters.create({ _id, used: 0, journal: [] });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === DUPLICATE)) throw error;
    }
  }

  #stateOf(limit: number | null, used: number, now: Date): UsageState {
    return {
      limit,
      remaining: limit === null ? null : Math.max(0, limit - used),
      resetsAt: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)),
    };
  }
}
