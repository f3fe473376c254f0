import { RateLimited } from '../../server/contract/index.ts';

interface Waiter {
  readonly enter: () => void;
}

/** Renders at once, and how many may wait for their turn. */
export class Slots {
  readonly #size: number;
  readonly #queueLimit: number;
  readonly #waiting: Waiter[] = [];
  #busy = 0;

  constructor(size: number, queueLimit: number) {
    this.#size = size;
    this.#queueLimit = queueLimit;
  }

  get busy(): number {
    return this.#busy;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** @throws RateLimited at once when too many wait already; what `signal` aborts with while waiting */
  async take(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#busy >= this.#size) await this.#wait(signal);
    else this.#busy++;
    let taken = true;
    return () => {
      if (!taken) return;
      taken = false;
      // The slot passes to the next in line without becoming free in between.
      const next = this.#waiting.shift();
      if (next === undefined) this.#busy--;
      else next.enter();
    };
  }

  #wait(signal: AbortSignal): Promise<void> {
    if (this.#waiting.length >= this.#queueLimit) {
      throw RateLimited(`${String(this.#queueLimit)} documents wait already. Try again in 2 s.`, { retryAfter: 2 });
    }
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        const index = this.#waiting.indexOf(waiter);
        if (index !== -1) this.#waiting.splice(index, 1);
        reject(signal.reason instanceof Error ? signal.reason : new Error('cancelled'));
      };
      const waiter: Waiter = {
        enter: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(waiter);
    });
  }
}
