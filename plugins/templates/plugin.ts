import { z } from 'zod';
import { definePlugin } from '../../server/contract/index.ts';
import { DisabledAccounts } from '../accounts/contract.ts';
import { AuditLog } from '../audit/contract.ts';
import { PlanLimits } from '../limits/contract.ts';
import { HtmlComposer, PdfRenderer } from '../rendering/contract.ts';
import { WebhookSender } from '../webhooks/contract.ts';
import { TemplateCatalog, TemplateCopy, TemplateOptions, TemplateSource, TemplateSummary } from './contract.ts';
import { ChangeModel } from './change.model.ts';
import { sweepJob } from './sweep.job.ts';
import { TemplateModel, VersionModel } from './template.model.ts';
import { templateRoutes } from './template.routes.ts';
import { createdExample, updatedExample } from './template.examples.ts';
import { TemplateReply } from './template.schemas.ts';
import { templatePublisher } from './template-publisher.ts';
import { TemplateService } from './template.service.ts';
import { TemplateStore } from './template.store.ts';

export default definePlugin({
  name: 'templates',
  version: '1.0.0',
  hub: '^2',
  summary: 'Saved templates, their versions and the schema of their data',
  title: 'Templates',
  schemas: { Template: TemplateReply, TemplateCopy, TemplateOptions, TemplateSummary },
  events: {
    'template.created': {
      summary: 'A template was created',
      description: 'In the studio, by the API, or as a copy of a starter or of a listing in the marketplace.',
      data: TemplateSummary,
      example: createdExample,
      scope: 'templates:read',
    },
    'template.updated': {
      summary: 'A template was changed',
      description: 'Its text, name, schema or options, or whether it is in the marketplace; `data` is the template after the change.',
      data: TemplateSummary,
      example: updatedExample,
      scope: 'templates:read',
    },
    'template.deleted': {
      summary: 'A template was deleted',
      description: '`data` is the template as it was.',
      data: TemplateSummary,
      example: updatedExample,
      scope: 'templates:read',
    },
  },
  scopes: {
    'templates:read': { summary: 'Read templates', order: 20 },
    'templates:write': { summary: 'Change templates', order: 30 },
  },
  redact: ['html', 'data'],
  config: z.strictObject({}),
  requires: { composer: HtmlComposer, renderer: PdfRenderer },
  uses: { webhooks: WebhookSender, limits: PlanLimits, disabled: DisabledAccounts, audit: AuditLog },
  provides: { catalog: TemplateCatalog, texts: TemplateSource },
  models: { Template: TemplateModel, Version: VersionModel, Change: ChangeModel },
  idPrefixes: ['tmpl'],
  setup({ deps: { composer, renderer, webhooks, limits, disabled, audit }, models, clock, log }) {
    const store = new TemplateStore(models.Template, models.Version, clock);
    const publisher = templatePublisher({ templates: models.Template, changes: models.Change, store, webhooks, clock, log });
    const service = new TemplateService({ store, composer, renderer, publisher, limits, disabled, audit });
    limits?.measure('templates', (accountId) => store.count(accountId));
    limits?.measure('listings', (accountId) => store.countPublic(accountId));
    webhooks?.askForTemplates(async (accountId, id) => (await store.head(accountId, id)) !== undefined);
    return { ports: { catalog: service, texts: service }, routes: templateRoutes(service, store), jobs: [sweepJob(publisher)] };
  },
});
