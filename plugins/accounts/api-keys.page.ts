import { type DeclaredScope, type HubRegistry, invalidFields } from '../../server/contract/index.ts';
import type { ActionOutcome, Block, Cell, DashboardPage } from '../dashboard/contract.ts';
import { visitorOf } from '../audit/contract.ts';
import type { AccountDirectory, KeyInfo } from './contract.ts';

const curl = (apiUrl: string, key: string): string =>
  `curl -sS ${apiUrl}/v1/generate \\
  -H "Authorization: Bearer ${key}" \\
  -H 'Content-Type: application/json' -H 'Accept: application/pdf' \\
  -d '{"html":"<h1>Hello, paper</h1>"}' -o hello.pdf`;

function stateOf({ revokedAt, expiresAt }: KeyInfo, now: Date): Cell {
  if (revokedAt !== null) return { badge: 'revoked', tone: 'neutral' };
  if (expiresAt !== null && expiresAt <= now) return { badge: 'expired', tone: 'neutral' };
  return { badge: 'active', tone: 'good' };
}

const rowOf = (key: KeyInfo, scopes: readonly DeclaredScope[], now: Date): Cell[] => [
  { lines: [key.name, { code: key.hint }] },
  { badge: key.test ? 'test' : 'live', tone: key.test ? 'warning' : 'neutral' },
  scopes.every(({ name }) => key.scopes.includes(name)) ? 'everything' : key.scopes.join(', '),
  { time: key.createdAt },
  { time: key.lastUsedAt, none: 'never' },
  key.expiresAt === null ? 'never' : { time: key.expiresAt },
  stateOf(key, now),
  key.revokedAt === null
    ? {
        button: {
          text: 'Revoke',
          action: 'revoke',
          values: { id: key.id },
          tone: 'danger',
          confirm: `Revoke ${key.name}? Whatever uses it is refused at once.`,
        },
      }
    : '',
];

/** Keys of the account: shown once when they are made, revoked at once. */
export function apiKeysPage(directory: AccountDirectory, registry: HubRegistry, clock: () => Date): DashboardPage {
  const form = (scopes: readonly DeclaredScope[]): Block => ({
    kind: 'form',
    action: 'create',
    submit: 'Create key',
    tone: 'primary',
    fields: [
      { name: 'name', label: 'Name', kind: 'text', required: true, maxLength: 100, hint: 'Where the key is used: “billing service”.' },
      {
        name: 'kind',
        label: 'Kind',
        kind: 'select',
        value: 'live',
        options: [
          { value: 'live', text: 'Live' },
          { value: 'test', text: 'Test: watermarked, not counted' },
        ],
      },
      { name: 'expires', label: 'Expires', kind: 'date', hint: 'Never, when empty.' },
      {
        name: 'scopes',
        label: 'May',
        kind: 'checks',
        values: scopes.map(({ name }) => name),
        options: scopes.map(({ name, summary }) => ({ value: name, text: summary })),
      },
    ],
  });
  return {
    path: '/keys',
    title: 'API keys',
    menu: { section: 'Developers', order: 10 },
    async load({ account }) {
      const { scopes } = registry;
      const keys = await directory.listKeys(account.id);
      return {
        blocks: [
          {
            kind: 'table',
            caption: 'Keys',
            columns: ['Key', 'Kind', 'May', 'Created', 'Last used', 'Expires', 'State', ''],
            rows: keys.map((key) => rowOf(key, scopes, clock())),
            empty: 'No key yet. Create one below; it is shown once.',
          },
          { kind: 'section', title: 'New key', blocks: [form(scopes)] },
        ],
      };
    },
    actions: {
      create: {
        confirmsPassword: true,
        async run(context, sent): Promise<ActionOutcome> {
          const { account, apiUrl } = context;
          const expires = sent.get('expires') ?? '';
          const expiresAt = expires === '' ? undefined : new Date(`${expires}T23:59:59.999Z`);
          if (expiresAt !== undefined && !(expiresAt > clock()))
            throw invalidFields([{ field: 'expires', message: 'is a day that is not over' }]);
          const scopes = registry.scopes.map(({ name }) => name).filter((name) => sent.getAll('scopes').includes(name));
          if (scopes.length === 0) throw invalidFields([{ field: 'scopes', message: 'needs at least one' }]);
          const name = (sent.get('name') ?? '').trim();
          const wanted = { name, test: sent.get('kind') === 'test', scopes, ...(expiresAt === undefined ? {} : { expiresAt }) };
          const { key } = await directory.createKey(account.id, wanted, visitorOf(context));
          return {
            view: {
              title: 'Your new key',
              crumbs: [{ text: 'API keys', href: '/keys' }],
              blocks: [
                { kind: 'notice', tone: 'warning', text: 'Copy the key now. It is shown only once.' },
                { kind: 'copy', label: name, text: key, secret: true },
                { kind: 'code', title: 'Try it', samples: [{ label: 'curl', text: curl(apiUrl, key) }] },
                { kind: 'buttons', buttons: [{ text: 'Done', href: '/keys' }] },
              ],
            },
          };
        },
      },
      revoke: {
        async run(context, sent) {
          const { name } = await directory.revokeKey(context.account.id, sent.get('id') ?? '', visitorOf(context));
          return { goTo: '/keys', flash: `${name} is revoked.` };
        },
      },
    },
  };
}
