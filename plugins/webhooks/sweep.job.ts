import { z } from 'zod';
import { defineJob, type Job, type JobQueue } from '../../server/contract/index.ts';
import { DeliverRef } from './deliver.job.ts';
import type { DeliveryStore } from './delivery.store.ts';
import type { HookStore } from './hook.store.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Longer than its delivery is tried. */
const HOOK_OF_ONE_MS = 2 * DAY_MS;

/** Sends again what a process that died left unsent, and forgets deliveries kept long enough and hooks of documents that ended long ago. */
export function sweepJob(deliveries: DeliveryStore, hooks: HookStore, jobs: JobQueue, keepDays: number, clock: () => Date): Job {
  return defineJob({
    name: 'webhooks.sweep',
    data: z.strictObject({}),
    every: '10 seconds',
    async run() {
      for (const id of await deliveries.overdue()) await jobs.enqueue(DeliverRef, { id });
      await deliveries.dropOlderThan(new Date(clock().getTime() - keepDays * DAY_MS));
      await hooks.dropOfOne(new Date(clock().getTime() - HOOK_OF_ONE_MS));
    },
  });
}
