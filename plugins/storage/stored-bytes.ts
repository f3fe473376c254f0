import { setTimeout as pause } from 'node:timers/promises';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import { isDuplicateKey } from '../../db/duplicate-key.ts';
import { dayOf } from './object-store.ts';
import type { StoredBytesDocument } from './stored-bytes.model.ts';

const WRITE_EVERY_MS = 500;
const REMEMBER_MS = 3000;
const MAX_REMEMBERED = 10_000;
/** Of a key: `2026/11/21`. */
const DAY_CHARACTERS = 10;

/**
 * How many bytes of files an account keeps, a few seconds late: a file is counted by the day of its key, so that a day
 * that expires takes its count along.
 */
export class StoredBytes {
  readonly #counters: Model<StoredBytesDocument>;
  readonly #log: Logger;
  readonly #gathered = new Map<string, number>();
  readonly #sums = new Map<string, { readonly until: number; readonly bytes: Promise<number> }>();
  #writing: Promise<void> | undefined;

  constructor(counters: Model<StoredBytesDocument>, log: Logger) {
    this.#counters = counters;
    this.#log = log;
  }

  /** Gathered for half a second: a busy account's files are counted by one update. */
  count(accountId: string, key: string, bytes: number): void {
    const _id = `${accountId}:${key.slice(0, DAY_CHARACTERS)}`;
    this.#gathered.set(_id, (this.#gathered.get(_id) ?? 0) + bytes);
    this.#writing ??= pause(WRITE_EVERY_MS).then(() => this.write());
  }

  /** What is gathered, now. */
  async write(): Promise<void> {
    this.#writing = undefined;
    const steps = [...this.#gathered];
    this.#gathered.clear();
    for (const [_id, bytes] of steps) {
      try {
        await this.#add(_id, bytes);
      } catch (error) {
        this.#log.warn({ err: error, counter: _id, bytes }, 'stored bytes are not counted');
      }
    }
  }

  async of(accountId: string): Promise<number> {
    const now = performance.now();
    const known = this.#sums.get(accountId);
    if (known !== undefined && known.until > now) return known.bytes;
    if (this.#sums.size >= MAX_REMEMBERED) this.#sums.clear();
    const bytes = this.#sum(accountId);
    this.#sums.set(accountId, { until: now + REMEMBER_MS, bytes });
    bytes.catch(() => this.#sums.delete(accountId)); // the caller sees the error; the next one asks anew
    return bytes;
  }

  /** Of all accounts that keep something, most first. Reads every counter: a page of operators, not a request. */
  async byAccount(): Promise<{ accountId: string; bytes: number }[]> {
    await this.write();
    const sums = new Map<string, number>();
    for await (const { _id, bytes } of this.#counters.find({}, { bytes: 1 }).lean().cursor()) {
      const accountId = _id.split(':')[0] ?? '';
      sums.set(accountId, (sums.get(accountId) ?? 0) + bytes);
    }
    return [...sums]
      .map(([accountId, bytes]) => ({ accountId, bytes }))
      .filter(({ bytes }) => bytes > 0)
      .sort((a, b) => b.bytes - a.bytes);
  }

  /** Forgets the days before this one, whose files are gone. */
  async expire(day: Date): Promise<void> {
    await this.#counters.deleteMany({ day: { $lt: dayOf(day) } });
  }

  async #sum(accountId: string): Promise<number> {
    const days = await this.#counters.find({ _id: { $gt: `${accountId}:`, $lt: `${accountId};` } }).lean();
    return days.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  async #add(_id: string, bytes: number): Promise<void> {
    const { matchedCount } = await this.#counters.updateOne({ _id }, { $inc: { bytes } });
    // A file of a day that is not counted was made before files were, or its day has expired.
    if (matchedCount === 1 || bytes <= 0) return;
    try {
      await this.#counters.create({ _id, day: _id.slice(-DAY_CHARACTERS), bytes });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      await this.#counters.updateOne({ _id }, { $inc: { bytes } });
    }
  }
}
