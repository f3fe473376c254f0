import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';

export interface WindowVerdict {
  readonly admitted: boolean;
  readonly remaining: number;
  /** Until the next request would be admitted, or until the window is empty when this one was. */
  readonly waitMs: number;
}

/** A sliding-window log: in no window of `windowMs`, wherever it begins, are more than `limit` admitted. */
export interface SlidingWindow {
  hit(key: string, limit: number, windowMs: number): Promise<WindowVerdict>;
}

const SWEEP_EVERY_MS = 60_000;

/** Admission times by key; a key that was not asked for during its window is forgotten. */
export class MemoryWindow implements SlidingWindow {
  readonly #logs = new Map<string, { times: number[]; windowMs: number }>();
  readonly #now: () => number;
  #sweptAt = 0;

  /** @param now milliseconds; a window is forgotten when this steps back, as clocks may */
  constructor(now: () => number) {
    this.#now = now;
  }

  hit(key: string, limit: number, windowMs: number): Promise<WindowVerdict> {
    const now = this.#now();
    this.#sweep(now);
    const entry = this.#logs.get(key) ?? { times: [], windowMs };
    this.#logs.set(key, entry);
    const live = (entry.times.at(-1) ?? now) > now ? -1 : entry.times.findIndex((time) => time > now - windowMs);
    entry.times.splice(0, live === -1 ? entry.times.length : live);
    const admitted = entry.times.length < limit;
    if (admitted) entry.times.push(now);
    const oldest = entry.times[0] ?? now;
    return Promise.resolve({ admitted, remaining: Math.max(0, limit - entry.times.length), waitMs: Math.ceil(oldest + windowMs - now) });
  }

  #sweep(now: number): void {
    if (Math.abs(now - this.#sweptAt) < SWEEP_EVERY_MS) return;
    this.#sweptAt = now;
    for (const [key, { times, windowMs }] of this.#logs) if ((times.at(-1) ?? 0) <= now - windowMs) this.#logs.delete(key);
  }
}

/** The same log in a sorted set, on Redis' own clock, in one atomic script. */
const SCRIPT = `
local t = redis.call('TIME')
local now = t[1] * 1000000 + t[2]
local limit, window = tonumber(ARGV[1]), tonumber(ARGV[2]) * 1000
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
local count = redis.call('ZCARD', KEYS[1])
local admitted = 0
if count < limit then
  redis.call('ZADD', KEYS[1], now, now .. ':' .. ARGV[3])
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  admitted = 1
  count = count + 1
end
local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2] or now
return {admitted, limit - count, math.ceil((oldest + window - now) / 1000)}
`;

/** Shared by all processes through Redis; while Redis is away each process counts for itself. */
export class RedisWindow implements SlidingWindow {
  readonly #redis: Redis;
  readonly #fallback: SlidingWindow;
  readonly #log: Logger;
  /** Random, because processes in containers share their pid, and Lua writes the time with 14 digits only. */
  readonly #id = randomUUID();
  #counter = 0;
  #reported = false;

  constructor(redis: Redis, fallback: SlidingWindow, log: Logger) {
    this.#redis = redis;
    this.#fallback = fallback;
    this.#log = log;
  }

  async hit(key: string, limit: number, windowMs: number): Promise<WindowVerdict> {
    try {
      const unique = `${this.#id}:${String(this.#counter++)}`;
      const [admitted, remaining, waitMs] = (await this.#redis.eval(SCRIPT, 1, `rate:${key}`, limit, windowMs, unique)) as [
        number,
        number,
        number,
      ];
      this.#reported = false;
      return { admitted: admitted === 1, remaining, waitMs };
    } catch (error) {
      if (!this.#reported) this.#log.warn({ err: error }, 'rate limits count in this process only until redis is back');
      this.#reported = true;
      return this.#fallback.hit(key, limit, windowMs);
    }
  }
}
