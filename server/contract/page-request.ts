import { z } from 'zod';
import type { Cursor } from '../../db/page.ts';

export type { Cursor, PageRequest } from '../../db/page.ts';

/** A whole number of a query, which arrives as text; described as the number that it is. */
export const wholeNumber = (bounds: { readonly min: number; readonly max: number }) => {
  const message = `must be a whole number from ${String(bounds.min)} to ${String(bounds.max)}`;
  return z
    .string({ error: message })
    .regex(/^\d{1,15}$/, message)
    .transform(Number)
    .pipe(z.int().min(bounds.min, message).max(bounds.max, message))
    .meta({ type: 'integer', pattern: undefined, minimum: bounds.min, maximum: bounds.max });
};

/** `limit`, `offset` and `cursor` of a list. Query values arrive as text. */
export function pageQuery(limits: { readonly default: number; readonly max: number }) {
  return z.strictObject({
    limit: wholeNumber({ min: 1, max: limits.max })
      .optional()
      .transform((value) => value ?? limits.default)
      .meta({
        description: `How many entries a page has at most: 1 to ${String(limits.max)}.`,
        default: limits.default,
      }),
    offset: wholeNumber({ min: 0, max: 1_000_000_000 })
      .optional()
      .transform((value) => value ?? 0)
      .meta({
        description:
          'How many entries to leave out. Prefer `cursor`, which is quick on any page and misses nothing while entries are added.',
        default: 0,
      }),
    cursor: z
      .string()
      .max(200)
      .transform((text, { addIssue }): Cursor => {
        const cursor = decodeCursor(text);
        if (cursor !== undefined) return cursor;
        addIssue('must be the next_cursor of an earlier page');
        return z.NEVER;
      })
      .optional()
      .describe('Where to go on: the `next_cursor` of the page before.'),
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
  z.object({
    data: z.array(row).describe('The entries of this page, newest first.'),
    has_more: z.boolean().describe('Whether there are more entries after these.'),
    next_cursor: z.string().nullable().describe('Send it as `cursor` for the next page; null on the last one.'),
  });

/** The parameters of a path that ends in `/:id`, whatever the id looks like. */
export const IdParams = z.strictObject({ id: z.string().max(100).describe('The id, as the API gave it out.') });

/** A moment as the wire has it: ISO 8601 in UTC with milliseconds. */
export const Timestamp = z.string().meta({ format: 'date-time' });
