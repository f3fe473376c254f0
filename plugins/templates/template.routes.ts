import { defineRoute, NotFound, type Route, pageOf, IdParams } from '../../server/contract/index.ts';
import { callerOf } from '../audit/contract.ts';
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
import { templateExamples } from './template.examples.ts';

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
      operationId: 'createTemplate',
      summary: 'Save a template',
      example: templateExamples.createTemplate,
      description:
        'Without a schema, one is inferred from the text. Handlebars errors have a line and a column. `options` are how documents of it print unless their request says otherwise.',
      idempotent: true,
      body: CreateBody,
      status: 201,
      response: TemplateReply,
      errors: [UsageLimitExceeded],
      async handle({ body: { name, html_content, schema, options }, newId, ...caller }) {
        const template = { id: newId('tmpl'), name, html: html_content, schema, options };
        return presentTemplate(await service.create(caller.principal, template, callerOf(caller)));
      },
    }),
    defineRoute({
      ...reading,
      method: 'get',
      path: '/v1/templates',
      operationId: 'listTemplates',
      summary: 'List templates, newest first',
      example: templateExamples.listTemplates,
      description: 'The account’s own templates without their text. With `search`, only those whose name contains it.',
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
      operationId: 'getTemplate',
      summary: 'One template',
      example: templateExamples.getTemplate,
      description: 'A template of the account with its newest text.',
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
      operationId: 'updateTemplate',
      summary: 'Change a template; its version rises when the text or the options change',
      example: templateExamples.updateTemplate,
      description: 'Only what is sent changes. Earlier versions stay, and documents can still be made from them.',
      params: IdParams,
      body: UpdateBody,
      response: TemplateReply,
      async handle({ params: { id }, body: { name, html_content, schema, options }, ...caller }) {
        const change = { name, html: html_content, schema, options };
        return presentTemplate(await service.update(caller.principal.accountId, id, change, callerOf(caller)));
      },
    }),
    defineRoute({
      ...writing,
      method: 'delete',
      path: '/v1/templates/:id',
      operationId: 'deleteTemplate',
      summary: 'Delete a template with its versions; documents made from it stay',
      example: templateExamples.deleteTemplate,
      description: 'Gone for good, also from the marketplace. Copies that others made stay.',
      params: IdParams,
      response: DeletedReply,
      async handle({ params: { id }, ...caller }) {
        if (!(await service.remove(caller.principal.accountId, id, callerOf(caller)))) throw missing();
        return { deleted: true as const };
      },
    }),
    defineRoute({
      ...reading,
      method: 'get',
      path: '/v1/templates/:id/schema',
      operationId: 'getTemplateSchema',
      summary: 'JSON Schema of the data a template takes',
      example: templateExamples.getTemplateSchema,
      description:
        'JSON Schema 2020-12, made of the template’s `schema`, or inferred from its text. Use it to check data before it is sent, or to build a form.',
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
      operationId: 'listTemplateVersions',
      summary: 'List the versions of a template, newest first',
      example: templateExamples.listTemplateVersions,
      description: 'Every version that was saved. A document is made from one with `template: "tmpl_x@3"` or `template_version`.',
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
      operationId: 'getTemplateVersion',
      summary: 'One version of a template',
      example: templateExamples.getTemplateVersion,
      description: 'The text of a template as it was at one version.',
      params: VersionParams,
      response: VersionReply,
      async handle({ params: { id, version }, principal: { accountId } }) {
        const { html, options, createdAt } = await versionOf(accountId, id, version);
        return { id, version, html_content: html, options, created_at: createdAt.toISOString() };
      },
    }),
    defineRoute({
      ...writing,
      method: 'post',
      path: '/v1/templates/:id/versions/:version/restore',
      operationId: 'restoreTemplateVersion',
      summary: 'Make the text and the options of an earlier version the newest ones',
      example: templateExamples.restoreTemplateVersion,
      description: 'The text is saved once more under the next number, so that nothing is lost.',
      idempotent: true,
      params: VersionParams,
      response: TemplateReply,
      async handle({ params: { id, version }, ...caller }) {
        const { accountId } = caller.principal;
        const { html, options } = await versionOf(accountId, id, version);
        return presentTemplate(await service.update(accountId, id, { html, options }, callerOf(caller)));
      },
    }),
  ];
}
