import type { Bundle, ZObject } from 'zapier-platform-core';
import { baseUrl } from './base-url.ts';

/** Fetches a finished document by its id, with the key, when a step asks for the file. */
async function downloadPdf(z: ZObject, bundle: Bundle): Promise<string> {
  const { id } = bundle.inputData as { id: string };
  return z.stashFile(z.request(`${baseUrl(z, bundle)}/v1/generations/${encodeURIComponent(id)}/file`, { raw: true }));
}

/** Fetches what a PDF tool made, by its signed link. */
async function downloadLink(z: ZObject, bundle: Bundle): Promise<string> {
  const { url } = bundle.inputData as { url: string };
  return z.stashFile(z.request(url, { raw: true }));
}

export const hydrators = { downloadPdf, downloadLink };
