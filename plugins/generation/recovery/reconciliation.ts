import { type CountedWork, type OpenWork, recordOf, type UsageMeter } from '../../limits/contract.ts';
import type { BatchOwner, Standing } from '../contract.ts';
import type { GenerationStore } from '../document/generation.store.ts';

/** Younger work is still in the hands of whoever reserved it. */
const UNCLAIMED_MS = 60_000;
/** Longer than a process can sleep and still find its database connection. */
const ANNULLED_MS = 24 * 60 * 60_000;

export interface ReconciliationParts {
  readonly meter: UsageMeter | undefined;
  readonly store: GenerationStore;
  batchOwner(): BatchOwner | undefined;
  readonly clock: () => Date;
}

/** Tells the meter how documents and batches ended whose process did not. May run anywhere, twice, and at the same time. */
export async function reconcile(parts: ReconciliationParts): Promise<void> {
  for (const open of (await parts.meter?.open()) ?? []) {
    await reconcileDocuments(open, parts);
    await parts.batchOwner()?.reconcile(open);
  }
}

async function reconcileDocuments(open: OpenWork, { meter, store, clock }: ReconciliationParts): Promise<void> {
  const now = clock().getTime();
  const { accountId, month } = open;
  const isOld = ({ id, at }: { id: string; at: Date }): boolean => id.startsWith('gen_') && at.getTime() < now - UNCLAIMED_MS;
  const reserved = open.reserved.filter(isOld);
  const annulled = open.annulled.filter(isOld);
  if (meter === undefined || reserved.length + annulled.length === 0) return;
  const standings = await store.standings([...reserved, ...annulled].map(({ id }) => recordOf(id)));
  const statusOf = (workId: string): Standing['status'] | undefined => {
    const standing = standings.get(recordOf(workId));
    return standing?.usage?.workId === workId ? standing.status : undefined;
  };
  for (const { id, count } of reserved) {
    const work: CountedWork = { id, accountId, month, count };
    const status = statusOf(id);
    if (status === 'completed') await meter.settleNow(work);
    else if (status === 'failed') await meter.cancel(work);
    else if (status === undefined) await meter.annul(work);
  }
  for (const { id, at } of annulled) {
    const work: CountedWork = { id, accountId, month, count: 1 };
    const status = statusOf(id);
    if (status === 'completed') await meter.settleNow(work);
    else if (status === 'failed' || (status === undefined && at.getTime() < now - ANNULLED_MS)) await meter.forget(work);
  }
}
