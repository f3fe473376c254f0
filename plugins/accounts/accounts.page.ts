import { NotFound, pageOf, ValidationError } from '../../server/contract/index.ts';
import { visitorOf } from '../audit/contract.ts';
import {
  type Block,
  type Button,
  type Cell,
  type DashboardPage,
  type PageAccount,
  type PageAction,
  type PageContext,
  pager,
  pageRequestOf,
} from '../dashboard/contract.ts';
import type { PlanLimits, UsageMeter } from '../limits/contract.ts';
import type { AccountService } from './account.service.ts';
import type { Account, SignIn } from './contract.ts';

const ROWS = 25;
const MAX_SEARCH = 200;

export interface AccountPagesParts {
  readonly directory: AccountService;
  readonly signIn: SignIn;
  readonly limits: PlanLimits | undefined;
  readonly meter: UsageMeter | undefined;
}

const later = (a: Date | null, b: Date | null | undefined): Date | null => (b === null || b === undefined || (a !== null && a > b) ? a : b);

const stateOf = ({ disabledAt, hasPassword, operator }: Account): Cell => {
  const lines: Cell[] = [
    disabledAt === null ? { badge: 'active', tone: 'good' } : { badge: 'disabled', tone: 'bad' },
    ...(operator ? [{ badge: 'operator', tone: 'neutral' } as const] : []),
    ...(hasPassword ? [] : ['no password yet']),
  ];
  return { lines };
};

/** An operator who shuts themselves out needs somebody with a shell. */
function refuseOneself(viewer: PageAccount, account: Account): void {
  if (viewer.id === account.id)
    throw ValidationError('You cannot change this of your own account here. Use npx platen account on the server.');
}

