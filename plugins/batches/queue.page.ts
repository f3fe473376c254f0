import type { AccountDirectory } from '../accounts/contract.ts';
import type { Cell, DashboardPage } from '../dashboard/contract.ts';
import type { ProcessRegister } from './process-register.ts';
import type { RenderQueue } from './render-queue.ts';

const SHOWN = 50;

function age(since: Date, now: Date): string {
  const seconds = Math.max(0, Math.round((now.getTime() - since.getTime()) / 1000));
  if (seconds < 120) return `${String(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${String(minutes)} min` : `${String(Math.round(minutes / 60))} h`;
}

/** What waits to be made, for whom, and which processes there are to make it. */
export const queuePage = (
  queue: RenderQueue,
  register: ProcessRegister,
  directory: AccountDirectory | undefined,
  clock: () => Date,
): DashboardPage => ({
  path: '/operator/queue',
  title: 'Queue and workers',
  audience: 'operator',
  menu: { section: 'Operator', order: 20 },
  async load() {
    const now = clock();
    const [{ items, oldest }, waiting, processes] = await Promise.all([queue.depth(), queue.waiting(SHOWN), register.list()]);
    const emails = (await directory?.emails(waiting.map(({ accountId }) => accountId))) ?? new Map<string, string>();
    const workers = processes.filter(({ roles }) => roles.includes('worker'));
    return {
      blocks: [
        ...(workers.length === 0
          ? [{ kind: 'notice', tone: 'bad', text: 'No worker is running: batches are accepted and stay queued until one starts.' } as const]
          : []),
        {
          kind: 'tiles',
          tiles: [
            { label: 'Batch items waiting', value: items.toLocaleString('en') },
            { label: 'Oldest has waited', value: oldest === undefined ? '–' : age(oldest, now) },
            { label: 'Items in progress', value: String(workers.reduce((sum, { busy }) => sum + busy, 0)), note: 'as of the last 15 s' },
            { label: 'Workers', value: String(workers.length) },
          ],
        },
        {
          kind: 'section',
          title: 'Waiting batches',
          text: 'Accounts take turns, so a long batch does not hold up the others.',
          blocks: [
            {
              kind: 'table',
              caption: 'Waiting batches',
              columns: ['Batch', 'Account', 'Items waiting', 'Waiting for'],
              rows: waiting.map(({ batchId, accountId, count, since }): Cell[] => [
                { code: batchId },
                { text: emails.get(accountId) ?? accountId, href: `/operator/accounts/${accountId}` },
                count.toLocaleString('en'),
                age(since, now),
              ]),
              empty: 'Nothing is waiting.',
            },
          ],
        },
        {
          kind: 'section',
          title: 'Processes',
          text: 'Each process reports every 15 seconds and is dropped from this list after a minute of silence.',
          blocks: [
            {
              kind: 'table',
              caption: 'Processes',
              columns: ['Process', 'Role', 'Items in progress', 'Started', 'Last report'],
              rows: processes.map(({ host, pid, roles, busy, places, startedAt, seenAt }): Cell[] => [
                { code: `${host}:${String(pid)}` },
                roles.join(', '),
                roles.includes('worker') ? `${String(busy)} of ${String(places)}` : '–',
                { time: startedAt },
                `${age(seenAt, now)} ago`,
              ]),
              empty: 'No process has reported.',
            },
          ],
        },
      ],
      refreshSeconds: 5,
    };
  },
});
