import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import { Outbox } from '../../db/outbox.ts';
import type { WebhookSender } from '../webhooks/contract.ts';
import type { Template } from './contract.ts';
import type { TemplateDocument } from './template.model.ts';
import { presentRow } from './template.presenter.ts';
import { recordToTemplate } from './template.store.ts';

export type TemplateOutbox = Outbox<TemplateDocument, Template>;

/** Tells webhooks of new templates. */
export function templateOutbox(templates: Model<TemplateDocument>, webhooks: WebhookSender | undefined, log: Logger): TemplateOutbox {
  return new Outbox({
    model: templates,
    present: recordToTemplate,
    async publish(template) {
      const { id, accountId, createdAt } = template;
      await webhooks?.publish({
        id: id.replace('tmpl_', 'evt_'),
        type: 'template.created',
        accountId,
        occurredAt: createdAt,
        data: presentRow(template),
        templateId: id,
      });
    },
    log,
  });
}
