import type { Model } from 'mongoose';

const DUPLICATE_KEY = 11000;

/** Whether a write failed because a unique key is taken: the document is there already. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === DUPLICATE_KEY;
}

/** Inserts documents of which some may exist from an earlier try under the same ids. */
export async function insertMissing<T extends { _id: string }>(model: Model<T>, documents: readonly T[]): Promise<void> {
  await model.insertMany([...documents], { lean: true, ordered: false }).catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error;
  });
}
