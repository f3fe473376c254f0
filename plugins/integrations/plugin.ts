import { z } from 'zod';
import { definePlugin } from '../../server/contract/index.ts';
import { GenerationHistory, Generator } from '../generation/contract.ts';
import { TemplateCatalog } from '../templates/contract.ts';
import { IntegrationScope } from '../webhooks/contract.ts';
import { integrationRoutes } from './integrations.routes.ts';
import { TemplateField } from './integrations.schemas.ts';

export default definePlugin({
  name: 'integrations',
  version: '1.0.0',
  hub: '^2',
  summary: 'Flat endpoints for automation platforms',
  title: 'Integrations',
  scopes: IntegrationScope,
  schemas: { TemplateField },
  config: z.strictObject({}),
  requires: { generator: Generator, history: GenerationHistory },
  uses: { catalog: TemplateCatalog },
  setup: ({ deps: { generator, history, catalog }, log }) => ({ routes: integrationRoutes({ generator, history, catalog, log }) }),
});
