import { type Block, decodeCursor, type PageRequest } from '../../server/contract/index.ts';

/** The part of a list that the query of a page asks for; the first part for an invalid cursor. */
export function pageRequestOf(query: URLSearchParams, limit: number): PageRequest {
  return { limit, offset: 0, cursor: decodeCursor(query.get('cursor') ?? '') };
}

/** Links to the first and the next part of a list at `path`, its filters kept. */
export function pager(path: string, query: URLSearchParams, next: string | null): Block {
  const filters = [...query].filter(([name, value]) => name !== 'cursor' && value !== '');
  const href = (cursor: string | undefined): string => {
    const words = new URLSearchParams([...filters, ...(cursor === undefined ? [] : [['cursor', cursor] as [string, string]])]).toString();
    return words === '' ? path : `${path}?${words}`;
  };
  return { kind: 'pager', newer: query.has('cursor') ? href(undefined) : undefined, older: next === null ? undefined : href(next) };
}
