import { z } from 'zod';
import { Timestamp, defineError, definePort, type ReplyHeaders } from '../../server/contract/index.ts';
import type { AccountEvent } from '../webhooks/contract.ts';

/** What the account's plan allows is used up. */
export const UsageLimitExceeded = defineError('USAGE_LIMIT_EXCEEDED', 403);

/** Work that counts. Each try has a name of its own, which is never used again. */
export interface CountedWork {
  /** `<the record that answers for it>#<random>` */
  readonly id: string;
  readonly accountId: string;
  /** `2026-11`, in UTC: the month in which the work was accepted. */
  readonly month: string;
  /** Documents. */
  readonly count: number;
}

/** The record that answers for work of this name. */
export const recordOf = (workId: string): string => workId.split('#')[0] ?? '';

export interface UsageState {
  /** Documents a month; null when the plan has no limit. */
  readonly limit: number | null;
  readonly remaining: number | null;
  readonly used: number;
  /** Start of the next month. */
  readonly resetsAt: Date;
}

/** Previews of this month; what exceeds their limit was counted as documents. */
export interface PreviewState {
  /** Null when the plan has no limit. */
  readonly limit: number | null;
  readonly used: number;
}

/** The allowance as replies show it; nothing for a plan without a limit. */
export function quotaHeaders({ limit, remaining, resetsAt }: UsageState): Record<string, string> {
  if (limit === null) return {};
  return { 'X-Quota-Limit': String(limit), 'X-Quota-Remaining': String(remaining), 'X-Quota-Reset': resetsAt.toISOString() };
}

export const QUOTA_HEADERS: ReplyHeaders = {
  'X-Quota-Limit': { type: 'integer', description: 'Documents a month that the plan allows; absent for a plan without a limit.' },
  'X-Quota-Remaining': { type: 'integer', description: 'Documents that are left this month.' },
  'X-Quota-Reset': { type: 'string', format: 'date-time', description: 'When the count starts anew.' },
};

/** Puts the allowance into a reply; nothing where nothing was counted. */
export function setQuota(usage: UsageState | undefined, setHeader: (name: string, value: string) => void): void {
  if (usage === undefined) return;
  for (const [name, value] of Object.entries(quotaHeaders(usage))) setHeader(name, value);
}

/** What one counter still remembers of work whose end it was not told. */
export interface OpenWork {
  readonly accountId: string;
  readonly month: string;
  readonly reserved: readonly { readonly id: string; readonly count: number; readonly at: Date }[];
  /** Parts of reserved work that were taken out of it, as `<work>/<part>`. */
  readonly parted: ReadonlySet<string>;
  readonly annulled: readonly { readonly id: string; readonly at: Date }[];
}

/**
 * The monthly allowance. A counter remembers work for as long as its end may still be told, and forgets it by the same
 * update that changes the count; so every step is one conditional update, and may come late or twice without counting
 * twice.
 *
 *     named ──reserve──▶ reserved ──settle──▶ settled       the documents count for good
 *                           │  └────cancel──▶ cancelled     they do not, and no record will ever say that they do
 *                           └───────annul───▶ annulled      nobody answered for them until now
 *                                                └─settle─▶ settled, and counted again: their record came late
 *
 * Of work with several parts, `release` and `keep` take one out before the rest is settled, each part once. A step that
 * finds its work in another state has no effect.
 */
export interface UsageMeter {
  /** Names work of this month; nothing is counted yet, so that a record can name it first. */
  name(accountId: string, owner: string, count: number): CountedWork;
  /**
   * Counts the work before it begins, all or nothing. At most once for each name.
   * @throws UsageLimitExceeded naming the day on which the count starts anew.
   */
  reserve(work: CountedWork, plan: string): Promise<UsageState>;
  /** The documents were made. Gathered for half a second; resolves when it is written. */
  settle(work: CountedWork): Promise<void>;
  /** The same at once, with parts that were taken out of the work. */
  settleNow(work: CountedWork, parts?: readonly number[]): Promise<void>;
  /** The documents were not made, and under this name never will be. */
  cancel(work: CountedWork): Promise<void>;
  /** No record names the work, though one still might. */
  annul(work: CountedWork): Promise<void>;
  /** Gives one part back. */
  release(work: CountedWork, part: number): Promise<void>;
  /** Counts one part for good, whatever becomes of its record. */
  keep(work: CountedWork, part: number): Promise<void>;
  /** This month so far. */
  state(accountId: string, plan: string): Promise<UsageState>;
  open(): Promise<OpenWork[]>;
  /** Forgets annulled work nobody came back for. */
  forget(work: CountedWork): Promise<void>;
  /**
   * Counts a preview that was made: as a document once the previews of the month are used up.
   * @throws UsageLimitExceeded when the documents are used up as well
   */
  countPreview(accountId: string, plan: string): Promise<void>;
  previews(accountId: string, plan: string): Promise<PreviewState>;
}
export const UsageMeter = definePort<UsageMeter>('limits/usage-meter');

/** What an account keeps; bytes are of stored files. */
export type Kept = 'templates' | 'hooks' | 'keys' | 'listings' | 'storedBytes';
/** What an account uses up in a month. */
export type Monthly = 'aiCalls';

/** An account and its plan; a principal is one. */
export interface PlanOwner {
  readonly accountId: string;
  readonly plan: string;
}

/** As the config of a plan has it. */
export type LimitName = 'maxTemplates' | 'maxHooks' | 'maxKeys' | 'maxListings' | 'maxStoredBytes' | 'aiCallsPerMonth';

export interface UseOfLimit {
  readonly name: LimitName;
  readonly used: number;
  /** Null when the plan has no limit. */
  readonly limit: number | null;
}

/** A share of the month's documents is used, as the wire has it. */
export const QuotaWarning = z.object({
  percent: z.int().describe('Share of the month’s documents that is used: 80 or 100.'),
  used: z.int().describe('Documents of this month so far.'),
  limit: z.int().describe('Documents that the plan allows a month.'),
  month: z.string().describe('The month in UTC, such as `2026-11`.'),
  resets_at: Timestamp.describe('When the count starts anew.'),
});

export type CountFor = (accountId: string) => Promise<number>;
export type PublishWarning = (event: AccountEvent) => Promise<void>;

/** What plans allow besides documents and requests. */
export interface PlanLimits {
  /** Says how much of something an account keeps; the plugin that keeps it does so once, during its setup. */
  measure(what: Kept, count: CountFor): void;
  /**
   * Adds one if the plan allows it. Additions of an account go one after the other, over all processes, so that two at
   * once are never one too many.
   * @param known finds what is there already, which is not a second one
   * @throws UsageLimitExceeded naming the limit and what to do
   */
  within<T>(owner: PlanOwner, what: Kept, known: () => Promise<T | undefined>, add: () => Promise<T>): Promise<T>;
  /** @throws UsageLimitExceeded when nothing may be added */
  check(owner: PlanOwner, what: Kept): Promise<void>;
  /**
   * Counts one use of this month; what it returns gives it back.
   * @throws UsageLimitExceeded
   */
  spend(owner: PlanOwner, what: Monthly): Promise<() => Promise<void>>;
  report(owner: PlanOwner): Promise<UseOfLimit[]>;
  /** Who tells accounts that their allowance runs out; said once, during setup. */
  tellWarnings(publish: PublishWarning): void;
}
export const PlanLimits = definePort<PlanLimits>('limits/plan-limits');
