import type { Logger } from 'pino';
import type { Model } from 'mongoose';
import { type Authenticator, type Principal, Unauthorized } from '../../server/contract/index.ts';
import type { AccountDocument } from './account.model.ts';
import { digestOf, isWellFormed } from './api-key.ts';
import type { ApiKeyDocument } from './api-key.model.ts';

const LAST_USED_GRAIN_MS = 60_000;
const REMEMBER_MS = 1000;
const MAX_REMEMBERED = 10_000;

/** One answer for every cause, so that nothing is learned by trying. */
const refused = () => Unauthorized('Send a valid API key in the header Authorization: Bearer <key>.');

/**
 * Bearer keys to principals. The key is read each time, so a revocation works at once; its account is remembered for
 * a second, so that a change of its plan, and its end, work within one.
 */
export class KeyAuthenticator implements Authenticator {
  readonly #keys: Model<ApiKeyDocument>;
  readonly #accounts: Model<AccountDocument>;
  readonly #clock: () => Date;
  readonly #log: Logger;
  readonly #remembered = new Map<string, { readonly account: AccountDocument; readonly until: number }>();

  constructor(keys: Model<ApiKeyDocument>, accounts: Model<AccountDocument>, clock: () => Date, log: Logger) {
    this.#keys = keys;
    this.#accounts = accounts;
    this.#clock = clock;
    this.#log = log;
  }

  async authenticate(authorization: string): Promise<Principal> {
    const key = /^bearer ([\x21-\x7e]+)$/i.exec(authorization)?.[1];
    if (key === undefined || !isWellFormed(key)) throw refused();
    // Straight from the driver, as it is read with every request.
    const found = await this.#keys.collection.findOne<ApiKeyDocument>({ digest: digestOf(key) });
    const now = this.#clock();
    if (found === null || found.revokedAt !== null || (found.expiresAt !== null && found.expiresAt <= now)) throw refused();
    const account = await this.#account(found.accountId);
    if (account.disabledAt instanceof Date) throw refused();
    this.#noteUse(found, now);
    return {
      accountId: account._id,
      email: account.email,
      plan: account.plan,
      keyId: found._id,
      test: found.test,
      scopes: found.scopes,
    };
  }

  async #account(id: string): Promise<AccountDocument> {
    const known = this.#remembered.get(id);
    if (known !== undefined && known.until > performance.now()) return known.account;
    const account = await this.#accounts.findById(id).lean();
    if (account === null) throw refused();
    if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear();
    this.#remembered.set(id, { account, until: performance.now() + REMEMBER_MS });
    return account;
  }

  /** At most once a minute and never in the caller's way; a lost note is only a less exact date. */
  #noteUse(key: ApiKeyDocument, now: Date): void {
    if (key.lastUsedAt !== null && now.getTime() - key.lastUsedAt.getTime() < LAST_USED_GRAIN_MS) return;
    this.#keys.updateOne({ _id: key._id }, { $set: { lastUsedAt: now } }).catch((error: unknown) => {
      this.#log.warn({ err: error, key_id: key._id }, 'the last use of a key could not be noted');
    });
  }
}
