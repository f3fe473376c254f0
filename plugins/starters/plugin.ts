import { z } from 'zod';
import { definePlugin, extend } from '../../server/contract/index.ts';
import { DashboardPages, PageFiles } from '../dashboard/contract.ts';
import { TemplatePreviews } from '../previews/contract.ts';
import { TemplateStarts } from '../studio/contract.ts';
import { TemplateCatalog } from '../templates/contract.ts';
import { readCatalogue } from './catalogue.ts';
import { startersPage } from './starters.page.ts';
import { starterRoutes } from './starter.routes.ts';
import { StarterSummary } from './starter.schemas.ts';

export default definePlugin({
  name: 'starters',
  version: '1.0.0',
  hub: '^2',
  summary: 'Ready-made templates',
  title: 'Starter templates',
  schemas: { StarterSummary },
  config: z.strictObject({}),
  requires: { catalog: TemplateCatalog },
  uses: { previews: TemplatePreviews },
  setup({ deps: { catalog, previews } }) {
    const starters = readCatalogue();
    const { page, files } = startersPage(starters, catalog, previews?.draws === true ? previews : undefined);
    return {
      routes: starterRoutes(starters, catalog),
      extensions: [
        extend(DashboardPages, page),
        extend(PageFiles, ...files),
        extend(TemplateStarts, { link: { text: 'New from a starter', href: page.path }, order: 10 }),
      ],
    };
  },
});
