import { pageOf } from '../../db/page.ts';
import { type DashboardPage, NotFound, type PageFile } from '../../server/contract/index.ts';
import type { TemplatePreviews } from '../previews/contract.ts';
import type { TemplateCatalog } from '../templates/contract.ts';
import { cloneTemplate } from './marketplace.routes.ts';
import { MarketQuery } from './marketplace.schemas.ts';

const AN_HOUR = 3600;

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
        const asked = { cursor: query.get('cursor') ?? undefined, category: category === '' ? undefined : category };
        const parsed = MarketQuery.safeParse(asked);
        const { category: wanted, ...page } = parsed.success ? parsed.data : MarketQuery.parse({});
        const found = await catalog.publicPage(page, wanted);
        const { data, next_cursor: next } = pageOf(found, page.limit, (template) => template);
        const older = new URLSearchParams({
          ...(wanted === undefined ? {} : { category: wanted }),
          ...(next === null ? {} : { cursor: next }),
        });
        return {
          blocks: [
            {
              kind: 'text',
              text: 'Templates of other accounts. Publish yours in the studio. A copy stays yours whatever happens to the original.',
            },
            { kind: 'filters', fields: [{ name: 'category', label: 'Category', kind: 'search', value: category, maxLength: 50 }] },
            {
              kind: 'gallery',
              empty: 'Nobody has published anything like that yet.',
              cards: data.map(({ id, accountId, name, description, category: label, downloads }) => ({
                title: name,
                text: description ?? '',
                label: `${label ?? 'other'} · copied ${String(downloads)} ${downloads === 1 ? 'time' : 'times'}${accountId === account.id ? ' · yours' : ''}`,
                ...(previews === undefined ? {} : { picture: `/marketplace/${id}/picture.png` }),
                buttons: [{ text: 'Copy to my templates', action: 'clone', values: { id }, tone: 'primary' }],
              })),
            },
            {
              kind: 'pager',
              newer: query.has('cursor') ? '/marketplace' : undefined,
              older: next === null ? undefined : `/marketplace?${older.toString()}`,
            },
          ],
        };
      },
      actions: {
        clone: {
          async run({ account }, form) {
            const copy = await cloneTemplate(catalog, account.id, form.get('id') ?? '');
            return { goTo: `/templates/${copy.id}`, said: `${copy.name} is yours now.` };
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
              async read({ params }) {
                const template = await catalog.findPublic(params['id'] ?? '');
                if (template === undefined) throw NotFound('There is no public template of this id.');
                return { type: 'image/png', body: await previews.picture(template.html), keepFor: AN_HOUR };
              },
            },
          ],
  };
}
