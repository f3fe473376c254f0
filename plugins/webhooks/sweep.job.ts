import { z } from 'zod';
import { defineJob, type Job } from '../../server/contract/index.ts';
import type { DeliveryStore } from './delivery.store.ts';
import type { DueQueue } from './due-queue.ts';
import type { SubscriptionStore } from './subscription.store.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Of one account: who causes more has a shorter history. */
const MAX_ENDED = 20_000;
/** Ten minutes: all deliveries are counted then. */
const COUNT_EVERY = 60;

/** Longer than its delivery is tried. */
const ONE_DOCUMENT_MS = 2 * DAY_MS;

/** Sends again what a process that died left unsent, and forgets deliveries kept long enough and subscriptions of documents that ended long ago. */
export function sweepJob(
  deliveries: DeliveryStore,
  subscriptions: SubscriptionStore,
  queue: DueQueue,
  keepDays: number,
  clock: () => Date,
): Job {
  let runs = 0;
  return defineJob({
    name: 'webhooks.sweep',
    data: z.strictObject({}),
    every: '10 seconds',
    async run() {
      for await (const some of deliveries.overdue()) await queue.restore(some);
      await queue.wakeIfDue();
      await deliveries.dropOlderThan(new Date(clock().getTime() - keepDays * DAY_MS));
      if (runs++ % COUNT_EVERY === 0) await deliveries.dropExcess(MAX_ENDED);
      await subscriptions.dropOfOne(new Date(clock().getTime() - ONE_DOCUMENT_MS));
    },
  });
}
