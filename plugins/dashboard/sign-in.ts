import { html } from 'htm/preact';
import { HubError, NotFound, Unauthorized } from '../../server/contract/index.ts';
import type { Account } from '../accounts/contract.ts';
import { refuseForeign, refuseForged, sessionCookie } from './browser-guard.ts';
import { type BrowserRequest, type Dashboard, type HtmlReply, ROOT } from './dashboard.ts';
import { field } from './views/form.ts';
import type { View } from './views/cells.ts';

const EMAIL = { name: 'email', label: 'E-mail', kind: 'text', required: true, autocomplete: 'username', maxLength: 256 } as const;
const PASSWORD = { name: 'password', label: 'Password', kind: 'password', required: true, autocomplete: 'current-password' } as const;
const NEW_PASSWORD = {
  name: 'password',
  label: 'New password',
  kind: 'password',
  required: true,
  autocomplete: 'new-password',
  hint: 'At least 12 characters. A few words are better than one with signs.',
} as const;

const isOwnPath = (path: string): boolean => path.startsWith(`${ROOT}/`) && !/[\\\r\n]|\/\//.test(path);

const loneForm = (action: string, problem: string | undefined, fields: View, submit: string): View =>
  html`<form class="card form" method="post" action=${action}>
    ${problem === undefined ? null : html`<p class="notice bad" role="alert">${problem}</p>`} ${fields}
    <div class="actions"><button class="primary">${submit}</button></div>
  </form>`;

const fieldProblem = (error: HubError, name: string): string | undefined => error.fields?.find(({ field: at }) => at === name)?.message;

/** The ways in and out: sign in, set a password by a link, sign out. */
export class SignInPages {
  readonly #dashboard: Dashboard;

  constructor(dashboard: Dashboard) {
    this.#dashboard = dashboard;
  }

  async signInPage(request: BrowserRequest): Promise<HtmlReply> {
    return (await this.#dashboard.visitor(request.header)) === undefined ? this.#signInForm(request, 200) : this.#dashboard.redirect('/');
  }

  async signIn(request: BrowserRequest): Promise<HtmlReply> {
    const { parts } = this.#dashboard;
    try {
      refuseForeign(parts.publicUrl(), request.header);
      const form = await request.form();
      const account = await parts.signIn.signIn(form.get('email') ?? '', form.get('password') ?? '', request.address);
      return await this.#enter(account, request, new URLSearchParams(request.search).get('next') ?? '/');
    } catch (error) {
      if (!HubError.is(error) || error.status >= 500 || error.status === 403) return this.#dashboard.failed(error, request);
      return this.#signInForm(request, error.status, error.message, error.retryAfter);
    }
  }

  async signOut(request: BrowserRequest): Promise<HtmlReply> {
    const { parts } = this.#dashboard;
    const visitor = await this.#dashboard.visitor(request.header);
    if (visitor === undefined) return this.#dashboard.toSignIn(request);
    try {
      refuseForeign(parts.publicUrl(), request.header);
      refuseForged(visitor.secret, (await request.form()).get('_csrf') ?? '');
      await parts.sessions.end(visitor.account.id, visitor.session.id);
      const reply = this.#dashboard.redirect('/sign-in', 'You are signed out.');
      return this.#withCookie(reply, undefined);
    } catch (error) {
      return this.#dashboard.failed(error, request, visitor);
    }
  }

  async passwordPage(request: BrowserRequest): Promise<HtmlReply> {
    try {
      return await this.#passwordForm(request, 200);
    } catch (error) {
      return this.#dashboard.failed(error, request);
    }
  }

  async setPassword(request: BrowserRequest): Promise<HtmlReply> {
    const { parts } = this.#dashboard;
    try {
      refuseForeign(parts.publicUrl(), request.header);
      const form = await request.form();
      try {
        const account = await parts.signIn.redeem(request.params['token'] ?? '', form.get('password') ?? '', request.address);
        await parts.sessions.endAll(account.id);
        return await this.#enter(account, request, '/');
      } catch (error) {
        if (HubError.is(error) && error.status === 400) return await this.#passwordForm(request, 400, fieldProblem(error, 'password'));
        throw error;
      }
    } catch (error) {
      return this.#dashboard.failed(error, request);
    }
  }

  /** A new session, whatever the browser brought. */
  async #enter(account: Account, request: BrowserRequest, next: string): Promise<HtmlReply> {
    if (account.disabledAt !== null) throw Unauthorized('This account is disabled. Ask the operator of this server.');
    const { sessions } = this.#dashboard.parts;
    const old = await this.#dashboard.visitor(request.header);
    if (old !== undefined) await sessions.end(old.account.id, old.session.id);
    const secret = await sessions.open(account.id, { address: request.address, browser: request.header('user-agent') });
    return this.#withCookie(this.#dashboard.redirect(isOwnPath(next) ? next : '/'), secret);
  }

  #withCookie(reply: HtmlReply, secret: string | undefined): HtmlReply {
    const others = reply.headers['Set-Cookie'] ?? [];
    const cookie = sessionCookie(this.#dashboard.parts.publicUrl(), secret);
    return { ...reply, headers: { ...reply.headers, 'Set-Cookie': [others, cookie].flat() } };
  }

  #signInForm(request: BrowserRequest, status: number, problem?: string, retryAfter?: number): HtmlReply {
    const fields = html`${field(EMAIL, 'in', undefined, undefined)}${field(PASSWORD, 'in', undefined, undefined)}`;
    const main = html`${loneForm(`${ROOT}/sign-in${request.search}`, problem, fields, 'Sign in')}
      <p class="aside">
        No password yet, or forgotten? The operator makes a link: <code>npx platen account password you@example.com</code>
      </p>`;
    const reply = this.#dashboard.html(status, request, { title: 'Sign in', main });
    return retryAfter === undefined ? reply : { ...reply, headers: { ...reply.headers, 'Retry-After': String(retryAfter) } };
  }

  async #passwordForm(request: BrowserRequest, status: number, problem?: string): Promise<HtmlReply> {
    const account = await this.#dashboard.parts.signIn.accountOfLink(request.params['token'] ?? '');
    if (account === undefined) throw NotFound('This link was used already or has expired. The operator makes another one.');
    const main = html`<p class="aside">For ${account.email}. The link works once; other browsers are signed out.</p>
      ${loneForm(request.path, undefined, field(NEW_PASSWORD, 'new', problem, undefined), 'Set password and sign in')}`;
    return this.#dashboard.html(status, request, { title: 'Set your password', main });
  }
}
