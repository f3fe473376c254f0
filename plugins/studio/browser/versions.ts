import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Api, messageOf } from './api.ts';
import { drawPage, FIRST_PAGES, renderDraft } from './pictures.ts';
import type { Draft, Options } from './types.ts';
import { comparePages, type PageDiff } from './visual-diff.ts';

const DPI = 72;
const WHEN = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' });

interface Version {
  readonly version: number;
  readonly created_at: string;
}

interface Props {
  readonly api: Api;
  readonly id: string;
  readonly current: number;
  readonly draft: () => Draft;
  /** Text and options of an earlier version are the newest now. */
  readonly restored: (html: string, options: Options, version: number) => void;
}

type Comparison =
  | { readonly state: 'none' }
  | { readonly state: 'busy'; readonly version: number }
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'done'; readonly version: number; readonly pages: readonly PageDiff[]; readonly left: number };

const shareText = (share: number): string =>
  share === 0 ? 'no difference' : `${(share * 100).toFixed(share < 0.01 ? 2 : 1)} % of the pixels differ`;

function DiffPage({ diff, number }: { diff: PageDiff; number: number }): VNode {
  const side = (source: string | undefined, name: string) =>
    html`<figure>
      <figcaption>${name}, page ${number}</figcaption>
      <svg
        viewBox=${`0 0 ${String(diff.width)} ${String(diff.height)}`}
        role="img"
        aria-label=${`${name}, page ${String(number)}, ${String(diff.areas.length)} changed areas`}
      >
        ${source === undefined ? null : html`<image href=${source} width=${diff.width} height=${diff.height} />`}
        ${diff.areas.map(({ x, y, width, height }) => html`<rect x=${x} y=${y} width=${width} height=${height} />`)}
      </svg>
    </figure>`;
  return html`<section>
    <h3>${`Page ${String(number)}: ${shareText(diff.share)}`}</h3>
    <div class="diff-page">${side(diff.before, 'Before')}${side(diff.after, 'Now')}</div>
  </section>`;
}

/** Earlier versions: look at what changed on paper, go back. */
export function Versions({ api, id, current, draft, restored }: Props): VNode {
  const [versions, setVersions] = useState<readonly Version[]>([]);
  const [problem, setProblem] = useState('');
  const [comparison, setComparison] = useState<Comparison>({ state: 'none' });
  const latest = useRef(0);

  useEffect(() => {
    api.call<{ data: Version[] }>('GET', `/v1/templates/${id}/versions?limit=50`).then(
      ({ data }) => {
        setVersions(data);
        setProblem('');
      },
      (error: unknown) => setProblem(messageOf(error)),
    );
  }, [current]);

  const compare = async (version: number): Promise<void> => {
    const turn = ++latest.current;
    setComparison({ state: 'busy', version });
    try {
      const path = `/v1/templates/${id}/versions/${String(version)}`;
      const { html_content: text, options } = await api.call<{ html_content: string; options: Options }>('GET', path);
      const now = draft();
      const before = await renderDraft(api, { ...now, html: text, options });
      const after = await renderDraft(api, now);
      const count = Math.max(before.pages, after.pages);
      const pages: PageDiff[] = [];
      for (let page = 0; page < Math.min(count, FIRST_PAGES); page++) {
        const [a, b] = [
          page < before.pages ? await drawPage(api, before.pdf, page, DPI) : undefined,
          page < after.pages ? await drawPage(api, after.pdf, page, DPI) : undefined,
        ];
        pages.push(await comparePages(a, b));
        if (turn === latest.current) setComparison({ state: 'done', version, pages: [...pages], left: count - pages.length });
      }
    } catch (error) {
      if (turn === latest.current) setComparison({ state: 'failed', message: messageOf(error) });
    }
  };

  const restore = async (version: number): Promise<void> => {
    try {
      const template = await api.call<{ html_content: string; options: Options; version: number }>(
        'POST',
        `/v1/templates/${id}/versions/${String(version)}/restore`,
      );
      restored(template.html_content, template.options, template.version);
    } catch (error) {
      setProblem(messageOf(error));
    }
  };

  return html`<div class="inset">
    ${problem === '' ? null : html`<p class="notice bad" role="alert">${problem}</p>`}
    <ul class="versions">
      ${versions.map(
        ({ version, created_at }) =>
          html`<li class="card">
            <strong>Version ${version}</strong>
            <time datetime=${created_at}>${WHEN.format(new Date(created_at))}</time>
            <button type="button" onClick=${() => void compare(version)}>Compare</button>
            ${version === current ? html`<span class="badge good">current</span>` : html`<button type="button" onClick=${() => void restore(version)}>Restore</button>`}
          </li>`,
      )}
    </ul>
    <div aria-live="polite">
      ${comparison.state === 'busy' ? html`<p class="text">Rendering version ${comparison.version} and what is in the editor …</p>` : null}
      ${comparison.state === 'failed' ? html`<p class="notice bad">${comparison.message}</p>` : null}
      ${
        comparison.state === 'done'
          ? html`<h2>Version ${comparison.version} and what is in the editor</h2>
              ${comparison.pages.map((diff, i) => html`<${DiffPage} diff=${diff} number=${i + 1} />`)}
              ${comparison.left > 0 ? html`<p class="text">${comparison.left} more pages are not compared.</p>` : null}`
          : null
      }
    </div>
  </div>`;
}
