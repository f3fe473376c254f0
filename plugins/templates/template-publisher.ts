import { randomUUID } from 'node:crypto';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import { Outbox } from '../../db/outbox.ts';
import { HubError } from '../../server/contract/index.ts';
import { eventIdOf, type WebhookSender } from '../webhooks/contract.ts';
import type { ChangeDocument, ChangeType } from './change.model.ts';
import type { Template } from './contract.ts';
import type { TemplateDocument } from './template.model.ts';
import { presentRow } from './template.presenter.ts';
import { recordToTemplate, type TemplateStore } from './template.store.ts';

/** A change that was made so long ago is told of by no one but the sweeper. */
const UNPUBLISHED_MS = 10_000;

export interface TemplatePublisherParts {
  readonly templates: Model<TemplateDocument>;
  readonly changes: Model<ChangeDocument>;
  readonly store: TemplateStore;
  readonly webhooks: WebhookSender | undefined;
  readonly clock: () => Date;
  readonly log: Logger;
}

type Row = ReturnType<typeof presentRow>;

interface Change {
  readonly id: string;
  readonly type: ChangeType;
  readonly accountId: string;
  readonly templateId: string;
  readonly createdAt: Date;
  /** Undefined where the template is asked for it. */
  readonly row: Row | undefined;
}

export interface TemplatePublisher {
  /** A failure is logged and left to the sweeper: the template itself is saved. */
  created(template: Template): Promise<void>;
  /** Makes a change and tells of it; of nothing when `make` resolves with undefined. */
  updating(accountId: string, templateId: string, make: () => Promise<Template | undefined>): Promise<Template | undefined>;
  /** Deletes the template and tells of it. */
  deleting(template: Template): Promise<boolean>;
  /** Tells of what processes that died left, and ends deletions that they began. */
  sweep(): Promise<void>;
}

/** Tells webhooks of new, changed and deleted templates. */
export function templatePublisher({ templates, changes, store, webhooks, clock, log }: TemplatePublisherParts): TemplatePublisher {
  const publish = (type: ChangeType | 'template.created', id: string, accountId: string, occurredAt: Date, row: Row) =>
    webhooks?.publish({ id, type, accountId, occurredAt, data: row, templateIds: [row.id] });

  const creations = new Outbox<TemplateDocument, Template>({
    model: templates,
    present: recordToTemplate,
    async publish(template) {
      const { id, accountId, createdAt } = template;
      await publish('template.created', id.replace('tmpl_', 'evt_'), accountId, createdAt, presentRow(template));
    },
    log,
  });

  const rowNow = async ({ accountId, templateId }: Change): Promise<Row | undefined> => {
    const template = await store.find(accountId, templateId);
    return template === undefined ? undefined : presentRow(template);
  };
  /** Of two requests at once that delete a template, both record the same change. */
  const record = async ({ id: _id, row, ...rest }: Change): Promise<void> => {
    const kept = { ...rest, row: row === undefined ? null : JSON.stringify(row), announce: true };
    await changes.updateOne({ _id }, { $setOnInsert: kept }, { upsert: true });
  };
  const forget = (id: string) => changes.deleteOne({ _id: id });
  const outbox = new Outbox<ChangeDocument, Change>({
    model: changes,
    present: ({ _id, row, ...rest }) => ({ ...rest, id: _id, row: row === null ? undefined : (JSON.parse(row) as Row) }),
    async publish(change) {
      const { id, type, accountId, templateId, createdAt } = change;
      if (type === 'template.deleted') await store.remove(accountId, templateId);
      const row = change.row ?? (await rowNow(change));
      if (row !== undefined) await publish(type, id, accountId, createdAt, row);
      await forget(id);
    },
    log,
  });

  const isWanted = (accountId: string, type: ChangeType): Promise<boolean> =>
    webhooks?.hasSubscribers(accountId, type) ?? Promise.resolve(false);

  return {
    created: (template) => creations.publish(template),

    async updating(accountId, templateId, make) {
      if (!(await isWanted(accountId, 'template.updated'))) return make();
      const createdAt = clock();
      const id = eventIdOf(`${templateId} ${randomUUID()}`, createdAt);
      const change: Change = { id, type: 'template.updated', accountId, templateId, createdAt, row: undefined };
      await record(change);
      try {
        const made = await make();
        if (made === undefined) await forget(id);
        else await outbox.publish({ ...change, row: presentRow(made) });
        return made;
      } catch (error) {
        // What was refused was not changed; after another error nobody knows, and the sweeper tells of what is there.
        if (HubError.is(error)) await forget(id);
        throw error;
      }
    },

    async deleting(template) {
      const { accountId, id: templateId } = template;
      if (!(await isWanted(accountId, 'template.deleted'))) return store.remove(accountId, templateId);
      const id = eventIdOf(templateId, null);
      const change: Change = { id, type: 'template.deleted', accountId, templateId, createdAt: clock(), row: presentRow(template) };
      await record(change);
      const isRemoved = await store.remove(accountId, templateId);
      if (isRemoved) await outbox.publish(change);
      return isRemoved;
    },

    async sweep() {
      const settled = { createdAt: { $lt: new Date(clock().getTime() - UNPUBLISHED_MS) } };
      await creations.sweep(settled);
      await outbox.sweep(settled);
    },
  };
}
