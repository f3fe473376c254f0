import { Conflict, defineRoute, type HubRegistry, NotFound, type Route, pageOf, pageQuery, IdParams } from '../../server/contract/index.ts';
import { type AuditLog, callerOf } from '../audit/contract.ts';
import type { DeliveryDocument } from './delivery.model.ts';
import type { DeliveryStore } from './delivery.store.ts';
import type { DueQueue } from './due-queue.ts';
import { requireEvent } from './event-webhooks.ts';
import type { Secret, SecretStore } from './secret.store.ts';
import { DeliveryPage, DeliveryReply, SecretReply } from './webhooks.schemas.ts';
import { deliveryExamples } from './deliveries.examples.ts';

const missing = () => NotFound('There is no delivery with this id.');

/** What the owner of a delivery may see: never what the receiver answered, which may be somebody else's machine. */
function present({ _id, eventId, type, url, hookId, state, attempts, nextAttemptAt, createdAt }: DeliveryDocument) {
  return {
    id: _id,
    webhook_id: eventId,
    type,
    url,
    hook_id: hookId,
    state,
    attempts: attempts.map(({ at, ms, status, error }) => ({ at: at.toISOString(), ms, status, error })),
    next_attempt_at: nextAttemptAt?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
  };
}

const presentSecret = ({ secret, previousUntil }: Secret) => ({ secret, previous_valid_until: previousUntil?.toISOString() ?? null });

/** @throws NotFound, Conflict while it is being sent */
export async function resendDelivery(deliveries: DeliveryStore, queue: DueQueue, accountId: string, id: string): Promise<DeliveryDocument> {
  const delivery = await deliveries.resend(accountId, id);
  if (delivery !== undefined) {
    await queue.add(delivery);
    return delivery;
  }
  if ((await deliveries.find(accountId, id)) === undefined) throw missing();
  throw Conflict('The delivery is being sent right now.');
}

export interface DeliveryRouteParts {
  readonly deliveries: DeliveryStore;
  readonly secrets: SecretStore;
  readonly queue: DueQueue;
  readonly registry: HubRegistry;
  readonly audit: AuditLog | undefined;
}

/** What was sent, how it was received, and what it was signed with. */
export function deliveryRoutes({ deliveries, secrets, queue, registry, audit }: DeliveryRouteParts): Route[] {
  const common = { auth: 'key', scope: 'integrations' } as const;
  return [
    defineRoute({
      ...common,
      method: 'get',
      path: '/v1/webhooks/deliveries',
      operationId: 'listDeliveries',
      summary: 'List webhook deliveries with their attempts, newest first',
      example: deliveryExamples.listDeliveries,
      description: 'What was sent, where, and how it was received. What a receiver answered is not kept beyond its status.',
      query: pageQuery({ default: 50, max: 100 }),
      response: DeliveryPage,
      async handle({ query, principal: { accountId } }) {
        const rows = (await deliveries.page(accountId, query)).map((delivery) => ({ ...delivery, id: delivery._id }));
        return pageOf(rows, query.limit, present);
      },
    }),
    defineRoute({
      ...common,
      method: 'get',
      path: '/v1/webhooks/deliveries/:id',
      operationId: 'getDelivery',
      summary: 'One delivery, with the body that is sent',
      example: deliveryExamples.getDelivery,
      description: 'A delivery with all its attempts and the exact text that is sent, for finding out why a receiver refuses it.',
      params: IdParams,
      response: DeliveryReply,
      async handle({ params: { id }, principal }) {
        const delivery = await deliveries.find(principal.accountId, id);
        if (delivery === undefined) throw missing();
        requireEvent(principal, registry.events, delivery.type);
        return { ...present(delivery), body: delivery.body };
      },
    }),
    defineRoute({
      ...common,
      method: 'post',
      path: '/v1/webhooks/deliveries/:id/resend',
      operationId: 'resendDelivery',
      summary: 'Send a delivery again, with the same webhook-id',
      example: deliveryExamples.resendDelivery,
      description: 'Sent at once, and tried again like a new one. A receiver that remembers `webhook-id` sees that it is the same event.',
      idempotent: true,
      params: IdParams,
      response: DeliveryReply,
      errors: [Conflict],
      async handle({ params: { id }, principal: { accountId } }) {
        const delivery = await resendDelivery(deliveries, queue, accountId, id);
        return { ...present(delivery), body: delivery.body };
      },
    }),
    defineRoute({
      ...common,
      method: 'get',
      path: '/v1/webhooks/secret',
      operationId: 'getWebhookSecret',
      summary: 'What webhooks are signed with',
      example: deliveryExamples.getWebhookSecret,
      description:
        'One secret an account, by Standard Webhooks: HMAC-SHA256 of `id.timestamp.body`. Verify every webhook with it before you believe it.',
      confirmsPassword: true,
      response: SecretReply,
      async handle({ principal: { accountId } }) {
        return presentSecret(await secrets.read(accountId));
      },
    }),
    defineRoute({
      ...common,
      method: 'post',
      path: '/v1/webhooks/secret/rotate',
      operationId: 'rotateWebhookSecret',
      summary: 'Make a new secret; the one before signs as well for 24 hours',
      example: deliveryExamples.rotateWebhookSecret,
      description: 'For 24 hours webhooks carry two signatures, so that receivers can be changed one after the other.',
      idempotent: true,
      confirmsPassword: true,
      response: SecretReply,
      errors: [Conflict],
      async handle(caller) {
        const { accountId } = caller.principal;
        const secret = await secrets.rotate(accountId);
        if (secret === undefined) throw Conflict('The secret was rotated by another request at the same time.');
        await audit?.record({ accountId, action: 'webhook.secret-rotated', actor: callerOf(caller) });
        return presentSecret(secret);
      },
    }),
  ];
}
