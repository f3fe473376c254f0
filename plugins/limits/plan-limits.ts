import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Model } from 'mongoose';
import { insertMissing, isDuplicateKey } from '../../db/duplicate-key.ts';
import { type HubError, RateLimited } from '../../server/contract/index.ts';
import {
  type CountFor,
  type Kept,
  type LimitName,
  type Monthly,
  type PlanLimits,
  type PlanOwner,
  type PublishWarning,
  type UseOfLimit,
  UsageLimitExceeded,
} from './contract.ts';
import type { LimitLockDocument, MonthlyUseDocument } from './plan-limits.model.ts';
import { inWords, type LimitsConfig, planNamed } from './plans.ts';

/** Longer than one addition takes; a lock whose process died is over then. */
const LOCK_MS = 10_000;
const WAIT_MS = 10_000;
const RETRY_MS = 25;
const FREE = new Date(0);

const NAMES: Readonly<Record<Kept, LimitName>> = {
  templates: 'maxTemplates',
  hooks: 'maxHooks',
  keys: 'maxKeys',
  listings: 'maxListings',
  storedBytes: 'maxStoredBytes',
};
const MONTHLY: Readonly<Record<Monthly, LimitName>> = { aiCalls: 'aiCallsPerMonth' };

const REMEDIES: Readonly<Record<Kept, string>> = {
  templates: 'Delete one, or upgrade the plan.',
  hooks: 'Delete one, or upgrade the plan.',
  keys: 'Revoke one, or upgrade the plan.',
  listings: 'Unpublish one, or upgrade the plan.',
  storedBytes: 'Delete documents, wait until the oldest expire, or upgrade the plan.',
};

const nothing = (): void => undefined;

export interface PlanLimitsParts {
  readonly locks: Model<LimitLockDocument>;
  readonly monthly: Model<MonthlyUseDocument>;
  readonly config: LimitsConfig;
  readonly clock: () => Date;
}

/** What a plan allows an account to keep: counted where it is kept, one addition of an account after the other. */
export class CountedLimits implements PlanLimits {
  readonly #parts: PlanLimitsParts;
  readonly #counts = new Map<Kept, CountFor>();
  readonly #queues = new Map<string, Promise<void>>();
  #warn: PublishWarning | undefined;

  constructor(parts: PlanLimitsParts) {
    this.#parts = parts;
  }

  measure(what: Kept, count: CountFor): void {
    this.#counts.set(what, count);
  }

  tellWarnings(publish: PublishWarning): void {
    this.#warn = publish;
  }

  readonly warn: PublishWarning = async (event) => this.#warn?.(event);

  async within<T>(owner: PlanOwner, what: Kept, known: () => Promise<T | undefined>, add: () => Promise<T>): Promise<T> {
    const addUnlessKnown = async (addNew: () => Promise<T>): Promise<T> => {
      // Counted first: what another request has just added for the same wish is in the count, and then known as well.
      const isUsedUp = await this.#isUsedUp(owner, what);
      const there = await known();
      if (there !== undefined) return there;
      if (isUsedUp) throw this.#refusal(owner, what);
      return addNew();
    };
    if (this.#most(owner, what) === null) return addUnlessKnown(add);
    return addUnlessKnown(() => this.#alone(`${owner.accountId} ${what}`, () => addUnlessKnown(add)));
  }

  async check(owner: PlanOwner, what: Kept): Promise<void> {
    if (await this.#isUsedUp(owner, what)) throw this.#refusal(owner, what);
  }

  async #isUsedUp(owner: PlanOwner, what: Kept): Promise<boolean> {
    const most = this.#most(owner, what);
    const count = this.#counts.get(what);
    return most !== null && count !== undefined && (await count(owner.accountId)) >= most;
  }

  #refusal(owner: PlanOwner, what: Kept): HubError {
    const most = this.#most(owner, what) ?? 0;
    return UsageLimitExceeded(`Your plan allows ${inWords(NAMES[what], most)} (${NAMES[what]}), which are used up. ${REMEDIES[what]}`);
  }

  async spend({ accountId, plan }: PlanOwner, what: Monthly): Promise<() => Promise<void>> {
    const { monthly, config, clock } = this.#parts;
    const limit = planNamed(config, plan)[MONTHLY[what]];
    const now = clock();
    const _id = `${accountId}:${now.toISOString().slice(0, 7)}:${what}`;
    const count = async () =>
      (await monthly.updateOne({ _id, ...(limit === null ? {} : { used: { $lt: limit } }) }, { $inc: { used: 1 } })).matchedCount === 1;
    let isCounted = await count();
    if (!isCounted) {
      await this.#open(_id);
      isCounted = await count();
    }
    if (!isCounted) {
      const anew = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 10);
      throw UsageLimitExceeded(
        `Your plan's ${inWords(MONTHLY[what], limit ?? 0)} of this month (${MONTHLY[what]}) are used up. The count starts anew on ${anew}.`,
      );
    }
    return async () => {
      await monthly.updateOne({ _id }, { $inc: { used: -1 } });
    };
  }

  async report({ accountId, plan }: PlanOwner): Promise<UseOfLimit[]> {
    const { monthly, config, clock } = this.#parts;
    const kept = [...this.#counts].map(async ([what, count]): Promise<UseOfLimit> => {
      return { name: NAMES[what], used: await count(accountId), limit: planNamed(config, plan)[NAMES[what]] };
    });
    const spent = Object.entries(MONTHLY).map(async ([what, name]): Promise<UseOfLimit> => {
      const found = await monthly.findById(`${accountId}:${clock().toISOString().slice(0, 7)}:${what}`).lean();
      return { name, used: found?.used ?? 0, limit: planNamed(config, plan)[name] };
    });
    return Promise.all([...kept, ...spent]);
  }

  #most({ plan }: PlanOwner, what: Kept): number | null {
    return planNamed(this.#parts.config, plan)[NAMES[what]];
  }

  /** Makes the month's counter unless it is there. */
  async #open(_id: string): Promise<void> {
    await insertMissing(this.#parts.monthly, [{ _id, used: 0 }]);
  }

  /** Over all processes one at a time: whoever counts has seen what the one before added. */
  async #alone<T>(name: string, work: () => Promise<T>): Promise<T> {
    // In this process they form a queue, so that only its head asks for the lock.
    const before = this.#queues.get(name) ?? Promise.resolve();
    const mine = before.then(() => this.#locked(name, work));
    const ended = mine.then(nothing, nothing); // the caller sees the failure
    this.#queues.set(name, ended);
    try {
      return await mine;
    } finally {
      if (this.#queues.get(name) === ended) this.#queues.delete(name);
    }
  }

  async #locked<T>(_id: string, work: () => Promise<T>): Promise<T> {
    const { locks } = this.#parts;
    const token = randomUUID();
    const giveUpAt = performance.now() + WAIT_MS;
    while (!(await this.#lock(_id, token))) {
      if (performance.now() > giveUpAt)
        throw RateLimited('Too much is added to this account at once. Try again in 2 s.', { retryAfter: 2 });
      await pause(RETRY_MS);
    }
    try {
      return await work();
    } finally {
      await locks.updateOne({ _id, token }, { $set: { until: FREE } });
    }
  }

  async #lock(_id: string, token: string): Promise<boolean> {
    const { locks, clock } = this.#parts;
    const now = clock();
    const until = new Date(now.getTime() + LOCK_MS);
    if ((await locks.updateOne({ _id, until: { $lt: now } }, { $set: { token, until } })).modifiedCount === 1) return true;
    try {
      await locks.create({ _id, token, until });
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return false;
    }
  }
}
