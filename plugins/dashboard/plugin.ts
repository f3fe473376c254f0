import { z } from 'zod';
import { defineJob, definePlugin, extend, HubRegistry } from '../../server/contract/index.ts';
import { PasswordPages, SignIn } from '../accounts/contract.ts';
import { AuditLog } from '../audit/contract.ts';
import { type Assets, bundle } from './assets.ts';
import { DashboardAddress, DashboardPages, OverviewCards, PageFiles, SessionRoutes } from './contract.ts';
import { Dashboard, ROOT, SCRIPT, STYLES } from './dashboard.ts';
import { mountDashboard, mountSessionApi } from './dashboard.mount.ts';
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
  hub: '^2',
  summary: 'The web interface: sign-in, history, keys and the pages of other plugins',
  config: z.strictObject({}),
  requires: { registry: HubRegistry, signIn: SignIn },
  uses: { audit: AuditLog },
  provides: { address: DashboardAddress },
  extensionPoints: { pages: DashboardPages, pageFiles: PageFiles, cards: OverviewCards, sessionRoutes: SessionRoutes },
  models: { Session: SessionModel },
  setup({ deps: { registry, signIn, audit }, models, extensions, hub, clock, log }) {
    let assets: Assets | undefined;
    const sessions = new SessionStore(models.Session, clock);
    const dashboard = new Dashboard({
      registry,
      pages: extensions.pages,
      pageFiles: extensions.pageFiles,
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
      ports: { address: { url: () => hub.publicUrl() + ROOT } },
      extensions: [
        extend(
          DashboardPages,
          overviewPage(extensions.cards),
          referencePage(registry),
          accountPage(signIn, sessions, audit),
          pluginsPage(registry),
        ),
        extend(PasswordPages, { url: (token) => `${hub.publicUrl()}${ROOT}/password/${token}` }),
      ],
      mount: (router, mountRoutes) => {
        mountSessionApi(mountRoutes, dashboard, extensions.sessionRoutes());
        mountDashboard(router, dashboard, signInPages);
      },
      jobs: [defineJob({ name: 'dashboard.drop-sessions', data: z.strictObject({}), every: '1 hour', run: () => sessions.dropIdle() })],
      async start() {
        assets = await bundle([SCRIPT, STYLES, ...extensions.pages().flatMap(({ module }) => module ?? [])]);
      },
    };
  },
});
