import { defineError, definePort } from '../../server/contract/index.ts';

/** The account's documents of this month are used up. */
export const UsageLimitExceeded = defineError('USAGE_LIMIT_EXCEEDED', 403);

/** What was counted, kept beside the work so that it can be given back later. */
export interface Reservation {
  readonly accountId: string;
  /** `2026-11`, in UTC: the month in which the work was accepted. */
  readonly month: string;
  readonly count: number;
}

export interface UsageState {
  /** Documents a month; null when the plan has no limit. */
  readonly limit: number | null;
  readonly remaining: number | null;
  readonly used: number;
  /** Start of the next month. */
  readonly resetsAt: Date;
}

/** The allowance as replies show it; nothing for a plan without a limit. */
export function quotaHeaders({ limit, remaining, resetsAt }: UsageState): Record<string, string> {
  if (limit === null) return {};
  return { 'X-Quota-Limit': String(limit), 'X-Quota-Remaining': String(remaining), 'X-Quota-Reset': resetsAt.toISOString() };
}

/** Puts the allowance into a reply; nothing where nothing was counted. */
export function setQuota(usage: UsageState | undefined, setHeader: (name: string, value: string) => void): void {
  if (usage === undefined) return;
  for (const [name, value] of Object.entries(quotaHeaders(usage))) setHeader(name, value);
}

/** A reservation whose work was never recorded, because its process died in between. */
export interface UnsettledReservation extends Reservation {
  readonly workId: string;
}

/** The monthly allowance. Every step is one conditional update and may be repeated without counting twice. */
export interface UsageMeter {
  /**
   * Counts `count` documents for the work `workId` before it begins, all or nothing.
   * @throws UsageLimitExceeded naming the day on which the count starts anew.
   */
  reserve(accountId: string, plan: string, workId: string, count: number): Promise<{ reservation: Reservation; state: UsageState }>;
  /** Says that the work is recorded and its owner answers for giving the count back. */
  settle(reservation: Reservation, workId: string): Promise<void>;
  /** Gives back a reservation whose work was never recorded; without effect once it is settled. */
  cancel(reservation: Reservation, workId: string): Promise<void>;
  /** Gives back once, however often it is called before `settle` with the same `refundId`. */
  refund(reservation: Reservation, refundId: string): Promise<void>;
  /** This month so far. */
  state(accountId: string, plan: string): Promise<UsageState>;
  unsettled(olderThan: Date): Promise<UnsettledReservation[]>;
}
export const UsageMeter = definePort<UsageMeter>('limits/usage-meter');
