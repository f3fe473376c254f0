import { publicId } from '../../db/public-id.ts';
import { defineRoute, NotFound, type Route, pageOf, IdParams } from '../../server/contract/index.ts';
import { type PlanOwner, UsageLimitExceeded } from '../limits/contract.ts';
import { type Template, type TemplateCatalog, TemplateCopy } from '../templates/contract.ts';
import { PublishRoute } from './contract.ts';
import { MarketPage, MarketQuery, MarketReply, PublishBody, PublishReply } from './marketplace.schemas.ts';

const COPY = ' (copy)';
const MAX_NAME = 255;
const missing = () => NotFound('There is no public template with this id.');
const missingOwn = () => NotFound('There is no template with this id.');

function present({ id, name, version, createdAt, updatedAt, category, description, downloads }: Template) {
  const times = { created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() };
  return { id, name, version, ...times, category, description, downloads };
}

/** @throws NotFound when there is no such public template */
export async function cloneTemplate(catalog: TemplateCatalog, owner: PlanOwner, id: string, copyId = publicId('tmpl')): Promise<Template> {
  const source = await catalog.findPublic(id);
  if (source === undefined) throw missing();
  const name = source.name.slice(0, MAX_NAME - COPY.length) + COPY;
  const copy = await catalog.create(owner, { id: copyId, name, html: source.html, schema: source.schema });
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
      summary: 'List public templates, newest first',
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
      summary: 'One public template',
      params: IdParams,
      response: MarketReply,
      async handle({ params: { id } }) {
        const template = await catalog.findPublic(id);
        if (template === undefined) throw missing();
        return { ...present(template), html_content: template.html, schema: { ...template.schema } };
      },
    }),
    defineRoute({
      ...common,
      method: 'post',
      path: '/v1/marketplace/:id/clone',
      scope: 'templates:write',
      summary: 'Copy a public template into the account',
      idempotent: true,
      params: IdParams,
      status: 201,
      response: TemplateCopy,
      errors: [UsageLimitExceeded],
      async handle({ params: { id }, principal, newId }) {
        const copy = await cloneTemplate(catalog, principal, id, newId('tmpl'));
        return { id: copy.id, name: copy.name, version: copy.version, created_at: copy.createdAt.toISOString() };
      },
    }),
    defineRoute({
      ...common,
      ...PublishRoute,
      scope: 'templates:write',
      summary: 'Publish a template in the marketplace',
      idempotent: true,
      params: IdParams,
      body: PublishBody,
      optionalBody: true,
      response: PublishReply,
      errors: [UsageLimitExceeded],
      async handle({ params: { id }, body, principal }) {
        const template = await catalog.publish(principal, id, body);
        if (template === undefined) throw missingOwn();
        return { id, name: template.name, is_public: template.isPublic };
      },
    }),
    defineRoute({
      ...common,
      method: 'post',
      path: '/v1/marketplace/:id/unpublish',
      scope: 'templates:write',
      summary: 'Hide a template from everybody else; copies stay',
      idempotent: true,
      params: IdParams,
      response: PublishReply,
      async handle({ params: { id }, principal: { accountId } }) {
        const template = await catalog.unpublish(accountId, id);
        if (template === undefined) throw missingOwn();
        return { id, name: template.name, is_public: template.isPublic };
      },
    }),
  ];
}
