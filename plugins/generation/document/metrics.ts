import type { Metrics } from '../../../server/contract/index.ts';
import type { Lease } from './generation.store.ts';
import type { RenderQueue } from '../batches/render-queue.ts';

export type CountDocument = (outcome: 'completed' | 'failed', lease: Lease) => void;

/** Documents by how they ended; a request that was only wrong is none. */
export function countDocuments(metrics: Metrics): CountDocument {
  const count = metrics.counter({
    name: 'platen_documents_total',
    help: 'Documents that ended, alone or as an item of a batch.',
    labels: ['outcome', 'kind'],
  });
  return (outcome, { batch }) => {
    count({ outcome, kind: batch === null ? 'single' : 'item' });
  };
}

/** The queue that all workers share: every process reports the same numbers. */
export function measureQueue(metrics: Metrics, queue: RenderQueue, clock: () => Date): void {
  let asked: ReturnType<RenderQueue['depth']> | undefined;
  // Both gauges are read at once, and one look at the database serves both.
  const depth = (): ReturnType<RenderQueue['depth']> =>
    (asked ??= queue.depth().finally(() => {
      asked = undefined;
    }));
  metrics.gauge({
    name: 'platen_queue_items',
    help: 'Items of batches that no worker has taken up, in the whole installation.',
    read: async () => [{ labels: {}, value: (await depth()).items }],
  });
  metrics.gauge({
    name: 'platen_queue_oldest_age_seconds',
    help: 'Age of the oldest batch of which items wait, in the whole installation.',
    read: async () => {
      const { oldest } = await depth();
      return [{ labels: {}, value: oldest === undefined ? 0 : Math.max(0, (clock().getTime() - oldest.getTime()) / 1000) }];
    },
  });
}
