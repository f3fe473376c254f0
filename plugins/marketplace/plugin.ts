import { z } from 'zod';
import { definePlugin } from '../../server/contract/index.ts';
import { TemplateCatalog } from '../templates/contract.ts';
import { marketplaceRoutes } from './marketplace.routes.ts';

export default definePlugin({
  name: 'marketplace',
  version: '1.0.0',
  hub: '^1',
  summary: 'Publish templates and copy those of other accounts',
  config: z.strictObject({}),
  requires: { catalog: TemplateCatalog },
  setup: ({ deps }) => ({ routes: marketplaceRoutes(deps.catalog) }),
});
