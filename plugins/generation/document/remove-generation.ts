import { Conflict, type KeptReplies, NotFound } from '../../../server/contract/index.ts';
import type { FileStore } from '../../storage/contract.ts';
import type { GenerationStore } from './generation.store.ts';
import type { InputStore } from './input.store.ts';
import type { UsageReservations } from './usage-reservations.ts';

export interface RemovalParts {
  readonly reservations: UsageReservations;
  readonly store: GenerationStore;
  readonly inputs: InputStore;
  readonly files: FileStore;
  readonly replies: KeptReplies;
}

/**
 * Deletes a document with its file, its request and the kept replies that hold it.
 * @throws NotFound, Conflict while the document is being made
 */
export async function removeGeneration(
  { store, inputs, files, reservations, replies }: RemovalParts,
  accountId: string,
  id: string,
): Promise<void> {
  const removed = await store.remove(accountId, id, (lease) => reservations.settleForGood(lease));
  if (removed === undefined) {
    if ((await store.find(accountId, id)) === undefined) throw NotFound('There is no document with this id.');
    throw Conflict('The document is still in progress. Delete it when it has finished.');
  }
  if (removed.file !== null) await files.remove(removed.file, accountId);
  await inputs.forget(id);
  await replies.forget(id);
}
