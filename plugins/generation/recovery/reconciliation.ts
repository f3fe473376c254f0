import type { CountedWork, OpenWork, UsageMeter } from '../../limits/contract.ts';
import { type UsageReservations, heldOf, isRun, ownerOf, runOf } from '../document/usage-reservations.ts';
import type { BatchWork } from '../batches/batch.model.ts';
import type { Batch, BatchStore } from '../batches/batch.store.ts';
import type { GenerationStore, Standing } from '../document/generation.store.ts';

/** Younger work is still in the hands of whoever reserved it. */
const UNCLAIMED_MS = 60_000;
/** Longer than a process can sleep and still find its database connection. */
const ANNULLED_MS = 24 * 60 * 60_000;

export interface ReconciliationParts {
  readonly meter: UsageMeter | undefined;
  readonly store: GenerationStore;
  readonly batches: BatchStore;
  readonly reservations: UsageReservations;
  readonly clock: () => Date;
}

/** Tells the meter how work ended whose process did not. May run anywhere, twice, and at the same time. */
export async function reconcile(parts: ReconciliationParts): Promise<void> {
  for (const open of (await parts.meter?.open()) ?? []) {
    await reconcileDocuments(open, parts);
    await reconcileRuns(open, parts);
  }
}

async function reconcileDocuments(open: OpenWork, { meter, store, clock }: ReconciliationParts): Promise<void> {
  const now = clock().getTime();
  const { accountId, month } = open;
  const isOld = ({ id, at }: { id: string; at: Date }): boolean => !isRun(id) && at.getTime() < now - UNCLAIMED_MS;
  const reserved = open.reserved.filter(isOld);
  const annulled = open.annulled.filter(isOld);
  if (meter === undefined || reserved.length + annulled.length === 0) return;
  const standings = await store.standings([...reserved, ...annulled].map(({ id }) => ownerOf(id)));
  const statusOf = (workId: string): Standing['status'] | undefined => {
    const standing = standings.get(ownerOf(workId));
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

async function reconcileRuns(open: OpenWork, parts: ReconciliationParts): Promise<void> {
  const { meter, batches, clock } = parts;
  const { accountId, month } = open;
  const runs = open.reserved.filter(({ id }) => isRun(id));
  if (meter === undefined || runs.length === 0) return;
  const found = await batches.findAll(runs.map(({ id }) => ownerOf(id)));
  for (const { id, count, at } of runs) {
    const batch = found.get(ownerOf(id));
    const isOld = at.getTime() < clock().getTime() - UNCLAIMED_MS;
    if (batch?.work?.id === id) {
      if (!batch.open) await endRun(batch, batch.work, { takesBack: isOld, parted: open.parted }, parts);
    } else if (isOld) {
      // Counted after its batch was given up, or after another run had begun: no item can name it any more.
      await meter.cancel({ id, accountId, month, count });
    }
  }
}

export interface EndRunOptions {
  /** Takes back items that the run planned and did not reach; they can join it no longer then. */
  readonly takesBack: boolean;
  /** Parts that are known to be taken out of the work already. */
  readonly parted: ReadonlySet<string>;
}

/** Settles a run whose batch ended: each of its items is completed or given back. False when one is still being made. */
export async function endRun(
  { accountId, generationIds }: Batch,
  work: BatchWork,
  { takesBack, parted }: EndRunOptions,
  { meter, store, reservations }: Pick<ReconciliationParts, 'meter' | 'store' | 'reservations'>,
): Promise<boolean> {
  if (meter === undefined) return true;
  const items = work.places.map((index) => ({
    index,
    id: generationIds[index] ?? '',
    isParted: parted.has(`${work.id}/${String(index)}`),
  }));
  const run = runOf(work);
  const ids = items.map(({ id }) => id);
  let standings = await store.standings(ids);
  const isUnreached = ({ id, isParted }: (typeof items)[number]): boolean => {
    const standing = standings.get(id);
    return !isParted && standing?.status === 'failed' && standing.usage?.workId !== run;
  };
  if (items.some(isUnreached)) {
    if (!takesBack) return false;
    await store.disown(ids, { ...heldOf(work), state: 'refunded' });
    standings = await store.standings(ids);
  }
  let isOver = true;
  for (const { id, index, isParted } of items) {
    const { status, usage } = standings.get(id) ?? {};
    const isMember = usage?.workId === run;
    if (isMember && status !== 'failed') isOver &&= status === 'completed';
    else if (isMember && usage.state === 'refunding')
      await reservations.refund({ id, accountId, usage, batch: { id: ownerOf(work.id), index } });
    else if (!isParted) await reservations.releaseItem(accountId, work, index);
  }
  if (isOver) await meter.settleNow({ id: work.id, accountId, month: work.month, count: work.places.length }, work.places);
  return isOver;
}
