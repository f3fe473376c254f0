import type { Logger } from 'pino';
import type { Principal } from '../../../server/contract/index.ts';
import type { CountedWork, UsageMeter, UsageState } from '../../limits/contract.ts';
import type { BatchWork } from '../batches/batch.model.ts';
import type { BatchStore } from '../batches/batch.store.ts';
import type { UsageRecord } from './generation.model.ts';
import type { GenerationStore, Lease } from './generation.store.ts';

/** Whose allowance it is. Which key asked says nothing about a document that exists: its record does. */
export type Owner = Pick<Principal, 'accountId' | 'plan'>;

/** A record as far as its count is concerned. */
export type Counted = Pick<Lease, 'id' | 'accountId' | 'usage' | 'batch'>;

/** The record that answers for the work: a document, or a batch for one run of its items. */
export const ownerOf = (workId: string): string => workId.split('#')[0] ?? '';
export const isRun = (workId: string): boolean => workId.startsWith('batch_');

/** `<batch>#<run>`: what the items of a run name. Which work was counted for it says the batch alone, by one update. */
export const runOf = ({ id }: BatchWork): string => id.split('#').slice(0, 2).join('#');
export const heldOf = (work: BatchWork): UsageRecord => ({ state: 'held', month: work.month, workId: runOf(work) });

export interface UsageReservationsParts {
  readonly meter: UsageMeter | undefined;
  readonly store: GenerationStore;
  readonly batches: BatchStore;
  readonly log: Logger;
}

/**
 * Keeps the meter and the records in step. The record says what becomes of a document, the meter only follows:
 *
 *     held ──fail──▶ refunding ──given back──▶ refunded ──taken up again under a new name──▶ held
 *       └──complete──▶ held, and the document is completed: counted for good
 *
 * A record that exists names its work before it is counted, so whoever is refused has taken nothing from anybody. Work
 * of a record that is still to be made is counted first, and given back when no record ever names it. Every arrow is
 * one conditional update; what a crash leaves between two of them, `reconcile` finishes.
 */
export class UsageReservations {
  readonly #parts: UsageReservationsParts;

  constructor(parts: UsageReservationsParts) {
    this.#parts = parts;
  }

  /** What a document will hold; null for test documents, and where nothing is metered. */
  plan(accountId: string, id: string, test: boolean): UsageRecord | null {
    const { meter } = this.#parts;
    if (meter === undefined || test) return null;
    const { id: workId, month } = meter.name(accountId, id, 1);
    return { state: 'held', month, workId };
  }

  /** Counts a document under the name its record has, or will have. */
  async reserve({ accountId, plan }: Owner, usage: UsageRecord | null): Promise<UsageState | undefined> {
    return usage === null ? undefined : this.#parts.meter?.reserve(workOf(accountId, usage), plan);
  }

  /** One run of a batch; null where nothing of it counts. */
  planRun(accountId: string, batchId: string, run: number, places: readonly number[]): BatchWork | null {
    const { meter } = this.#parts;
    if (meter === undefined || places.length === 0) return null;
    const { id, month } = meter.name(accountId, `${batchId}#${String(run)}`, places.length);
    return { id, month, places: [...places] };
  }

  /** All or nothing. */
  async reserveRun({ accountId, plan }: Owner, work: BatchWork | null): Promise<UsageState | undefined> {
    return work === null ? undefined : this.#parts.meter?.reserve(countOf(accountId, work), plan);
  }

  async cancelRun(accountId: string, work: BatchWork | null): Promise<void> {
    if (work !== null) await this.#parts.meter?.cancel(countOf(accountId, work));
  }

  /** Gives back one document of a run that its record did not take. */
  async releaseItem(accountId: string, work: BatchWork | null, index: number): Promise<void> {
    if (work !== null) await this.#parts.meter?.release(countOf(accountId, work), index);
  }

  /** Gives back what was counted for a record that could not be made. */
  async cancel(accountId: string, usage: UsageRecord | null): Promise<void> {
    if (usage !== null) await this.#parts.meter?.cancel(workOf(accountId, usage));
  }

  /** The document is completed: the meter need not remember it any longer. Not in the caller's way. */
  settle({ id, accountId, usage }: Counted): void {
    if (usage === null || isRun(usage.workId)) return;
    this.#parts.meter?.settle(workOf(accountId, usage)).catch((error: unknown) => {
      this.#parts.log.warn({ err: error, generation: id }, 'a document stays unsettled until the sweeper sees it');
    });
  }

  /** The document is completed and its record is about to go, after which nobody could tell. */
  async settleForGood({ accountId, usage, batch }: Counted): Promise<void> {
    const { meter } = this.#parts;
    if (meter === undefined || usage === null) return;
    if (!isRun(usage.workId)) {
      await meter.settleNow(workOf(accountId, usage));
      return;
    }
    const work = await this.#workOf(usage);
    if (work !== undefined) await meter.keep(countOf(accountId, work), batch?.index ?? 0);
  }

  /** Gives back what a failed record holds. */
  async refund({ id, accountId, usage, batch }: Counted): Promise<void> {
    const { meter, store } = this.#parts;
    if (meter === undefined || usage === null) return;
    if (!isRun(usage.workId)) await meter.cancel(workOf(accountId, usage));
    else await this.releaseItem(accountId, (await this.#workOf(usage)) ?? null, batch?.index ?? 0);
    await store.markRefunded(id, usage.workId);
  }

  /** What was counted for an item's run; undefined when that is settled, as the batch names the work of a later one. */
  async #workOf({ workId }: UsageRecord): Promise<BatchWork | undefined> {
    const batch = (await this.#parts.batches.findAll([ownerOf(workId)])).get(ownerOf(workId));
    return batch?.work !== undefined && batch.work !== null && runOf(batch.work) === workId ? batch.work : undefined;
  }

  async state({ accountId, plan }: Owner): Promise<UsageState | undefined> {
    return this.#parts.meter?.state(accountId, plan);
  }
}

const workOf = (accountId: string, { workId, month }: UsageRecord): CountedWork => ({ id: workId, accountId, month, count: 1 });

const countOf = (accountId: string, { id, month, places }: BatchWork): CountedWork => ({ id, accountId, month, count: places.length });
