import { join } from 'node:path';
import type { Model } from 'mongoose';
import { publicId } from '../../db/public-id.ts';
import { type HubRegistry, NotFound, pageOf } from '../../server/contract/index.ts';
import { visitorOf } from '../audit/contract.ts';
import { type DashboardPage, type PageFile, pager, pageRequestOf, planOwnerOf } from '../dashboard/contract.ts';
import { PublishRoute } from '../marketplace/contract.ts';
import { PreviewRoute } from '../pdf-tools/contract.ts';
import type { TemplatePreviews } from '../previews/contract.ts';
import type { HtmlComposer } from '../rendering/contract.ts';
import type { TemplateCatalog } from '../templates/contract.ts';
import { BLANK } from './blank.ts';
import type { TemplateStart } from './contract.ts';
import type { SettingsDocument } from './settings.model.ts';

const ROWS = 24;
export interface StudioPageParts {
  readonly catalog: TemplateCatalog;
  readonly composer: HtmlComposer;
  readonly previews: TemplatePreviews | undefined;
  readonly settings: Model<SettingsDocument>;
  readonly registry: HubRegistry;
  readonly starts: () => readonly TemplateStart[];
}

const missing = () => NotFound('There is no template with this id.');

const dataOf = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const data: unknown = JSON.parse(text);
    return typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as Record<string, unknown>) : undefined;
  } catch {
    return undefined; // as it was typed, perhaps not finished
  }
};

/** The list of the account's templates, and the editor of one. */
export function studioPages({ catalog, composer, previews, settings, registry, starts }: StudioPageParts): {
  pages: DashboardPage[];
  files: PageFile[];
} {
  const find = async (accountId: string, id: string | undefined) => {
    const template = await catalog.find(accountId, id ?? '');
    if (template === undefined) throw missing();
    return template;
  };

  const list: DashboardPage = {
    path: '/templates',
    title: 'Templates',
    menu: { section: 'Templates', order: 10 },
    async load({ account, query }) {
      const request = pageRequestOf(query, ROWS);
      const { data, next_cursor: next } = pageOf(await catalog.recent(account.id, request), ROWS, (template) => template);
      return {
        blocks: [
          {
            kind: 'buttons',
            buttons: [
              { text: 'New template', action: 'create', tone: 'primary' },
              ...starts()
                .toSorted((a, b) => a.order - b.order)
                .map(({ link }) => link),
            ],
          },
          {
            kind: 'gallery',
            empty: 'No template yet. Begin with an empty one, or with a starter.',
            cards: data.map(({ id, name, version, isPublic }) => ({
              title: name,
              text: '',
              label: `Version ${String(version)}${isPublic ? ' · public' : ''}`,
              href: `/templates/${id}`,
              ...(previews === undefined ? {} : { picture: `/templates/${id}/picture-${String(version)}.png` }),
            })),
          },
          pager('/templates', query, next),
        ],
      };
    },
    actions: {
      create: {
        async run(context) {
          const { account } = context;
          const blank = { id: publicId('tmpl'), name: 'Untitled', html: BLANK.html };
          const { id } = await catalog.create(planOwnerOf(account), blank, visitorOf(context));
          await settings.create({ _id: id, accountId: account.id, data: BLANK.data });
          return { goTo: `/templates/${id}` };
        },
      },
    },
  };

  const studio: DashboardPage = {
    path: '/templates/:id',
    title: 'Studio',
    module: join(import.meta.dirname, 'browser/studio.ts'),
    async load({ account, params, apiUrl }) {
      const template = await find(account.id, params['id']);
      const [kept, sample] = await Promise.all([
        settings.findOne({ _id: template.id, accountId: account.id }).lean(),
        template.sample ?? catalog.sample(account.id, template.html),
      ]);
      const { id, name, html, options, version, isPublic, category, description } = template;
      return {
        title: name,
        crumbs: [{ text: 'Templates', href: '/templates' }],
        blocks: [
          {
            kind: 'app',
            props: {
              template: { id, name, html, version, isPublic, category, description },
              data: kept?.data ?? JSON.stringify(sample, null, 2),
              options,
              helpers: composer.helpers.map(({ name }) => name),
              can: { draw: registry.hasRoute(PreviewRoute), publish: registry.hasRoute(PublishRoute) },
              apiUrl,
            },
          },
        ],
      };
    },
    actions: {
      delete: {
        async run(context) {
          const { account, params } = context;
          const { id, name } = await find(account.id, params['id']);
          await catalog.remove(account.id, id, visitorOf(context));
          await settings.deleteOne({ _id: id, accountId: account.id });
          return { goTo: '/templates', flash: `${name} is deleted.` };
        },
      },
    },
  };

  const files: PageFile[] = [];
  if (previews !== undefined) {
    files.push({
      path: '/templates/:id/picture-:version.png',
      async read({ account, params }) {
        const { id, html, options, sample } = await find(account.id, params['id']);
        const kept = await settings.findOne({ _id: id, accountId: account.id }).lean();
        const data = (kept === null ? undefined : dataOf(kept.data)) ?? sample ?? undefined;
        return { type: 'image/png', body: await previews.picture(account.id, { html, data, options }), keepFor: 60 };
      },
    });
  }
  return { pages: [list, studio], files };
}
