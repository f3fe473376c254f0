import { z } from 'zod';
import { definePlugin, Outbound } from '../../server/contract/index.ts';
import { WebhookSender } from './contract.ts';
import { deliverJob } from './deliver.job.ts';
import { deliveryRoutes } from './deliveries.routes.ts';
import { DeliveryModel } from './delivery.model.ts';
import { DeliveryStore } from './delivery.store.ts';
import { HookModel, SecretModel } from './hook.model.ts';
import { HookStore } from './hook.store.ts';
import { hookRoutes } from './hooks.routes.ts';
import { webhookPages } from './pages/webhooks.page.ts';
import { SecretStore } from './secret.store.ts';
import { Sender } from './sender.ts';
import { sweepJob } from './sweep.job.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

export default definePlugin({
  name: 'webhooks',
  version: '1.0.0',
  hub: '^1',
  summary: 'Tells other machines what happened, signed and retried (Standard Webhooks)',
  config: z.strictObject({
    /** Pauses between attempts, a fifth more or less; together about a day. */
    retrySeconds: z
      .array(z.number().min(0.05))
      .default([5, 30, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 7 * HOUR, 9 * HOUR]),
    /** How long deliveries and their attempts can be read. */
    keepDays: z.int().min(1).default(30),
  }),
  requires: { outbound: Outbound },
  provides: { sender: WebhookSender },
  models: { Hook: HookModel, Secret: SecretModel, Delivery: DeliveryModel },
  setup({ config, deps: { outbound }, models, jobs, metrics, clock, log }) {
    const hooks = new HookStore(models.Hook, clock);
    const secrets = new SecretStore(models.Secret, clock);
    const deliveries = new DeliveryStore(models.Delivery, clock);
    const sender = new Sender(hooks, deliveries, outbound, jobs);
    const { retrySeconds } = config;
    return {
      ports: { sender },
      pages: webhookPages({ hooks, secrets, deliveries, sender, jobs, clock }),
      routes: [...hookRoutes(hooks, secrets, sender), ...deliveryRoutes(deliveries, secrets, jobs)],
      jobs: [
        deliverJob({ deliveries, hooks, secrets, outbound, jobs, retrySeconds, metrics, clock, log }),
        sweepJob(deliveries, hooks, jobs, config.keepDays, clock),
      ],
    };
  },
});
