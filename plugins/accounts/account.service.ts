import type { Model } from 'mongoose';
import { isDuplicateKey } from '../../db/duplicate-key.ts';
import { publicId } from '../../db/public-id.ts';
import { invalidFields, NotFound, SCOPES } from '../../server/contract/index.ts';
import type { AccountDocument } from './account.model.ts';
import { digestOf, hintOf, newKey } from './api-key.ts';
import type { ApiKeyDocument } from './api-key.model.ts';
import type { Account, AccountDirectory, KeyInfo, NewKey } from './contract.ts';

const MAX_LIVE_KEYS = 25;
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,190}$/;

export const presentAccount = ({ _id, email, plan, operator, passwordHash, createdAt }: AccountDocument): Account => ({
  id: _id,
  email,
  plan,
  operator,
  hasPassword: passwordHash !== null,
  createdAt,
});

const presentKey = ({ _id, name, hint, test, scopes, createdAt, lastUsedAt, expiresAt, revokedAt }: ApiKeyDocument): KeyInfo => ({
  id: _id,
  name,
  hint,
  test,
  scopes,
  createdAt,
  lastUsedAt,
  expiresAt,
  revokedAt,
});

function required<T>(found: T | null, message: string): T {
  if (found === null) throw NotFound(message);
  return found;
}

export class AccountService implements AccountDirectory {
  readonly #accounts: Model<AccountDocument>;
  readonly #keys: Model<ApiKeyDocument>;
  readonly #plans: readonly string[];
  readonly #clock: () => Date;

  constructor(accounts: Model<AccountDocument>, keys: Model<ApiKeyDocument>, plans: readonly string[], clock: () => Date) {
    this.#accounts = accounts;
    this.#keys = keys;
    this.#plans = plans;
    this.#clock = clock;
  }

  async findByEmail(email: string): Promise<Account | undefined> {
    const found = await this.#accounts.findOne({ email: email.toLowerCase() }).lean();
    return found === null ? undefined : presentAccount(found);
  }

  async list(): Promise<Account[]> {
    return (await this.#accounts.find().sort({ email: 1 }).lean()).map(presentAccount);
  }

  async create(email: string, plan: string, { operator = false }: { operator?: boolean } = {}): Promise<Account> {
    if (!EMAIL.test(email)) throw invalidFields([{ field: 'email', message: 'is not an e-mail address' }]);
    this.#checkPlan(plan);
    const account: AccountDocument = {
      _id: publicId('acct'),
      email: email.toLowerCase(),
      plan,
      operator,
      passwordHash: null,
      createdAt: this.#clock(),
    };
    try {
      await this.#accounts.create(account);
    } catch (error) {
      if (isDuplicateKey(error)) {
        throw invalidFields([{ field: 'email', message: 'belongs to an account already' }]);
      }
      throw error;
    }
    return presentAccount(account);
  }

  async setPlan(accountId: string, plan: string): Promise<Account> {
    this.#checkPlan(plan);
    const changed = await this.#accounts.findOneAndUpdate({ _id: accountId }, { $set: { plan } }, { returnDocument: 'after' }).lean();
    return presentAccount(required(changed, 'There is no such account.'));
  }

  async setOperator(accountId: string, operator: boolean): Promise<Account> {
    const changed = await this.#accounts.findOneAndUpdate({ _id: accountId }, { $set: { operator } }, { returnDocument: 'after' }).lean();
    return presentAccount(required(changed, 'There is no such account.'));
  }

  async createKey(accountId: string, { name, test = false, scopes = SCOPES, expiresAt }: NewKey): Promise<KeyInfo & { key: string }> {
    required(await this.#accounts.findById(accountId).lean(), 'There is no such account.');
    if (name.length < 1 || name.length > 100) throw invalidFields([{ field: 'name', message: 'must have 1 to 100 characters' }]);
    const live = await this.#keys.countDocuments({ accountId, revokedAt: null });
    if (live >= MAX_LIVE_KEYS) {
      throw invalidFields([{ field: 'name', message: `an account has at most ${String(MAX_LIVE_KEYS)} keys; revoke one first` }]);
    }
    const key = newKey(test);
    const document: ApiKeyDocument = {
      _id: publicId('key'),
      accountId,
      digest: digestOf(key),
      name,
      hint: hintOf(key),
      test,
      scopes: [...scopes],
      createdAt: this.#clock(),
      lastUsedAt: null,
      expiresAt: expiresAt ?? null,
      revokedAt: null,
    };
    await this.#keys.create(document);
    return { ...presentKey(document), key };
  }

  async listKeys(accountId: string): Promise<KeyInfo[]> {
    return (await this.#keys.find({ accountId }).sort({ createdAt: -1, _id: -1 }).lean()).map(presentKey);
  }

  async revokeKey(accountId: string, keyId: string): Promise<KeyInfo> {
    const key = required(await this.#keys.findOne({ _id: keyId, accountId }).lean(), 'The account has no such key.');
    if (key.revokedAt !== null) return presentKey(key);
    const revokedAt = this.#clock();
    await this.#keys.updateOne({ _id: keyId, accountId, revokedAt: null }, { $set: { revokedAt } });
    return presentKey({ ...key, revokedAt });
  }

  #checkPlan(plan: string): void {
    if (!this.#plans.includes(plan)) throw invalidFields([{ field: 'plan', message: `must be one of ${this.#plans.join(', ')}` }]);
  }
}
