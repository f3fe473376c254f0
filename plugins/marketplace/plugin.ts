import { z } from 'zod';
import { definePlugin, extend } from '../../server/contract/index.ts';
import { DashboardPages, PageFiles } from '../dashboard/contract.ts';
import { TemplatePreviews } from '../previews/contract.ts';
import { TemplateCatalog } from '../templates/contract.ts';
import { marketplaceCommand } from './marketplace.command.ts';
import { marketplacePage } from './marketplace.page.ts';
import { marketplaceRoutes } from './marketplace.routes.ts';
import { MarketTemplate, PublishReply } from './marketplace.schemas.ts';

export default definePlugin({
  name: 'marketplace',
  version: '1.0.0',
  hub: '^2',
  summary: 'Publish templates and copy those of other accounts',
  title: 'Marketplace',
  schemas: { MarketTemplate, Publication: PublishReply },
  config: z.strictObject({}),
  requires: { catalog: TemplateCatalog },
  uses: { previews: TemplatePreviews },
  setup({ deps: { catalog, previews } }) {
    const { page, files } = marketplacePage(catalog, previews?.draws === true ? previews : undefined);
    return {
      routes: marketplaceRoutes(catalog),
      extensions: [extend(DashboardPages, page), extend(PageFiles, ...files)],
      commands: [marketplaceCommand(catalog)],
    };
  },
});
