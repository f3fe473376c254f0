import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { Button, Cell, PageLink, Tone } from '../contract.ts';

export type View = VNode | VNode[] | string | null;

/** Where a page is shown, and on whose behalf its forms are sent. */
export interface ViewContext {
  /** The dashboard's root: `/dashboard`. */
  readonly root: string;
  /** The page as the visitor has it, query included. */
  readonly here: string;
  /** Whether a page or file of an enabled plugin answers there. */
  readonly hasPage: (href: string) => boolean;
  readonly csrf: string;
  /** Ask for the password in forms that make secrets. */
  readonly asksPassword: boolean;
  /** Actions of this page that make or reveal secrets. */
  readonly secretActions: ReadonlySet<string>;
  /** What was sent and refused, to be corrected in place. */
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

export const anchor = (root: string, { text, href }: PageLink, className = ''): View =>
  html`<a class=${className} href=${hrefOf(root, href)}>${text}</a>`;

/** Only the text where the page belongs to a plugin that is switched off. */
export const link = (context: ViewContext, target: PageLink): View =>
  context.hasPage(target.href) ? anchor(context.root, target) : target.text;

/** Absent where the page belongs to a plugin that is switched off. */
export const linkButton = (context: ViewContext, target: PageLink): View =>
  context.hasPage(target.href) ? anchor(context.root, target, 'button plain') : null;

const badge = (text: string, tone: Tone): View => html`<span class=${`badge ${tone}`}>${text}</span>`;

const time = (at: Date): View => {
  const iso = at.toISOString();
  return html`<time datetime=${iso}>${iso.slice(0, 19).replace('T', ' ')} UTC</time>`;
};

export function button(context: ViewContext, { text, action, at, values = {}, tone = 'plain', confirm }: Button): View {
  const needsPassword = context.asksPassword && at === undefined && context.secretActions.has(action);
  return html`<form class="inline" method="post" action=${at === undefined ? context.here : context.root + at}>
    <input type="hidden" name="_csrf" value=${context.csrf} /><input type="hidden" name="_do" value=${action} />
    ${Object.entries(values).map(([name, value]) => html`<input type="hidden" name=${name} value=${value} />`)}
    ${needsPassword ? html`<label class="password">Your password <input type="password" name="_password" required autocomplete="current-password" /></label>` : null}
    <button class=${tone} data-confirm=${confirm}>${text}</button>
  </form>`;
}

export function cell(context: ViewContext, value: Cell): View {
  if (typeof value === 'string') return value;
  if ('href' in value) return link(context, value);
  if ('badge' in value) return badge(value.badge, value.tone);
  if ('code' in value) return html`<code>${value.code}</code>`;
  if ('time' in value) return value.time === null ? (value.none ?? '–') : time(value.time);
  if ('button' in value) return button(context, value.button);
  return html`<span class="lines">${value.lines.map((line) => html`<span>${cell(context, line)}</span>`)}</span>`;
}
