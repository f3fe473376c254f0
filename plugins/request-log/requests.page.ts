import { pageOf } from '../../server/contract/index.ts';
import type { AccountDirectory } from '../accounts/contract.ts';
import {
  type Cell,
  csvFile,
  type DashboardPage,
  dayRange,
  type Field,
  type PageFile,
  pager,
  pageRequestOf,
  type Tone,
} from '../dashboard/contract.ts';
import { type RequestFilter, type RequestLog, STATUS_CLASSES, type StatusClass } from './request-log.store.ts';
import type { RequestDocument } from './request.model.ts';

const ROWS = 50;
const MAX_SEARCH = 100;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const CLASS_WORDS: Readonly<Record<StatusClass, string>> = { '2xx': '2xx, succeeded', '4xx': '4xx, refused', '5xx': '5xx, failed' };

const toneOf = (status: number): Tone => (status >= 500 ? 'bad' : status >= 400 ? 'warning' : 'good');

function filterOf(query: URLSearchParams): RequestFilter {
  const status = STATUS_CLASSES.find((one) => one === query.get('status'));
  const method = METHODS.find((one) => one === query.get('method'));
  const search = (query.get('q') ?? '').trim().slice(0, MAX_SEARCH);
  return {
    ...(status === undefined ? {} : { status }),
    ...(method === undefined ? {} : { method }),
    ...(search === '' ? {} : { search }),
    ...dayRange(query),
  };
}

const fields = (query: URLSearchParams, { status, method, search }: RequestFilter): Field[] => [
  { name: 'q', label: 'Search', kind: 'search', value: search ?? '', maxLength: MAX_SEARCH, hint: 'Request id, route or error.' },
  {
    name: 'status',
    label: 'Status',
    kind: 'select',
    value: status ?? '',
    options: [{ value: '', text: 'Any' }, ...STATUS_CLASSES.map((value) => ({ value, text: CLASS_WORDS[value] }))],
  },
  {
    name: 'method',
    label: 'Method',
    kind: 'select',
    value: method ?? '',
    options: [{ value: '', text: 'Any' }, ...METHODS.map((value) => ({ value, text: value }))],
  },
  { name: 'from', label: 'From', kind: 'date', value: query.get('from') ?? '' },
  { name: 'to', label: 'To', kind: 'date', value: query.get('to') ?? '' },
];

/** What the account's keys asked for, and how it was answered. */
export function requestsPage(
  log: RequestLog,
  directory: AccountDirectory | undefined,
  keepDays: number,
): { page: DashboardPage; file: PageFile } {
  const keyNames = async (accountId: string): Promise<ReadonlyMap<string, string>> =>
    new Map((await directory?.listKeys(accountId))?.map(({ id, name }) => [id, name]));
  const rowOf = (one: RequestDocument, names: ReadonlyMap<string, string>): Cell[] => [
    { time: one.createdAt },
    { code: `${one.method} ${one.route}` },
    one.errorCode === ''
      ? { badge: String(one.status), tone: toneOf(one.status) }
      : { lines: [{ badge: `${String(one.status)} ${one.errorCode}`, tone: toneOf(one.status) }, one.errorMessage] },
    `${one.ms.toLocaleString('en')} ms`,
    names.get(one.keyId) ?? { code: one.keyId },
    { code: one.requestId },
  ];
  return {
    page: {
      path: '/requests',
      title: 'Request log',
      menu: { section: 'Developers', order: 30 },
      async load({ account, query }) {
        const filter = filterOf(query);
        const [found, names] = await Promise.all([log.page(account.id, filter, pageRequestOf(query, ROWS)), keyNames(account.id)]);
        const { data, next_cursor: next } = pageOf(found, ROWS, (one) => one);
        return {
          blocks: [
            {
              kind: 'text',
              text: `Every request that your API keys sent in the last ${String(keepDays)} days. Request and response bodies are not recorded. New requests appear within a second or two.`,
            },
            { kind: 'filters', fields: fields(query, filter), download: '/requests.csv' },
            {
              kind: 'table',
              caption: 'Requests',
              columns: ['Time', 'Request', 'Status', 'Took', 'Key', 'Request id'],
              rows: data.map((one) => rowOf(one, names)),
              empty: Object.keys(filter).length === 0 ? 'No requests yet.' : 'No requests match.',
            },
            pager('/requests', query, next),
          ],
        };
      },
    },
    file: csvFile<RequestDocument & { id: string }>({
      path: '/requests.csv',
      filename: 'requests.csv',
      columns: ['time', 'method', 'route', 'status', 'ms', 'error_code', 'error_message', 'key_id', 'request_id'],
      read: ({ account, query }, request) => log.page(account.id, filterOf(query), request),
      present: (one) => [
        ...[one.createdAt, one.method, one.route, one.status, one.ms],
        ...[one.errorCode, one.errorMessage, one.keyId, one.requestId],
      ],
    }),
  };
}
