import type { Api } from './api.ts';
import type { Draft, Rendered } from './types.ts';

/** Pages that are drawn without being asked for. */
export const FIRST_PAGES = 6;

export const renderDraft = (api: Api, draft: Draft, signal?: AbortSignal): Promise<Rendered> =>
  api.call<Rendered>('POST', '/studio/preview', draft, signal);

/** A page as a data URL of a PNG; `page` from 0. */
export async function drawPage(api: Api, pdf: string, page: number, dpi: number, signal?: AbortSignal): Promise<string> {
  const { data } = await api.call<{ data: string }>('POST', '/v1/pdf/preview', { pdf, page, dpi, output: 'base64' }, signal);
  return `data:image/png;base64,${data}`;
}

export function pdfBlobUrl(base64: string): string {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
}
