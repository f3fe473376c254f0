import { pageOf } from '../../server/contract/index.ts';
import {
  type Cell,
  csvFile,
  type DashboardPage,
  dayRange,
  type Field,
  type PageContext,
  type PageFile,
  pager,
  pageRequestOf,
} from '../dashboard/contract.ts';
import type { AuditStore, EntryFilter } from './audit.store.ts';
import { AUDIT_ACTIONS, type AuditAction } from './contract.ts';
import type { EntryDocument } from './entry.model.ts';

const ROWS = 50;
const MAX_SEARCH = 100;

const isAction = (text: string): text is AuditAction => Object.hasOwn(AUDIT_ACTIONS, text);

function filterOf(query: URLSearchParams): EntryFilter {
  const action = query.get('action') ?? '';
  const search = (query.get('q') ?? '').trim().slice(0, MAX_SEARCH);
  return { ...(isAction(action) ? { action } : {}), ...(search === '' ? {} : { search }), ...dayRange(query) };
}

const fields = (query: URLSearchParams, filter: EntryFilter): Field[] => [
  { name: 'q', label: 'Search', kind: 'search', value: filter.search ?? '', maxLength: MAX_SEARCH, hint: 'Name, id, e-mail or address.' },
  {
    name: 'action',
    label: 'Action',
    kind: 'select',
    value: filter.action ?? '',
    options: [{ value: '', text: 'Any' }, ...Object.entries(AUDIT_ACTIONS).map(([value, words]) => ({ value, text: words }))],
  },
  { name: 'from', label: 'From', kind: 'date', value: query.get('from') ?? '' },
  { name: 'to', label: 'To', kind: 'date', value: query.get('to') ?? '' },
];

/** An account sees of what the operator did that it was the operator, not who and from where. */
function actorIn({ actor, accountId }: EntryDocument, forOperator: boolean): { who: string; address: string } {
  if (actor.kind === 'command') return { who: 'Operator, command line', address: '' };
  if (actor.kind === 'visitor') return { who: 'Not signed in', address: actor.address };
  if (actor.kind === 'person' && actor.id !== accountId && !forOperator) return { who: 'Operator', address: '' };
  return { who: actor.kind === 'key' ? `API key ${actor.name}` : actor.name, address: actor.address };
}

const whatIn = ({ subjectName, subjectId, detail }: EntryDocument): Cell => {
  const lines: Cell[] = [
    ...(subjectName === '' ? [] : [subjectName]),
    ...(subjectId === '' || subjectId === subjectName ? [] : [{ code: subjectId }]),
    ...(detail === '' ? [] : [detail]),
  ];
  return lines.length === 0 ? '–' : { lines };
};

function rowOf(entry: EntryDocument, forOperator: boolean): Cell[] {
  const { who, address } = actorIn(entry, forOperator);
  const words = AUDIT_ACTIONS[entry.action];
  return [
    { time: entry.createdAt },
    entry.action === 'sign-in.failed' ? { badge: words, tone: 'warning' } : words,
    whatIn(entry),
    who,
    address === '' ? '–' : { code: address },
    ...(forOperator ? [entry.accountId === '' ? '–' : { text: entry.accountId, href: `/operator/accounts/${entry.accountId}` }] : []),
  ];
}

interface Variant {
  readonly path: `/${string}`;
  readonly title: string;
  readonly intro: string;
  readonly forOperator: boolean;
}

function auditList(store: AuditStore, { path, title, intro, forOperator }: Variant): { page: DashboardPage; file: PageFile } {
  const filter = ({ account, query }: PageContext): EntryFilter => ({
    ...filterOf(query),
    ...(forOperator ? {} : { accountId: account.id }),
  });
  const audience = forOperator ? ({ audience: 'operator' } as const) : {};
  const page: DashboardPage = {
    path,
    title,
    ...audience,
    menu: forOperator ? { section: 'Operator', order: 50 } : { section: 'Settings', order: 20 },
    async load(context) {
      const { query } = context;
      const wanted = filter(context);
      const found = await store.page(wanted, pageRequestOf(query, ROWS));
      const { data, next_cursor: next } = pageOf(found, ROWS, (entry) => entry);
      return {
        blocks: [
          { kind: 'text', text: intro },
          { kind: 'filters', fields: fields(query, wanted), download: `${path}.csv` },
          {
            kind: 'table',
            caption: title,
            columns: ['Time', 'Action', 'Subject', 'By', 'Address', ...(forOperator ? ['Account'] : [])],
            rows: data.map((entry) => rowOf(entry, forOperator)),
            empty: 'No entries match.',
          },
          pager(path, query, next),
        ],
      };
    },
  };
  const file = csvFile<EntryDocument & { id: string }>({
    path: `${path}.csv`,
    ...audience,
    filename: 'audit-log.csv',
    columns: [
      'time',
      'action',
      'subject',
      'subject_id',
      'detail',
      'actor_kind',
      'actor',
      'address',
      ...(forOperator ? ['account_id'] : []),
    ],
    read: (context, request) => store.page(filter(context), request),
    present: (entry) => {
      const { who, address } = actorIn(entry, forOperator);
      const account = forOperator ? [entry.accountId] : [];
      return [entry.createdAt, entry.action, entry.subjectName, entry.subjectId, entry.detail, entry.actor.kind, who, address, ...account];
    },
  });
  return { page, file };
}

/** The log of an account, and for operators that of all. */
export function auditPages(store: AuditStore, keepDays: number): { pages: DashboardPage[]; files: PageFile[] } {
  const kept = `Entries are kept for ${String(keepDays)} days.`;
  const own = auditList(store, {
    path: '/audit',
    title: 'Audit log',
    intro: `Sign-ins and changes to keys, templates, webhooks and this account. ${kept}`,
    forOperator: false,
  });
  const all = auditList(store, {
    path: '/operator/audit',
    title: 'Audit log of all accounts',
    intro: `Sign-ins and changes in every account, including what operators did. ${kept}`,
    forOperator: true,
  });
  return { pages: [own.page, all.page], files: [own.file, all.file] };
}
