import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Api, ApiError } from './api.ts';
import { drawPage, FIRST_PAGES, pdfBlobUrl, renderDraft } from './pictures.ts';
import type { Draft, Rendered } from './types.ts';

const DEBOUNCE_MS = 450;
const DPI = 110;

export interface LineProblem {
  readonly line: number;
  readonly message: string;
}

export interface Preview {
  readonly busy: boolean;
  readonly rendered: Rendered | undefined;
  readonly pictures: readonly string[];
  readonly pdfUrl: string | undefined;
  readonly problem: string | undefined;
}

const BLANK: Preview = { busy: false, rendered: undefined, pictures: [], pdfUrl: undefined, problem: undefined };

/** Where a template error is, as its message says it: `… line 3, column 5 …`. */
function lineOf(error: ApiError): LineProblem | undefined {
  const message = error.fields.find(({ field }) => field === 'html')?.message ?? '';
  const line = /line (\d+)/i.exec(message)?.[1];
  return line === undefined ? undefined : { line: Number(line), message };
}

const describe = (error: unknown): string => {
  if (!(error instanceof ApiError)) return 'The server cannot be reached. The preview goes on when it can.';
  return error.fields.length === 0 ? error.message : error.fields.map(({ field, message }) => `${field}: ${message}`).join('; ');
};

/**
 * The draft as a PDF, a moment after it last changed; the previous one stays until the next is there.
 * @param draft undefined while it cannot be rendered, such as data that is no JSON
 */
export function usePreview(
  api: Api,
  draft: Draft | undefined,
  draws: boolean,
  now: number,
  onLine: (problem: LineProblem | undefined) => void,
): Preview {
  const [preview, setPreview] = useState(BLANK);
  const running = useRef<AbortController>(undefined);
  const key = JSON.stringify(draft);

  useEffect(() => {
    if (draft === undefined) return;
    const timer = setTimeout(() => void render(draft), preview.rendered === undefined ? 0 : DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [key, now]);

  const render = async (wanted: Draft): Promise<void> => {
    running.current?.abort();
    const turn = new AbortController();
    running.current = turn;
    const isMine = (): boolean => running.current === turn;
    setPreview((old) => ({ ...old, busy: true }));
    try {
      const rendered = await renderDraft(api, wanted, turn.signal);
      if (!isMine()) return;
      onLine(undefined);
      const pdfUrl = pdfBlobUrl(rendered.pdf);
      const pictures: string[] = [];
      for (let page = 0; draws && page < Math.min(rendered.pages, FIRST_PAGES); page++) {
        pictures.push(await drawPage(api, rendered.pdf, page, DPI, turn.signal));
        if (!isMine()) return;
        // Pages behind the first may still be those of the previous result, until theirs are drawn.
        setPreview((old) => {
          if (page === 0 && old.pdfUrl !== undefined) URL.revokeObjectURL(old.pdfUrl);
          return {
            busy: true,
            rendered,
            pdfUrl,
            problem: undefined,
            pictures: [...pictures, ...old.pictures.slice(pictures.length, rendered.pages)],
          };
        });
      }
      setPreview((old) => ({ ...old, busy: false, rendered, pdfUrl, problem: undefined, pictures }));
    } catch (error) {
      if (!isMine()) return;
      onLine(error instanceof ApiError ? lineOf(error) : undefined);
      setPreview((old) => ({ ...old, busy: false, problem: describe(error) }));
    }
  };
  return preview;
}

/** The pages, as they were printed. */
export function Sheets({ preview: { pictures, pdfUrl, rendered, problem, busy } }: { preview: Preview }): VNode {
  const isStale = busy || problem !== undefined;
  const pages = rendered?.pages ?? 0;
  return html`<div class=${`sheets${isStale ? ' stale' : ''}`}>
    ${pictures.length === 0 && pdfUrl !== undefined && !busy ? html`<iframe src=${pdfUrl} title="The PDF"></iframe>` : null}
    ${pictures.map((source, i) => html`<img src=${source} alt=${`Page ${String(i + 1)} of ${String(pages)}`} />`)}
    ${pages > pictures.length && pictures.length > 0 ? html`<p class="text">${pages - pictures.length} more pages. Open the PDF for all of them.</p>` : null}
  </div>`;
}

export function PreviewStatus({
  preview: { busy, rendered, problem, pdfUrl },
  dataProblem,
}: {
  preview: Preview;
  dataProblem: string | undefined;
}): VNode {
  const warnings = rendered?.warnings ?? [];
  return html`<div class="status" role="status">
    ${busy ? html`<span class="busy-dot" aria-hidden="true"></span> Rendering …` : rendered === undefined ? null : html`<span>${rendered.pages} ${rendered.pages === 1 ? 'page' : 'pages'}, ${rendered.ms} ms</span>`}
    ${pdfUrl === undefined ? null : html`<a href=${pdfUrl} target="_blank">Open the PDF</a>`}
    ${
      warnings.length === 0
        ? null
        : html`<details>
            <summary>${warnings.length} ${warnings.length === 1 ? 'warning' : 'warnings'}</summary>
            ${warnings.map(({ code, message }) => html`<p><code>${code}</code> ${message}</p>`)}
          </details>`
    }
    ${dataProblem !== undefined || problem !== undefined ? html`<p class="problem" id="preview-problem">${dataProblem ?? problem}</p>` : null}
  </div>`;
}
