import { pageOf } from '../../../server/contract/index.ts';
import type { AccountDirectory } from '../../accounts/contract.ts';
import { type Cell, type DashboardPage, pager, pageRequestOf } from '../../dashboard/contract.ts';
import type { GenerationStore } from '../document/generation.store.ts';

const ROWS = 50;
const MAX_ID = 100;

/** Documents of all accounts that failed, and why; never what they were made from. */
export const failuresPage = (store: GenerationStore, directory: AccountDirectory | undefined): DashboardPage => ({
  path: '/operator/failures',
  title: 'Failed documents',
  audience: 'operator',
  menu: { section: 'Operator', order: 30 },
  async load({ query }) {
    const accountId = (query.get('account') ?? '').trim().slice(0, MAX_ID);
    const found = await store.failures(pageRequestOf(query, ROWS), accountId === '' ? undefined : accountId);
    const { data, next_cursor: next } = pageOf(found, ROWS, (one) => one);
    const emails = (await directory?.emails(data.map((one) => one.accountId))) ?? new Map<string, string>();
    return {
      blocks: [
        { kind: 'text', text: 'Failed documents of every account. What a document was made from is visible to its account only.' },
        { kind: 'filters', fields: [{ name: 'account', label: 'Account id', kind: 'search', value: accountId, maxLength: MAX_ID }] },
        {
          kind: 'table',
          caption: 'Failed documents',
          columns: ['Created', 'Account', 'Document', 'Source', 'Error'],
          rows: data.map((one): Cell[] => [
            { time: one.createdAt },
            { text: emails.get(one.accountId) ?? one.accountId, href: `/operator/accounts/${one.accountId}` },
            { code: one.id },
            one.test ? { lines: [one.source, { badge: 'test', tone: 'warning' }] } : one.source,
            one.error ?? '–',
          ]),
          empty: 'No failed documents.',
        },
        pager('/operator/failures', query, next),
      ],
    };
  },
});
