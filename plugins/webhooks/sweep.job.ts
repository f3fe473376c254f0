import { z } from 'zod';
import { defineJob, type Job, type JobQueue } from '../../server/contract/index.ts';
import { DeliverRef } from './deliver.job.ts';
import type { DeliveryStore } from './delivery.store.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Sends again what a process that died left unsent, and forgets deliveries kept long enough. */
export function sweepJob(deliveries: DeliveryStore, jobs: JobQueue, keepDays: number, clock: () => Date): Job {
  return defineJob({
    name: 'webhooks.sweep',
    data: z.strictObject({}),
    every: '10 seconds',
    async run() {
      for (const id of await deliveries.overdue()) await jobs.enqueue(DeliverRef, { id });
      await deliveries.dropOlderThan(new Date(clock().getTime() - keepDays * DAY_MS));
    },
  });
}
