import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Model, QueryFilter } from 'mongoose';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { insertMissing } from '../../db/duplicate-key.ts';
import type { Metrics } from '../../server/contract/index.ts';
import type { WebhookSender } from '../webhooks/contract.ts';
import {
  type CountedWork,
  type OpenWork,
  type PreviewState,
  quotaHeaders,
  type QuotaWarning,
  UsageLimitExceeded,
  type UsageMeter,
  type UsageState,
} from './contract.ts';
import { type LimitsConfig, planNamed } from './plans.ts';
import type { UsageDocument } from './usage.model.ts';

const SETTLE_EVERY_MS = 500;
const WARNED_PERCENT = [80, 100];
const monthOf = (date: Date): string => date.toISOString().slice(0, 7);
const counterId = ({ accountId, month }: Pick<CountedWork, 'accountId' | 'month'>): string => `${accountId}:${month}`;
const partId = ({ id }: CountedWork, part: number): string => `${id}/${String(part)}`;

export interface MeterParts {
  readonly counters: Model<UsageDocument>;
  readonly config: LimitsConfig;
  readonly webhooks: Pick<WebhookSender, 'publish'> | undefined;
  readonly metrics: Metrics;
  readonly clock: () => Date;
  readonly log: Logger;
  /** How `settle` waits for more of it. */
  readonly wait?: (ms: number) => Promise<void>;
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
  readonly #webhooks: Pick<WebhookSender, 'publish'> | undefined;
  readonly #log: Logger;
  readonly #countRefusal: (labels: { readonly plan: string }) => void;
  readonly #wait: (ms: number) => Promise<void>;
  readonly #settling = new Map<string, { readonly ids: string[]; readonly written: Promise<void> }>();
  readonly #writing = new Set<Promise<unknown>>();

