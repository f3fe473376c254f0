import { html } from 'htm/preact';
import { render } from 'preact-render-to-string';
import type { PageAccount, PageLink } from '../contract.ts';
import { anchor, hrefOf, type View } from './cells.ts';

export interface MenuEntry extends PageLink {
  readonly section: string;
  readonly isHere: boolean;
}

export interface Frame {
  readonly root: string;
  readonly title: string;
  readonly main: View;
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
  readonly styleNonce: string;
  /** Absent for who is not signed in. */
  readonly signedIn?: { readonly account: PageAccount; readonly csrf: string; readonly menu: readonly MenuEntry[] };
  readonly crumbs?: readonly PageLink[];
  readonly flash?: string | undefined;
  readonly refreshSeconds?: number | undefined;
  /** The main part has the whole width and no heading: a page of its own kind. */
  readonly isApp?: boolean;
  /** Without a sidebar, yet more than a form. */
  readonly isWide?: boolean;
}

const mark = html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
  <path d="M5 2h10l5 5v15H5z" />
  <path class="fold" d="M15 2v5h5" />
  <path class="line" d="M8.5 12h8M8.5 15.5h8M8.5 19h5" />
</svg>`;

function navigation(root: string, menu: readonly MenuEntry[]): View {
  const sections = Map.groupBy(menu, ({ section }) => section);
  return html`<nav aria-label="Main">
    ${[...sections].map(
      ([section, entries]) =>
        html`<div>
          ${section === '' ? null : html`<h2>${section}</h2>`}
          <ul>
            ${entries.map(({ text, href, isHere }) => html`<li><a href=${hrefOf(root, href)} aria-current=${isHere ? 'page' : undefined}>${text}</a></li>`)}
          </ul>
        </div>`,
    )}
  </nav>`;
}

function sidebar({ root, signedIn }: Frame): View {
  if (signedIn === undefined) return null;
  const { account, csrf, menu } = signedIn;
  return html`<header class="side">
    <a class="brand" href=${root}>${mark} Platen</a>
    <button type="button" class="plain menu" data-menu aria-expanded="false" aria-controls="menu">Menu</button>
    <div id="menu">
      ${navigation(root, menu)}
      <div class="who">
        <a href=${hrefOf(root, '/account')}>${account.email}</a>
        <form method="post" action=${`${root}/sign-out`}>
          <input type="hidden" name="_csrf" value=${csrf} /><button class="plain">Sign out</button>
        </form>
      </div>
    </div>
  </header>`;
}

/** A whole page of the dashboard. */
export function page(frame: Frame): string {
  const {
    root,
    title,
    main,
    styles,
    scripts,
    styleNonce,
    signedIn,
    crumbs = [],
    flash,
    refreshSeconds,
    isApp = false,
    isWide = false,
  } = frame;
  const body = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>${title} · Platen</title>
      ${signedIn === undefined ? null : html`<meta name="csrf" content=${signedIn.csrf} />`}
      <meta name="style-nonce" content=${styleNonce} />
      <link rel="icon" href="data:," />
      ${styles.map((sheet) => html`<link rel="stylesheet" href=${root + sheet} />`)}
      ${scripts.map((script) => html`<script type="module" src=${root + script}></script>`)}
      ${refreshSeconds === undefined ? null : html`<noscript><meta http-equiv="refresh" content=${refreshSeconds} /></noscript>`}
    </head>
    <body class=${`${signedIn === undefined ? 'outside' : 'inside'}${isApp ? ' app' : ''}${isWide ? ' wide' : ''}`}>
      ${signedIn === undefined ? null : html`<a class="skip" href="#main">Skip to the content</a>`} ${sidebar(frame)}
      <main id="main" tabindex="-1" data-refresh=${refreshSeconds}>
        ${signedIn === undefined ? html`<p class="brand">${mark} Platen</p>` : null}
        ${crumbs.length === 0 ? null : html`<nav class="crumbs" aria-label="You are here">${crumbs.map((crumb) => html`${anchor(root, crumb)} / `)}</nav>`}
        <h1>${title}</h1>
        ${flash === undefined ? null : html`<p class="notice good" role="status">${flash}</p>`} ${main}
      </main>
    </body>
  </html>`;
  return `<!doctype html>${render(body)}`;
}
