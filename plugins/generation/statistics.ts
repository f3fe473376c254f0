import type { Model } from 'mongoose';
import type { GenerationDocument } from './generation.model.ts';

const DAY_MS = 86_400_000;
const TIMED = 500;
/** Counting ten thousand documents takes the embedded database a tenth of a second. */
const REMEMBER_MS = 30_000;
const MAX_REMEMBERED = 1000;

interface DayCount {
  /** `2026-11-21`, in UTC. */
  readonly day: string;
  readonly completed: number;
  readonly failed: number;
}

export interface Statistics {
  /** Every day of the period, the last one today. */
  readonly days: readonly DayCount[];
  /** Milliseconds, over the last 500 completed documents; undefined when there is none. */
  readonly p50: number | undefined;
  readonly p95: number | undefined;
}

const percentile = (sorted: readonly number[], share: number): number | undefined => sorted[Math.ceil(sorted.length * share) - 1];

/** What an account made lately, counted by day; remembered for half a minute. */
export class GenerationStatistics {
  readonly #generations: Model<GenerationDocument>;
  readonly #clock: () => Date;
  readonly #remembered = new Map<string, { readonly until: number; readonly counted: Promise<Statistics> }>();

  constructor(generations: Model<GenerationDocument>, clock: () => Date) {
    this.#generations = generations;
    this.#clock = clock;
  }

  async ofAccount(accountId: string, days: number): Promise<Statistics> {
    const now = performance.now();
    const known = this.#remembered.get(accountId);
    if (known !== undefined && known.until > now) return known.counted;
    if (this.#remembered.size > MAX_REMEMBERED) this.#remembered.clear();
    const counted = this.#count(accountId, days);
    this.#remembered.set(accountId, { until: now + REMEMBER_MS, counted });
    counted.catch(() => this.#remembered.delete(accountId)); // the caller sees the error; the next one counts anew
    return counted;
  }

  async #count(accountId: string, days: number): Promise<Statistics> {
    const today = this.#clock();
    const from = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()) - (days - 1) * DAY_MS);
    const [counts, timed] = await Promise.all([
      this.#generations.aggregate<{ _id: { day: string; status: string }; count: number }>([
        { $match: { accountId, createdAt: { $gte: from } } },
        {
          $group: {
            _id: { day: { $dateToString: { format: '%Y-%m-%d', date: '$createdAt' } }, status: '$status' },
            count: { $sum: 1 },
          },
        },
      ]),
      this.#generations.find({ accountId, status: 'completed' }, { ms: 1 }).sort({ finishedAt: -1 }).limit(TIMED).lean(),
    ]);
    const count = (day: string, status: string): number =>
      counts.filter(({ _id }) => _id.day === day && _id.status === status).reduce((sum, one) => sum + one.count, 0);
    const sorted = timed.map(({ ms }) => ms ?? 0).sort((a, b) => a - b);
    return {
      days: Array.from({ length: days }, (_, i) => {
        const day = new Date(from.getTime() + i * DAY_MS).toISOString().slice(0, 10);
        return { day, completed: count(day, 'completed'), failed: count(day, 'failed') };
      }),
      p50: percentile(sorted, 0.5),
      p95: percentile(sorted, 0.95),
    };
  }
}
