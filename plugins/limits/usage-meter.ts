import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Model, QueryFilter } from 'mongoose';
import type { Logger } from 'pino';
import { isDuplicateKey } from '../../db/duplicate-key.ts';
import type { Metrics } from '../../server/contract/index.ts';
import type { WebhookSender } from '../webhooks/contract.ts';
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

const SETTLE_EVERY_MS = 500;
const WARNED_PERCENT = [80, 100];
const monthOf = (date: Date): string => date.toISOString().slice(0, 7);
const counterId = (accountId: string, month: string): string => `${accountId}:${month}`;

export interface MeterParts {
  readonly counters: Model<UsageDocument>;
  readonly config: LimitsConfig;
  readonly webhooks: WebhookSender | undefined;
  readonly metrics: Metrics;
  readonly clock: () => Date;
  readonly log: Logger;
}

interface Spending {
  readonly accountId: string;
  readonly month: string;
  readonly limit: number;
  readonly used: number;
  readonly warned: readonly number[];
  readonly resetsAt: Date;
}

function describeRest(limit: number, remaining: number, count: number): string {
  const plan = `Your plan's ${String(limit)} documents of this month`;
  return remaining === 0
    ? `${plan} are used up.`
    : `Of ${plan.toLowerCase()} ${String(remaining)} are left, and this needs ${String(count)}.`;
}

export class MonthlyMeter implements UsageMeter {
  readonly #counters: Model<UsageDocument>;
  readonly #config: LimitsConfig;
  readonly #clock: () => Date;
  readonly #webhooks: WebhookSender | undefined;
  readonly #log: Logger;
  readonly #countRefusal: (labels: { readonly plan: string }) => void;
  readonly #settling = new Map<string, { readonly ids: string[]; readonly written: Promise<void> }>();

  constructor({ counters, config, webhooks, metrics, clock, log }: MeterParts) {
    this.#countRefusal = metrics.counter({
      name: 'platen_quota_refusals_total',
      help: 'Requests refused because the documents of the month are used up.',
      labels: ['plan'],
    });
    this.#counters = counters;
    this.#webhooks = webhooks;
    this.#log = log;
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
    const used = counted?.used ?? (await this.#counters.findById(_id, { used: 1 }).lean())?.used ?? 0;
    const state = this.#stateOf(limit, used, now);
    if (counted === null) {
      this.#countRefusal({ plan });
      throw UsageLimitExceeded(
        `${describeRest(limit ?? 0, state.remaining ?? 0, count)} The count starts anew on ${state.resetsAt.toISOString().slice(0, 10)}.`,
        { headers: quotaHeaders(state) },
      );
    }
    if (limit !== null) await this.#warn({ accountId, month, limit, used, warned: counted.warned, resetsAt: state.resetsAt });
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

  async state(accountId: string, plan: string): Promise<UsageState> {
    const now = this.#clock();
    const counter = await this.#counters.findById(counterId(accountId, monthOf(now)), { used: 1 }).lean();
    return this.#stateOf(planNamed(this.#config, plan).documentsPerMonth, counter?.used ?? 0, now);
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

  /** Tells once a month each that a share of the allowance is used; the mark follows the event, whose id is always the same. */
  async #warn({ accountId, month, limit, used, warned, resetsAt }: Spending): Promise<void> {
    for (const percent of WARNED_PERCENT) {
      if (used * 100 < limit * percent || warned.includes(percent)) continue;
      const _id = counterId(accountId, month);
      try {
        await this.#webhooks?.publish({
          id: `evt_${createHash('sha256')
            .update(`${_id}:${String(percent)}`)
            .digest('hex')
            .slice(0, 32)}`,
          type: 'quota.warning',
          accountId,
          occurredAt: this.#clock(),
          data: { percent, used, limit, month, resets_at: resetsAt.toISOString() },
        });
        await this.#counters.updateOne({ _id }, { $addToSet: { warned: percent } });
      } catch (error) {
        this.#log.warn({ err: error, account: accountId }, 'a quota warning is told with the next document');
      }
    }
  }

  /** Makes the month's counter unless it is there. */
  async #open(_id: string): Promise<void> {
    try {
      await this.#counters.create({ _id, used: 0, journal: [], warned: [] });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  #stateOf(limit: number | null, used: number, now: Date): UsageState {
    return {
      limit,
      used,
      remaining: limit === null ? null : Math.max(0, limit - used),
      resetsAt: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)),
    };
  }
}
