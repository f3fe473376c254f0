import type { Logger } from 'pino';
import type { Principal } from '../../server/contract/index.ts';
import type { Reservation, UsageMeter, UsageState } from '../limits/contract.ts';
import type { UsageRecord } from './generation.model.ts';
import type { GenerationStore, Lease } from './generation.store.ts';

/** Work is called `<generation>#<attempt>`, and giving it back `refund:<work>`. */
const REFUND = 'refund:';
const generationOf = (workId: string): string => workId.replace(REFUND, '').split('#')[0] ?? '';
const UNSETTLED_MS = 60_000;

const reservationOf = ({ accountId }: Lease, usage: UsageRecord): Reservation => ({ accountId, month: usage.month, count: 1 });

/**
 * Keeps the meter and the records in step: counted before a record exists, owned by the record afterwards, given
 * back once when it fails. Each step can be repeated, so a crash between two of them is mended by `mend`.
 */
export class Allowance {
  readonly #meter: UsageMeter | undefined;
  readonly #store: GenerationStore;
  readonly #clock: () => Date;
  readonly #log: Logger;

  constructor(meter: UsageMeter | undefined, store: GenerationStore, clock: () => Date, log: Logger) {
    this.#meter = meter;
    this.#store = store;
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

  /** The record is there: the meter need not remember the work any longer. Not in the caller's way. */
  settle(lease: Lease): void {
    if (lease.usage !== null) this.#settle(lease.id, reservationOf(lease, lease.usage), lease.usage.workId);
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

  /** Finishes what processes that died left half done. */
  async mend(): Promise<void> {
    for (const lease of await this.#store.refunding()) await this.refund(lease);
    const before = new Date(this.#clock().getTime() - UNSETTLED_MS);
    for (const { workId, ...reservation } of (await this.#meter?.unsettled(before)) ?? []) {
      const recorded = await this.#store.recordedWork(generationOf(workId));
      if (workId.startsWith(REFUND) || recorded?.workId === workId) await this.#meter?.settle(reservation, workId);
      else await this.#meter?.cancel(reservation, workId);
    }
  }
}
