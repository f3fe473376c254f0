import { z } from 'zod';
import { defineJob, type Job } from '../../server/contract/index.ts';
import type { TemplateOutbox } from './template-publisher.ts';

/** A template that was made so long ago is told of by no one but the sweeper. */
const UNPUBLISHED_MS = 10_000;

/** Tells of templates whose process died before it could. */
export function sweepJob(outbox: TemplateOutbox, clock: () => Date): Job {
  return defineJob({
    name: 'templates.sweep',
    data: z.strictObject({}),
    every: '10 seconds',
    run: () => outbox.sweep({ createdAt: { $lt: new Date(clock().getTime() - UNPUBLISHED_MS) } }),
  });
}
