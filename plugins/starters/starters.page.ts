import { publicId } from '../../db/public-id.ts';
import { NotFound } from '../../server/contract/index.ts';
import { visitorOf } from '../audit/contract.ts';
import { type DashboardPage, type PageFile, planOwnerOf } from '../dashboard/contract.ts';
import type { TemplatePreviews } from '../previews/contract.ts';
import type { TemplateCatalog } from '../templates/contract.ts';
import type { Starter } from './catalogue.ts';
import { cloneStarter } from './starter.routes.ts';

const A_DAY = 86_400;

/** Ready-made templates with pictures, copied in a click. */
export function startersPage(
  starters: ReadonlyMap<string, Starter>,
  catalog: TemplateCatalog,
  previews: TemplatePreviews | undefined,
): { page: DashboardPage; files: PageFile[] } {
  const find = (slug: string | null | undefined): Starter => {
    const starter = starters.get(slug ?? '');
    if (starter === undefined) throw NotFound('There is no starter template with this name.');
    return starter;
  };
  return {
    page: {
      path: '/starters',
      title: 'Starters',
      menu: { section: 'Templates', order: 20 },
      async load() {
        return {
          blocks: [
            { kind: 'text', text: 'Ready-made templates. Copy one to edit it.' },
            {
              kind: 'gallery',
              empty: 'None.',
              cards: [...starters.values()].map(({ slug, name, description, category }) => ({
                title: name,
                text: description,
                label: category,
                ...(previews === undefined ? {} : { picture: `/starters/${slug}/picture.png` }),
                buttons: [{ text: 'Use this', action: 'clone', values: { slug }, tone: 'primary' }],
              })),
            },
          ],
        };
      },
      actions: {
        clone: {
          async run(context, form) {
            const starter = find(form.get('slug'));
            const copy = await cloneStarter(catalog, planOwnerOf(context.account), starter, publicId('tmpl'), visitorOf(context));
            return { goTo: `/templates/${copy.id}`, flash: `${copy.name} is yours now.` };
          },
        },
      },
    },
    files:
      previews === undefined
        ? []
        : [
            {
              path: '/starters/:slug/picture.png',
              async read({ account, params }) {
                const { html, sampleData } = find(params['slug']);
                return { type: 'image/png', body: await previews.picture(account.id, { html, data: sampleData }), keepFor: A_DAY };
              },
            },
          ],
  };
}
