import type { Metrics } from '../../server/contract/index.ts';
import type { RenderQueue } from './render-queue.ts';

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
