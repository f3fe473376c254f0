import { z } from 'zod';
import type { LimitName } from './contract.ts';

/** Null for no limit; absent for the default, which goes by the plan's name. */
const most = z.int().min(0).nullable().optional();

const limitFields: Readonly<Record<LimitName, typeof most>> = {
  maxTemplates: most,
  /** Subscriptions to webhooks, with those of single documents that automation platforms make while they wait. */
  maxHooks: most,
  /** API keys that are not revoked. */
  maxKeys: most,
  /** Templates in the marketplace. */
  maxListings: most,
  /** Of all files that are not expired or deleted. */
  maxStoredBytes: most,
  /** Templates written by AI, a calendar month in UTC. */
  aiCallsPerMonth: most,
};
export const LIMIT_NAMES = Object.keys(limitFields) as LimitName[];

const GB = 1024 ** 3;
const FREE: Readonly<Record<LimitName, number | null>> = {
  maxTemplates: 100,
  maxHooks: 100,
  maxKeys: 10,
  maxListings: 10,
  maxStoredBytes: GB,
  aiCallsPerMonth: 50,
};
const PRO: Readonly<Record<LimitName, number | null>> = {
  maxTemplates: 2000,
  maxHooks: 1000,
  maxKeys: 50,
  maxListings: 200,
  maxStoredBytes: 100 * GB,
  aiCallsPerMonth: 5000,
};
/** Of plans that do not say otherwise; one of another name has those of pro. */
const DEFAULTS: Readonly<Record<string, Readonly<Record<LimitName, number | null>>>> = {
  free: FREE,
  starter: { maxTemplates: 500, maxHooks: 250, maxKeys: 25, maxListings: 50, maxStoredBytes: 10 * GB, aiCallsPerMonth: 500 },
  pro: PRO,
  enterprise: { maxTemplates: 10_000, maxHooks: 5000, maxKeys: 200, maxListings: 1000, maxStoredBytes: null, aiCallsPerMonth: null },
};

const Plan = z.strictObject({
  /** Requests in any second. */
  requestsPerSecond: z.int().min(1),
  /** Documents a calendar month in UTC; null for no limit. */
  documentsPerMonth: z.int().min(0).nullable(),
  /** Previews in the studio a calendar month, above which each counts as a document; half the documents when absent. */
  previewsPerMonth: z.int().min(0).nullable().optional(),
  ...limitFields,
});
export type Plan = z.output<typeof Plan>;

export const LimitsConfig = z.strictObject({
  plans: z.record(z.string(), Plan).default({
    free: { requestsPerSecond: 10, documentsPerMonth: 1000, previewsPerMonth: 500 },
    starter: { requestsPerSecond: 100, documentsPerMonth: 10_000, previewsPerMonth: 5000 },
    pro: { requestsPerSecond: 100, documentsPerMonth: 100_000, previewsPerMonth: 50_000 },
    enterprise: { requestsPerSecond: 500, documentsPerMonth: null, previewsPerMonth: null },
  }),
  /** Requests a second from one address on routes without a key. */
  anonymousPerSecond: z.int().min(1).default(20),
  /** Refused keys a minute from one address. */
  failedKeysPerMinute: z.int().min(1).default(30),
});

export type LimitsConfig = z.output<typeof LimitsConfig>;

/** Previews a month; null for no limit. */
export function previewsOf({ documentsPerMonth, previewsPerMonth }: Plan): number | null {
  if (previewsPerMonth !== undefined) return previewsPerMonth;
  return documentsPerMonth === null ? null : Math.floor(documentsPerMonth / 2);
}

/** Names come from records, and may be those of fields that every object has. */
const namedIn = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

/** What an account gets whose plan the config does not name: the least that any plan has. */
export function planNamed(config: LimitsConfig, name: string): Plan {
  const plans = Object.values(config.plans);
  return (
    namedIn(config.plans, name) ?? {
      requestsPerSecond: Math.min(...plans.map((plan) => plan.requestsPerSecond)),
      documentsPerMonth: Math.min(...plans.map((plan) => plan.documentsPerMonth ?? Infinity), 1000),
      previewsPerMonth: Math.min(...plans.map((plan) => previewsOf(plan) ?? Infinity), 500),
    }
  );
}

/** Null for no limit. An account whose plan the config does not name has what a free one has. */
export function limitOf({ plans }: LimitsConfig, plan: string, limit: LimitName): number | null {
  const named = namedIn(plans, plan);
  if (named === undefined) return FREE[limit];
  const own = named[limit];
  return own === undefined ? (namedIn(DEFAULTS, plan) ?? PRO)[limit] : own;
}

const WORDS: Readonly<Record<LimitName, string>> = {
  maxTemplates: 'templates',
  maxHooks: 'hooks',
  maxKeys: 'keys',
  maxListings: 'listings in the marketplace',
  maxStoredBytes: 'stored files',
  aiCallsPerMonth: 'AI calls',
};

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];
function bytesInWords(bytes: number): string {
  const unit = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), UNITS.length - 1);
  return `${(bytes / 1024 ** unit).toLocaleString('en-US', { maximumFractionDigits: 1 })} ${UNITS[unit] ?? ''}`;
}

export const amountInWords = (limit: LimitName, amount: number): string =>
  limit === 'maxStoredBytes' ? bytesInWords(amount) : amount.toLocaleString('en-US');

/** `100 templates`, `1 GB of stored files`. */
export function inWords(limit: LimitName, amount: number | null): string {
  const quantity = amount === null ? 'any number of' : `${amountInWords(limit, amount)}${limit === 'maxStoredBytes' ? ' of' : ''}`;
  return `${quantity} ${WORDS[limit]}`;
}
