import { pageOf } from '../../../server/contract/index.ts';
import { type Cell, type DashboardPage, type Field, pager, pageRequestOf } from '../../dashboard/contract.ts';
import type { Template, TemplateCatalog } from '../../templates/contract.ts';
import { type Generation, SOURCES, statusBadge, STATUSES } from '../contract.ts';
import type { GenerationStore } from '../document/generation.store.ts';
import type { HistoryFilter } from '../document/history-filter.ts';
import { duration, madeFrom } from './words.ts';

const ROWS = 25;
const REFRESH_SECONDS = 2;
const MAX_TEMPLATES = 100;

const select = (name: string, label: string, value: string, options: readonly { value: string; text: string }[]): Field => ({
  name,
  label,
  kind: 'select',
  value,
  options: [{ value: '', text: 'Any' }, ...options],
});

function filterOf(query: URLSearchParams): HistoryFilter {
  const wantedStatus = STATUSES.find((one) => one === query.get('status'));
  const source = SOURCES.find((one) => one === query.get('source'));
  const templateId = query.get('template') ?? '';
  return {
    ...(wantedStatus === undefined ? {} : { status: wantedStatus }),
    ...(source === undefined ? {} : { source }),
    ...(templateId === '' ? {} : { templateId }),
  };
}

function what(one: Generation, templates: readonly Template[]): Cell {
  const known = templates.find(({ id }) => id === one.templateId);
  return known === undefined && one.templateId !== null ? { code: one.templateId } : madeFrom(one, known?.name);
}

/** What was made, newest first. */
export function historyPage(store: GenerationStore, catalog: TemplateCatalog | undefined): DashboardPage {
  return {
    path: '/history',
    title: 'History',
    menu: { section: 'Documents', order: 10 },
    async load({ account, query }) {
      const filter = filterOf(query);
      const request = pageRequestOf(query, ROWS);
      const [found, templates] = await Promise.all([
        store.page(account.id, request, filter),
        catalog?.recent(account.id, { limit: MAX_TEMPLATES, offset: 0 }) ?? [],
      ]);
      const { data: documents, next_cursor: next } = pageOf(found, request.limit, (document) => document);
      const isRunning = documents.some((one) => one.status === 'queued' || one.status === 'processing');
      return {
        blocks: [
          {
            kind: 'filters',
            fields: [
              select(
                'status',
                'Status',
                filter.status ?? '',
                STATUSES.map((value) => ({ value, text: value })),
              ),
              select(
                'template',
                'Template',
                filter.templateId ?? '',
                templates.map(({ id, name }) => ({ value: id, text: name })),
              ),
              select(
                'source',
                'Came by',
                filter.source ?? '',
                SOURCES.map((value) => ({ value, text: value })),
              ),
            ],
          },
          {
            kind: 'table',
            caption: 'Documents',
            columns: ['Document', 'Made from', 'Status', 'Pages', 'Took', 'Came by', 'Created'],
            rows: documents.map((one): Cell[] => [
              {
                lines: [{ text: one.filename ?? one.id, href: `/history/${one.id}` }, ...(one.filename === null ? [] : [{ code: one.id }])],
              },
              what(one, templates),
              one.error === null ? statusBadge(one.status) : { lines: [statusBadge(one.status), one.error.slice(0, 120)] },
              one.pages === null ? '–' : String(one.pages),
              duration(one.ms),
              one.source,
              { time: one.createdAt },
            ]),
            empty:
              Object.keys(filter).length === 0 ? 'Nothing yet. Make a key, send a document, and it appears here.' : 'Nothing like that.',
          },
          pager('/history', query, next),
        ],
        ...(isRunning ? { refreshSeconds: REFRESH_SECONDS } : {}),
      };
    },
  };
}
