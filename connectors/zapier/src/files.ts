import type { ZObject } from 'zapier-platform-core';
import { hydrators } from './hydrators.ts';

/** A document with its file, which Zapier fetches when a later step needs it. */
export function withFile<T extends { readonly id: string; readonly url?: string | null }>(
  z: ZObject,
  document: T,
): T & { file: string | null } {
  const hasFile = typeof document.url === 'string';
  return { ...document, file: hasFile ? z.dehydrateFile(hydrators.downloadPdf, { id: document.id }) : null };
}

export function withLink<T extends { readonly url?: string }>(z: ZObject, made: T): T & { id: string; file: string } {
  const url = made.url ?? '';
  return { ...made, id: url.split('?')[0] ?? url, file: z.dehydrateFile(hydrators.downloadLink, { url }) };
}
