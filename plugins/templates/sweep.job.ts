import { z } from 'zod';
import { defineJob, type Job } from '../../server/contract/index.ts';
import type { TemplateService } from './template.service.ts';
import type { TemplateStore } from './template.store.ts';

/** Tells of templates whose process died before it could. */
export function sweepJob(service: TemplateService, store: TemplateStore): Job {
  return defineJob({
    name: 'templates.sweep',
    data: z.strictObject({}),
    every: '10 seconds',
    async run() {
      for (const template of await store.findUnpublished()) await service.publishCreated(template);
    },
  });
}
