import { z } from 'zod';
import type { Cursor } from '../../db/page.ts';

export type { Cursor, PageRequest } from '../../db/page.ts';

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

/** Undefined for a text that is no `next_cursor`. */
export function decodeCursor(text: string): Cursor | undefined {
  const match = /^(\d{1,15}) ([\w.]{1,100})$/.exec(Buffer.from(text, 'base64url').toString());
  return match?.[1] === undefined || match[2] === undefined ? undefined : { createdAt: new Date(Number(match[1])), id: match[2] };
}

/** The wire's page of rows that were read with one more than `limit`. */
export function pageOf<T extends Cursor, R>(rows: readonly T[], limit: number, present: (row: T) => R) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit;
  return { data: page.map(present), has_more: hasMore, next_cursor: hasMore && last !== undefined ? encodeCursor(last) : null };
}

/** A page of such rows, as the wire has it. */
export const pageReply = <Row extends z.ZodType>(row: Row) =>
  z.object({ data: z.array(row), has_more: z.boolean(), next_cursor: z.string().nullable() });

/** The parameters of a path that ends in `/:id`, whatever the id looks like. */
export const IdParams = z.strictObject({ id: z.string().max(100) });
