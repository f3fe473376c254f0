import assert from 'node:assert/strict';
import type { TestHub } from './hub.ts';

export const PASSWORD = 'a few plain words';

export interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Where it leads, below the hub's address. */
  readonly location: string | undefined;
}

/** A browser without scripts: keeps cookies, sends forms with the token of the page it has. */
export class Visitor {
  readonly hub: Pick<TestHub, 'url' | 'command'>;
  readonly cookies = new Map<string, string>();
  #page = '';

  constructor(hub: Pick<TestHub, 'url' | 'command'>) {
    this.hub = hub;
  }

  get token(): string {
    return /name="_csrf" value="([^"]*)"/.exec(this.#page)?.[1] ?? '';
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Page> {
    return this.#send(path, { headers });
  }

  /** Sends a form as the page at `path` would, with the token of the last page. */
  async post(path: string, form: Record<string, string | string[]>, headers: Record<string, string> = {}): Promise<Page> {
    const body = new URLSearchParams();
    for (const [name, value] of Object.entries({ _csrf: this.token, ...form })) for (const one of [value].flat()) body.append(name, one);
    return this.#send(path, { method: 'POST', body, headers: { origin: this.hub.url, ...headers } });
  }

  /** Opens a page that must be there. */
  async open(path: string): Promise<string> {
    const page = await this.get(path);
    assert.equal(page.status, 200, `${path}: ${String(page.status)} ${page.text.slice(0, 300)}`);
    return page.text;
  }

  /** Sets the account's password by the operator's link, and is signed in with it. */
  async enter(email: string): Promise<this> {
    return this.enterBy((await this.hub.command('account', 'password', email)).split('\n')[0] ?? '');
  }

  async enterBy(link: string): Promise<this> {
    const { pathname } = new URL(link);
    await this.get(pathname);
    const entered = await this.post(pathname, { password: PASSWORD });
    assert.equal(entered.location, '/dashboard', entered.text);
    await this.open('/dashboard');
    return this;
  }

  async #send(path: string, init: RequestInit): Promise<Page> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await fetch(this.hub.url + path, {
      ...init,
      redirect: 'manual',
      headers: { ...(cookie === '' ? {} : { cookie }), ...(init.headers as Record<string, string>) },
    });
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const text = await reply.text();
    if (text.includes('<!doctype html>')) this.#page = text;
    return { status: reply.status, headers: reply.headers, text, location: reply.headers.get('location') ?? undefined };
  }
}
