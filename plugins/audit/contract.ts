import { definePort, type Principal } from '../../server/contract/index.ts';

/** What is written down, by the name under which it is filtered and exported. */
export const AUDIT_ACTIONS = {
  'sign-in.succeeded': 'Signed in',
  'sign-in.failed': 'Failed to sign in',
  'sign-in.ended': 'Signed out other sessions',
  'password.link-created': 'Created a password link',
  'password.changed': 'Set a new password',
  'account.created': 'Created the account',
  'account.plan-changed': 'Changed the plan',
  'account.operator-changed': 'Changed operator access',
  'account.disabled': 'Disabled the account',
  'account.enabled': 'Enabled the account',
  'key.created': 'Created an API key',
  'key.revoked': 'Revoked an API key',
  'template.created': 'Created a template',
  'template.updated': 'Changed a template',
  'template.deleted': 'Deleted a template',
  'template.published': 'Published a template',
  'template.unpublished': 'Unpublished a template',
  'webhook.created': 'Added a webhook endpoint',
  'webhook.deleted': 'Removed a webhook endpoint',
  'webhook.secret-shown': 'Revealed the webhook secret',
  'webhook.secret-rotated': 'Rotated the webhook secret',
} as const;
export type AuditAction = keyof typeof AUDIT_ACTIONS;

/** Who did it, and from where. */
export interface AuditActor {
  /** `command` is the operator's shell, `visitor` somebody who is not signed in. */
  readonly kind: 'person' | 'key' | 'command' | 'visitor';
  /** The account of a person, the id of a key. */
  readonly id: string;
  /** An e-mail address, or the id of a key. */
  readonly name: string;
  /** Network address; empty for a command. */
  readonly address: string;
}

export interface AuditEntry {
  /** Whose log it belongs to; null where no account is known, as with a sign-in under an unknown address. */
  readonly accountId: string | null;
  readonly action: AuditAction;
  readonly actor: AuditActor;
  /** What was changed: its id, and its name as it was then. */
  readonly subject?: { readonly id: string; readonly name: string };
  /** What else a reader wants to know, such as the new plan. Never a secret, never what somebody typed to sign in. */
  readonly detail?: string;
}

/** The record of who changed what. */
export interface AuditLog {
  /** Called after the change, which stands even when it cannot be written down; that is then in the hub's log. Does not throw. */
  record(entry: AuditEntry): Promise<void>;
}
export const AuditLog = definePort<AuditLog>('audit/log');

export const COMMAND: AuditActor = { kind: 'command', id: '', name: 'command line', address: '' };

/** The caller of a route: a key, or a person with a session. */
export const callerOf = ({
  principal,
  hasKey,
  address,
}: {
  readonly principal: Principal;
  readonly hasKey: boolean;
  readonly address: string;
}): AuditActor =>
  hasKey
    ? { kind: 'key', id: principal.keyId, name: principal.keyId, address }
    : { kind: 'person', id: principal.accountId, name: principal.email, address };

/** Whoever looks at a page of the dashboard. */
export const visitorOf = ({
  account,
  address,
}: {
  readonly account: { readonly id: string; readonly email: string };
  readonly address: string;
}): AuditActor => ({ kind: 'person', id: account.id, name: account.email, address });

/** Somebody who is not signed in. */
export const strangerAt = (address: string): AuditActor => ({ kind: 'visitor', id: '', name: '', address });
