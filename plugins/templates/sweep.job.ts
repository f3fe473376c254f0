import { z } from 'zod';
import { defineJob, type Job } from '../../server/contract/index.ts';
import type { TemplatePublisher } from './template-publisher.ts';

/** Tells of changes whose process died before it could. */
export function sweepJob(publisher: TemplatePublisher): Job {
  return defineJob({
    name: 'templates.sweep',
    data: z.strictObject({}),
    every: '10 seconds',
    run: () => publisher.sweep(),
  });
}
