import type { Model } from 'mongoose';
import type { GenerationDocument } from '../document/generation.model.ts';

const DAY_MS = 86_400_000;
/** Counting reads every document of the period; days that are over hardly change. */
const REMEMBER_MS = 10 * 60_000;
const MAX_REMEMBERED = 1000;

interface DayCount {
  /** `2026-11-21`, in UTC. */
  readonly day: string;
  readonly completed: number;
  readonly failed: number;
}

interface Dated {
  readonly status: string;
  readonly createdAt: Date;
}

const startOfYear = (date: Date): number => Date.UTC(date.getUTCFullYear(), 0, 1);
const dayOfYear = (date: Date): number => Math.floor((date.getTime() - startOfYear(date)) / DAY_MS) + 1;

/** What an account made lately, counted by day; days that are over are remembered for ten minutes. */
export class GenerationStatistics {
  readonly #generations: Model<GenerationDocument>;
  readonly #clock: () => Date;
  readonly #remembered = new Map<string, { readonly until: number; readonly counted: Promise<DayCount[]> }>();

  constructor(generations: Model<GenerationDocument>, clock: () => Date) {
    this.#generations = generations;
    this.#clock = clock;
  }

  /**
   * Every day of the period, at most a year, the last one today.
   * @param latest the newest documents, which spare a query when they reach back to yesterday
   */
  async byDay(accountId: string, days: number, latest: readonly Dated[]): Promise<DayCount[]> {
    const today = Math.floor(this.#clock().getTime() / DAY_MS) * DAY_MS;
    const oldest = latest.at(-1);
    const reachesBack = oldest !== undefined && oldest.createdAt.getTime() < today;
    const past = await this.#past(accountId, today, days);
    if (!reachesBack) return [...past, ...(await this.#count(accountId, today, today + DAY_MS))];
    const count = (status: string): number => latest.filter((one) => one.status === status && one.createdAt.getTime() >= today).length;
    return [...past, { day: new Date(today).toISOString().slice(0, 10), completed: count('completed'), failed: count('failed') }];
  }

  #past(accountId: string, today: number, days: number): Promise<DayCount[]> {
    const now = performance.now();
    const key = `${accountId} ${String(today)} ${String(days)}`;
    const known = this.#remembered.get(key);
    if (known !== undefined && known.until > now) return known.counted;
    if (this.#remembered.size > MAX_REMEMBERED) this.#remembered.clear();
    const counted = this.#count(accountId, today - (days - 1) * DAY_MS, today);
    this.#remembered.set(key, { until: now + REMEMBER_MS, counted });
    counted.catch(() => this.#remembered.delete(key)); // the caller sees the error; the next one counts anew
    return counted;
  }

  async #count(accountId: string, from: number, to: number): Promise<DayCount[]> {
    // A number a day, which the embedded database makes twice as fast as a text.
    const counts = await this.#generations.aggregate<{ _id: { day: number; status: string }; count: number }>([
      { $match: { accountId, createdAt: { $gte: new Date(from), $lt: new Date(to) } } },
      { $group: { _id: { day: { $dayOfYear: '$createdAt' }, status: '$status' }, count: { $sum: 1 } } },
    ]);
    return Array.from({ length: (to - from) / DAY_MS }, (_, i) => {
      const date = new Date(from + i * DAY_MS);
      const of = (status: string): number => counts.find(({ _id }) => _id.day === dayOfYear(date) && _id.status === status)?.count ?? 0;
      return { day: date.toISOString().slice(0, 10), completed: of('completed'), failed: of('failed') };
    });
  }
}
