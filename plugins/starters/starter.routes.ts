import { defineRoute, NotFound, type Route } from '../../server/contract/index.ts';
import { type AuditActor, callerOf } from '../audit/contract.ts';
import { type PlanOwner, UsageLimitExceeded } from '../limits/contract.ts';
import { type Template, type TemplateCatalog, TemplateCopy } from '../templates/contract.ts';
import type { Starter } from './catalogue.ts';
import { StarterList, StarterParams, StarterReply } from './starter.schemas.ts';
import { starterExamples } from './starter.examples.ts';

const present = ({ slug, name, description, category, sampleData }: Starter) => ({
  slug,
  name,
  description,
  category,
  sample_data: { ...sampleData },
});

export function cloneStarter(
  catalog: TemplateCatalog,
  owner: PlanOwner,
  { name, html, sampleData }: Starter,
  id: string,
  by: AuditActor,
): Promise<Template> {
  return catalog.create(owner, { id, name, html, sample: sampleData }, by);
}

export function starterRoutes(starters: ReadonlyMap<string, Starter>, catalog: TemplateCatalog): Route[] {
  const find = (slug: string): Starter => {
    const starter = starters.get(slug);
    if (starter === undefined) throw NotFound('There is no starter template with this slug; GET /v1/starter-templates lists them.');
    return starter;
  };
  return [
    defineRoute({
      method: 'get',
      path: '/v1/starter-templates',
      auth: 'none',
      operationId: 'listStarterTemplates',
      summary: 'List starter templates',
      example: starterExamples.listStarterTemplates,
      description: 'Ready-made templates that come with the server. Needs no key.',
      response: StarterList,
      handle: async () => ({ data: [...starters.values()].map(present) }),
    }),
    defineRoute({
      method: 'get',
      path: '/v1/starter-templates/:slug',
      auth: 'none',
      operationId: 'getStarterTemplate',
      summary: 'One starter template with its text',
      example: starterExamples.getStarterTemplate,
      description: 'A ready-made template with its text and data to try it with. Needs no key.',
      params: StarterParams,
      response: StarterReply,
      async handle({ params: { slug } }) {
        const starter = find(slug);
        return { ...present(starter), html_content: starter.html };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/v1/starter-templates/:slug/clone',
      auth: 'key',
      scope: 'templates:write',
      operationId: 'cloneStarterTemplate',
      summary: 'Copy a starter template into the account',
      example: starterExamples.cloneStarterTemplate,
      description: 'The copy is an own template of the account, version 1, which can be changed freely.',
      idempotent: true,
      params: StarterParams,
      status: 201,
      response: TemplateCopy,
      errors: [UsageLimitExceeded],
      async handle({ params: { slug }, newId, ...caller }) {
        const copy = await cloneStarter(catalog, caller.principal, find(slug), newId('tmpl'), callerOf(caller));
        return { id: copy.id, name: copy.name, version: copy.version, created_at: copy.createdAt.toISOString() };
      },
    }),
  ];
}
