import { defineRoute, type HubRegistry, invalidFields, NotFound, type Route, pageOf, IdParams } from '../../server/contract/index.ts';
import { UsageLimitExceeded } from '../limits/contract.ts';
import { requireEvent } from './event-webhooks.ts';
import type { SubscriptionStore } from './subscription.store.ts';
import type { SecretStore } from './secret.store.ts';
import type { Sender } from './sender.ts';
import { DeletedReply, HookBody, HookPage, HookQuery, HookReply } from './webhooks.schemas.ts';

/** For callers that hold no key: `GET /v1/webhooks/secret` shows it to who gave the password lately. */
const HIDDEN = 'whsec_…';

/** Standing subscriptions, as the automation platforms' instant triggers need them. */
export function subscriptionRoutes(subscriptions: SubscriptionStore, secrets: SecretStore, sender: Sender, registry: HubRegistry): Route[] {
  const common = { auth: 'key', scope: 'integrations' } as const;
  return [
    defineRoute({
      ...common,
      method: 'post',
      path: '/v1/integrations/hooks',
      summary: 'Subscribe a URL to an event',
      description: 'The same event and URL again is the same subscription. A receiver that answers 410 ends its subscription.',
      idempotent: true,
      body: HookBody,
      status: 201,
      response: HookReply,
      errors: [NotFound, UsageLimitExceeded],
      async handle({ body, principal, hasKey, newId }) {
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
      summary: 'List subscriptions, newest first',
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
      summary: 'Delete a subscription; its pending deliveries are dropped',
      params: IdParams,
      response: DeletedReply,
      async handle({ params: { id }, principal: { accountId } }) {
        if (!(await subscriptions.remove(accountId, id))) throw NotFound('There is no subscription with this id.');
        return { id, deleted: true as const };
      },
    }),
  ];
}
