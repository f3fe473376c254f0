import { publicId } from '../../db/public-id.ts';
import { defineRoute, NotFound, type Route, pageOf, IdParams } from '../../server/contract/index.ts';
import { type AuditActor, callerOf } from '../audit/contract.ts';
import { type PlanOwner, UsageLimitExceeded } from '../limits/contract.ts';
import { type Template, type TemplateCatalog, TemplateCopy } from '../templates/contract.ts';
import { PublishRoute } from './contract.ts';
import { MarketPage, MarketQuery, MarketReply, PublishBody, PublishReply } from './marketplace.schemas.ts';
import { marketplaceExamples } from './marketplace.examples.ts';

const COPY = ' (copy)';
const MAX_NAME = 255;
const missing = () => NotFound('There is no public template with this id.');
const missingOwn = () => NotFound('There is no template with this id.');

function present({ id, name, version, createdAt, updatedAt, category, description, downloads }: Template) {
  const times = { created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() };
  return { id, name, version, ...times, category, description, downloads };
}

/** @throws NotFound when there is no such public template */
export async function cloneTemplate(
  catalog: TemplateCatalog,
  owner: PlanOwner,
  id: string,
  by: AuditActor,
  copyId = publicId('tmpl'),
): Promise<Template> {
  const source = await catalog.findPublic(id);
  if (source === undefined) throw missing();
  const name = source.name.slice(0, MAX_NAME - COPY.length) + COPY;
  const copy = await catalog.create(
    owner,
    { id: copyId, name, html: source.html, schema: source.schema, isDeclared: source.isDeclared, options: source.options },
    by,
  );
  await catalog.noteDownload(id);
  return copy;
}

/** Templates that accounts show each other; viewers see the version that is current. */
export function marketplaceRoutes(catalog: TemplateCatalog): Route[] {
  const common = { auth: 'key' } as const;
  return [
    defineRoute({
      ...common,
      method: 'get',
      path: '/v1/marketplace',
      scope: 'templates:read',
      operationId: 'listMarketplaceTemplates',
      summary: 'List public templates, newest first',
      example: marketplaceExamples.listMarketplaceTemplates,
      description: 'What accounts of this server published, without the text.',
      query: MarketQuery,
      response: MarketPage,
      async handle({ query: { category, ...page } }) {
        return pageOf(await catalog.publicPage(page, category), page.limit, present);
      },
    }),
    defineRoute({
      ...common,
      method: 'get',
      path: '/v1/marketplace/:id',
      scope: 'templates:read',
      operationId: 'getMarketplaceTemplate',
      summary: 'One public template',
      example: marketplaceExamples.getMarketplaceTemplate,
      description: 'A published template with its text, as it is now.',
      params: IdParams,
      response: MarketReply,
      async handle({ params: { id } }) {
        const template = await catalog.findPublic(id);
        if (template === undefined) throw missing();
        return { ...present(template), html_content: template.html, schema: { ...template.schema }, options: template.options };
      },
    }),
    defineRoute({
      ...common,
      method: 'post',
      path: '/v1/marketplace/:id/clone',
      scope: 'templates:write',
      operationId: 'cloneMarketplaceTemplate',
      summary: 'Copy a public template into the account',
      example: marketplaceExamples.cloneMarketplaceTemplate,
      description:
        'The copy is an own template of the account, version 1, named with the suffix ` (copy)`. It does not follow later changes.',
      idempotent: true,
      params: IdParams,
      status: 201,
      response: TemplateCopy,
      errors: [UsageLimitExceeded],
      async handle({ params: { id }, newId, ...caller }) {
        const copy = await cloneTemplate(catalog, caller.principal, id, callerOf(caller), newId('tmpl'));
        return { id: copy.id, name: copy.name, version: copy.version, created_at: copy.createdAt.toISOString() };
      },
    }),
    defineRoute({
      ...common,
      ...PublishRoute,
      scope: 'templates:write',
      operationId: 'publishTemplate',
      summary: 'Publish a template in the marketplace',
      example: marketplaceExamples.publishTemplate,
      description: 'Every account of this server can then see and copy it, with its newest text. The body may be left out.',
      idempotent: true,
      params: IdParams,
      body: PublishBody,
      optionalBody: true,
      response: PublishReply,
      errors: [UsageLimitExceeded],
      async handle({ params: { id }, body, ...caller }) {
        const template = await catalog.publish(caller.principal, id, body, callerOf(caller));
        if (template === undefined) throw missingOwn();
        return { id, name: template.name, is_public: template.isPublic };
      },
    }),
    defineRoute({
      ...common,
      method: 'post',
      path: '/v1/marketplace/:id/unpublish',
      scope: 'templates:write',
      operationId: 'unpublishTemplate',
      summary: 'Hide a template from everybody else; copies stay',
      example: marketplaceExamples.unpublishTemplate,
      description: 'It stays in the account; nobody else finds it any more.',
      idempotent: true,
      params: IdParams,
      response: PublishReply,
      async handle({ params: { id }, ...caller }) {
        const template = await catalog.unpublish(caller.principal.accountId, id, callerOf(caller));
        if (template === undefined) throw missingOwn();
        return { id, name: template.name, is_public: template.isPublic };
      },
    }),
  ];
}
