import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from 'pino';
import {
  type CallerRequest,
  Forbidden,
  HubError,
  type HubRegistry,
  invalidFields,
  NotFound,
  type Principal,
  Unauthorized,
} from '../../server/contract/index.ts';
import {
  type Block,
  type DashboardPage,
  MENU_SECTIONS,
  type PageAccount,
  type PageContext,
  type PageFile,
  type PageView,
} from './contract.ts';
import type { Account, SignIn } from '../accounts/contract.ts';
import type { Assets } from './assets.ts';
import { cookieOf, csrfToken, pageHeaders, refuseForeign, refuseForged, sessionCookie, sessionSecret } from './browser-guard.ts';
import type { Session, SessionStore } from './session.store.ts';
import { blocks } from './views/blocks.ts';
import type { ViewContext, View } from './views/cells.ts';
import { type Frame, type MenuEntry, page as pageHtml } from './views/layout.ts';

export const ROOT = '/dashboard';
export const API_PREFIX = `${ROOT}/api`;
export const SCRIPT = join(import.meta.dirname, 'browser/dashboard.ts');
export const STYLES = join(import.meta.dirname, 'browser/dashboard.css');
const FLASH_COOKIE = 'flash';
/** Looks at a page that is for anyone. */
const NOBODY: PageAccount = { id: '', email: '', plan: '', operator: false };

/** A browser's request, as far as the dashboard looks at it. */
export interface BrowserRequest {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly params: Readonly<Record<string, string>>;
  readonly requestId: string;
  readonly address: string;
  header(name: string): string;
  form(): Promise<URLSearchParams>;
}

export interface HtmlReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string;
}

export interface Visitor {
  readonly secret: string;
  readonly session: Session;
  readonly account: Account;
}

export interface DashboardParts {
  readonly registry: HubRegistry;
  readonly pages: () => readonly DashboardPage[];
  readonly pageFiles: () => readonly PageFile[];
  readonly signIn: SignIn;
  readonly sessions: SessionStore;
  readonly assets: () => Assets;
  readonly publicUrl: () => string;
  readonly log: Logger;
}

/** Lays out the pages that plugins describe, for who is signed in. */
export class Dashboard {
  readonly parts: DashboardParts;

  constructor(parts: DashboardParts) {
    this.parts = parts;
  }

  async visitor(header: (name: string) => string): Promise<Visitor | undefined> {
    const secret = sessionSecret(this.parts.publicUrl(), header);
    const session = secret === undefined ? undefined : await this.parts.sessions.find(secret);
    const account = session === undefined ? undefined : await this.parts.signIn.find(session.accountId);
    if (secret === undefined || session === undefined || account === undefined || account.disabledAt !== null) return undefined;
    return account.sessionsEndedAt !== null && session.createdAt <= account.sessionsEndedAt ? undefined : { secret, session, account };
  }

  /** Callers of the API from the browser modules of pages. */
  async identify({ method, header }: CallerRequest): Promise<Principal> {
    const visitor = await this.visitor(header);
    if (visitor === undefined) throw Unauthorized('You are signed out. Sign in again.');
    refuseForeign(this.parts.publicUrl(), header);
    if (method !== 'GET' && method !== 'HEAD') refuseForged(visitor.secret, header('x-csrf-token'));
    const { id, email, plan } = visitor.account;
    return { accountId: id, email, plan, keyId: 'dashboard', test: false, scopes: this.parts.registry.scopes.map(({ name }) => name) };
  }

  /** @throws Forbidden when the password was not given lately */
  async confirmed({ header }: CallerRequest): Promise<void> {
    const visitor = await this.visitor(header);
    if (visitor?.session.isConfirmed === true) return;
    throw Forbidden('Give your password again first: do on its page what shows the secret, then repeat this within ten minutes.');
  }

  /** A page of a plugin, or the way to sign in. */
  async show(page: DashboardPage, request: BrowserRequest): Promise<HtmlReply> {
    const visitor = await this.visitor(request.header);
    if (visitor === undefined && page.audience !== 'anyone') return this.toSignIn(request);
    try {
      const context = this.pageContext(visitor, request);
      refuseHidden(page, context);
      const view = await page.load(context);
      return this.#page(200, page, view, visitor, request);
    } catch (error) {
      return this.failed(error, request, visitor);
    }
  }

