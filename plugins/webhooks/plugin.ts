import { z } from 'zod';
import { definePlugin, extend, HubRegistry, Outbound } from '../../server/contract/index.ts';
import { DisabledAccounts } from '../accounts/contract.ts';
import { AuditLog } from '../audit/contract.ts';
import { DashboardPages } from '../dashboard/contract.ts';
import { PlanLimits } from '../limits/contract.ts';
import { IntegrationScope, WebhookSender } from './contract.ts';
import { deliverDueJob } from './deliver-due.job.ts';
import { deliverer } from './deliverer.ts';
import { deliveryRoutes } from './deliveries.routes.ts';
import { DeliveryModel } from './delivery.model.ts';
import { DeliveryStore } from './delivery.store.ts';
import { Dispatcher } from './dispatcher.ts';
import { DueModel } from './due.model.ts';
import { DueQueue } from './due-queue.ts';
import { eventWebhooks } from './event-webhooks.ts';
import { SubscriptionModel } from './subscription.model.ts';
import { SubscriptionStore } from './subscription.store.ts';
import { subscriptionRoutes } from './subscription.routes.ts';
import { webhookPages } from './pages/webhooks.page.ts';
import { SecretModel } from './secret.model.ts';
import { SecretStore } from './secret.store.ts';
import { Sender } from './sender.ts';
import { sweepJob } from './sweep.job.ts';
import { DeliveryAttempt, DeliveryObject, DeliveryReply, EventName, HookObject, HookReply, SecretReply } from './webhooks.schemas.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

export default definePlugin({
  name: 'webhooks',
  version: '1.0.0',
  hub: '^2',
  summary: 'Webhooks to other systems, signed and retried (Standard Webhooks)',
  title: 'Webhooks',
  schemas: {
    Delivery: DeliveryReply,
    DeliveryAttempt,
    DeliverySummary: DeliveryObject,
    EventType: EventName,
    Hook: HookObject,
    HookWithSecret: HookReply,
    WebhookSecret: SecretReply,
  },
  scopes: IntegrationScope,
  redact: ['data'],
  config: z.strictObject({
    /** Pauses between attempts, a fifth more or less; together about a day. */
    retrySeconds: z
      .array(z.number().min(0.05))
      .default([5, 30, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 7 * HOUR, 9 * HOUR]),
    /** How long deliveries and their attempts can be read. */
    keepDays: z.int().min(1).default(30),
  }),
  requires: { outbound: Outbound, registry: HubRegistry },
  uses: { limits: PlanLimits, disabled: DisabledAccounts, audit: AuditLog },
  provides: { sender: WebhookSender },
  models: { Subscription: SubscriptionModel, Secret: SecretModel, Delivery: DeliveryModel, Due: DueModel },
  idPrefixes: ['hook', 'evt'],
  migrations: [
    {
      // The sweep lists in the queue what these were for.
      id: 'no-job-a-delivery',
      run: async (collection) => {
        await collection('jobs').deleteMany({ name: 'webhooks.deliver' });
      },
    },
  ],
  setup({ config, deps: { outbound, registry, limits, disabled, audit }, models, jobs, metrics, clock, log }) {
    const subscriptions = new SubscriptionStore(models.Subscription, limits, clock);
    const secrets = new SecretStore(models.Secret, clock);
    const deliveries = new DeliveryStore(models.Delivery, clock);
    const queue = new DueQueue(models.Due, jobs, clock);
    const sender = new Sender(subscriptions, deliveries, outbound, queue);
    limits?.measure('hooks', (accountId) => subscriptions.count(accountId));
    limits?.tellWarnings((event) => sender.publish(event));
    const { retrySeconds } = config;
    const send = deliverer({ deliveries, subscriptions, secrets, outbound, disabled, retrySeconds, metrics, clock, log });
    const dispatcher = new Dispatcher(queue, send, log);
    return {
      ports: { sender },
      webhooks: eventWebhooks,
      extensions: [extend(DashboardPages, ...webhookPages({ subscriptions, secrets, deliveries, sender, queue, registry, audit, clock }))],
      routes: [
        ...subscriptionRoutes({ subscriptions, secrets, sender, registry, audit }),
        ...deliveryRoutes({ deliveries, secrets, queue, registry, audit }),
      ],
      jobs: [deliverDueJob(dispatcher, queue), sweepJob(deliveries, subscriptions, queue, config.keepDays, clock)],
      stop: () => dispatcher.finish(),
    };
  },
});
