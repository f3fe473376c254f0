import type { Logger } from 'pino';
import { z } from 'zod';
import { defineJob } from '../../../server/contract/index.ts';
import type { EventPublisher } from '../document/event-publisher.ts';
import type { GenerationLifecycle } from '../document/generation-lifecycle.ts';
import type { InputStore } from '../document/input.store.ts';
import type { UsageReservations } from '../document/usage-reservations.ts';
import { reconcile, type ReconciliationParts } from './reconciliation.ts';

export interface SweepParts extends ReconciliationParts {
  readonly inputs: InputStore;
  readonly lifecycle: GenerationLifecycle;
  readonly reservations: UsageReservations;
  readonly publisher: EventPublisher;
  readonly log: Logger;
}

/** Finishes what processes that died left half done. Every step may run anywhere, twice, and at the same time. */
export async function sweep(parts: SweepParts): Promise<void> {
  const { store, inputs, lifecycle, reservations, publisher, batchOwner, log } = parts;
  const { abandoned, refunding, unpublished } = await store.findOrphaned();
  for (const { id } of abandoned) log.warn({ generation: id }, 'a document was interrupted');
  for (const lease of (await batchOwner()?.takeBack(abandoned)) ?? abandoned) await lifecycle.recover(lease);
  for (const document of refunding) await reservations.refund(document);
  for (const generation of unpublished) await publisher.publish(generation);
  await reconcile(parts);
  await inputs.dropOld();
}

export function sweepJob(parts: SweepParts) {
  return defineJob({
    name: 'generation.sweep',
    data: z.strictObject({}),
    every: '10 seconds',
    run: () => sweep(parts),
  });
}
