import type { Logger } from 'pino';
import { z } from 'zod';
import { defineJob } from '../../../server/contract/index.ts';
import { type UsageReservations, isRun } from '../document/usage-reservations.ts';
import type { EventPublisher } from '../document/event-publisher.ts';
import type { BatchRunner } from '../batches/batch-runner.ts';
import type { BatchService } from '../batches/batch.service.ts';
import type { Batch, BatchStore } from '../batches/batch.store.ts';
import type { GenerationLifecycle } from '../document/generation-lifecycle.ts';
import type { GenerationStore, Lease } from '../document/generation.store.ts';
import type { InputStore } from '../document/input.store.ts';
import { reconcile, type ReconciliationParts } from './reconciliation.ts';
import type { RenderQueue } from '../batches/render-queue.ts';

export interface SweepParts extends Pick<ReconciliationParts, 'meter' | 'clock'> {
  readonly generations: GenerationStore;
  readonly batches: BatchStore;
  readonly inputs: InputStore;
  readonly queue: RenderQueue;
  readonly runner: BatchRunner;
  readonly service: BatchService;
  readonly lifecycle: GenerationLifecycle;
  readonly reservations: UsageReservations;
  readonly publisher: EventPublisher;
  readonly log: Logger;
}

/** Finishes what processes that died left half done. Every step may run anywhere, twice, and at the same time. */
export async function sweep(parts: SweepParts): Promise<void> {
  const { generations, batches, inputs, runner, lifecycle, reservations, publisher, log } = parts;
  const { abandoned, refunding, unpublished } = await generations.findOrphaned();
  const parents = await batches.findAll(abandoned.flatMap(({ batch }) => (batch === null ? [] : [batch.id])));
  for (const lease of abandoned) {
    log.warn({ generation: lease.id }, 'a document was interrupted');
    if (isAwaited(lease, parents)) await runner.putBack(lease);
    else await lifecycle.recover(lease);
  }
  for (const lease of refunding) await reservations.refund(lease);
  for (const generation of unpublished) await publisher.publishGeneration(generation);
  for (const batch of await batches.findStalled()) await reconcileBatch(batch, parts);
  for (const batch of await batches.findUnpublished()) await publisher.publishBatch(batch);
  await reconcile({ ...parts, store: generations });
  await inputs.dropOld();
}

/**
 * Whether its batch waits for it. An item that was retried on its own has ended there, and was perhaps not counted yet
 * when its process died.
 */
function isAwaited({ batch, usage }: Lease, parents: ReadonlyMap<string, Batch>): boolean {
  const parent = batch === null ? undefined : parents.get(batch.id);
  const isAlone = usage !== null && !isRun(usage.workId);
  return batch !== null && !isAlone && parent?.open === true && !parent.finished.includes(batch.index);
}

/** Brings what a batch gathered back in step with the records of its items. */
async function reconcileBatch(batch: Batch, { generations, batches, inputs, queue, runner, service }: SweepParts): Promise<void> {
  if (batch.status === 'submitting') {
    if (!(await batches.abandon(batch.id))) return;
    await generations.deleteAll(batch.generationIds);
    await inputs.drop(batch.generationIds);
    return;
  }
  if (batch.status === 'cancelled') {
    await queue.remove(batch.id);
    await service.dropQueued(batch);
  }
  const members = new Map((await generations.findAll(batch.generationIds)).map((member) => [member.id, member]));
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
    name: 'generation.sweep',
    data: z.strictObject({}),
    every: '10 seconds',
    run: () => sweep(parts),
  });
}
