import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { Button, Cell, PageLink, Tone } from '../../../server/contract/index.ts';

export type View = VNode | VNode[] | string | null;

/** Where a page is shown, and on whose behalf its forms are sent. */
export interface Place {
  /** The dashboard's root: `/dashboard`. */
  readonly root: string;
  /** The page as the visitor has it, query included. */
  readonly here: string;
  readonly csrf: string;
  /** Ask for the password in forms that make secrets. */
  readonly asksPassword: boolean;
  /** Actions of this page that make or reveal secrets. */
  readonly secretActions: ReadonlySet<string>;
  /** What was sent and refused, to be mended in place. */
  readonly refused?: {
    readonly action: string;
    readonly message: string;
    readonly fields: Readonly<Record<string, string>>;
    readonly sent: URLSearchParams;
  };
}

/** Pages are linked below the root; whole addresses only when they are http. */
export function hrefOf(root: string, href: string): string {
  if (href.startsWith('/')) return href === '/' ? root : root + href;
  return /^https?:\/\//i.test(href) ? href : '#';
}

export const link = (root: string, { text, href }: PageLink, className = ''): View =>
  html`<a class=${className} href=${hrefOf(root, href)}>${text}</a>`;

const badge = (text: string, tone: Tone): View => html`<span class=${`badge ${tone}`}>${text}</span>`;

const time = (at: Date): View => {
  const iso = at.toISOString();
  return html`<time datetime=${iso}>${iso.slice(0, 16).replace('T', ' ')} UTC</time>`;
};

export function button(place: Place, { text, action, at, values = {}, tone = 'plain', confirm }: Button): View {
  const needsPassword = place.asksPassword && at === undefined && place.secretActions.has(action);
  return html`<form class="inline" method="post" action=${at === undefined ? place.here : place.root + at}>
    <input type="hidden" name="_csrf" value=${place.csrf} /><input type="hidden" name="_do" value=${action} />
    ${Object.entries(values).map(([name, value]) => html`<input type="hidden" name=${name} value=${value} />`)}
    ${needsPassword ? html`<label class="password">Your password <input type="password" name="_password" required autocomplete="current-password" /></label>` : null}
    <button class=${tone} data-confirm=${confirm}>${text}</button>
  </form>`;
}

export function cell(place: Place, value: Cell): View {
  if (typeof value === 'string') return value;
  if ('href' in value) return link(place.root, value);
  if ('badge' in value) return badge(value.badge, value.tone);
  if ('code' in value) return html`<code>${value.code}</code>`;
  if ('time' in value) return value.time === null ? (value.none ?? '–') : time(value.time);
  if ('button' in value) return button(place, value.button);
  return html`<span class="lines">${value.lines.map((line) => html`<span>${cell(place, line)}</span>`)}</span>`;
}
