import { randomUUID } from 'node:crypto';
import { publicId } from '../../../db/public-id.ts';
import { type HubRegistry, invalidFields, NotFound, pageOf } from '../../../server/contract/index.ts';
import { type AuditLog, visitorOf } from '../../audit/contract.ts';
import { type Cell, type DashboardPage, pager, pageRequestOf, planOwnerOf } from '../../dashboard/contract.ts';
import { EVENTS, type EventType } from '../contract.ts';
import { resendDelivery } from '../deliveries.routes.ts';
import type { DeliveryStore } from '../delivery.store.ts';
import type { DueQueue } from '../due-queue.ts';
import { added, type SubscriptionStore } from '../subscription.store.ts';
import type { SecretStore } from '../secret.store.ts';
import type { Sender } from '../sender.ts';
import { progress, stateBadge } from './deliveries.ts';

const ROWS = 25;
const MAX_SUBSCRIPTIONS = 100;

export interface WebhookPageParts {
  readonly subscriptions: SubscriptionStore;
  readonly secrets: SecretStore;
  readonly deliveries: DeliveryStore;
  readonly sender: Sender;
  readonly queue: DueQueue;
  readonly registry: HubRegistry;
  readonly audit: AuditLog | undefined;
  readonly clock: () => Date;
}

/** Endpoints, what they are signed with, and the log of what was sent. */
export function webhookPages({
  subscriptions,
  secrets,
  deliveries,
  sender,
  queue,
  registry,
  audit,
  clock,
}: WebhookPageParts): DashboardPage[] {
  const offered = (): EventType[] => EVENTS.filter((type) => registry.events.some((event) => event.type === type));

  const endpoints: DashboardPage = {
    path: '/webhooks',
    title: 'Webhooks',
    menu: { section: 'Developers', order: 20 },
    async load({ account, query }) {
      const request = pageRequestOf(query, ROWS);
      const [own, sent, { previousUntil }] = await Promise.all([
        subscriptions.page(account.id, { limit: MAX_SUBSCRIPTIONS, offset: 0 }),
        deliveries.page(account.id, request),
        secrets.read(account.id),
      ]);
      const { data: log, next_cursor: next } = pageOf(
        sent.map((one) => ({ ...one, id: one._id })),
        ROWS,
        (one) => one,
      );
      return {
        blocks: [
          {
            kind: 'table',
            caption: 'Endpoints',
            columns: ['Receiver', 'Event', 'Only', 'Since', ''],
            rows: own.map((subscription): Cell[] => [
              subscription.targetUrl,
              { code: subscription.event },
              [subscription.templateId, subscription.generationId, subscription.source].filter((filter) => filter !== null).join(', ') ||
                'everything',
              { time: subscription.createdAt },
              {
                button: {
                  text: 'Remove',
                  action: 'remove',
                  values: { id: subscription._id },
                  tone: 'danger',
                  confirm: `Delete the endpoint ${subscription.targetUrl}? Its pending deliveries are dropped.`,
                },
              },
            ]),
            empty: 'No endpoint yet. A webhook in a single request needs none.',
          },
          {
            kind: 'section',
            title: 'New endpoint',
            blocks: [
              {
                kind: 'form',
                action: 'add',
                submit: 'Add endpoint',
                fields: [
                  {
                    name: 'target_url',
                    label: 'Address',
                    kind: 'url',
                    required: true,
                    maxLength: 2000,
                    hint: 'A public https address that answers 2xx within 10 s.',
                  },
                  {
                    name: 'event',
                    label: 'Event',
                    kind: 'select',
                    options: offered().map((value) => ({ value, text: value })),
                  },
                ],
              },
            ],
          },
          {
            kind: 'section',
            title: 'Secret',
            text: `Every webhook is signed (Standard Webhooks), so that a receiver can tell ours from others.${previousUntil === null ? '' : ' The secret before this one still signs as well.'}`,
            blocks: [
              {
                kind: 'buttons',
                buttons: [
                  { text: 'Show the secret', action: 'reveal' },
                  { text: 'Make a new one', action: 'rotate', confirm: 'Make a new secret? The one before signs as well for 24 hours.' },
                  { text: 'Send a test event', action: 'test' },
                ],
              },
            ],
          },
          {
            kind: 'section',
            title: 'Deliveries',
            blocks: [
              {
                kind: 'table',
                caption: 'Deliveries',
                columns: ['Event', 'Receiver', 'State', 'Attempts', 'Last answer', 'Created'],
                rows: log.map((one): Cell[] => [
                  { text: one.type, href: `/webhooks/deliveries/${one.id}` },
                  one.url,
                  ...progress(one),
                  { time: one.createdAt },
                ]),
                empty: 'No deliveries yet.',
              },
              pager('/webhooks', query, next),
            ],
          },
        ],
        ...(log.some((one) => one.state === 'pending') ? { refreshSeconds: 3 } : {}),
      };
    },
    actions: {
      add: {
        async run(context, form) {
          const { account } = context;
          const targetUrl = (form.get('target_url') ?? '').trim();
          const event = offered().find((one) => one === form.get('event'));
          if (event === undefined) throw invalidFields([{ field: 'event', message: `is one of ${offered().join(', ')}` }]);
          const rejectionReason = sender.rejectionReason(targetUrl);
          if (rejectionReason !== undefined) throw invalidFields([{ field: 'target_url', message: rejectionReason }]);
          const owner = planOwnerOf(account);
          const wanted = { event, targetUrl, templateId: null, generationId: null, source: null };
          const made = await subscriptions.subscribe(owner, publicId('hook'), wanted);
          await audit?.record({ ...added(made), actor: visitorOf(context) });
          return { goTo: '/webhooks', flash: `${targetUrl} receives ${event}.` };
        },
      },
      remove: {
        async run(context, form) {
          const removed = await subscriptions.remove(context.account.id, form.get('id') ?? '');
          if (removed === undefined) throw NotFound('There is no endpoint with this id.');
          await audit?.record({ ...added(removed), action: 'webhook.deleted', actor: visitorOf(context) });
          return { goTo: '/webhooks', flash: 'The endpoint is removed.' };
        },
      },
      reveal: {
        confirmsPassword: true,
        async run(context) {
          const { account } = context;
          const { secret } = await secrets.read(account.id);
          await audit?.record({ accountId: account.id, action: 'webhook.secret-shown', actor: visitorOf(context) });
          return { view: secretView(secret, 'What this account’s webhooks are signed with.') };
        },
      },
      rotate: {
        confirmsPassword: true,
        async run(context) {
          const { account } = context;
          const rotated = await secrets.rotate(account.id);
          if (rotated === undefined) return { goTo: '/webhooks', flash: 'The secret was changed elsewhere at the same moment.' };
          await audit?.record({ accountId: account.id, action: 'webhook.secret-rotated', actor: visitorOf(context) });
          return { view: secretView(rotated.secret, 'The secret before this one signs as well for 24 hours.') };
        },
      },
      test: {
        async run({ account }) {
          const own = await subscriptions.page(account.id, { limit: MAX_SUBSCRIPTIONS, offset: 0 });
          const events = [...new Set(own.map(({ event }) => event))];
          if (events.length === 0) throw invalidFields([{ field: 'target_url', message: 'add an endpoint first' }]);
          for (const type of events) await sendTest(account.id, type);
          return {
            goTo: '/webhooks',
            flash: `A test event is on its way to ${String(own.length)} endpoint${own.length === 1 ? '' : 's'}.`,
          };
        },
      },
    },
  };

  const sendTest = async (accountId: string, type: EventType): Promise<void> => {
    const now = clock();
    await sender.publish({
      id: `evt_test${randomUUID().replaceAll('-', '').slice(0, 20)}`,
      type,
      accountId,
      occurredAt: now,
      data: { test: true, message: 'Sent from the dashboard to try this endpoint.', created_at: now.toISOString() },
    });
  };

  const delivery: DashboardPage = {
    path: '/webhooks/deliveries/:id',
    title: 'Delivery',
    async load({ account, params }) {
      const one = await deliveries.find(account.id, params['id'] ?? '');
      if (one === undefined) throw NotFound('There is no delivery with this id.');
      return {
        title: one.type,
        crumbs: [{ text: 'Webhooks', href: '/webhooks' }],
        blocks: [
          { kind: 'buttons', buttons: [{ text: 'Send again', action: 'resend', tone: 'primary' }] },
          {
            kind: 'facts',
            facts: [
              { label: 'State', value: stateBadge(one.state) },
              { label: 'Receiver', value: one.url },
              { label: 'webhook-id', value: { code: one.eventId } },
              { label: 'Created', value: { time: one.createdAt } },
              { label: 'Next attempt', value: { time: one.nextAttemptAt, none: 'none' } },
            ],
          },
          {
            kind: 'section',
            title: 'Attempts',
            blocks: [
              {
                kind: 'table',
                caption: 'Attempts',
                columns: ['At', 'Took', 'Status', 'Problem', 'Answer'],
                rows: one.attempts.map(({ at, ms, status, error, response }): Cell[] => [
                  { time: at },
                  `${String(ms)} ms`,
                  status === null ? '–' : String(status),
                  error ?? '',
                  response === null || response === '' ? '' : { code: response },
                ]),
                empty: 'Not tried yet.',
              },
            ],
          },
          { kind: 'section', title: 'Body', blocks: [{ kind: 'copy', label: 'What is sent', text: pretty(one.body) }] },
        ],
        ...(one.state === 'pending' ? { refreshSeconds: 3 } : {}),
      };
    },
    actions: {
      resend: {
        async run({ account, params }) {
          const id = params['id'] ?? '';
          await resendDelivery(deliveries, queue, account.id, id);
          return { goTo: `/webhooks/deliveries/${id}`, flash: 'The delivery is sent again, with the same webhook-id.' };
        },
      },
    },
  };
  return [endpoints, delivery];
}

const pretty = (body: string): string => JSON.stringify(JSON.parse(body), null, 2);

const secretView = (secret: string, text: string) => ({
  title: 'Webhook secret',
  crumbs: [{ text: 'Webhooks', href: '/webhooks' }],
  blocks: [
    { kind: 'text', text } as const,
    { kind: 'copy', label: 'Secret', text: secret, secret: true } as const,
    { kind: 'buttons', buttons: [{ text: 'Done', href: '/webhooks' }] } as const,
  ],
});
