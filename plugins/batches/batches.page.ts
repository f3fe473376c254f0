import { pageOf } from '../../server/contract/index.ts';
import { type Button, type Cell, type DashboardPage, type PageLink, pager, pageRequestOf, planOwnerOf } from '../dashboard/contract.ts';
import type { FileStore } from '../storage/contract.ts';
import { presentBatch, presentBatchSummary } from './batch.presenter.ts';
import type { BatchService } from './batch.service.ts';
import type { BatchStore } from './batch.store.ts';
import { statusBadge } from '../generation/contract.ts';

const ROWS = 25;
export interface BatchPagesParts {
  readonly service: BatchService;
  readonly batches: BatchStore;
  readonly files: FileStore;
}

/** Batches: how far they are, what failed, cancel and retry. */
export function batchPages({ service, batches, files }: BatchPagesParts): DashboardPage[] {
  const list: DashboardPage = {
    path: '/batches',
    title: 'Batches',
    menu: { section: 'Documents', order: 20 },
    async load({ account, query }) {
      const request = pageRequestOf(query, ROWS);
      const found = await batches.page(account.id, request);
      const { data: rows, next_cursor: next } = pageOf(found, ROWS, (batch) => ({ ...presentBatchSummary(batch, files), batch }));
      const isRunning = rows.some(({ batch }) => batch.open);
      return {
        blocks: [
          {
            kind: 'table',
            caption: 'Batches',
            columns: ['Batch', 'Status', 'Finished', 'Result', 'Created', 'Ended'],
            rows: rows.map(({ batch, ...row }): Cell[] => [
              { text: batch.id, href: `/batches/${batch.id}` },
              statusBadge(row.status),
              `${String(batch.finished.length)} of ${String(row.total)}`,
              row.result_url === null
                ? (row.result_error ?? row.result ?? '–')
                : { text: `${row.result ?? ''} file`, href: row.result_url },
              { time: batch.createdAt },
              { time: batch.finishedAt, none: '–' },
            ]),
            empty: 'No batch yet. POST /v1/generate/batch takes up to 100 documents at once.',
          },
          pager('/batches', query, next),
        ],
        ...(isRunning ? { refreshSeconds: 2 } : {}),
      };
    },
  };

  const one: DashboardPage = {
    path: '/batches/:id',
    title: 'Batch',
    async load({ account, params }) {
      const { batch, members } = await service.find(account.id, params['id'] ?? '');
      const shown = presentBatch(batch, members, files);
      const failed = shown.failed > 0;
      const buttons: (Button | PageLink)[] = [
        ...(shown.result_url === null ? [] : [{ text: `Download the ${shown.result ?? ''} file`, href: shown.result_url }]),
        ...(batch.open && batch.status !== 'cancelled'
          ? [{ text: 'Cancel', action: 'cancel', tone: 'danger', confirm: 'Cancel the documents that have not started?' } as const]
          : []),
        ...(!batch.open && failed ? [{ text: 'Retry failed documents', action: 'retry', tone: 'primary' } as const] : []),
      ];
      return {
        title: batch.id,
        crumbs: [{ text: 'Batches', href: '/batches' }],
        blocks: [
          { kind: 'buttons', buttons },
          {
            kind: 'meter',
            label: 'Finished',
            value: shown.completed + shown.failed,
            max: shown.total,
            note: `${String(shown.failed)} failed`,
            isProgress: true,
          },
          {
            kind: 'facts',
            facts: [
              { label: 'Status', value: statusBadge(shown.status) },
              { label: 'Created', value: { time: batch.createdAt } },
              { label: 'Ended', value: { time: batch.finishedAt, none: 'not yet' } },
              ...(shown.result_error === null ? [] : [{ label: 'Result', value: shown.result_error }]),
            ],
          },
          {
            kind: 'table',
            caption: 'Items',
            columns: ['Item', 'Document', 'Status', 'Why'],
            rows: shown.generations.map(({ index, id, status: state, error }): Cell[] => [
              String(index + 1),
              { text: id, href: `/history/${id}` },
              statusBadge(state),
              error ?? '',
            ]),
            empty: 'Its documents were deleted.',
          },
        ],
        ...(batch.open ? { refreshSeconds: 2 } : {}),
      };
    },
    actions: {
      cancel: {
        async run({ account, params }) {
          const id = params['id'] ?? '';
          await service.cancel(account.id, id);
          return { goTo: `/batches/${id}`, flash: 'The batch is cancelled.' };
        },
      },
      retry: {
        async run({ account, params }) {
          const id = params['id'] ?? '';
          await service.retry(id, planOwnerOf(account));
          return { goTo: `/batches/${id}`, flash: 'The failed documents are being retried.' };
        },
      },
    },
  };
  return [list, one];
}
