import type { Model, ProjectionType } from 'mongoose';
import { z } from 'zod';
import type { Cursor, PageRequest } from '../server/contract/page-request.ts';
import type { Block } from '../server/contract/page.ts';

const integerText = (what: string) =>
  z
    .string()
    .regex(/^-?\d{1,15}$/, `${what} is a whole number`)
    .transform(Number);

/** `limit`, `offset` and `cursor` of a list. Query values arrive as text. */
export function pageQuery(limits: { readonly default: number; readonly max: number }) {
  return z.strictObject({
    limit: integerText('limit')
      .pipe(z.int().min(1).max(limits.max))
      .optional()
      .transform((value) => value ?? limits.default),
    offset: integerText('offset')
      .pipe(z.int().min(0).max(1_000_000_000))
      .optional()
      .transform((value) => value ?? 0),
    cursor: z
      .string()
      .max(200)
      .transform((text, { addIssue }): Cursor => {
        const cursor = decodeCursor(text);
        if (cursor !== undefined) return cursor;
        addIssue('is the next_cursor of an earlier page');
        return z.NEVER;
      })
      .optional(),
  });
}

function encodeCursor(row: Cursor): string {
  return Buffer.from(`${String(row.createdAt.getTime())} ${row.id}`).toString('base64url');
}

function decodeCursor(text: string): Cursor | undefined {
  const match = /^(\d{1,15}) ([\w.]{1,100})$/.exec(Buffer.from(text, 'base64url').toString());
  return match?.[1] === undefined || match[2] === undefined ? undefined : { createdAt: new Date(Number(match[1])), id: match[2] };
}

const NEWEST_FIRST = { createdAt: -1, _id: -1 } as const;

/** Rows of a page, newest first, and one more when there are more. */
export async function readPage<T>(
  model: Model<T>,
  filter: object,
  { limit, offset, cursor }: PageRequest,
  projection: ProjectionType<T> = {},
): Promise<T[]> {
  return model
    .find({ ...filter, ...olderThan(cursor) }, projection)
    .sort(NEWEST_FIRST)
    .skip(offset)
    .limit(limit + 1)
    .lean<T[]>();
}

/** The condition for rows older than the cursor; every row when there is none. */
function olderThan(cursor: Cursor | undefined): object {
  if (cursor === undefined) return {};
  return { $or: [{ createdAt: { $lt: cursor.createdAt } }, { createdAt: cursor.createdAt, _id: { $lt: cursor.id } }] };
}

/** The wire's page of rows that were read with one more than `limit`. */
export function pageOf<T extends Cursor, R>(rows: readonly T[], limit: number, present: (row: T) => R) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit;
  return { data: page.map(present), has_more: hasMore, next_cursor: hasMore && last !== undefined ? encodeCursor(last) : null };
}

/** The part of a list that a visitor of the dashboard asks for; the first for a cursor that is none. */
export function visitedPage(query: URLSearchParams, limit: number): PageRequest {
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
