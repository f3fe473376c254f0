import { defineJob, type Job } from '../../server/contract/index.ts';
import type { BatchRunner } from './batch-runner.ts';
import { type RenderQueue, RenderQueuedRef } from './render-queue.ts';

/** Renders what waits, one item after the other, until nothing does or the process is to stop. */
export function renderQueuedJob(queue: RenderQueue, runner: BatchRunner, concurrency: number): Job {
  return defineJob({
    ...RenderQueuedRef,
    concurrency,
    async run(_, { signal }) {
      let first = true;
      while (!signal.aborted) {
        const taken = await queue.next(runner.appetite);
        if (taken === undefined) return;
        if (first) await queue.wake(1);
        first = false;
        await runner.run(taken, signal);
      }
      await queue.wake(1); // for the processes that stay
    },
  });
}
