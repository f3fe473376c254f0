import { z } from 'zod';
import { defineJob } from '../../server/contract/index.ts';
import type { BackgroundDocuments } from '../generation/contract.ts';
import type { BatchPublisher } from './batch-publisher.ts';
import type { BatchRunner } from './batch-runner.ts';
import type { BatchService } from './batch.service.ts';
import type { Batch, BatchStore } from './batch.store.ts';
import type { RenderQueue } from './render-queue.ts';

export interface SweepParts {
  readonly documents: BackgroundDocuments;
  readonly batches: BatchStore;
  readonly queue: RenderQueue;
  readonly runner: BatchRunner;
  readonly service: BatchService;
  readonly publisher: BatchPublisher;
}

/** Finishes what processes that died left half done. Every step may run anywhere, twice, and at the same time. */
export async function sweep(parts: SweepParts): Promise<void> {
  for (const batch of await parts.batches.findStalled()) await reconcileBatch(batch, parts);
  await parts.publisher.sweep();
}

/** Brings what a batch gathered back in step with the records of its items. */
async function reconcileBatch(batch: Batch, { documents, batches, queue, runner, service }: SweepParts): Promise<void> {
  if (batch.status === 'submitting') {
    if (await batches.abandon(batch.id)) await documents.discard(batch.generationIds);
    return;
  }
  if (batch.status === 'cancelled') {
    await queue.remove(batch.id);
    await service.dropQueued(batch);
  }
  const members = new Map((await documents.findAll(batch.generationIds)).map((member) => [member.id, member]));
  // An item that is gone was finished and then deleted by its owner.
  const ended = (id: string): boolean => ['completed', 'failed', undefined].includes(members.get(id)?.status);
  const indexes = batch.generationIds.flatMap((id, index) => (ended(id) ? [index] : []));
  const after = await batches.noteFinished(batch.id, indexes);
  if (after === undefined) return;
  const listed = new Set(await queue.pending(batch.id));
  const forgotten = batch.generationIds.filter((id) => members.get(id)?.status === 'queued' && !listed.has(id));
  if (forgotten.length > 0) await queue.add(batch.accountId, batch.id, forgotten);
  else if (listed.size > 0) await queue.wake(1);
  await runner.closeIfDone(after);
}

export function sweepJob(parts: SweepParts) {
  return defineJob({
    name: 'batches.sweep',
    data: z.strictObject({}),
    every: '10 seconds',
    run: () => sweep(parts),
  });
}