  constructor({ counters, config, webhooks, metrics, clock, log, wait }: MeterParts) {
    this.#wait = wait ?? ((ms) => pause(ms));
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

  name(accountId: string, owner: string, count: number): CountedWork {
    return { id: `${owner}#${randomUUID()}`, accountId, month: monthOf(this.#clock()), count };
  }

  async reserve(work: CountedWork, plan: string): Promise<UsageState> {
    const { id, accountId, month, count } = work;
    const now = this.#clock();
    const _id = counterId(work);
    const limit = planNamed(this.#config, plan).documentsPerMonth;
    const filter: QueryFilter<UsageDocument> = { _id, ...(limit === null ? {} : { used: { $lte: limit - count } }) };
    const step = { $inc: { used: count }, $push: { journal: { id, count, at: now } } };
    const projection = { used: 1, warned: 1 };
    const tally = () => this.#counters.findOneAndUpdate(filter, step, { returnDocument: 'after', projection }).lean();
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
    return state;
  }

  /** A busy account's documents are settled by one update. */
  async settle(work: CountedWork): Promise<void> {
    const _id = counterId(work);
    const gathered = this.#settling.get(_id);
    if (gathered !== undefined) {
      gathered.ids.push(work.id);
      return gathered.written;
    }
    const ids = [work.id];
    const written = this.#wait(SETTLE_EVERY_MS).then(async () => {
      this.#settling.delete(_id);
      await this.#settleAll(_id, ids);
    });
    this.#settling.set(_id, { ids, written });
    const writing = written.catch(() => undefined).finally(() => this.#writing.delete(writing)); // who asked sees its error
    this.#writing.add(writing);
    return written;
  }

  /** Resolves once everything that is settled is written. */
  async flush(): Promise<void> {
    await Promise.all(this.#writing);
  }

  async settleNow(work: CountedWork, parts: readonly number[] = []): Promise<void> {
    await this.#settleAll(counterId(work), [work.id, ...parts.map((part) => partId(work, part))]);
  }

  async cancel(work: CountedWork): Promise<void> {
    const { id, count } = work;
    await this.#counters.updateOne({ _id: counterId(work), 'journal.id': id }, { $inc: { used: -count }, $pull: { journal: { id } } });
  }

  async annul(work: CountedWork): Promise<void> {
    const { id, count } = work;
    await this.#counters.updateOne(
      { _id: counterId(work), 'journal.id': id },
      { $inc: { used: -count }, $pull: { journal: { id } }, $push: { annulled: { id, at: this.#clock() } } },
    );
  }

  async release(work: CountedWork, part: number): Promise<void> {
    await this.#part(work, part, -1);
  }

  async keep(work: CountedWork, part: number): Promise<void> {
    await this.#part(work, part, 0);
  }

  async forget(work: CountedWork): Promise<void> {
    await this.#counters.updateOne({ _id: counterId(work) }, { $pull: { annulled: { id: work.id } } });
  }

  async state(accountId: string, plan: string): Promise<UsageState> {
    const now = this.#clock();
    const counter = await this.#counters.findById(counterId({ accountId, month: monthOf(now) }), { used: 1 }).lean();
    return this.#stateOf(planNamed(this.#config, plan).documentsPerMonth, counter?.used ?? 0, now);
  }

  async countPreview(accountId: string, plan: string): Promise<void> {
    const now = this.#clock();
    const month = monthOf(now);
    const _id = counterId({ accountId, month });
    const { previewsPerMonth: most, documentsPerMonth: limit } = planNamed(this.#config, plan);
    // A counter without any preview has no such field.
    const within = most === null ? {} : { previews: { $not: { $gte: most } } };
    const asPreview = () => this.#counters.updateOne({ _id, ...within }, { $inc: { previews: 1 } });
    if ((await asPreview()).matchedCount === 1) return;
    await this.#open(_id);
    if ((await asPreview()).matchedCount === 1) return;
    const filter: QueryFilter<UsageDocument> = { _id, ...(limit === null ? {} : { used: { $lt: limit } }) };
    const counted = await this.#counters.findOneAndUpdate(filter, { $inc: { used: 1 } }, { returnDocument: 'after' }).lean();
    const { resetsAt } = this.#stateOf(limit, 0, now);
    if (counted === null) {
      this.#countRefusal({ plan });
      throw UsageLimitExceeded(
        `Your plan's ${String(most)} previews and ${String(limit)} documents of this month are used up. ` +
          `The count starts anew on ${resetsAt.toISOString().slice(0, 10)}.`,
      );
    }
    if (limit !== null) await this.#warn({ accountId, month, limit, used: counted.used, warned: counted.warned, resetsAt });
  }

  async previews(accountId: string, plan: string): Promise<PreviewState> {
    const counter = await this.#counters.findById(counterId({ accountId, month: monthOf(this.#clock()) }), { previews: 1 }).lean();
    return { limit: planNamed(this.#config, plan).previewsPerMonth, used: counter?.previews ?? 0 };
  }

  async open(): Promise<OpenWork[]> {
    const before = { $lte: this.#clock() };
    const found = await this.#counters
      .find({ $or: [{ 'journal.at': before }, { 'annulled.at': before }] }, { journal: 1, annulled: 1 })
      .lean();
    return found.map(({ _id, journal, annulled }) => {
      const cut = _id.lastIndexOf(':');
      return {
        accountId: _id.slice(0, cut),
        month: _id.slice(cut + 1),
        reserved: journal.filter(({ count }) => count > 0),
        parted: new Set(journal.filter(({ count }) => count === 0).map(({ id }) => id)),
        annulled,
      };
    });
  }

  /** What was annulled before its record came is counted again. */
  async #settleAll(_id: string, ids: readonly string[]): Promise<void> {
    const after = await this.#counters
      .findOneAndUpdate(
        { _id },
        { $pull: { journal: { id: { $in: [...ids] } } } },
        { returnDocument: 'after', projection: { annulled: 1 } },
      )
      .lean();
    for (const { id } of after?.annulled ?? []) {
      if (!ids.includes(id)) continue;
      await this.#counters.updateOne({ _id, 'annulled.id': id }, { $inc: { used: 1 }, $pull: { annulled: { id } } });
    }
  }

  /** Without effect once the part was taken out, or the work is no longer reserved. */
  async #part(work: CountedWork, part: number, change: 0 | -1): Promise<void> {
    const id = partId(work, part);
    await this.#counters.updateOne(
      { _id: counterId(work), $and: [{ 'journal.id': work.id }, { 'journal.id': { $ne: id } }] },
      { $inc: { used: change }, $push: { journal: { id, count: 0, at: this.#clock() } } },
    );
  }

  /** Tells once a month each that a share of the allowance is used; the mark follows the event, whose id is always the same. */
  async #warn({ accountId, month, limit, used, warned, resetsAt }: Spending): Promise<void> {
    for (const percent of WARNED_PERCENT) {
      if (used * 100 < limit * percent || warned.includes(percent)) continue;
      const _id = counterId({ accountId, month });
      try {
        await this.#webhooks?.publish({
          id: `evt_${createHash('sha256')
            .update(`${_id}:${String(percent)}`)
            .digest('hex')
            .slice(0, 32)}`,
          type: 'quota.warning',
          accountId,
          occurredAt: this.#clock(),
          data: { percent, used, limit, month, resets_at: resetsAt.toISOString() } satisfies z.input<typeof QuotaWarning>,
        });
        await this.#counters.updateOne({ _id }, { $addToSet: { warned: percent } });
      } catch (error) {
        this.#log.warn({ err: error, account: accountId }, 'a quota warning is told with the next document');
      }
    }
  }

  /** Makes the month's counter unless it is there. */
  async #open(_id: string): Promise<void> {
    await insertMissing(this.#counters, [{ _id, used: 0, journal: [], annulled: [], warned: [] }]);
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
