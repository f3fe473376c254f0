import { HubError, invalidFields } from '../../../server/contract/index.ts';
import type { Cell, DashboardPage } from '../contract.ts';
import { type AuditLog, visitorOf } from '../../audit/contract.ts';
import type { SignIn } from '../../accounts/contract.ts';
import type { SessionStore } from '../session.store.ts';

/** `Chrome on Linux` of a User-Agent, as far as that can be told. */
function browserName(agent: string): string {
  const [, browser = 'A browser'] = /(Edg|OPR|Firefox|HeadlessChrome|Chrome|Safari)\//.exec(agent) ?? [];
  const [, system = ''] = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(agent) ?? [];
  return system === '' ? browser : `${browser.replace('Edg', 'Edge').replace('OPR', 'Opera')} on ${system}`;
}

/** Who is signed in, where, and the password. */
export const accountPage = (signIn: SignIn, sessions: SessionStore, audit: AuditLog | undefined): DashboardPage => ({
  path: '/account',
  title: 'Account',
  menu: { section: 'Settings', order: 10 },
  async load({ account }) {
    const open = await sessions.list(account.id);
    return {
      blocks: [
        {
          kind: 'facts',
          facts: [
            { label: 'E-mail', value: account.email },
            { label: 'Plan', value: account.plan },
            { label: 'Account id', value: { code: account.id } },
            ...(account.operator ? [{ label: 'Role', value: { badge: 'operator', tone: 'neutral' } as const }] : []),
          ],
        },
        {
          kind: 'section',
          title: 'Signed in',
          text: 'A session ends after 30 minutes without a page, and after 12 hours in any case.',
          blocks: [
            {
              kind: 'table',
              caption: 'Sessions',
              columns: ['Browser', 'Address', 'Since', 'Last seen', ''],
              rows: open.map(({ id, browser, address, createdAt, seenAt }): Cell[] => [
                browserName(browser),
                { code: address },
                { time: createdAt },
                { time: seenAt },
                { button: { text: 'Sign out', action: 'end', values: { session: id } } },
              ]),
              empty: 'Nobody.',
            },
            {
              kind: 'buttons',
              buttons: [
                {
                  text: 'Sign out everywhere',
                  action: 'end-all',
                  tone: 'danger',
                  confirm: 'Sign out in every browser, this one included?',
                },
              ],
            },
          ],
        },
        {
          kind: 'section',
          title: 'Password',
          blocks: [
            {
              kind: 'form',
              action: 'password',
              submit: 'Change password',
              fields: [
                { name: 'current', label: 'Current password', kind: 'password', required: true, autocomplete: 'current-password' },
                {
                  name: 'password',
                  label: 'New password',
                  kind: 'password',
                  required: true,
                  autocomplete: 'new-password',
                  hint: 'At least 12 characters. Every browser is signed out.',
                },
              ],
            },
          ],
        },
      ],
    };
  },
  actions: {
    end: {
      async run(context, form) {
        const { account } = context;
        await sessions.end(account.id, form.get('session') ?? '');
        await audit?.record({ accountId: account.id, action: 'sign-in.ended', actor: visitorOf(context), detail: 'one session' });
        return { goTo: '/account', flash: 'That session is signed out.' };
      },
    },
    'end-all': {
      async run(context) {
        const { account } = context;
        await sessions.endAll(account.id);
        await audit?.record({ accountId: account.id, action: 'sign-in.ended', actor: visitorOf(context), detail: 'all sessions' });
        return { goTo: '/sign-in', flash: 'You are signed out everywhere.' };
      },
    },
    password: {
      async run(context, form) {
        const { account, address } = context;
        await signIn.confirm(account.id, form.get('current') ?? '', address).catch((error: unknown) => {
          throw HubError.is(error) && error.status === 400 ? invalidFields([{ field: 'current', message: 'is wrong' }]) : error;
        });
        await signIn.changePassword(account.id, form.get('password') ?? '', visitorOf(context));
        await sessions.endAll(account.id);
        return { goTo: '/sign-in', flash: 'Your password is changed. Sign in with it.' };
      },
    },
  },
});
