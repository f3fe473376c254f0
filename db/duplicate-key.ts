const DUPLICATE_KEY = 11000;

/** Whether a write failed because a unique key is taken: the document is there already. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === DUPLICATE_KEY;
}
