import { escapePattern } from '../../server/contract/escape-pattern.ts';
import type { Model } from 'mongoose';
import { isDuplicateKey } from '../../db/duplicate-key.ts';
import { readPage } from '../../db/page.ts';
import { publicId } from '../../db/public-id.ts';
import { type HubRegistry, invalidFields, NotFound, type PageRequest } from '../../server/contract/index.ts';
import type { AuditActor, AuditEntry, AuditLog } from '../audit/contract.ts';
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
  signedInAt,
  createdAt,
}: AccountDocument): Account => ({
  id: _id,
  email,
  plan,
  operator,
  hasPassword: passwordHash !== null,
  disabledAt: disabledAt ?? null,
  sessionsEndedAt: sessionsEndedAt ?? null,
  signedInAt: signedInAt ?? null,
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

const subjectOf = ({ _id: id, email: name }: Pick<AccountDocument, '_id' | 'email'>) => ({ id, name });
const subjectOfKey = ({ _id: id, name }: Pick<ApiKeyDocument, '_id' | 'name'>) => ({ id, name });

function required<T>(found: T | null, message: string): T {
  if (found === null) throw NotFound(message);
  return found;
}

export interface AccountServiceParts {
  readonly accounts: Model<AccountDocument>;
  readonly keys: Model<ApiKeyDocument>;
  readonly plans: readonly string[];
  readonly registry: HubRegistry;
  readonly limits: PlanLimits | undefined;
  readonly audit: AuditLog | undefined;
  readonly clock: () => Date;
}

export class AccountService implements AccountDirectory {
  readonly #accounts: Model<AccountDocument>;
  readonly #keys: Model<ApiKeyDocument>;
  readonly #plans: readonly string[];
  readonly #registry: HubRegistry;
  readonly #limits: PlanLimits | undefined;
  readonly #audit: AuditLog | undefined;
  readonly #clock: () => Date;

  constructor({ accounts, keys, plans, registry, limits, audit, clock }: AccountServiceParts) {
    this.#accounts = accounts;
    this.#keys = keys;
    this.#plans = plans;
    this.#registry = registry;
    this.#limits = limits;
    this.#audit = audit;
    this.#clock = clock;
  }

  async findByEmail(email: string): Promise<Account | undefined> {
    const found = await this.#accounts.findOne({ email: email.toLowerCase() }).lean();
    return found === null ? undefined : presentAccount(found);
  }

  async list(): Promise<Account[]> {
    return (await this.#accounts.find().sort({ email: 1 }).lean()).map(presentAccount);
  }

  async emails(accountIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = await this.#accounts.find({ _id: { $in: [...new Set(accountIds)] } }, { email: 1 }).lean();
    return new Map(found.map(({ _id, email }) => [_id, email]));
  }

  async find(accountId: string): Promise<Account | undefined> {
    const found = await this.#accounts.findById(accountId).lean();
    return found === null ? undefined : presentAccount(found);
  }

  /** Newest first; with `search`, those whose address has it or whose id it is. */
  async page(request: PageRequest, search: string): Promise<Account[]> {
    const pattern = { $regex: escapePattern(search), $options: 'i' };
    const filter = search === '' ? {} : { $and: [{ $or: [{ _id: search }, { email: pattern }] }] };
    return (await readPage(this.#accounts, filter, request)).map(presentAccount);
  }

  /** When a key of each account was last used. */
  async lastUses(accountIds: readonly string[]): Promise<ReadonlyMap<string, Date>> {
    const keys = await this.#keys.find({ accountId: { $in: [...accountIds] } }, { accountId: 1, lastUsedAt: 1 }).lean();
    const latest = new Map<string, Date>();
    for (const { accountId, lastUsedAt } of keys) {
      const known = latest.get(accountId);
      if (lastUsedAt !== null && (known === undefined || known < lastUsedAt)) latest.set(accountId, lastUsedAt);
    }
    return latest;
  }

  get plans(): readonly string[] {
    return this.#plans;
  }

  async create(email: string, plan: string, by: AuditActor, { operator = false }: { operator?: boolean } = {}): Promise<Account> {
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
    const detail = `plan ${plan}${operator ? ', operator' : ''}`;
    await this.#audit?.record({ accountId: account._id, action: 'account.created', actor: by, subject: subjectOf(account), detail });
    return presentAccount(account);
  }

  async setPlan(accountId: string, plan: string, by: AuditActor): Promise<Account> {
    this.#checkPlan(plan);
    return this.#change(accountId, { plan }, { action: 'account.plan-changed', actor: by, detail: plan });
  }

  async setOperator(accountId: string, operator: boolean, by: AuditActor): Promise<Account> {
    return this.#change(accountId, { operator }, { action: 'account.operator-changed', actor: by, detail: operator ? 'on' : 'off' });
  }

  async setDisabled(accountId: string, disabled: boolean, by: AuditActor): Promise<Account> {
    const now = this.#clock();
    const change = disabled ? { disabledAt: now, sessionsEndedAt: now } : { disabledAt: null };
    return this.#change(accountId, change, { action: disabled ? 'account.disabled' : 'account.enabled', actor: by });
  }

  async createKey(
    accountId: string,
    { name, test = false, scopes, expiresAt }: NewKey,
    by: AuditActor,
  ): Promise<KeyInfo & { key: string }> {
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
    await this.#audit?.record({ accountId, action: 'key.created', actor: by, subject: subjectOfKey(document), detail: document.hint });
    return { ...presentKey(document), key };
  }

  async countLiveKeys(accountId: string): Promise<number> {
    return this.#keys.countDocuments({ accountId, revokedAt: null });
  }

  async listKeys(accountId: string): Promise<KeyInfo[]> {
    return (await this.#keys.find({ accountId }).sort({ createdAt: -1, _id: -1 }).lean()).map(presentKey);
  }

  async revokeKey(accountId: string, keyId: string, by: AuditActor): Promise<KeyInfo> {
    const key = required(await this.#keys.findOne({ _id: keyId, accountId }).lean(), 'The account has no such key.');
    if (key.revokedAt !== null) return presentKey(key);
    const revokedAt = this.#clock();
    const { modifiedCount } = await this.#keys.updateOne({ _id: keyId, accountId, revokedAt: null }, { $set: { revokedAt } });
    if (modifiedCount === 1)
      await this.#audit?.record({ accountId, action: 'key.revoked', actor: by, subject: subjectOfKey(key), detail: key.hint });
    return presentKey({ ...key, revokedAt });
  }

  async #change(
    accountId: string,
    change: Partial<AccountDocument>,
    entry: Pick<AuditEntry, 'action' | 'actor' | 'detail'>,
  ): Promise<Account> {
    const changed = await this.#accounts.findOneAndUpdate({ _id: accountId }, { $set: change }, { returnDocument: 'after' }).lean();
    const account = required(changed, 'This account does not exist.');
    await this.#audit?.record({ accountId, subject: subjectOf(account), ...entry });
    return presentAccount(account);
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
