import { z } from 'zod';
import { defineJob, definePlugin, extend } from '../../server/contract/index.ts';
import { AccountDirectory } from '../accounts/contract.ts';
import { DashboardPages, PageFiles } from '../dashboard/contract.ts';
import { RequestLog } from './request-log.store.ts';
import { RequestModel } from './request.model.ts';
import { requestsPage } from './requests.page.ts';

export default definePlugin({
  name: 'request-log',
  version: '1.0.0',
  hub: '^2',
  summary: 'The requests of each account of the last days, without their bodies',
  config: z.strictObject({
    keepDays: z.int().min(1).max(90).default(7),
    /** Requests of one account, the newest; a tenth more for a while. */
    maxPerAccount: z.int().min(100).default(10_000),
  }),
  uses: { directory: AccountDirectory },
  models: { Request: RequestModel },
  idPrefixes: ['log'],
  setup({ config, deps: { directory }, models, clock, log }) {
    const requests = new RequestLog({ requests: models.Request, ...config, clock, log });
    const { page, file } = requestsPage(requests, directory, config.keepDays);
    return {
      observers: [(request) => requests.note(request)],
      extensions: [extend(DashboardPages, page), extend(PageFiles, file)],
      jobs: [defineJob({ name: 'request-log.expire', data: z.strictObject({}), every: '1 hour', run: () => requests.expire() })],
      start: () => requests.expire(),
      stop: () => requests.write(),
    };
  },
});
