import { defineExtensionPoint, definePort } from '../../server/contract/index.ts';
import type { AuditActor } from '../audit/contract.ts';

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly plan: string;
  /** Runs the hub: sees in the dashboard what concerns all accounts. */
  readonly operator: boolean;
  readonly hasPassword: boolean;
  /** When the operator disabled it: nothing works then that the account has. */
  readonly disabledAt: Date | null;
  /** Sessions that began before are over. */
  readonly sessionsEndedAt: Date | null;
  /** The last sign-in; null for who never did. */
  readonly signedInAt: Date | null;
  readonly createdAt: Date;
}

/** What may be shown of a key after it was made. */
export interface KeyInfo {
  readonly id: string;
  readonly name: string;
  /** Prefix and last four characters: enough to recognise the key, useless for calling. */
  readonly hint: string;
  readonly test: boolean;
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

export interface NewKey {
  readonly name: string;
  readonly test?: boolean;
  /** Names; those of all enabled plugins when absent. */
  readonly scopes?: readonly string[];
  readonly expiresAt?: Date;
}

/** Accounts and their keys: behind the operator's command, the first start and the dashboard. `by` is who makes a change. */
export interface AccountDirectory {
  findByEmail(email: string): Promise<Account | undefined>;
  list(): Promise<Account[]>;
  /** The addresses of accounts, by id; those that do not exist are left out. */
  emails(accountIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** @throws ValidationError for a malformed or taken address and an unknown plan. */
  create(email: string, plan: string, by: AuditActor, options?: { readonly operator?: boolean }): Promise<Account>;
  setPlan(accountId: string, plan: string, by: AuditActor): Promise<Account>;
  setOperator(accountId: string, operator: boolean, by: AuditActor): Promise<Account>;
  /** Disabling ends all sessions; everything else comes back when it is enabled. */
  setDisabled(accountId: string, disabled: boolean, by: AuditActor): Promise<Account>;
  /** The only moment at which the key's text exists. @throws UsageLimitExceeded when as many are live as the plan allows. */
  createKey(accountId: string, key: NewKey, by: AuditActor): Promise<KeyInfo & { readonly key: string }>;
  listKeys(accountId: string): Promise<KeyInfo[]>;
  /** Works with the next request. @throws NotFound when the account has no such key. */
  revokeKey(accountId: string, keyId: string, by: AuditActor): Promise<KeyInfo>;
}
export const AccountDirectory = definePort<AccountDirectory>('accounts/directory');

/** Accounts that the operator disabled; what another process changed counts within a second. */
export interface DisabledAccounts {
  has(accountId: string): Promise<boolean>;
  all(): Promise<ReadonlySet<string>>;
}
export const DisabledAccounts = definePort<DisabledAccounts>('accounts/disabled');

/** Who may enter the dashboard. */
export interface SignIn {
  find(accountId: string): Promise<Account | undefined>;
  /**
   * @param address the caller's, by which guesses are counted
   * @throws Unauthorized, the same for an unknown address and a wrong password; RateLimited after ten wrong ones in 15 minutes
   */
  signIn(email: string, password: string, address: string): Promise<Account>;
  /** @throws ValidationError on `password` when it is not the account's; RateLimited as `signIn` */
  confirm(accountId: string, password: string, address: string): Promise<void>;
  /**
   * The address at which the password is set, once, within 24 hours; earlier ones of the account end. Undefined where no
   * enabled plugin has a page for it.
   */
  makeLink(accountId: string, by: AuditActor): Promise<string | undefined>;
  accountOfLink(token: string): Promise<Account | undefined>;
  /** @throws NotFound for a link that was used or is over, ValidationError on `password` for one that is too weak */
  redeem(token: string, password: string, address: string): Promise<Account>;
  /** @throws ValidationError on `password` for one that is too weak */
  changePassword(accountId: string, password: string, by: AuditActor): Promise<void>;
}
export const SignIn = definePort<SignIn>('accounts/sign-in');

/** Where a password is set by what `SignIn.redeem` takes. */
export interface PasswordPage {
  url(token: string): string;
}
export const PasswordPages = defineExtensionPoint<PasswordPage>('accounts/password-pages', { claim: () => 'the page for passwords' });
