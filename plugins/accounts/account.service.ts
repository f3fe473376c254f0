import type { Model } from 'mongoose';
import { isDuplicateKey } from '../../db/duplicate-key.ts';
import { publicId } from '../../db/public-id.ts';
import { type HubRegistry, invalidFields, NotFound } from '../../server/contract/index.ts';
import type { PlanLimits } from '../limits/contract.ts';
import type { AccountDocument } from './account.model.ts';
import { digestOf, hintOf, newKey } from './api-key.ts';
import type { ApiKeyDocument } from './api-key.model.ts';
import type { Account, AccountDirectory, KeyInfo, NewKey } from './contract.ts';

/** Where no plan says how many live ones there may be. */
const MAX_LIVE_KEYS = 25;
/** Revoked ones that are still listed. */
const KEPT_REVOKED = 50;
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,190}$/;

export const presentAccount = ({
  _id,
  email,
  plan,
  operator,
  passwordHash,
  disabledAt,
  sessionsEndedAt,
  createdAt,
}: AccountDocument): Account => ({
  id: _id,
  email,
  plan,
  operator,
  hasPassword: passwordHash !== null,
  disabledAt: disabledAt ?? null,
  sessionsEndedAt: sessionsEndedAt ?? null,
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
  readonly #registry: HubRegistry;
  readonly #limits: PlanLimits | undefined;
  readonly #clock: () => Date;

  constructor(
    accounts: Model<AccountDocument>,
    keys: Model<ApiKeyDocument>,
    plans: readonly string[],
    registry: HubRegistry,
    limits: PlanLimits | undefined,
    clock: () => Date,
  ) {
    this.#accounts = accounts;
    this.#keys = keys;
    this.#plans = plans;
    this.#registry = registry;
    this.#limits = limits;
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
    return presentAccount(required(changed, 'This account does not exist.'));
  }

  async setOperator(accountId: string, operator: boolean): Promise<Account> {
    const changed = await this.#accounts.findOneAndUpdate({ _id: accountId }, { $set: { operator } }, { returnDocument: 'after' }).lean();
    return presentAccount(required(changed, 'This account does not exist.'));
  }

  async setDisabled(accountId: string, disabled: boolean): Promise<Account> {
    const now = this.#clock();
    const change = disabled ? { disabledAt: now, sessionsEndedAt: now } : { disabledAt: null };
    const changed = await this.#accounts.findOneAndUpdate({ _id: accountId }, { $set: change }, { returnDocument: 'after' }).lean();
    return presentAccount(required(changed, 'This account does not exist.'));
  }

  async createKey(accountId: string, { name, test = false, scopes, expiresAt }: NewKey): Promise<KeyInfo & { key: string }> {
    const { plan } = required(await this.#accounts.findById(accountId).lean(), 'This account does not exist.');
    if (name.length < 1 || name.length > 100) throw invalidFields([{ field: 'name', message: 'must have 1 to 100 characters' }]);
    if (this.#limits === undefined && (await this.countLiveKeys(accountId)) >= MAX_LIVE_KEYS) {
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
      scopes: [...(scopes ?? this.#registry.scopes.map((scope) => scope.name))],
      createdAt: this.#clock(),
      lastUsedAt: null,
      expiresAt: expiresAt ?? null,
      revokedAt: null,
    };
    const add = () => this.#keys.create(document);
    await (this.#limits?.within({ accountId, plan }, 'keys', () => Promise.resolve(undefined), add) ?? add());
    await this.#forgetRevoked(accountId);
    return { ...presentKey(document), key };
  }

  async countLiveKeys(accountId: string): Promise<number> {
    return this.#keys.countDocuments({ accountId, revokedAt: null });
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

  /** Whoever makes and revokes keys all day leaves a list that can still be read. */
  async #forgetRevoked(accountId: string): Promise<void> {
    const revoked = { accountId, revokedAt: { $ne: null } };
    const old = await this.#keys.find(revoked, { _id: 1 }).sort({ revokedAt: -1, _id: -1 }).skip(KEPT_REVOKED).lean();
    if (old.length > 0) await this.#keys.deleteMany({ ...revoked, _id: { $in: old.map(({ _id }) => _id) } });
  }

  #checkPlan(plan: string): void {
    if (!this.#plans.includes(plan)) throw invalidFields([{ field: 'plan', message: `must be one of ${this.#plans.join(', ')}` }]);
  }
}
