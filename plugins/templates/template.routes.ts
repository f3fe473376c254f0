import { defineRoute, NotFound, type Route, pageOf, IdParams } from '../../server/contract/index.ts';
import { UsageLimitExceeded } from '../limits/contract.ts';
import { presentRow, presentTemplate } from './template.presenter.ts';
import {
  CreateBody,
  DeletedReply,
  JsonSchemaReply,
  ListQuery,
  TemplatePage,
  TemplateReply,
  UpdateBody,
  VersionPage,
  VersionParams,
  VersionQuery,
  VersionReply,
} from './template.schemas.ts';
import type { TemplateService } from './template.service.ts';
import type { TemplateStore } from './template.store.ts';

const missing = () => NotFound('There is no template with this id.');
const missingVersion = (version: number) => NotFound(`The template has no version ${String(version)}.`);

export function templateRoutes(service: TemplateService, store: TemplateStore): Route[] {
  const reading = { auth: 'key', scope: 'templates:read' } as const;
  const writing = { auth: 'key', scope: 'templates:write' } as const;
  const versionOf = async (accountId: string, id: string, version: number) => {
    const { version: current } = await service.get(accountId, id);
    const found = version <= current ? await store.version(accountId, id, version) : undefined;
    if (found === undefined) throw missingVersion(version);
    return found;
  };
  return [
    defineRoute({
      ...writing,
      method: 'post',
      path: '/v1/templates',
      summary: 'Save a template',
      description: 'Without a schema, one is inferred from the text. Handlebars errors have a line and a column.',
      idempotent: true,
      body: CreateBody,
      example: { name: 'Greeting', html_content: '<h1>Hello {{name}}</h1>', schema: { name: 'string' } },
      status: 201,
      response: TemplateReply,
      errors: [UsageLimitExceeded],
      async handle({ body: { name, html_content, schema }, principal, newId }) {
        return presentTemplate(await service.create(principal, { id: newId('tmpl'), name, html: html_content, schema }));
      },
    }),
    defineRoute({
      ...reading,
      method: 'get',
      path: '/v1/templates',
      summary: 'List templates, newest first',
      query: ListQuery,
      response: TemplatePage,
      async handle({ query: { search, ...page }, principal: { accountId } }) {
        return pageOf(await store.page(accountId, page, search), page.limit, presentRow);
      },
    }),
    defineRoute({
      ...reading,
      method: 'get',
      path: '/v1/templates/:id',
      summary: 'One template',
      params: IdParams,
      response: TemplateReply,
      async handle({ params, principal: { accountId } }) {
        return presentTemplate(await service.get(accountId, params.id));
      },
    }),
    defineRoute({
      ...writing,
      method: 'put',
      path: '/v1/templates/:id',
      summary: 'Change a template; its version rises when the text changes',
      params: IdParams,
      body: UpdateBody,
      response: TemplateReply,
      async handle({ params: { id }, body: { name, html_content, schema }, principal: { accountId } }) {
        return presentTemplate(await service.update(accountId, id, { name, html: html_content, schema }));
      },
    }),
    defineRoute({
      ...writing,
      method: 'delete',
      path: '/v1/templates/:id',
      summary: 'Delete a template with its versions; documents made from it stay',
      params: IdParams,
      response: DeletedReply,
      async handle({ params: { id }, principal: { accountId } }) {
        if (!(await store.remove(accountId, id))) throw missing();
        return { deleted: true as const };
      },
    }),
    defineRoute({
      ...reading,
      method: 'get',
      path: '/v1/templates/:id/schema',
      summary: 'JSON Schema of the data a template takes',
      params: IdParams,
      response: JsonSchemaReply,
      async handle({ params, principal: { accountId } }) {
        return (await service.schema(accountId, params.id)) as { type: 'object'; title: string; properties: Record<string, unknown> };
      },
    }),
    defineRoute({
      ...reading,
      method: 'get',
      path: '/v1/templates/:id/versions',
      summary: 'List the versions of a template, newest first',
      params: IdParams,
      query: VersionQuery,
      response: VersionPage,
      async handle({ params: { id }, query: { limit, offset }, principal: { accountId } }) {
        const { version: current } = await service.get(accountId, id);
        const found = await store.versions(accountId, id, current, limit, offset);
        const data = found.slice(0, limit).map(({ version, createdAt }) => ({ version, created_at: createdAt.toISOString() }));
        return { data, has_more: found.length > limit };
      },
    }),
    defineRoute({
      ...reading,
      method: 'get',
      path: '/v1/templates/:id/versions/:version',
      summary: 'One version of a template',
      params: VersionParams,
      response: VersionReply,
      async handle({ params: { id, version }, principal: { accountId } }) {
        const { html, createdAt } = await versionOf(accountId, id, version);
        return { id, version, html_content: html, created_at: createdAt.toISOString() };
      },
    }),
    defineRoute({
      ...writing,
      method: 'post',
      path: '/v1/templates/:id/versions/:version/restore',
      summary: 'Make the text of an earlier version the newest one',
      idempotent: true,
      params: VersionParams,
      response: TemplateReply,
      async handle({ params: { id, version }, principal: { accountId } }) {
        const { html } = await versionOf(accountId, id, version);
        return presentTemplate(await service.update(accountId, id, { html }));
      },
    }),
  ];
}
