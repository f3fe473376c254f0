import type { Model, ProjectionType } from 'mongoose';

/** The last row of a page: where the next one begins, whatever was added since. */
export interface Cursor {
  readonly createdAt: Date;
  readonly id: string;
}

/** Which rows of a list, newest first. */
export interface PageRequest {
  readonly limit: number;
  readonly offset: number;
  readonly cursor?: Cursor | undefined;
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
