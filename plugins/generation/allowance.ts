import type { Logger } from 'pino';
import type { Principal } from '../../server/contract/index.ts';
import type { Reservation, UsageMeter, UsageState } from '../limits/contract.ts';
import type { UsageRecord } from './generation.model.ts';
import type { BatchStore } from './batch.store.ts';
import type { GenerationStore, Lease } from './generation.store.ts';

/** Work is called `<generation>#<attempt>`, and giving it back `refund:<work>`. */
const REFUND = 'refund:';
const ownerOf = (workId: string): string => workId.replace(REFUND, '').split('#')[0] ?? '';
const UNSETTLED_MS = 60_000;

const reservationOf = ({ accountId }: Lease, usage: UsageRecord): Reservation => ({ accountId, month: usage.month, count: 1 });

/** What was counted for a batch as a whole; each of its items holds one of it. */
export interface BatchWork {
  readonly reservation: Reservation;
  readonly workId: string;
}

/**
 * Keeps the meter and the records in step: counted before a record exists, owned by the record afterwards, given
 * back once when it fails. Each step can be repeated, so a crash between two of them is mended by `mend`.
 */
export class Allowance {
  readonly #meter: UsageMeter | undefined;
  readonly #store: GenerationStore;
  readonly #batches: BatchStore;
  readonly #clock: () => Date;
  readonly #log: Logger;

  constructor(meter: UsageMeter | undefined, store: GenerationStore, batches: BatchStore, clock: () => Date, log: Logger) {
    this.#meter = meter;
    this.#store = store;
    this.#batches = batches;
    this.#clock = clock;
    this.#log = log;
  }

  /** Null for test keys, and where nothing is metered. */
  async reserve(principal: Principal, id: string): Promise<{ record: UsageRecord | null; state?: UsageState }> {
    if (this.#meter === undefined || principal.test) return { record: null };
    const workId = `${id}#${String(this.#clock().getTime())}`;
    const { reservation, state } = await this.#meter.reserve(principal.accountId, principal.plan, workId, 1);
    return { record: { state: 'held', month: reservation.month, workId }, state };
  }

  /** All or nothing; each item's own record is what is given back when it fails. */
  async reserveBatch(principal: Principal, id: string, items: readonly string[]) {
    if (this.#meter === undefined || principal.test) return {};
    const at = `#${String(this.#clock().getTime())}`;
    const workId = id + at;
    const { reservation, state } = await this.#meter.reserve(principal.accountId, principal.plan, workId, items.length);
    const records = items.map((item): UsageRecord => ({ state: 'held', month: reservation.month, workId: item + at }));
    return { work: { reservation, workId }, records, state };
  }

  settleBatch(work: BatchWork | undefined): void {
    if (work !== undefined) this.#settle(ownerOf(work.workId), work.reservation, work.workId);
  }

  async cancelBatch(work: BatchWork | undefined): Promise<void> {
    if (work !== undefined) await this.#meter?.cancel(work.reservation, work.workId);
  }

  /** The record is there: the meter need not remember the work any longer. Not in the caller's way. */
  settle(lease: Lease): void {
    this.settleRecord(lease.accountId, lease.id, lease.usage);
  }

  settleRecord(accountId: string, id: string, usage: UsageRecord | null): void {
    if (usage !== null) this.#settle(id, { accountId, month: usage.month, count: 1 }, usage.workId);
  }

  /** Gives back what was counted for a record that could not be made. */
  async cancel(accountId: string, record: UsageRecord | null): Promise<void> {
    if (record !== null) await this.#meter?.cancel({ accountId, month: record.month, count: 1 }, record.workId);
  }

  /** Gives back what a failed record holds. */
  async refund(lease: Lease): Promise<void> {
    if (this.#meter === undefined || lease.usage === null) return;
    const reservation = reservationOf(lease, lease.usage);
    const refundId = REFUND + lease.usage.workId;
    await this.#meter.refund(reservation, refundId);
    await this.#store.markRefunded(lease.id, lease.usage.workId);
    this.#settle(lease.id, reservation, refundId);
  }

  /** The sweeper does what this cannot. */
  #settle(id: string, reservation: Reservation, workId: string): void {
    this.#meter?.settle(reservation, workId).catch((error: unknown) => {
      this.#log.warn({ err: error, generation: id }, 'a reservation stays unsettled until the sweeper sees it');
    });
  }

  /** Settles or cancels what processes that died left open. */
  async mend(): Promise<void> {
    const before = new Date(this.#clock().getTime() - UNSETTLED_MS);
    for (const { workId, ...reservation } of (await this.#meter?.unsettled(before)) ?? []) {
      if (workId.startsWith(REFUND) || (await this.#recordedWork(ownerOf(workId))) === workId)
        await this.#meter?.settle(reservation, workId);
      else await this.#meter?.cancel(reservation, workId);
    }
  }

  async #recordedWork(owner: string): Promise<string | undefined> {
    return owner.startsWith('batch_') ? this.#batches.recordedWork(owner) : (await this.#store.recordedWork(owner))?.workId;
  }
}
