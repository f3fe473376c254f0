import { z } from 'zod';
import { definePlugin } from '../../server/contract/index.ts';
import { HtmlComposer } from '../rendering/contract.ts';
import { WebhookSender } from '../webhooks/contract.ts';
import { TemplateCatalog, TemplateTexts } from './contract.ts';
import { sweepJob } from './sweep.job.ts';
import { TemplateModel, VersionModel } from './template.model.ts';
import { templateRoutes } from './template.routes.ts';
import { TemplateService } from './template.service.ts';
import { TemplateStore } from './template.store.ts';

export default definePlugin({
  name: 'templates',
  version: '1.0.0',
  hub: '^1',
  summary: 'Saved templates, their versions and what data they take',
  config: z.strictObject({}),
  requires: { composer: HtmlComposer },
  uses: { webhooks: WebhookSender },
  provides: { catalog: TemplateCatalog, texts: TemplateTexts },
  models: { Template: TemplateModel, Version: VersionModel },
  setup({ deps: { composer, webhooks }, models, clock, log }) {
    const store = new TemplateStore(models.Template, models.Version, clock);
    const service = new TemplateService({ store, composer, webhooks, log });
    return { ports: { catalog: service, texts: service }, routes: templateRoutes(service, store), jobs: [sweepJob(service, store)] };
  },
});
