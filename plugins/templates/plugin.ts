import { z } from 'zod';
import { definePlugin } from '../../server/contract/index.ts';
import { DisabledAccounts } from '../accounts/contract.ts';
import { PlanLimits } from '../limits/contract.ts';
import { HtmlComposer } from '../rendering/contract.ts';
import { WebhookSender } from '../webhooks/contract.ts';
import { TemplateCatalog, TemplateCopy, TemplateSource, TemplateSummary } from './contract.ts';
import { sweepJob } from './sweep.job.ts';
import { TemplateModel, VersionModel } from './template.model.ts';
import { templateRoutes } from './template.routes.ts';
import { TemplateReply } from './template.schemas.ts';
import { templateOutbox } from './template-publisher.ts';
import { TemplateService } from './template.service.ts';
import { TemplateStore } from './template.store.ts';

export default definePlugin({
  name: 'templates',
  version: '1.0.0',
  hub: '^2',
  summary: 'Saved templates, their versions and the schema of their data',
  title: 'Templates',
  schemas: { Template: TemplateReply, TemplateCopy, TemplateSummary },
  events: { 'template.created': { summary: 'A template was created', data: TemplateSummary, scope: 'templates:read' } },
  scopes: {
    'templates:read': { summary: 'Read templates', order: 20 },
    'templates:write': { summary: 'Change templates', order: 30 },
  },
  redact: ['html', 'data'],
  config: z.strictObject({}),
  requires: { composer: HtmlComposer },
  uses: { webhooks: WebhookSender, limits: PlanLimits, disabled: DisabledAccounts },
  provides: { catalog: TemplateCatalog, texts: TemplateSource },
  models: { Template: TemplateModel, Version: VersionModel },
  idPrefixes: ['tmpl'],
  setup({ deps: { composer, webhooks, limits, disabled }, models, clock, log }) {
    const store = new TemplateStore(models.Template, models.Version, clock);
    const outbox = templateOutbox(models.Template, webhooks, log);
    const service = new TemplateService({ store, composer, outbox, limits, disabled });
    limits?.measure('templates', (accountId) => store.count(accountId));
    limits?.measure('listings', (accountId) => store.countPublic(accountId));
    webhooks?.askForTemplates(async (accountId, id) => (await store.head(accountId, id)) !== undefined);
    return { ports: { catalog: service, texts: service }, routes: templateRoutes(service, store), jobs: [sweepJob(outbox, clock)] };
  },
});
