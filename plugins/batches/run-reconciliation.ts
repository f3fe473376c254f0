import type { BackgroundDocuments } from '../generation/contract.ts';
import { type OpenWork, recordOf } from '../limits/contract.ts';
import type { BatchWork } from './batch.model.ts';
import type { Batch, BatchStore } from './batch.store.ts';
import { heldOf, isRun, type RunReservations, runOf } from './run-reservations.ts';

/** Younger work is still in the hands of whoever reserved it. */
const UNCLAIMED_MS = 60_000;

export interface EndRunParts {
  readonly documents: BackgroundDocuments;
  readonly reservations: RunReservations;
}

export interface RunReconciliationParts extends EndRunParts {
  readonly batches: BatchStore;
  readonly clock: () => Date;
}

/** Tells the meter how runs ended whose process did not. May run anywhere, twice, and at the same time. */
export async function reconcileRuns(open: OpenWork, parts: RunReconciliationParts): Promise<void> {
  const { batches, reservations, clock } = parts;
  const { accountId, month } = open;
  const runs = open.reserved.filter(({ id }) => isRun(id));
  if (runs.length === 0) return;
  const found = await batches.findAll(runs.map(({ id }) => recordOf(id)));
  for (const { id, count, at } of runs) {
    const batch = found.get(recordOf(id));
    const isOld = at.getTime() < clock().getTime() - UNCLAIMED_MS;
    if (batch?.work?.id === id) {
      if (!batch.open) await endRun(batch, batch.work, { takesBack: isOld, parted: open.parted }, parts);
    } else if (isOld) {
      // Counted after its batch was given up, or after another run had begun: no item can name it any more.
      await reservations.cancelUnnamed({ id, accountId, month, count });
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
  { documents, reservations }: EndRunParts,
): Promise<boolean> {
  if (!reservations.isCounting) return true;
  const items = work.places.map((index) => ({
    index,
    id: generationIds[index] ?? '',
    isParted: parted.has(`${work.id}/${String(index)}`),
  }));
  const run = runOf(work);
  const ids = items.map(({ id }) => id);
  let standings = await documents.standings(ids);
  const isUnreached = ({ id, isParted }: (typeof items)[number]): boolean => {
    const standing = standings.get(id);
    return !isParted && standing?.status === 'failed' && standing.usage?.workId !== run;
  };
  if (items.some(isUnreached)) {
    if (!takesBack) return false;
    await documents.disown(ids, { ...heldOf(work), state: 'refunded' });
    standings = await documents.standings(ids);
  }
  let isOver = true;
  for (const { id, index, isParted } of items) {
    const { status, usage } = standings.get(id) ?? {};
    const isMember = usage?.workId === run;
    if (isMember && status !== 'failed') isOver &&= status === 'completed';
    else if (isMember && usage.state === 'refunding') {
      await documents.refund({ id, accountId, usage, batch: { id: recordOf(work.id), index } });
    } else if (!isParted) await reservations.releaseItem(accountId, work, index);
  }
  if (isOver) await reservations.settle(accountId, work);
  return isOver;
}
