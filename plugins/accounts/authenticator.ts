import type { Logger } from 'pino';
import type { Model } from 'mongoose';
import { type Authenticator, type Principal, Unauthorized } from '../../server/contract/index.ts';
import type { AccountDocument } from './account.model.ts';
import { digestOf, isWellFormed } from './api-key.ts';
import type { ApiKeyDocument } from './api-key.model.ts';

const LAST_USED_GRAIN_MS = 60_000;
const MAX_REMEMBERED = 10_000;

/** One answer for every cause, so that nothing is learned by trying. */
const refused = () => Unauthorized('Send a valid API key in the header Authorization: Bearer <key>.');

/**
 * Bearer keys to principals. Whose key it is never changes and is remembered, so that key and account are read side by
 * side; whether the key is good is read each time, so a revocation works at once.
 */
export class KeyAuthenticator implements Authenticator {
  readonly #keys: Model<ApiKeyDocument>;
  readonly #accounts: Model<AccountDocument>;
  readonly #clock: () => Date;
  readonly #log: Logger;
  readonly #owners = new Map<string, string>();

  constructor(keys: Model<ApiKeyDocument>, accounts: Model<AccountDocument>, clock: () => Date, log: Logger) {
    this.#keys = keys;
    this.#accounts = accounts;
    this.#clock = clock;
    this.#log = log;
  }

  async authenticate(authorization: string): Promise<Principal> {
    const key = /^bearer ([\x21-\x7e]+)$/i.exec(authorization)?.[1];
    if (key === undefined || !isWellFormed(key)) throw refused();
    const digest = digestOf(key);
    const owner = this.#owners.get(digest);
    const [found, known] = await Promise.all([
      this.#keys.findOne({ digest }).lean(),
      owner === undefined ? undefined : this.#accounts.findById(owner).lean(),
    ]);
    const now = this.#clock();
    if (found === null || found.revokedAt !== null || (found.expiresAt !== null && found.expiresAt <= now)) throw refused();
    const account = known ?? (await this.#accounts.findById(found.accountId).lean());
    if (account === null) throw refused();
    this.#remember(digest, account._id);
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

  #remember(digest: string, accountId: string): void {
    const oldest = this.#owners.keys().next().value;
    if (this.#owners.size >= MAX_REMEMBERED && oldest !== undefined) this.#owners.delete(oldest);
    this.#owners.set(digest, accountId);
  }

  /** At most once a minute and never in the caller's way; a lost note is only a less exact date. */
  #noteUse(key: ApiKeyDocument, now: Date): void {
    if (key.lastUsedAt !== null && now.getTime() - key.lastUsedAt.getTime() < LAST_USED_GRAIN_MS) return;
    this.#keys.updateOne({ _id: key._id }, { $set: { lastUsedAt: now } }).catch((error: unknown) => {
      this.#log.warn({ err: error, key: key._id }, 'the last use of a key could not be noted');
    });
  }
}
