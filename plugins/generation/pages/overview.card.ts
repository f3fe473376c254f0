import type { Cell, OverviewCard } from '../../dashboard/contract.ts';
import { statusBadge } from '../contract.ts';
import type { GenerationStore } from '../document/generation.store.ts';
import type { GenerationStatistics } from '../history/statistics.ts';
import { duration } from './words.ts';

const DAYS = 30;
const LATEST = 5;
const TIMED = 500;
const BUCKETS = [
  { label: '< 50 ms', from: 0, to: 50 },
  { label: '< 100', from: 50, to: 100 },
  { label: '< 250', from: 100, to: 250 },
  { label: '< 500', from: 250, to: 500 },
  { label: '< 1 s', from: 500, to: 1000 },
  { label: '< 2.5', from: 1000, to: 2500 },
  { label: '< 10', from: 2500, to: 10_000 },
  { label: 'longer', from: 10_000, to: Infinity },
];

const percentile = (sorted: readonly number[], share: number): number | null => sorted[Math.ceil(sorted.length * share) - 1] ?? null;

/** Documents of the last 30 days: how many, how fast, what failed. */
export const overviewCard = (store: GenerationStore, statistics: GenerationStatistics): OverviewCard => ({
  order: 20,
  async load({ account }) {
    const latest = await store.latest(account.id, TIMED);
    const days = await statistics.byDay(account.id, DAYS, latest);
    const times = latest
      .slice(0, TIMED)
      .flatMap(({ ms }) => ms ?? [])
      .sort((a, b) => a - b);
    const completed = days.reduce((sum, day) => sum + day.completed, 0);
    const failed = days.reduce((sum, day) => sum + day.failed, 0);
    const share = completed + failed === 0 ? '–' : `${((failed / (completed + failed)) * 100).toFixed(1)} %`;
    return [
      {
        kind: 'tiles',
        tiles: [
          { label: 'Documents in 30 days', value: completed.toLocaleString('en') },
          { label: 'Failed', value: failed.toLocaleString('en'), note: share },
          { label: 'Time, median', value: duration(percentile(times, 0.5)), note: `of the last ${String(times.length)}` },
          { label: 'Time, p95', value: duration(percentile(times, 0.95)), note: '95 of 100 are faster' },
        ],
      },
      {
        kind: 'chart',
        title: 'Documents a day',
        unit: 'documents',
        across: 'Day',
        labels: days.map(({ day }) => day.slice(5)),
        series: [
          { name: 'completed', tone: 'neutral', values: days.map((day) => day.completed) },
          { name: 'failed', tone: 'bad', values: days.map((day) => day.failed) },
        ],
      },
      {
        kind: 'chart',
        title: `Time of the last ${String(times.length)} documents`,
        unit: 'documents',
        across: 'Time',
        labels: BUCKETS.map(({ label }) => label),
        series: [
          { name: 'documents', tone: 'neutral', values: BUCKETS.map(({ from, to }) => times.filter((ms) => ms >= from && ms < to).length) },
        ],
      },
      {
        kind: 'section',
        title: 'Latest documents',
        blocks: [
          {
            kind: 'table',
            caption: 'Latest documents',
            columns: ['Document', 'Status', 'Took', 'Created'],
            rows: latest
              .slice(0, LATEST)
              .map((one): Cell[] => [
                { text: one.filename ?? one.id, href: `/history/${one.id}` },
                statusBadge(one.status),
                duration(one.ms),
                { time: one.createdAt },
              ]),
            empty: 'Nothing yet. Create a key under API keys, and send your first document.',
          },
        ],
      },
    ];
  },
});
