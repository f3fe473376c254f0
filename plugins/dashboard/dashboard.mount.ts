import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import {
  contentDisposition,
  type HubContext,
  type HubRouter,
  type MountRoutes,
  NotFound,
  type Route,
} from '../../server/contract/index.ts';
import { tagOf } from './assets.ts';
import { API_PREFIX, type BrowserRequest, type Dashboard, type HtmlReply, ROOT } from './dashboard.ts';
import { readForm } from './form-body.ts';
import type { SignInPages } from './sign-in.ts';

const A_YEAR = 31_536_000;
const MIN_COMPRESSED = 1000;
const compress = promisify(gzip);

function requestOf(ctx: HubContext): BrowserRequest {
  return {
    method: ctx.method,
    path: ctx.path,
    search: ctx.search,
    params: ctx.params,
    requestId: ctx.state.requestId,
    address: ctx.state.address,
    header: (name) => ctx.get(name),
    form: () => readForm(ctx.req),
  };
}

async function sendHtml(ctx: HubContext, body: string): Promise<void> {
  ctx.vary('Accept-Encoding');
  if (body.length < MIN_COMPRESSED || !/\bgzip\b/.test(ctx.get('accept-encoding'))) {
    ctx.body = body;
    return;
  }
  ctx.body = await compress(body);
  ctx.set('Content-Encoding', 'gzip');
}

/** The API once more for who is signed in, with the routes that only browser modules of pages call. */
export function mountSessionApi(mountRoutes: MountRoutes, dashboard: Dashboard, sessionRoutes: readonly Route[]): void {
  const routes = dashboard.parts.registry.routes.filter(({ auth }) => auth !== 'none');
  mountRoutes(API_PREFIX, [...routes, ...sessionRoutes], {
    identify: (request) => dashboard.identify(request),
    confirm: (request) => dashboard.confirmed(request),
  });
}

/** Puts the dashboard on the router: its own pages, those of the plugins, files behind them, and what the browser loads. */
export function mountDashboard(router: HubRouter, dashboard: Dashboard, signInPages: SignInPages): void {
  const answer = (path: string, method: 'get' | 'post', make: (request: BrowserRequest) => Promise<HtmlReply>): void => {
    router[method](path, async (ctx) => {
      ctx.state.route = `${method.toUpperCase()} ${path}`;
      const { status, headers, body } = await make(requestOf(ctx));
      ctx.status = status;
      ctx.set({ ...headers });
      await sendHtml(ctx, body);
    });
  };

  router.get('/', (ctx) => {
    ctx.redirect(ROOT);
  });
  router.get('/reference', (ctx) => {
    ctx.redirect(`${ROOT}/reference`);
  });
  router.get(`${ROOT}/`, (ctx) => {
    ctx.redirect(ROOT);
  });
  answer(`${ROOT}/sign-in`, 'get', (request) => signInPages.signInPage(request));
  answer(`${ROOT}/sign-in`, 'post', (request) => signInPages.signIn(request));
  answer(`${ROOT}/sign-out`, 'post', (request) => signInPages.signOut(request));
  answer(`${ROOT}/password/:token`, 'get', (request) => signInPages.passwordPage(request));
  answer(`${ROOT}/password/:token`, 'post', (request) => signInPages.setPassword(request));

  router.get(`${ROOT}/assets/:name`, (ctx) => {
    ctx.state.route = `GET ${ROOT}/assets/*`;
    const asset = dashboard.parts.assets().find(ctx.params['name'] ?? '');
    if (asset === undefined) throw NotFound('This file does not exist.');
    ctx.set({
      'Cache-Control': `public, max-age=${String(A_YEAR)}, immutable`,
      ETag: tagOf(asset),
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Accept-Encoding',
    });
    ctx.type = asset.type;
    const isBrotli = /\bbr\b/.test(ctx.get('accept-encoding'));
    if (isBrotli) ctx.set('Content-Encoding', 'br');
    ctx.body = isBrotli ? asset.brotli : asset.body;
  });

  // `/templates/write` before `/templates/:id`.
  const pages = dashboard.parts.pages().toSorted((a, b) => Number(a.path.includes(':')) - Number(b.path.includes(':')));
  for (const page of pages) {
    const path = page.path === '/' ? ROOT : ROOT + page.path;
    answer(path, 'get', (request) => dashboard.show(page, request));
    if (page.actions !== undefined) answer(path, 'post', (request) => dashboard.act(page, request));
  }
  for (const file of dashboard.parts.pageFiles()) {
    router.get(ROOT + file.path, async (ctx) => {
      ctx.state.route = `GET ${ROOT}${file.path}`;
      const request = requestOf(ctx);
      const visitor = await dashboard.visitor(request.header);
      if (visitor === undefined) throw NotFound('There is nothing here for who is not signed in.');
      if (file.audience === 'operator' && !visitor.account.operator) throw NotFound('This file does not exist.');
      const { type, body, filename, isDownload = false, keepFor } = await file.read(dashboard.pageContext(visitor, request));
      ctx.set({
        // Pictures and PDFs only; a stricter policy would keep browsers' own viewers of PDFs from drawing.
        'Content-Security-Policy': "frame-ancestors 'self'",
        'Cache-Control': keepFor === undefined ? 'no-store' : `private, max-age=${String(keepFor)}`,
        'X-Content-Type-Options': 'nosniff',
        ...(filename === undefined ? {} : { 'Content-Disposition': contentDisposition(isDownload ? 'attachment' : 'inline', filename) }),
      });
      ctx.type = type;
      ctx.body = body instanceof Uint8Array ? Buffer.from(body) : body;
    });
  }
  router.get(`${ROOT}/{*rest}`, async (ctx) => {
    ctx.state.route = `GET ${ROOT}/*`;
    if (ctx.path.startsWith(`${ROOT}/api/`)) throw NotFound('No route has this path. See /openapi.json.');
    const request = requestOf(ctx);
    const visitor = await dashboard.visitor(request.header);
    const reply =
      visitor === undefined ? dashboard.toSignIn(request) : dashboard.failed(NotFound('This page does not exist.'), request, visitor);
    ctx.status = reply.status;
    ctx.set({ ...reply.headers });
    await sendHtml(ctx, reply.body);
  });
}
