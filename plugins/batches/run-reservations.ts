import type { CountedDocument, UsageRecord } from '../generation/contract.ts';
import { type CountedWork, type PlanOwner, recordOf, type UsageMeter, type UsageState } from '../limits/contract.ts';
import type { BatchWork } from './batch.model.ts';
import type { BatchStore } from './batch.store.ts';

export const isRun = (workId: string): boolean => workId.startsWith('batch_');

/** `<batch>#<run>`: what the items of a run name. Which work was counted for it says the batch alone, by one update. */
export const runOf = ({ id }: BatchWork): string => id.split('#').slice(0, 2).join('#');
export const heldOf = (work: BatchWork): UsageRecord => ({ state: 'held', month: work.month, workId: runOf(work) });

/** Counts the items of each run of a batch at once, all or none, and gives single ones back. */
export class RunReservations {
  readonly #meter: UsageMeter | undefined;
  readonly #batches: BatchStore;

  constructor(meter: UsageMeter | undefined, batches: BatchStore) {
    this.#meter = meter;
    this.#batches = batches;
  }

  /** False where nothing is metered. */
  get isCounting(): boolean {
    return this.#meter !== undefined;
  }

  /** Names the work of one run; null where nothing of it counts. */
  plan(accountId: string, batchId: string, run: number, indexes: readonly number[]): BatchWork | null {
    if (this.#meter === undefined || indexes.length === 0) return null;
    const { id, month } = this.#meter.name(accountId, `${batchId}#${String(run)}`, indexes.length);
    return { id, month, places: [...indexes] };
  }

  /** @throws UsageLimitExceeded when the plan does not have all of it left */
  async reserve({ accountId, plan }: PlanOwner, work: BatchWork | null): Promise<UsageState | undefined> {
    return work === null ? undefined : this.#meter?.reserve(countOf(accountId, work), plan);
  }

  async cancel(accountId: string, work: BatchWork | null): Promise<void> {
    if (work !== null) await this.#meter?.cancel(countOf(accountId, work));
  }

  /** Gives back work that no batch names any more. */
  async cancelUnnamed(work: CountedWork): Promise<void> {
    await this.#meter?.cancel(work);
  }

  /** Gives back one item of a run that its record did not take. */
  async releaseItem(accountId: string, work: BatchWork | null, index: number): Promise<void> {
    if (work !== null) await this.#meter?.release(countOf(accountId, work), index);
  }

  /** Gives back an item that failed. */
  async release({ accountId, usage, batch }: CountedDocument): Promise<void> {
    await this.releaseItem(accountId, await this.#workOf(usage), batch?.index ?? 0);
  }

  /** Counts an item for good whose record is about to go. */
  async keep({ accountId, usage, batch }: CountedDocument): Promise<void> {
    const work = await this.#workOf(usage);
    if (work !== null) await this.#meter?.keep(countOf(accountId, work), batch?.index ?? 0);
  }

  /** Every item of the run has ended, and those that failed are given back. */
  async settle(accountId: string, work: BatchWork): Promise<void> {
    await this.#meter?.settleNow(countOf(accountId, work), work.places);
  }

  async state({ accountId, plan }: PlanOwner): Promise<UsageState | undefined> {
    return this.#meter?.state(accountId, plan);
  }

  /** What was counted for an item's run; null when that is settled, as the batch names the work of a later one. */
  async #workOf(usage: UsageRecord | null): Promise<BatchWork | null> {
    if (usage === null) return null;
    const id = recordOf(usage.workId);
    const work = (await this.#batches.findAll([id])).get(id)?.work ?? null;
    return work !== null && runOf(work) === usage.workId ? work : null;
  }
}

const countOf = (accountId: string, { id, month, places }: BatchWork): CountedWork => ({ id, accountId, month, count: places.length });
