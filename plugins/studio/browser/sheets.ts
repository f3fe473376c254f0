import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { FIRST_PAGES } from './pictures.ts';
import type { Preview } from './preview.ts';

const PX_PER_INCH = 96;
const ZOOMS = [50, 75, 100, 125, 150, 200] as const;
const DPI = 110;
/** Enlarged pages are drawn with more pixels. */
const FINE_DPI = 192;
/** Where the width of a PNG stands: behind its signature and the name of its first chunk. */
const PNG_WIDTH_AT = 16;
const PNG_HEAD = 32;

/** `fit` is the width of the pane. */
export type Zoom = 'fit' | (typeof ZOOMS)[number];

export const dpiOf = (zoom: Zoom): number => (zoom !== 'fit' && zoom > 100 ? FINE_DPI : DPI);

/** Pixels of a picture that was drawn for this zoom, as wide as its page is on paper. */
function widthAt(zoom: Zoom, source: string): string | undefined {
  if (zoom === 'fit') return undefined;
  const head = atob(source.slice(source.indexOf(',') + 1, source.indexOf(',') + 1 + PNG_HEAD));
  const pixels = [0, 1, 2, 3].reduce((sum, byte) => sum * 256 + head.charCodeAt(PNG_WIDTH_AT + byte), 0);
  return `${String(Math.round((pixels / dpiOf(zoom)) * PX_PER_INCH * (zoom / 100)))}px`;
}

interface Props {
  readonly preview: Preview;
  readonly zoom: Zoom;
  readonly drawMore: () => void;
}

/** The page of which most can be seen. */
function useShownPage(box: { readonly current: HTMLElement | null }, count: number): number {
  const [shown, setShown] = useState(0);
  useEffect(() => {
    const { current } = box;
    if (current === null) return;
    const look = (): void => {
      const middle = current.scrollTop + current.clientHeight / 2;
      const above = [...current.querySelectorAll('img')].filter((image) => image.offsetTop <= middle);
      setShown(Math.max(above.length - 1, 0));
    };
    look();
    current.addEventListener('scroll', look, { passive: true });
    return () => current.removeEventListener('scroll', look);
  }, [count]);
  return shown;
}

/** The pages as they were printed, and small ones beside them that lead there. */
export function Sheets({ preview: { pictures, pdfUrl, rendered, problem, busy }, zoom, drawMore }: Props): VNode {
  const box = useRef<HTMLDivElement>(null);
  const shown = useShownPage(box, pictures.length);
  const isStale = busy || problem !== undefined;
  const pages = rendered?.pages ?? 0;
  const left = pictures.length === 0 ? 0 : pages - pictures.length;
  const goTo = (page: number): void => box.current?.querySelectorAll('img')[page]?.scrollIntoView({ block: 'start' });
  return html`<div class="preview">
    ${
      pictures.length < 2
        ? null
        : html`<nav class="thumbs" aria-label="Pages">
            ${pictures.map(
              (source, page) =>
                html`<button
                  type="button"
                  aria-label=${`Page ${String(page + 1)}`}
                  aria-current=${page === shown ? 'page' : undefined}
                  onClick=${() => goTo(page)}
                >
                  <img src=${source} alt="" /><span aria-hidden="true">${page + 1}</span>
                </button>`,
            )}
          </nav>`
    }
    <div class=${`sheets${isStale ? ' stale' : ''}`} ref=${box} tabindex="0" role="region" aria-label="Preview of the pages">
      ${pictures.length === 0 && pdfUrl !== undefined && !busy ? html`<iframe src=${pdfUrl} title="The PDF"></iframe>` : null}
      ${pictures.map(
        (source, page) =>
          html`<img
            class=${zoom === 'fit' ? 'fit' : ''}
            style=${{ width: widthAt(zoom, source) ?? '' }}
            src=${source}
            alt=${`Page ${String(page + 1)} of ${String(pages)}`}
          />`,
      )}
      ${
        left > 0 && !busy
          ? html`<button type="button" onClick=${drawMore}>Show ${Math.min(left, FIRST_PAGES)} more of ${left} pages</button>`
          : null
      }
    </div>
  </div>`;
}

interface StatusProps {
  readonly preview: Preview;
  readonly dataProblem: string | undefined;
  readonly zoom: Zoom;
  readonly setZoom: (zoom: Zoom) => void;
}

/** What the preview is, and what is wrong with it. */
export function PreviewStatus({ preview: { busy, rendered, problem, pdfUrl }, dataProblem, zoom, setZoom }: StatusProps): VNode {
  const warnings = rendered?.warnings ?? [];
  const choose = (event: Event): void => {
    const { value } = event.target as HTMLSelectElement;
    setZoom(ZOOMS.find((percent) => String(percent) === value) ?? 'fit');
  };
  const size =
    rendered === undefined ? '' : `${String(rendered.pages)} ${rendered.pages === 1 ? 'page' : 'pages'}, ${String(rendered.ms)} ms`;
  return html`<div class="status">
    <span role="status">${busy ? html`<span class="busy-dot" aria-hidden="true"></span> Rendering …` : size}</span>
    ${pdfUrl === undefined ? null : html`<a href=${pdfUrl} target="_blank">Open the PDF</a>`}
    ${
      warnings.length === 0
        ? null
        : html`<details>
            <summary>${warnings.length} ${warnings.length === 1 ? 'warning' : 'warnings'}</summary>
            <div class="warnings">${warnings.map(({ code, message }) => html`<p><code>${code}</code> ${message}</p>`)}</div>
          </details>`
    }
    <label class="zoom"
      >Zoom
      <select value=${String(zoom)} onChange=${choose}>
        <option value="fit">Fit width</option>
        ${ZOOMS.map((percent) => html`<option value=${String(percent)}>${percent} %</option>`)}
      </select></label
    >
    ${dataProblem !== undefined || problem !== undefined ? html`<p class="problem" id="preview-problem" role="alert">${dataProblem ?? problem}</p>` : null}
  </div>`;
}
