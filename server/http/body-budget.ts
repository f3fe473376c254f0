import { type HubError, RateLimited, ServiceUnavailable } from '../contract/errors.ts';

export interface BodyBudgetLimits {
  /** Bytes of bodies that are read or worked on, of all callers together. */
  readonly maxBodyBytes: number;
  /** The same of one account. */
  readonly maxAccountBodyBytes: number;
}

/** Bodies up to this size are taken also while the hub's budget is used up: a few large ones must not stop the small ones. */
const ALWAYS_TAKEN_BYTES = 64 * 1024;
const RETRY_AFTER_S = 1;

/** One body's part of the budget. */
export interface BodyShare {
  /** @throws RateLimited when the account's budget is used up, ServiceUnavailable when the hub's is */
  take(bytes: number): void;
  /** Whether that many more bytes may be taken at this moment; throws as `take` does. */
  expect(bytes: number): void;
  release(): void;
}

/** Counts the bytes of bodies in memory, from their arrival to the end of their request. */
export class BodyBudget {
  readonly #limits: BodyBudgetLimits;
  readonly #byAccount = new Map<string, number>();
  #total = 0;

  constructor(limits: BodyBudgetLimits) {
    this.#limits = limits;
  }

  open(account: string): BodyShare {
    let own = 0;
    const expect = (bytes: number): void => {
      const refusal = this.#refusal(account, own, bytes);
      if (refusal !== undefined) throw refusal;
    };
    const add = (bytes: number): void => {
      own += bytes;
      this.#total += bytes;
      const sum = (this.#byAccount.get(account) ?? 0) + bytes;
      if (sum === 0) this.#byAccount.delete(account);
      else this.#byAccount.set(account, sum);
    };
    return {
      expect,
      take(bytes) {
        expect(bytes);
        add(bytes);
      },
      release() {
        add(-own);
      },
    };
  }

  #refusal(account: string, own: number, bytes: number): HubError | undefined {
    const { maxBodyBytes, maxAccountBodyBytes } = this.#limits;
    if ((this.#byAccount.get(account) ?? 0) + bytes > maxAccountBodyBytes) {
      const most = `at most ${String(maxAccountBodyBytes)} bytes at once`;
      return RateLimited(`The bodies of your account's requests may have ${most}; try again when one of them has ended.`, {
        retryAfter: RETRY_AFTER_S,
      });
    }
    if (own + bytes > ALWAYS_TAKEN_BYTES && this.#total + bytes > maxBodyBytes) {
      return ServiceUnavailable('Too many large requests are under way. Try again in a second.', { retryAfter: RETRY_AFTER_S });
    }
    return undefined;
  }
}
