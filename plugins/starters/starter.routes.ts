import { defineRoute, NotFound, type Route } from '../../server/contract/index.ts';
import { type PlanOwner, UsageLimitExceeded } from '../limits/contract.ts';
import { type Template, type TemplateCatalog, TemplateCopy } from '../templates/contract.ts';
import type { Starter } from './catalogue.ts';
import { StarterList, StarterParams, StarterReply } from './starter.schemas.ts';

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
): Promise<Template> {
  return catalog.create(owner, { id, name, html, sample: sampleData });
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
      summary: 'List starter templates',
      response: StarterList,
      handle: async () => ({ data: [...starters.values()].map(present) }),
    }),
    defineRoute({
      method: 'get',
      path: '/v1/starter-templates/:slug',
      auth: 'none',
      summary: 'One starter template with its text',
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
      summary: 'Copy a starter template into the account',
      idempotent: true,
      params: StarterParams,
      status: 201,
      response: TemplateCopy,
      errors: [UsageLimitExceeded],
      async handle({ params: { slug }, principal, newId }) {
        const copy = await cloneStarter(catalog, principal, find(slug), newId('tmpl'));
        return { id: copy.id, name: copy.name, version: copy.version, created_at: copy.createdAt.toISOString() };
      },
    }),
  ];
}
