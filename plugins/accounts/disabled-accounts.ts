import type { Model } from 'mongoose';
import type { AccountDocument } from './account.model.ts';
import type { DisabledAccounts } from './contract.ts';

const REMEMBER_MS = 1000;

/** There are few, so that all are read together and remembered for a second. */
export class KnownDisabled implements DisabledAccounts {
  readonly #accounts: Model<AccountDocument>;
  #known: { readonly until: number; readonly ids: Promise<ReadonlySet<string>> } | undefined;

  constructor(accounts: Model<AccountDocument>) {
    this.#accounts = accounts;
  }

  async has(accountId: string): Promise<boolean> {
    return (await this.all()).has(accountId);
  }

  all(): Promise<ReadonlySet<string>> {
    const now = performance.now();
    if (this.#known !== undefined && this.#known.until > now) return this.#known.ids;
    const ids = this.#read();
    this.#known = { until: now + REMEMBER_MS, ids };
    ids.catch(() => (this.#known = undefined)); // the caller sees the error; the next one asks anew
    return ids;
  }

  async #read(): Promise<ReadonlySet<string>> {
    const found = await this.#accounts.find({ disabledAt: { $gt: new Date(0) } }, { _id: 1 }).lean();
    return new Set(found.map(({ _id }) => _id));
  }
}
