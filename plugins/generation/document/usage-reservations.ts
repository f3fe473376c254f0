import type { Logger } from 'pino';
import { type CountedWork, type PlanOwner, recordOf, type UsageMeter, type UsageState } from '../../limits/contract.ts';
import type { BatchOwner, CountedDocument, UsageRecord } from '../contract.ts';
import type { GenerationStore } from './generation.store.ts';

export interface UsageReservationsParts {
  readonly meter: UsageMeter | undefined;
  readonly store: GenerationStore;
  /** Undefined while batches are off. */
  batchOwner(): BatchOwner | undefined;
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
 * one conditional update; what a crash leaves between two of them, `reconcile` finishes. Items of a batch are counted
 * by their batch, which is asked to give them back.
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
  async reserve({ accountId, plan }: PlanOwner, usage: UsageRecord | null): Promise<UsageState | undefined> {
    return usage === null ? undefined : this.#parts.meter?.reserve(workOf(accountId, usage), plan);
  }

  /** Gives back what was counted for a record that could not be made. */
  async cancel(accountId: string, usage: UsageRecord | null): Promise<void> {
    if (usage !== null) await this.#parts.meter?.cancel(workOf(accountId, usage));
  }

  /** The document is completed: the meter need not remember it any longer. Not in the caller's way. */
  settle({ id, accountId, usage }: CountedDocument): void {
    if (usage === null || !isOwn(id, usage)) return;
    this.#parts.meter?.settle(workOf(accountId, usage)).catch((error: unknown) => {
      this.#parts.log.warn({ err: error, generation: id }, 'a document stays unsettled until the sweeper sees it');
    });
  }

  /** The document is completed and its record is about to go, after which nobody could tell. */
  async settleForGood(document: CountedDocument): Promise<void> {
    const { meter, batchOwner } = this.#parts;
    const { id, accountId, usage } = document;
    if (meter === undefined || usage === null) return;
    if (isOwn(id, usage)) await meter.settleNow(workOf(accountId, usage));
    else await batchOwner()?.keep(document);
  }

  /** Gives back what a failed record holds; an item waits until batches are on. */
  async refund(document: CountedDocument): Promise<void> {
    const { meter, store, batchOwner } = this.#parts;
    const { id, accountId, usage } = document;
    if (meter === undefined || usage === null) return;
    if (isOwn(id, usage)) {
      await meter.cancel(workOf(accountId, usage));
    } else {
      const owner = batchOwner();
      if (owner === undefined) return;
      await owner.release(document);
    }
    await store.markRefunded(id, usage.workId);
  }

  async state({ accountId, plan }: PlanOwner): Promise<UsageState | undefined> {
    return this.#parts.meter?.state(accountId, plan);
  }
}

const isOwn = (id: string, { workId }: UsageRecord): boolean => recordOf(workId) === id;

const workOf = (accountId: string, { workId, month }: UsageRecord): CountedWork => ({ id: workId, accountId, month, count: 1 });
