import { RateLimited, ServiceUnavailable, TurnQueue } from '../../server/contract/index.ts';

const WAIT_MS = 10_000;
const RETRY_AFTER = 5;
/** Of one account, and of all. */
const [MAX_WAITING_OWN, MAX_WAITING] = [25, 200];

interface Claim {
  readonly bytes: number;
  grant(): void;
}

/** A part of the budget that is held. */
export interface Lease {
  /** Gives back what turned out not to be needed. */
  shrink(bytes: number): void;
  release(): void;
}

export interface ByteBudgetOptions {
  /** Bytes of all calls at once. */
  readonly total: number;
  /** Bytes of one call; an account has that or half of the total, whichever is more. */
  readonly largest: number;
}

/** How many bytes of callers' PDFs the process handles at once; accounts take turns, and none holds all. */
export class ByteBudget {
  readonly #total: number;
  readonly #share: number;
  readonly #held = new Map<string, number>();
  readonly #waiting = new TurnQueue<Claim>();
  #used = 0;

  constructor({ total, largest }: ByteBudgetOptions) {
    this.#total = total;
    this.#share = Math.max(largest, Math.floor(total / 2));
  }

  /** @throws RateLimited when the account's own share stays full, ServiceUnavailable when the whole does, and what `signal` aborts with */
  async acquire(accountId: string, bytes: number, signal: AbortSignal): Promise<Lease> {
    signal.throwIfAborted();
    const own = this.#waiting.sizeOf(accountId);
    if (own === 0 && this.#fits(accountId, bytes)) return this.#lease(accountId, bytes);
    if (own >= MAX_WAITING_OWN) throw ownFull();
    if (this.#waiting.size >= MAX_WAITING) throw allFull();
    return new Promise<Lease>((resolve, reject) => {
      const leave = (error: unknown): void => {
        settle();
        this.#waiting.remove(accountId, claim);
        reject(error instanceof Error ? error : new Error(String(error)));
      };
      const timer = setTimeout(() => leave(this.#fitsShare(accountId, bytes) ? allFull() : ownFull()), WAIT_MS);
      const onAbort = (): void => leave(signal.reason);
      const settle = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      };
      const claim: Claim = {
        bytes,
        grant: () => {
          settle();
          resolve(this.#lease(accountId, bytes));
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.add(accountId, claim);
    });
  }

  #fitsShare(accountId: string, bytes: number): boolean {
    return (this.#held.get(accountId) ?? 0) + bytes <= this.#share;
  }

  #fits(accountId: string, bytes: number): boolean {
    return this.#used + bytes <= this.#total && this.#fitsShare(accountId, bytes);
  }

  #lease(accountId: string, bytes: number): Lease {
    let held = 0;
    const hold = (wanted: number): void => {
      const own = (this.#held.get(accountId) ?? 0) + wanted - held;
      this.#used += wanted - held;
      if (own === 0) this.#held.delete(accountId);
      else this.#held.set(accountId, own);
      held = wanted;
    };
    hold(bytes);
    return {
      shrink: (wanted) => {
        if (wanted >= held) return;
        hold(wanted);
        this.#grant();
      },
      release: () => {
        hold(0);
        this.#grant();
      },
    };
  }

  /** In turns, until nothing more fits. */
  #grant(): void {
    for (let granted = true; granted;) {
      granted = false;
      for (const [accountId, { bytes }] of [...this.#waiting.firsts()]) {
        if (!this.#fits(accountId, bytes)) continue;
        this.#waiting.take(accountId)?.grant();
        granted = true;
      }
    }
  }
}

const ownFull = () =>
  RateLimited('Your other calls hold as many bytes of PDFs as one account may. Wait for them.', { retryAfter: RETRY_AFTER });
const allFull = () => ServiceUnavailable('This hub works on as many bytes of PDFs as it can. Try again soon.', { retryAfter: RETRY_AFTER });
