import { z } from 'zod';

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
    cursor: z.string().max(200).optional(),
  });
}

/** The last row of a page: where the next one begins, whatever was added since. */
export interface Cursor {
  readonly createdAt: Date;
  readonly id: string;
}

export function encodeCursor(row: Cursor): string {
  return Buffer.from(`${String(row.createdAt.getTime())} ${row.id}`).toString('base64url');
}

/** Undefined when the text is no cursor of ours. */
export function decodeCursor(text: string): Cursor | undefined {
  const match = /^(\d{1,15}) (\w{1,60})$/.exec(Buffer.from(text, 'base64url').toString());
  return match?.[1] === undefined || match[2] === undefined ? undefined : { createdAt: new Date(Number(match[1])), id: match[2] };
}
