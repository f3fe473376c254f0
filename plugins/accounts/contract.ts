import { definePort, type Scope } from '../../server/contract/index.ts';

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly plan: string;
  readonly createdAt: Date;
}

/** What may be shown of a key after it was made. */
export interface KeyInfo {
  readonly id: string;
  readonly name: string;
  /** Prefix and last four characters: enough to recognise the key, useless for calling. */
  readonly hint: string;
  readonly test: boolean;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

export interface NewKey {
  readonly name: string;
  readonly test?: boolean;
  /** All scopes when absent. */
  readonly scopes?: readonly Scope[];
  readonly expiresAt?: Date;
}

/** Accounts and their keys: behind the operator's command, the first start and the dashboard. */
export interface AccountDirectory {
  findByEmail(email: string): Promise<Account | undefined>;
  list(): Promise<Account[]>;
  /** @throws ValidationError for a malformed or taken address and an unknown plan. */
  create(email: string, plan: string): Promise<Account>;
  setPlan(accountId: string, plan: string): Promise<Account>;
  /** The only moment at which the key's text exists. At most 25 keys of an account are live. */
  createKey(accountId: string, key: NewKey): Promise<KeyInfo & { readonly key: string }>;
  listKeys(accountId: string): Promise<KeyInfo[]>;
  /** Works with the next request. @throws NotFound when the account has no such key. */
  revokeKey(accountId: string, keyId: string): Promise<KeyInfo>;
}
export const AccountDirectory = definePort<AccountDirectory>('accounts/directory');
