import { useEffect, useRef, useState } from 'preact/hooks';
import { type Api, ApiError, isSignedOut } from './api.ts';
import { drawPage, pdfBlobUrl, renderDraft } from './pictures.ts';
import type { Draft, Rendered } from './types.ts';

const DEBOUNCE_MS = 450;
/** After the server could not be reached. */
const RETRY_MS = 3000;

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
  /** What is asked for needs somebody who is signed in. */
  readonly isSignedOut: boolean;
}

const BLANK: Preview = { busy: false, rendered: undefined, pictures: [], pdfUrl: undefined, problem: undefined, isSignedOut: false };

/** How pages are drawn. */
export interface Drawing {
  /** False where nothing can. */
  readonly isOn: boolean;
  readonly dpi: number;
  readonly pages: number;
}

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
  drawing: Drawing,
  now: number,
  onLine: (problem: LineProblem | undefined) => void,
): Preview {
  const [preview, setPreview] = useState(BLANK);
  const running = useRef<AbortController>(undefined);
  const [retries, retry] = useState(0);
  const key = JSON.stringify([draft, drawing]);

  useEffect(() => {
    if (draft === undefined) {
      running.current?.abort();
      running.current = undefined;
      setPreview((old) => ({ ...old, busy: false, problem: undefined }));
      return;
    }
    const timer = setTimeout(() => void render(draft), preview.rendered === undefined ? 0 : DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [key, now, retries]);

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
      for (let page = 0; drawing.isOn && page < Math.min(rendered.pages, drawing.pages); page++) {
        pictures.push(await drawPage(api, rendered.pdf, page, drawing.dpi, turn.signal));
        if (!isMine()) return;
        // Pages behind the first may still be those of the previous result, until theirs are drawn.
        setPreview((old) => {
          if (page === 0 && old.pdfUrl !== undefined) URL.revokeObjectURL(old.pdfUrl);
          return {
            busy: true,
            rendered,
            pdfUrl,
            problem: undefined,
            isSignedOut: false,
            pictures: [...pictures, ...old.pictures.slice(pictures.length, rendered.pages)],
          };
        });
      }
      setPreview({ busy: false, rendered, pdfUrl, problem: undefined, isSignedOut: false, pictures });
    } catch (error) {
      if (!isMine()) return;
      onLine(error instanceof ApiError ? lineOf(error) : undefined);
      setPreview((old) => ({ ...old, busy: false, problem: describe(error), isSignedOut: isSignedOut(error) }));
      if (!(error instanceof ApiError)) setTimeout(() => isMine() && retry((count) => count + 1), RETRY_MS);
    }
  };
  return preview;
}
