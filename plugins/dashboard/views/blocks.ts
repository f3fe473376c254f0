import { html } from 'htm/preact';
import type { Block, GalleryCard } from '../contract.ts';
import { button, cell, hrefOf, link, linkButton, type ViewContext, type View } from './cells.ts';
import { chart } from './chart.ts';
import { filters, form } from './form.ts';

type Of<K extends Block['kind']> = Extract<Block, { kind: K }>;

function table(context: ViewContext, { caption, columns, rows, empty }: Of<'table'>): View {
  if (rows.length === 0) return html`<p class="empty">${empty}</p>`;
  return html`<div class="card scroll" tabindex="0" role="region" aria-label=${caption}>
    <table>
      <thead>
        <tr>
          ${columns.map((column) => html`<th scope="col">${column === '' ? html`<span class="unseen">Actions</span>` : column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((value, i) => html`<td data-label=${columns[i]}>${cell(context, value)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

const NEARLY_FULL = 0.8;

function meter({ label, value, max, note, isProgress = false }: Of<'meter'>): View {
  const text = max === null ? `${value.toLocaleString('en')}, no limit` : `${value.toLocaleString('en')} of ${max.toLocaleString('en')}`;
  return html`<div class="card meter">
    <p><span>${label}</span><strong>${text}</strong></p>
    ${max === null ? null : html`<meter min="0" max=${Math.max(max, 1)} high=${isProgress ? undefined : max * NEARLY_FULL} optimum=${isProgress ? undefined : 0} value=${value} aria-label=${label}>${text}</meter>`}
    ${note === undefined ? null : html`<small>${note}</small>`}
  </div>`;
}

const copyable = (label: string, text: string, kind: string): View =>
  html`<div class=${`copy ${kind}`}>
    <div class="copy-head"><span>${label}</span><button type="button" class="plain" data-copy>Copy</button></div>
    <pre tabindex="0" aria-label=${label}><code>${text}</code></pre>
  </div>`;

const card = (context: ViewContext, { title, text, label, picture, href, buttons = [] }: GalleryCard): View =>
  html`<li class="card">
    ${picture === undefined ? null : html`<img loading="lazy" width="300" height="424" src=${hrefOf(context.root, picture)} alt=${`First page of ${title}`} />`}
    <div>
      <h3>${href === undefined ? title : link(context, { text: title, href })}</h3>
      ${label === undefined ? null : html`<p class="label">${label}</p>`}
      <p>${text}</p>
      <div class="actions">${buttons.map((one) => button(context, one))}</div>
    </div>
  </li>`;

/** One block of a page as HTML; text is escaped by preact. */
function block(context: ViewContext, one: Block): View {
  switch (one.kind) {
    case 'text':
      return html`<p class="text">${one.text}</p>`;
    case 'notice':
      return html`<p class=${`notice ${one.tone}`}>${one.text} ${one.link === undefined ? null : link(context, one.link)}</p>`;
    case 'section':
      return html`<section>
        <h2>${one.title}</h2>
        ${one.text === undefined ? null : html`<p class="text">${one.text}</p>`}${blocks(context, one.blocks)}
      </section>`;
    case 'fold':
      return html`<details class="card fold">
        <summary><code>${one.title}</code> <span>${one.text}</span></summary>
        <div>${blocks(context, one.blocks)}</div>
      </details>`;
    case 'fill':
      return html`<div class="field fill">
        <label for="fill">${one.label}</label>
        <input id="fill" data-fill=${one.word} autocomplete="off" spellcheck="false" aria-describedby="fill-hint" />
        <small id="fill-hint">${one.hint}</small>
      </div>`;
    case 'tiles':
      return html`<dl class="tiles">
        ${one.tiles.map(
          ({ label, value, note }) =>
            html`<div class="card">
              <dt>${label}</dt>
              <dd>${value}${note === undefined ? null : html`<small>${note}</small>`}</dd>
            </div>`,
        )}
      </dl>`;
    case 'meter':
      return meter(one);
    case 'chart':
      return chart(one);
    case 'table':
      return table(context, one);
    case 'facts':
      return html`<dl class="card facts">
        ${one.facts.map(
          ({ label, value }) =>
            html`<dt>${label}</dt>
              <dd>${cell(context, value)}</dd>`,
        )}
      </dl>`;
    case 'filters':
      return filters(context, one);
    case 'pager':
      return html`<nav class="pager" aria-label="Pages">
        ${one.newer === undefined ? null : link(context, { text: '← Newer', href: one.newer })}
        ${one.older === undefined ? null : link(context, { text: 'Older →', href: one.older })}
      </nav>`;
    case 'form':
      return form(context, one);
    case 'buttons':
      return html`<div class="actions">
        ${one.buttons.map((each) => ('href' in each ? linkButton(context, each) : button(context, each)))}
      </div>`;
    case 'copy':
      return copyable(one.label, one.text, one.secret === true ? 'secret' : '');
    case 'code':
      return html`<section>
        <h2>${one.title}</h2>
        ${one.samples.map(({ label, text }) => copyable(label, text, ''))}
      </section>`;
    case 'pictures':
      return html`<div class="pictures">
        ${one.pictures.map(({ src, alt, href }) => {
          const picture = html`<img loading="lazy" src=${hrefOf(context.root, src)} alt=${alt} />`;
          return href === undefined || !context.hasPage(href) ? picture : html`<a href=${hrefOf(context.root, href)}>${picture}</a>`;
        })}
      </div>`;
    case 'frame':
      return html`<iframe class="card frame" src=${hrefOf(context.root, one.src)} title=${one.title}></iframe>`;
    case 'gallery':
      return one.cards.length === 0
        ? html`<p class="empty">${one.empty}</p>`
        : html`<ul class="gallery">
            ${one.cards.map((each) => card(context, each))}
          </ul>`;
    case 'app':
      return html`<div id="app" data-props=${JSON.stringify(one.props)} data-root=${context.root}>
        <p class="empty">This page needs JavaScript.</p>
      </div>`;
  }
}

export const blocks = (context: ViewContext, all: readonly Block[]): View => html`${all.map((one) => block(context, one))}`;
