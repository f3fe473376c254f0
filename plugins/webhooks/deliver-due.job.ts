import { defineJob, type Job } from '../../server/contract/index.ts';
import type { Dispatcher } from './dispatcher.ts';
import { DeliverDueRef, type DueQueue } from './due-queue.ts';

/** Each looks at the queue and waits for no receiver, so that a few serve any number of calls. */
const AT_ONCE = 4;

export function deliverDueJob(dispatcher: Dispatcher, queue: DueQueue): Job {
  return defineJob({
    ...DeliverDueRef,
    concurrency: AT_ONCE,
    async run(_, { signal }) {
      await dispatcher.dispatch(signal);
      if (signal.aborted) await queue.wake(); // for the processes that stay
    },
  });
}
