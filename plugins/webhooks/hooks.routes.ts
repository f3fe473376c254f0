import { pageOf, pageQuery } from '../../db/page.ts';
import { defineRoute, invalidFields, NotFound, type Route } from '../../server/contract/index.ts';
import type { WebhookSender } from './contract.ts';
import type { HookStore } from './hook.store.ts';
import type { SecretStore } from './secret.store.ts';
import { DeletedReply, HookBody, HookPage, HookReply, IdParams } from './webhooks.schemas.ts';

/** Standing subscriptions, as the automation platforms' instant triggers need them. */
export function hookRoutes(hooks: HookStore, secrets: SecretStore, sender: WebhookSender): Route[] {
  const common = { auth: 'key', scope: 'integrations' } as const;
  return [
    defineRoute({
      ...common,
      method: 'post',
      path: '/v1/integrations/hooks',
      summary: 'Subscribe a URL to an event',
      description: 'The same event and URL again is the same hook. A receiver that answers 410 ends its hook.',
      idempotent: true,
      body: HookBody,
      status: 201,
      response: HookReply,
      async handle({ body, principal: { accountId }, newId }) {
        const objection = sender.objection(body.target_url);
        if (objection !== undefined) throw invalidFields([{ field: 'target_url', message: objection }]);
        const hook = await hooks.subscribe(accountId, newId('hook'), {
          event: body.event,
          targetUrl: body.target_url,
          templateId: body.template_id ?? null,
          generationId: body.generation_id ?? null,
          source: body.source ?? null,
        });
        const { secret } = await secrets.read(accountId);
        return { id: hook._id, event: hook.event, target_url: hook.targetUrl, secret, created_at: hook.createdAt.toISOString() };
      },
    }),
    defineRoute({
      ...common,
      method: 'get',
      path: '/v1/integrations/hooks',
      summary: 'List hooks, newest first',
      query: pageQuery({ default: 50, max: 100 }),
      response: HookPage,
      async handle({ query, principal: { accountId } }) {
        const rows = (await hooks.page(accountId, query)).map((hook) => ({ ...hook, id: hook._id }));
        return pageOf(rows, query.limit, (hook) => ({
          id: hook._id,
          event: hook.event,
          target_url: hook.targetUrl,
          template_id: hook.templateId,
          generation_id: hook.generationId,
          source: hook.source,
          created_at: hook.createdAt.toISOString(),
        }));
      },
    }),
    defineRoute({
      ...common,
      method: 'delete',
      path: '/v1/integrations/hooks/:id',
      summary: 'End a hook; what it still had to deliver is dropped',
      params: IdParams,
      response: DeletedReply,
      async handle({ params: { id }, principal: { accountId } }) {
        if (!(await hooks.remove(accountId, id))) throw NotFound('There is no hook of this id.');
        return { id, deleted: true as const };
      },
    }),
  ];
}
