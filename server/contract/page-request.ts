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