  /** What a form of the page asks for. */
  async act(page: DashboardPage, request: BrowserRequest): Promise<HtmlReply> {
    const visitor = await this.visitor(request.header);
    if (visitor === undefined) return this.toSignIn(request);
    let form = new URLSearchParams();
    const context = this.pageContext(visitor, request);
    let action: string | undefined;
    try {
      refuseForeign(this.parts.publicUrl(), request.header);
      form = await request.form();
      refuseForged(visitor.secret, form.get('_csrf') ?? '');
      refuseHidden(page, context);
      action = form.get('_do') ?? '';
      const found = Object.hasOwn(page.actions ?? {}, action) ? page.actions?.[action] : undefined;
      if (found === undefined) throw NotFound('This page has no such action.');
      if (found.confirmsPassword === true) await this.#confirm(visitor, form, request.address);
      const outcome = await found.run(context, form);
      if ('view' in outcome) return this.#page(200, page, outcome.view, visitor, request);
      return this.redirect(this.#hasPage(outcome.goTo) ? outcome.goTo : request.path, outcome.flash);
    } catch (error) {
      if (!HubError.is(error) || error.status === 500 || action === undefined || error.status === 404)
        return this.failed(error, request, visitor);
      const view = await page.load(context);
      const fields = Object.fromEntries((error.fields ?? []).map(({ field, message }) => [field, message]));
      return this.#page(error.status, page, view, visitor, request, { action, message: sentence(error), fields, sent: form });
    }
  }

  /** An error as a page; what is ours to fix is logged and not shown. */
  failed(error: unknown, request: BrowserRequest, visitor?: Visitor): HtmlReply {
    const known = HubError.is(error) && error.status !== 500 ? error : undefined;
    if (known === undefined) this.parts.log.error({ err: error, request_id: request.requestId }, 'a page failed');
    const status = HubError.is(error) ? error.status : 500;
    const text = known?.message ?? `Something went wrong on our side. Try again; when you report it, quote ${request.requestId}.`;
    const view: PageView = {
      title: status === 404 ? 'Not found' : status === 403 ? 'Not allowed' : 'Error',
      blocks: [
        { kind: 'notice', tone: 'bad', text },
        { kind: 'buttons', buttons: [{ text: 'To the first page', href: '/' }] },
      ],
    };
    const viewContext = this.#viewContext(visitor, request);
    return this.html(status, request, { title: view.title ?? '', main: blocks(viewContext, view.blocks) }, visitor);
  }

  redirect(to: string, flash?: string): HtmlReply {
    const cookie =
      flash === undefined ? [] : [`${FLASH_COOKIE}=${encodeURIComponent(flash)}; Path=${ROOT}; Max-Age=30; HttpOnly; SameSite=Lax`];
    const location = to === '/' ? ROOT : to.startsWith(ROOT) ? to : ROOT + to;
    return { status: 303, headers: { Location: location, 'Set-Cookie': cookie, 'Cache-Control': 'no-store' }, body: '' };
  }

  toSignIn({ method, path, search }: BrowserRequest): HtmlReply {
    const next = method === 'GET' && path !== ROOT ? `?next=${encodeURIComponent(path + search)}` : '';
    const reply = this.redirect(`/sign-in${next}`);
    return { ...reply, headers: { ...reply.headers, 'Set-Cookie': sessionCookie(this.parts.publicUrl(), undefined) } };
  }

  html(
    status: number,
    request: BrowserRequest,
    content: { readonly title: string; readonly main: View } & Partial<Frame>,
    visitor?: Visitor,
    modules: readonly string[] = [],
  ): HtmlReply {
    const { assets, publicUrl } = this.parts;
    const styleNonce = randomBytes(16).toString('base64');
    const flash = flashOf(request);
    const frame: Frame = {
      ...content,
      root: ROOT,
      styles: [assets().path(STYLES), ...modules.flatMap((entry) => assets().styles(entry) ?? [])],
      scripts: [SCRIPT, ...modules].map((entry) => assets().path(entry)),
      styleNonce,
      flash,
      ...(visitor === undefined
        ? {}
        : { signedIn: { account: visitor.account, csrf: csrfToken(visitor.secret), menu: this.#menu(visitor.account, request.path) } }),
    };
    const headers: Record<string, string | string[]> = { ...pageHeaders(styleNonce), 'Content-Type': 'text/html; charset=utf-8' };
    if (publicUrl().startsWith('https:')) headers['Strict-Transport-Security'] = 'max-age=31536000';
    if (flash !== undefined) headers['Set-Cookie'] = [`${FLASH_COOKIE}=; Path=${ROOT}; Max-Age=0; HttpOnly; SameSite=Lax`];
    return { status, headers, body: pageHtml(frame) };
  }

  pageContext(visitor: Visitor | undefined, { params, search, address }: BrowserRequest): PageContext {
    const account = visitor?.account ?? NOBODY;
    return { account, params, query: new URLSearchParams(search), address, apiUrl: this.parts.publicUrl() };
  }

  async #confirm({ session, account }: Visitor, form: URLSearchParams, address: string): Promise<void> {
    if (session.isConfirmed) return;
    const password = form.get('_password') ?? '';
    if (password === '') throw invalidFields([{ field: 'password', message: 'is required' }]);
    await this.parts.signIn.confirm(account.id, password, address);
    await this.parts.sessions.confirm(session.id);
  }

  #viewContext(
    visitor: Visitor | undefined,
    { path, search }: BrowserRequest,
    page?: DashboardPage,
    refused?: ViewContext['refused'],
  ): ViewContext {
    const secretActions = Object.entries(page?.actions ?? {}).filter(([, action]) => action.confirmsPassword === true);
    return {
      root: ROOT,
      here: path + search,
      hasPage: (href) => this.#hasPage(href),
      csrf: visitor === undefined ? '' : csrfToken(visitor.secret),
      asksPassword: visitor?.session.isConfirmed === false,
      secretActions: new Set(secretActions.map(([name]) => name)),
      ...(refused === undefined ? {} : { refused }),
    };
  }

  /** Addresses outside the dashboard are taken as they are. */
  #hasPage(href: string): boolean {
    const path = href.split('?')[0] ?? '';
    if (!path.startsWith('/') || path === '/sign-in') return true;
    return [...this.parts.pages(), ...this.parts.pageFiles()].some((known) => matches(known.path, path));
  }

  #page(
    status: number,
    page: DashboardPage,
    view: PageView,
    visitor: Visitor | undefined,
    request: BrowserRequest,
    refused?: ViewContext['refused'],
  ): HtmlReply {
    const viewContext = this.#viewContext(visitor, request, page, refused);
    const isShown = refused !== undefined && hasForm(view.blocks, refused.action);
    const notice = refused === undefined || isShown ? [] : [{ kind: 'notice', tone: 'bad', text: refused.message } as const];
    const isWide = visitor === undefined;
    const isApp = view.blocks.some(({ kind }) => kind === 'app');
    const content = {
      title: view.title ?? page.title,
      main: blocks(viewContext, [...notice, ...view.blocks]),
      isApp,
      isWide,
      ...(view.crumbs === undefined ? {} : { crumbs: view.crumbs.filter(({ href }) => this.#hasPage(href)) }),
      ...(view.refreshSeconds === undefined ? {} : { refreshSeconds: view.refreshSeconds }),
    };
    return this.html(status, request, content, visitor, page.module === undefined ? [] : [page.module]);
  }

  #menu(account: Account, path: string): MenuEntry[] {
    const entries = this.parts
      .pages()
      .filter(({ audience }) => audience !== 'operator' || account.operator)
      .flatMap(({ path: href, title, menu }) => (menu === undefined ? [] : [{ href, text: title, ...menu }]))
      .sort((a, b) => MENU_SECTIONS.indexOf(a.section) - MENU_SECTIONS.indexOf(b.section) || a.order - b.order);
    const isHere = (href: string): boolean => path === ROOT + href || path.startsWith(`${ROOT}${href}/`);
    return [
      { text: 'Overview', href: '/', section: '', isHere: path === ROOT },
      ...entries.map(({ href, text, section }) => ({ href, text, section, isHere: isHere(href) })),
    ];
  }
}

/** Whether a path is one of the pattern's, such as `/templates/:id`. */
function matches(pattern: string, path: string): boolean {
  const [wanted, sent] = [pattern.split('/'), path.split('/')];
  return wanted.length === sent.length && wanted.every((part, i) => part.startsWith(':') || part === sent[i]);
}

/** @throws NotFound for what only operators may see, which others need not know of */
function refuseHidden({ audience }: DashboardPage, { account }: PageContext): void {
  if (audience === 'operator' && !account.operator) throw NotFound('This page does not exist.');
}

/** Whether the page has a form of this action, at which a refusal is shown. */
const hasForm = (all: readonly Block[], action: string): boolean =>
  all.some((one) => (one.kind === 'form' ? one.action === action : 'blocks' in one && hasForm(one.blocks, action)));

const sentence = (error: HubError): string => (error.fields === undefined ? error.message : 'The form has errors. See below.');

function flashOf({ header }: BrowserRequest): string | undefined {
  const found = cookieOf(header, FLASH_COOKIE);
  try {
    return found === undefined || found === '' ? undefined : decodeURIComponent(found);
  } catch {
    return undefined; // somebody else's cookie of this name
  }
}
