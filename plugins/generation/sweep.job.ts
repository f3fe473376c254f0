import type { Logger } from 'pino';
import { z } from 'zod';
import { defineJob } from '../../server/contract/index.ts';
import type { Allowance } from './allowance.ts';
import type { Announcer } from './announcer.ts';
import type { BatchRunner } from './batch-runner.ts';
import type { BatchService } from './batch.service.ts';
import type { Batch, BatchStore } from './batch.store.ts';
import type { GenerationStore } from './generation.store.ts';
import type { InputStore } from './input.store.ts';
import type { RenderQueue } from './render-queue.ts';

const INTERRUPTED = 'Interrupted: the process that made this document ended. Send it again.';

export interface SweepParts {
  readonly generations: GenerationStore;
  readonly batches: BatchStore;
  readonly inputs: InputStore;
  readonly queue: RenderQueue;
  readonly runner: BatchRunner;
  readonly service: BatchService;
  readonly allowance: Allowance;
  readonly announcer: Announcer;
  readonly log: Logger;
}

/** Finishes what processes that died left half done. Every step may run anywhere, twice, and at the same time. */
export async function sweep(parts: SweepParts): Promise<void> {
  const { generations, batches, inputs, runner, allowance, announcer, log } = parts;
  const { abandoned, refunding, unannounced } = await generations.leftovers();
  for (const lease of abandoned) {
    log.warn({ generation: lease.id }, 'a document was interrupted');
    if (lease.batch !== null) {
      await runner.putBack(lease);
    } else {
      const announce = await announcer.isWanted(lease.accountId, lease.webhook, 'failed');
      if (await generations.fail(lease, INTERRUPTED, announce)) await allowance.refund(lease);
    }
  }
  for (const lease of refunding) await allowance.refund(lease);
  for (const generation of unannounced) await announcer.announceGeneration(generation);
  for (const batch of await batches.quiet()) await mendBatch(batch, parts);
  for (const batch of await batches.unannounced()) await announcer.announceBatch(batch);
  await allowance.mend();
  await inputs.dropOld();
}

/** Brings what a batch gathered back in step with the records of its items. */
async function mendBatch(batch: Batch, { generations, batches, inputs, queue, runner, service }: SweepParts): Promise<void> {
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
  const places = batch.generationIds.flatMap((id, index) => (ended(id) ? [index] : []));
  const after = await batches.noteFinished(batch.id, places);
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
