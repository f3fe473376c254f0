import { NotFound, pageOf } from '../../server/contract/index.ts';
import { visitorOf } from '../audit/contract.ts';
import { type DashboardPage, type PageFile, pager, pageRequestOf, planOwnerOf } from '../dashboard/contract.ts';
import type { TemplatePreviews } from '../previews/contract.ts';
import type { TemplateCatalog } from '../templates/contract.ts';
import { cloneTemplate } from './marketplace.routes.ts';

const AN_HOUR = 3600;
const ROWS = 24;

/** Templates that accounts show each other, with pictures, copied in a click. */
export function marketplacePage(
  catalog: TemplateCatalog,
  previews: TemplatePreviews | undefined,
): { page: DashboardPage; files: PageFile[] } {
  return {
    page: {
      path: '/marketplace',
      title: 'Marketplace',
      menu: { section: 'Templates', order: 30 },
      async load({ account, query }) {
        const category = query.get('category') ?? '';
        const found = await catalog.publicPage(pageRequestOf(query, ROWS), category === '' ? undefined : category);
        const { data, next_cursor: next } = pageOf(found, ROWS, (template) => template);
        return {
          blocks: [
            {
              kind: 'text',
              text: 'Templates of other accounts. Publish yours in the studio. A copy stays yours whatever happens to the original.',
            },
            { kind: 'filters', fields: [{ name: 'category', label: 'Category', kind: 'search', value: category, maxLength: 50 }] },
            {
              kind: 'gallery',
              empty: 'No listings match.',
              cards: data.map(({ id, accountId, name, description, category: label, downloads }) => ({
                title: name,
                text: description ?? '',
                label: `${label ?? 'other'} · copied ${String(downloads)} ${downloads === 1 ? 'time' : 'times'}${accountId === account.id ? ' · yours' : ''}`,
                ...(previews === undefined ? {} : { picture: `/marketplace/${id}/picture.png` }),
                buttons: [{ text: 'Copy to my templates', action: 'clone', values: { id }, tone: 'primary' }],
              })),
            },
            pager('/marketplace', query, next),
          ],
        };
      },
      actions: {
        clone: {
          async run(context, form) {
            const copy = await cloneTemplate(catalog, planOwnerOf(context.account), form.get('id') ?? '', visitorOf(context));
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
              path: '/marketplace/:id/picture.png',
              async read({ account, params }) {
                const template = await catalog.findPublic(params['id'] ?? '');
                if (template === undefined) throw NotFound('There is no public template with this id.');
                const { html, options } = template;
                return { type: 'image/png', body: await previews.picture(account.id, { html, options }), keepFor: AN_HOUR };
              },
            },
          ],
  };
}