/** All accounts of the hub, for operators: what each uses, and what is done to it. Nobody signs in as somebody else. */
export function accountPages({ directory, signIn, limits, meter }: AccountPagesParts): DashboardPage[] {
  const usageOf = async ({ id, plan }: Account): Promise<string> => {
    if (meter === undefined) return '–';
    const { used, limit } = await meter.state(id, plan);
    return limit === null ? used.toLocaleString('en') : `${used.toLocaleString('en')} of ${limit.toLocaleString('en')}`;
  };
  const find = async ({ params }: PageContext): Promise<Account> => {
    const account = await directory.find(params['id'] ?? '');
    if (account === undefined) throw NotFound('There is no account with this id.');
    return account;
  };

  const switchDisabled = (disabled: boolean): PageAction => ({
    async run(context) {
      const account = await find(context);
      refuseOneself(context.account, account);
      await directory.setDisabled(account.id, disabled, visitorOf(context));
      return { goTo: `/operator/accounts/${account.id}`, flash: `${account.email} is ${disabled ? 'disabled' : 'enabled'}.` };
    },
  });
  const switchOperator = (operator: boolean): PageAction => ({
    async run(context) {
      const account = await find(context);
      refuseOneself(context.account, account);
      await directory.setOperator(account.id, operator, visitorOf(context));
      return {
        goTo: `/operator/accounts/${account.id}`,
        flash: `${account.email} is ${operator ? 'an operator' : 'no longer an operator'}.`,
      };
    },
  });

  const list: DashboardPage = {
    path: '/operator/accounts',
    title: 'Accounts',
    audience: 'operator',
    menu: { section: 'Operator', order: 10 },
    async load({ query }) {
      const search = (query.get('q') ?? '').trim().slice(0, MAX_SEARCH);
      const { data, next_cursor: next } = pageOf(await directory.page(pageRequestOf(query, ROWS), search), ROWS, (account) => account);
      const [uses, usage] = await Promise.all([directory.lastUses(data.map(({ id }) => id)), Promise.all(data.map(usageOf))]);
      return {
        blocks: [
          {
            kind: 'filters',
            fields: [{ name: 'q', label: 'Search', kind: 'search', value: search, maxLength: MAX_SEARCH, hint: 'E-mail or id.' }],
          },
          {
            kind: 'table',
            caption: 'Accounts',
            columns: ['Account', 'Plan', 'Documents this month', 'Last seen', 'Created', 'State'],
            rows: data.map((account, i): Cell[] => [
              { lines: [{ text: account.email, href: `/operator/accounts/${account.id}` }, { code: account.id }] },
              account.plan,
              usage[i] ?? '–',
              { time: later(account.signedInAt, uses.get(account.id)), none: 'never' },
              { time: account.createdAt },
              stateOf(account),
            ]),
            empty: 'No accounts match.',
          },
          {
            kind: 'section',
            title: 'New account',
            text: 'Creates an account without a password. Open it afterwards to create the link that sets one.',
            blocks: [
              {
                kind: 'form',
                action: 'create',
                submit: 'Create account',
                fields: [
                  { name: 'email', label: 'E-mail', kind: 'text', required: true, maxLength: 255 },
                  { name: 'plan', label: 'Plan', kind: 'select', options: directory.plans.map((value) => ({ value, text: value })) },
                ],
              },
            ],
          },
          pager('/operator/accounts', query, next),
        ],
      };
    },
    actions: {
      create: {
        async run(context, form) {
          const account = await directory.create((form.get('email') ?? '').trim(), form.get('plan') ?? '', visitorOf(context));
          return { goTo: `/operator/accounts/${account.id}`, flash: `${account.email} is created.` };
        },
      },
    },
  };

  const usageBlocks = async (account: Account): Promise<Block[]> => {
    if (meter === undefined || limits === undefined) return [];
    const [{ used, limit }, report] = await Promise.all([
      meter.state(account.id, account.plan),
      limits.report({ accountId: account.id, plan: account.plan }),
    ]);
    return [
      {
        kind: 'section',
        title: 'Usage',
        blocks: [
          { kind: 'meter', label: 'Documents this month', value: used, max: limit },
          {
            kind: 'table',
            caption: 'Limits of the plan',
            columns: ['Limit', 'Used', 'Allowed'],
            rows: report.map(({ name, used: count, limit: most }) => [
              { code: name },
              count.toLocaleString('en'),
              most === null ? 'no limit' : most.toLocaleString('en'),
            ]),
            empty: '',
          },
        ],
      },
    ];
  };

  const one: DashboardPage = {
    path: '/operator/accounts/:id',
    title: 'Account',
    audience: 'operator',
    async load(context) {
      const account = await find(context);
      const isOwn = account.id === context.account.id;
      const [keys, usage] = await Promise.all([directory.listKeys(account.id), usageBlocks(account)]);
      const lastUse = keys.reduce<Date | null>((latest, { lastUsedAt }) => later(latest, lastUsedAt), null);
      const { email } = account;
      const buttons: Button[] = [
        { text: 'Create password link', action: 'password-link' },
        ...(isOwn
          ? []
          : [
              account.operator
                ? ({ text: 'Remove operator access', action: 'operator-off', confirm: `Remove operator access from ${email}?` } as const)
                : ({
                    text: 'Make operator',
                    action: 'operator-on',
                    confirm: `Make ${email} an operator? Operators see and change every account.`,
                  } as const),
              account.disabledAt === null
                ? ({
                    text: 'Disable account',
                    action: 'disable',
                    tone: 'danger',
                    confirm: `Disable ${email}? Its API keys are refused, its sessions end, and its batches and webhooks stop. Nothing is deleted.`,
                  } as const)
                : ({ text: 'Enable account', action: 'enable', tone: 'primary' } as const),
            ]),
      ];
      return {
        title: email,
        crumbs: [{ text: 'Accounts', href: '/operator/accounts' }],
        blocks: [
          { kind: 'buttons', buttons },
          {
            kind: 'facts',
            facts: [
              { label: 'State', value: stateOf(account) },
              { label: 'Account id', value: { code: account.id } },
              { label: 'Plan', value: account.plan },
              { label: 'Created', value: { time: account.createdAt } },
              { label: 'Last sign-in', value: { time: account.signedInAt, none: 'never' } },
              { label: 'Last API request', value: { time: lastUse, none: 'never' } },
              ...(account.disabledAt === null ? [] : [{ label: 'Disabled', value: { time: account.disabledAt } }]),
            ],
          },
          {
            kind: 'buttons',
            buttons: [
              { text: 'Failed documents', href: `/operator/failures?account=${account.id}` },
              { text: 'Audit log', href: `/operator/audit?q=${account.id}` },
            ],
          },
          ...usage,
          {
            kind: 'section',
            title: 'Change plan',
            blocks: [
              {
                kind: 'form',
                action: 'plan',
                submit: 'Change plan',
                fields: [
                  {
                    name: 'plan',
                    label: 'Plan',
                    kind: 'select',
                    value: account.plan,
                    options: directory.plans.map((value) => ({ value, text: value })),
                  },
                ],
              },
            ],
          },
          {
            kind: 'section',
            title: 'API keys',
            blocks: [
              {
                kind: 'table',
                caption: 'API keys',
                columns: ['Key', 'Kind', 'Created', 'Last used', 'State', ''],
                rows: keys.map((key): Cell[] => [
                  { lines: [key.name, { code: key.hint }] },
                  key.test ? 'test' : 'live',
                  { time: key.createdAt },
                  { time: key.lastUsedAt, none: 'never' },
                  key.revokedAt === null ? { badge: 'active', tone: 'good' } : { badge: 'revoked', tone: 'neutral' },
                  key.revokedAt === null
                    ? {
                        button: {
                          text: 'Revoke',
                          action: 'revoke-key',
                          values: { id: key.id },
                          tone: 'danger',
                          confirm: `Revoke the key ${key.name} of ${email}? Requests with it are refused at once.`,
                        },
                      }
                    : '',
                ]),
                empty: 'This account has no API keys.',
              },
            ],
          },
        ],
      };
    },
    actions: {
      plan: {
        async run(context, form) {
          const { id } = await find(context);
          const { email, plan } = await directory.setPlan(id, form.get('plan') ?? '', visitorOf(context));
          return { goTo: `/operator/accounts/${id}`, flash: `${email} is on the plan ${plan}.` };
        },
      },
      disable: switchDisabled(true),
      enable: switchDisabled(false),
      'operator-on': switchOperator(true),
      'operator-off': switchOperator(false),
      'password-link': {
        confirmsPassword: true,
        async run(context) {
          const { id, email } = await find(context);
          const link = await signIn.makeLink(id, visitorOf(context));
          if (link === undefined) throw NotFound('No page for passwords is switched on.');
          return {
            view: {
              title: 'Password link',
              crumbs: [
                { text: 'Accounts', href: '/operator/accounts' },
                { text: email, href: `/operator/accounts/${id}` },
              ],
              blocks: [
                {
                  kind: 'notice',
                  tone: 'warning',
                  text: `Send this link to ${email}. It sets the password once, within 24 hours, and is shown only now.`,
                },
                { kind: 'copy', label: 'Password link', text: link, secret: true },
                { kind: 'buttons', buttons: [{ text: 'Done', href: `/operator/accounts/${id}` }] },
              ],
            },
          };
        },
      },
      'revoke-key': {
        async run(context, form) {
          const { id } = await find(context);
          const { name } = await directory.revokeKey(id, form.get('id') ?? '', visitorOf(context));
          return { goTo: `/operator/accounts/${id}`, flash: `The key ${name} is revoked.` };
        },
      },
    },
  };
  return [list, one];
}
