import { z } from 'zod';
import { defineJob, definePlugin, extend } from '../../server/contract/index.ts';
import { DashboardPages, PageFiles } from '../dashboard/contract.ts';
import { auditPages } from './audit.page.ts';
import { AuditStore } from './audit.store.ts';
import { AuditLog } from './contract.ts';
import { EntryModel } from './entry.model.ts';

export default definePlugin({
  name: 'audit',
  version: '1.0.0',
  hub: '^2',
  summary: 'Who signed in and who changed what, for accounts and operators',
  config: z.strictObject({
    keepDays: z.int().min(1).default(365),
    /** Entries of one account, the newest; sign-ins under unknown addresses count together. */
    maxPerAccount: z.int().min(100).default(50_000),
  }),
  provides: { audit: AuditLog },
  models: { Entry: EntryModel },
  idPrefixes: ['aud'],
  setup({ config, models, clock, log }) {
    const store = new AuditStore({ entries: models.Entry, ...config, clock, log });
    const { pages, files } = auditPages(store, config.keepDays);
    return {
      ports: { audit: store },
      extensions: [extend(DashboardPages, ...pages), extend(PageFiles, ...files)],
      jobs: [defineJob({ name: 'audit.expire', data: z.strictObject({}), every: '1 hour', run: () => store.expire() })],
      start: () => store.expire(),
    };
  },
});
