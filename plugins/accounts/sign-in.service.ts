import { randomBytes } from 'node:crypto';
import type { Model } from 'mongoose';
import { isDuplicateKey } from '../../db/duplicate-key.ts';
import { callerBlock, HubError, invalidFields, NotFound, RateLimited, Unauthorized } from '../../server/contract/index.ts';
import { type AuditActor, type AuditLog, strangerAt } from '../audit/contract.ts';
import type { AccountDocument } from './account.model.ts';
import { presentAccount } from './account.service.ts';
import { digestOf } from './api-key.ts';
import type { Account, PasswordPage, SignIn } from './contract.ts';
import { passwordField, PasswordHasher, passwordProblem } from './password.ts';
import type { AttemptDocument, PasswordLinkDocument } from './sign-in.model.ts';

const LINK_MS = 24 * 3_600_000;
const WINDOW_MS = 15 * 60_000;
const TRIES_PER_ACCOUNT = 10;
const TRIES_PER_ADDRESS = 50;
/** From however many addresses, for one account. */
const TRIES_EVERYWHERE = 200;

const usedLink = () => NotFound('This link was used already or has expired. Ask the operator for another one.');

const personIn = ({ id, email }: Account, address: string): AuditActor => ({ kind: 'person', id, name: email, address });

export interface SignInParts {
  readonly accounts: Model<AccountDocument>;
  readonly links: Model<PasswordLinkDocument>;
  readonly attempts: Model<AttemptDocument>;
  readonly audit: AuditLog | undefined;
  readonly passwordPage: () => PasswordPage | undefined;
  readonly clock: () => Date;
}

/** Passwords of accounts: checked, guarded against guessing, and set by a link that works once. */
export class SignInService implements SignIn {
  readonly #parts: SignInParts;
  readonly #hasher = new PasswordHasher();

  constructor(parts: SignInParts) {
    this.#parts = parts;
  }

  async find(accountId: string): Promise<Account | undefined> {
    const found = await this.#parts.accounts.findById(accountId).lean();
    return found === null ? undefined : presentAccount(found);
  }

  async signIn(email: string, password: string, address: string): Promise<Account> {
    const account = await this.#check(email, password, address);
    const isDisabled = account.disabledAt !== null;
    await this.#parts.audit?.record({
      accountId: account.id,
      action: isDisabled ? 'sign-in.failed' : 'sign-in.succeeded',
      actor: isDisabled ? strangerAt(address) : personIn(account, address),
      ...(isDisabled ? { detail: 'the account is disabled' } : {}),
    });
    if (!isDisabled) await this.#parts.accounts.updateOne({ _id: account.id }, { $set: { signedInAt: this.#parts.clock() } });
    return account;
  }

  async #check(email: string, password: string, address: string): Promise<Account> {
    const name = email.trim().toLowerCase().slice(0, 256);
    const block = callerBlock(address);
    const counters = [`account ${digestOf(`${name} ${block}`)}`, `address ${digestOf(block)}`, `everywhere ${digestOf(name)}`] as const;
    await this.#count(counters[0], TRIES_PER_ACCOUNT);
    await this.#count(counters[1], TRIES_PER_ADDRESS);
    await this.#count(counters[2], TRIES_EVERYWHERE);
    const found = await this.#parts.accounts.findOne({ email: name }).lean();
    if (!(await this.#hasher.matches(password, found?.passwordHash ?? null, address)) || found === null) {
      // Of an unknown address nothing is kept: it may be a password in the wrong field.
      const detail = found === null ? 'unknown e-mail address' : 'wrong password';
      await this.#parts.audit?.record({ accountId: found?._id ?? null, action: 'sign-in.failed', actor: strangerAt(address), detail });
      throw Unauthorized('The e-mail address or the password is wrong.');
    }
    await this.#parts.attempts.deleteOne({ _id: counters[0] });
    await this.#parts.attempts.updateMany({ _id: { $in: [counters[1], counters[2]] } }, { $inc: { count: -1 } });
    return presentAccount(found);
  }

  async confirm(accountId: string, password: string, address: string): Promise<void> {
    const account = await this.find(accountId);
    if (account === undefined) throw NotFound('This account does not exist.');
    try {
      await this.#check(account.email, password, address);
    } catch (error) {
      if (HubError.is(error) && error.status === 401) throw invalidFields([passwordField('is wrong')]);
      throw error;
    }
  }

  async makeLink(accountId: string, by: AuditActor): Promise<string | undefined> {
    const page = this.#parts.passwordPage();
    if (page === undefined) return undefined;
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(this.#parts.clock().getTime() + LINK_MS);
    await this.#parts.links.deleteMany({ accountId });
    await this.#parts.links.create({ _id: digestOf(token), accountId, expiresAt });
    await this.#parts.audit?.record({ accountId, action: 'password.link-created', actor: by });
    return page.url(token);
  }

  async accountOfLink(token: string): Promise<Account | undefined> {
    const link = await this.#parts.links.findOne({ _id: digestOf(token), expiresAt: { $gt: this.#parts.clock() } }).lean();
    return link === null ? undefined : this.find(link.accountId);
  }

  async redeem(token: string, password: string, address: string): Promise<Account> {
    const account = await this.accountOfLink(token);
    if (account === undefined) throw usedLink();
    const hash = await this.#checkedHash(account, password);
    const used = await this.#parts.links.findOneAndDelete({ _id: digestOf(token) }).lean();
    if (used === null) throw usedLink();
    await this.#parts.accounts.updateOne({ _id: account.id }, { $set: { passwordHash: hash, signedInAt: this.#parts.clock() } });
    const actor = personIn(account, address);
    await this.#parts.audit?.record({ accountId: account.id, action: 'password.changed', actor, detail: 'by a password link' });
    return { ...account, hasPassword: true };
  }

  async changePassword(accountId: string, password: string, by: AuditActor): Promise<void> {
    const account = await this.find(accountId);
    if (account === undefined) throw NotFound('This account does not exist.');
    await this.#parts.accounts.updateOne({ _id: accountId }, { $set: { passwordHash: await this.#checkedHash(account, password) } });
    await this.#parts.audit?.record({ accountId, action: 'password.changed', actor: by });
  }

  /** Links and counters that are over. */
  async forget(): Promise<void> {
    const now = this.#parts.clock();
    await this.#parts.links.deleteMany({ expiresAt: { $lt: now } });
    await this.#parts.attempts.deleteMany({ until: { $lt: now } });
  }

  async #checkedHash({ id, email }: Account, password: string): Promise<string> {
    const problem = passwordProblem(password, email);
    if (problem !== undefined) throw invalidFields([passwordField(problem)]);
    return this.#hasher.hash(password, id);
  }

  /** Counts before the password is looked at, so that many at once are not more than one after the other. */
  async #count(_id: string, most: number): Promise<void> {
    const { attempts, clock } = this.#parts;
    const now = clock();
    await attempts.deleteOne({ _id, until: { $lt: now } });
    const countAttempt = async () => (await attempts.updateOne({ _id, count: { $lt: most } }, { $inc: { count: 1 } })).matchedCount === 1;
    if (await countAttempt()) return;
    try {
      await attempts.create({ _id, count: 1, until: new Date(now.getTime() + WINDOW_MS) });
      return;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    if (await countAttempt()) return;
    const until = (await attempts.findById(_id).lean())?.until ?? now;
    const retryAfter = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
    throw RateLimited(`Too many wrong passwords. Try again in ${String(Math.ceil(retryAfter / 60))} minutes.`, { retryAfter });
  }
}
