import type { Logger } from 'pino';
import { defineJob, type Job } from '../../server/contract/index.ts';
import type { BatchRunner } from './batch-runner.ts';
import { type RenderQueue, RenderQueuedRef, type Taken } from './render-queue.ts';

/** Items that take longer call for another runner, for the accounts that may wait behind them. */
const SLOW_MS = 250;
const MAX_RESERVE = 8;

/**
 * Renders what waits, one item after the other, until nothing does or the process is to stop. Beyond `concurrency` runners
 * as many again, at most 8, take items only of accounts that no other runner of this process works for.
 */
export function renderQueuedJob(
  queue: RenderQueue,
  runner: BatchRunner,
  concurrency: number,
  log: Logger,
): { readonly job: Job; readonly busy: () => number } {
  const held = new Map<string, number>();
  let busy = 0;
  let taking: Promise<unknown> = Promise.resolve();

  const hold = (accountId: string, by: 1 | -1): void => {
    const count = (held.get(accountId) ?? 0) + by;
    busy += by;
    if (count > 0) held.set(accountId, count);
    else held.delete(accountId);
  };
  const next = async (): Promise<Taken | undefined> => {
    const taken = await queue.next(runner.batchSize, busy < concurrency ? [] : [...held.keys()]);
    if (taken !== undefined) hold(taken.accountId, 1);
    return taken;
  };
  // One after the other, so that each knows what the others hold.
  const take = (): Promise<Taken | undefined> => {
    const taken = taking.then(next);
    taking = taken.catch(() => undefined); // told to who asked
    return taken;
  };

  const callAnother = (): void => {
    queue.wake(1).catch((error: unknown) => {
      log.warn({ err: error }, 'items of other accounts wait for the next sweep');
    });
  };

  const job = defineJob({
    ...RenderQueuedRef,
    concurrency: concurrency + Math.min(concurrency, MAX_RESERVE),
    async run(_, { signal }) {
      let first = true;
      while (!signal.aborted) {
        const taken = await take();
        if (taken === undefined) return;
        const slow = setTimeout(callAnother, SLOW_MS);
        try {
          if (first) await queue.wake(1);
          first = false;
          await runner.run(taken, signal);
        } finally {
          clearTimeout(slow);
          hold(taken.accountId, -1);
        }
      }
      await queue.wake(1); // for the processes that stay
    },
  });
  return { job, busy: () => busy };
}
