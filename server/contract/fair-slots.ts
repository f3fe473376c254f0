import { RateLimited, ServiceUnavailable } from './errors.ts';
import { TurnQueue } from './turn-queue.ts';

/** Places beyond the limit of the queue, for owners of whom nothing waits: no one owner can close it to the others. */
const NEWCOMERS = 20;
const RETRY_AFTER_S = 2;

export interface FairSlotsOptions {
  /** How many owners' works run at once. */
  readonly size: number;
  /** So many more run at once, each of an owner of whom nothing else runs. */
  readonly reserve: number;
  /** How many may wait, of all owners together; any number when absent. */
  readonly queueLimit?: number;
  /** How many may wait of one owner; any number when absent. */
  readonly queueLimitPerOwner?: number;
  /** Plural noun for messages: `documents`. */
  readonly what: string;
}

interface Waiter {
  enter(): void;
}

/**
 * Slots for work of several owners (accounts, addresses). Who holds least goes first, then who has waited longest for a
 * turn; an owner that holds nothing gets a reserve slot where all others are taken, so that it never waits for the slow
 * work of another.
 */
export class FairSlots {
  readonly #options: FairSlotsOptions;
  readonly #held = new Map<string, number>();
  readonly #queue = new TurnQueue<Waiter>();
  #busy = 0;

  constructor(options: FairSlotsOptions) {
    this.#options = options;
  }

  get busy(): number {
    return this.#busy;
  }

  get waiting(): number {
    return this.#queue.size;
  }

  /**
   * Resolves to the function that gives the slot back.
   * @throws RateLimited when the owner's share of the queue is used up, ServiceUnavailable when the whole queue is, and
   * what `signal` aborts with while waiting
   */
  async take(owner: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#mayEnter(owner)) this.#enter(owner);
    else await this.#wait(owner, signal);
    let taken = true;
    return () => {
      if (!taken) return;
      taken = false;
      this.#leave(owner);
    };
  }

  #mayEnter(owner: string): boolean {
    const { size, reserve } = this.#options;
    return this.#busy < size || (!this.#held.has(owner) && this.#busy < size + reserve);
  }

  #enter(owner: string): void {
    this.#busy++;
    this.#held.set(owner, (this.#held.get(owner) ?? 0) + 1);
  }

  #leave(owner: string): void {
    this.#busy--;
    const held = (this.#held.get(owner) ?? 0) - 1;
    if (held > 0) this.#held.set(owner, held);
    else this.#held.delete(owner);
    this.#admit();
  }

  #admit(): void {
    for (;;) {
      const owner = this.#nextOwner();
      if (owner === undefined || !this.#mayEnter(owner)) return;
      this.#enter(owner);
      this.#queue.take(owner)?.enter();
    }
  }

  /** If this one may not enter, nobody may: the others hold at least as much. */
  #nextOwner(): string | undefined {
    let next: string | undefined;
    let least = Infinity;
    for (const [owner] of this.#queue.firsts()) {
      const held = this.#held.get(owner) ?? 0;
      if (held >= least) continue;
      [next, least] = [owner, held];
    }
    return next;
  }

  #wait(owner: string, signal: AbortSignal | undefined): Promise<void> {
    this.#refuseFull(this.#queue.sizeOf(owner));
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#queue.remove(owner, waiter);
        reject(signal?.reason instanceof Error ? signal.reason : new Error('cancelled'));
      };
      const waiter: Waiter = {
        enter: () => {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#queue.add(owner, waiter);
    });
  }

  #refuseFull(own: number): void {
    const { what, queueLimit = Infinity, queueLimitPerOwner = Infinity } = this.#options;
    const again = `Try again in ${String(RETRY_AFTER_S)} s.`;
    if (own >= queueLimitPerOwner) {
      throw RateLimited(`${String(own)} of your ${what} wait already, the most that may. ${again}`, { retryAfter: RETRY_AFTER_S });
    }
    const limit = own === 0 ? queueLimit + NEWCOMERS : queueLimit;
    if (this.waiting >= limit) {
      throw ServiceUnavailable(`${String(this.waiting)} ${what} wait for this server already. ${again}`, { retryAfter: RETRY_AFTER_S });
    }
  }
}
