import { z } from 'zod';
import { definePlugin } from '../../server/contract/index.ts';
import { TemplateCatalog } from '../templates/contract.ts';
import { readCatalogue } from './catalogue.ts';
import { starterRoutes } from './starter.routes.ts';

export default definePlugin({
  name: 'starters',
  version: '1.0.0',
  hub: '^1',
  summary: 'Ready-made templates to begin with',
  config: z.strictObject({}),
  requires: { catalog: TemplateCatalog },
  setup: ({ deps }) => ({ routes: starterRoutes(readCatalogue(), deps.catalog) }),
});
