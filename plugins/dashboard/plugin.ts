import { z } from 'zod';
import { defineJob, definePlugin, HubRegistry } from '../../server/contract/index.ts';
import { SignIn } from '../accounts/contract.ts';
import { type Assets, bundle } from './assets.ts';
import { API_PREFIX, Dashboard, SCRIPT, STYLES } from './dashboard.ts';
import { mountDashboard } from './dashboard.mount.ts';
import { accountPage } from './pages/account.page.ts';
import { overviewPage } from './pages/overview.page.ts';
import { referencePage } from './pages/reference.page.ts';
import { pluginsPage } from './pages/plugins.page.ts';
import { SessionModel } from './session.model.ts';
import { SessionStore } from './session.store.ts';
import { SignInPages } from './sign-in.ts';

export default definePlugin({
  name: 'dashboard',
  version: '1.0.0',
  hub: '^1',
  summary: 'The web interface: sign-in, history, keys and the pages of other plugins',
  config: z.strictObject({}),
  requires: { registry: HubRegistry, signIn: SignIn },
  models: { Session: SessionModel },
  setup({ deps: { registry, signIn }, models, hub, clock, log }) {
    let assets: Assets | undefined;
    const sessions = new SessionStore(models.Session, clock);
    const dashboard = new Dashboard({
      registry,
      signIn,
      sessions,
      assets: () => {
        if (assets === undefined) throw new Error('the browser files are not bundled yet');
        return assets;
      },
      publicUrl: hub.publicUrl,
      log,
    });
    const signInPages = new SignInPages(dashboard);
    return {
      pages: [overviewPage(registry), referencePage(registry), accountPage(signIn, sessions), pluginsPage(registry)],
      sessionApis: [
        { prefix: API_PREFIX, identify: (request) => dashboard.identify(request), confirm: (request) => dashboard.confirmed(request) },
      ],
      mount: (router) => {
        mountDashboard(router, dashboard, signInPages);
      },
      jobs: [defineJob({ name: 'dashboard.drop-sessions', data: z.strictObject({}), every: '1 hour', run: () => sessions.dropIdle() })],
      async start() {
        assets = await bundle([SCRIPT, STYLES, ...registry.pages.flatMap(({ module }) => module ?? [])]);
      },
    };
  },
});
