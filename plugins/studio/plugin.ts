import { z } from 'zod';
import { definePlugin, extend, HubRegistry } from '../../server/contract/index.ts';
import { DashboardPages, PageFiles, SessionRoutes } from '../dashboard/contract.ts';
import { UsageMeter } from '../limits/contract.ts';
import { TemplatePreviews } from '../previews/contract.ts';
import { HtmlComposer, PdfRenderer } from '../rendering/contract.ts';
import { TemplateCatalog, TemplateSource } from '../templates/contract.ts';
import { TemplateStarts } from './contract.ts';
import { savedPageOptions } from './saved-page-options.migration.ts';
import { SettingsModel } from './settings.model.ts';
import { studioPages } from './studio.page.ts';
import { studioRoutes } from './studio.routes.ts';

export default definePlugin({
  name: 'studio',
  version: '1.0.0',
  hub: '^2',
  summary: 'Templates in the dashboard: an editor with the real PDF beside the code',
  config: z.strictObject({}),
  requires: { registry: HubRegistry, catalog: TemplateCatalog, texts: TemplateSource, composer: HtmlComposer, renderer: PdfRenderer },
  uses: { previews: TemplatePreviews, usage: UsageMeter },
  extensionPoints: { starts: TemplateStarts },
  models: { Settings: SettingsModel },
  migrations: [savedPageOptions],
  setup({ deps: { registry, catalog, texts, composer, renderer, previews, usage }, models, extensions }) {
    const { pages, files } = studioPages({
      catalog,
      composer,
      previews: previews?.draws === true ? previews : undefined,
      settings: models.Settings,
      registry,
      starts: extensions.starts,
    });
    const routes = studioRoutes({ renderer, texts, settings: models.Settings, usage });
    return { extensions: [extend(DashboardPages, ...pages), extend(PageFiles, ...files), extend(SessionRoutes, ...routes)] };
  },
});
