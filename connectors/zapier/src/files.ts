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

/** What a tool made, which answers with a link unless it is asked for something else. */
type Made = { readonly url: string } | { readonly data: string };

export function withLink<T extends Made>(z: ZObject, made: T): T & { id: string; file: string } {
  const url = 'url' in made ? made.url : '';
  return { ...made, id: url.split('?')[0] ?? url, file: z.dehydrateFile(hydrators.downloadLink, { url }) };
}
