import { defineRoute, type HubRegistry, invalidFields, NotFound, type Route, pageOf, IdParams } from '../../server/contract/index.ts';
import { type AuditLog, callerOf } from '../audit/contract.ts';
import { UsageLimitExceeded } from '../limits/contract.ts';
import { requireEvent } from './event-webhooks.ts';
import { added, type SubscriptionStore } from './subscription.store.ts';
import type { SecretStore } from './secret.store.ts';
import type { Sender } from './sender.ts';
import { DeletedReply, HookBody, HookPage, HookQuery, HookReply } from './webhooks.schemas.ts';
import { subscriptionExamples } from './subscription.examples.ts';

/** For callers that hold no key: `GET /v1/webhooks/secret` shows it to who gave the password lately. */
const HIDDEN = 'whsec_…';

export interface SubscriptionRouteParts {
  readonly subscriptions: SubscriptionStore;
  readonly secrets: SecretStore;
  readonly sender: Sender;
  readonly registry: HubRegistry;
  readonly audit: AuditLog | undefined;
}

/** Standing subscriptions, as the automation platforms' instant triggers need them. */
export function subscriptionRoutes({ subscriptions, secrets, sender, registry, audit }: SubscriptionRouteParts): Route[] {
  const common = { auth: 'key', scope: 'integrations' } as const;
  return [
    defineRoute({
      ...common,
      method: 'post',
      path: '/v1/integrations/hooks',
      operationId: 'createHook',
      summary: 'Subscribe a URL to an event',
      example: subscriptionExamples.createHook,
      description: 'The same event and URL again is the same subscription. A receiver that answers 410 ends its subscription.',
      idempotent: true,
      body: HookBody,
      status: 201,
      response: HookReply,
      errors: [NotFound, UsageLimitExceeded],
      async handle({ body, newId, ...caller }) {
        const { principal, hasKey } = caller;
        const { accountId } = principal;
        requireEvent(principal, registry.events, body.event);
        const rejectionReason = sender.rejectionReason(body.target_url);
        if (rejectionReason !== undefined) throw invalidFields([{ field: 'target_url', message: rejectionReason }]);
        if (body.template_id !== undefined && !(await sender.hasTemplate(accountId, body.template_id))) {
          throw NotFound('There is no template with this id.');
        }
        const subscription = await subscriptions.subscribe(principal, newId('hook'), {
          event: body.event,
          targetUrl: body.target_url,
          templateId: body.template_id ?? null,
          generationId: body.generation_id ?? null,
          source: body.source ?? null,
        });
        await audit?.record({ ...added(subscription), actor: callerOf(caller) });
        const secret = hasKey ? (await secrets.read(principal.accountId)).secret : HIDDEN;
        return {
          id: subscription._id,
          event: subscription.event,
          target_url: subscription.targetUrl,
          secret,
          created_at: subscription.createdAt.toISOString(),
        };
      },
    }),
    defineRoute({
      ...common,
      method: 'get',
      path: '/v1/integrations/hooks',
      operationId: 'listHooks',
      summary: 'List subscriptions, newest first',
      example: subscriptionExamples.listHooks,
      description: 'With `target_url`, only those of this URL.',
      query: HookQuery,
      response: HookPage,
      async handle({ query, principal: { accountId } }) {
        const rows = (await subscriptions.page(accountId, query, query.target_url)).map((subscription) => ({
          ...subscription,
          id: subscription._id,
        }));
        return pageOf(rows, query.limit, (subscription) => ({
          id: subscription._id,
          event: subscription.event,
          target_url: subscription.targetUrl,
          template_id: subscription.templateId,
          generation_id: subscription.generationId,
          source: subscription.source,
          created_at: subscription.createdAt.toISOString(),
        }));
      },
    }),
    defineRoute({
      ...common,
      method: 'delete',
      path: '/v1/integrations/hooks/:id',
      operationId: 'deleteHook',
      summary: 'Delete a subscription; its pending deliveries are dropped',
      example: subscriptionExamples.deleteHook,
      description: 'Nothing more is sent for it. Webhooks of single requests are not concerned.',
      params: IdParams,
      response: DeletedReply,
      async handle({ params: { id }, ...caller }) {
        const removed = await subscriptions.remove(caller.principal.accountId, id);
        if (removed === undefined) throw NotFound('There is no subscription with this id.');
        await audit?.record({ ...added(removed), action: 'webhook.deleted', actor: callerOf(caller) });
        return { id, deleted: true as const };
      },
    }),
  ];
}
