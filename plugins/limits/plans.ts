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

/** A plan with nothing left out; null for no limit. */
export interface CompletePlan extends Readonly<Record<LimitName | 'documentsPerMonth' | 'previewsPerMonth', number | null>> {
  readonly requestsPerSecond: number;
}

const GB = 1024 ** 3;
const FREE = {
  requestsPerSecond: 10,
  documentsPerMonth: 1000,
  previewsPerMonth: 500,
  maxTemplates: 100,
  maxHooks: 100,
  maxKeys: 10,
  maxListings: 10,
  maxStoredBytes: GB,
  aiCallsPerMonth: 50,
} satisfies CompletePlan;
const PRO: CompletePlan = {
  requestsPerSecond: 100,
  documentsPerMonth: 100_000,
  previewsPerMonth: 50_000,
  maxTemplates: 2000,
  maxHooks: 1000,
  maxKeys: 50,
  maxListings: 200,
  maxStoredBytes: 100 * GB,
  aiCallsPerMonth: 5000,
};
/** The plans of a config that names none, and the limits of plans that leave some out; one of another name has those of pro. */
const DEFAULTS: Readonly<Record<string, CompletePlan>> = {
  free: FREE,
  starter: {
    requestsPerSecond: 100,
    documentsPerMonth: 10_000,
    previewsPerMonth: 5000,
    maxTemplates: 500,
    maxHooks: 250,
    maxKeys: 25,
    maxListings: 50,
    maxStoredBytes: 10 * GB,
    aiCallsPerMonth: 500,
  },
  pro: PRO,
  enterprise: {
    requestsPerSecond: 500,
    documentsPerMonth: null,
    previewsPerMonth: null,
    maxTemplates: 10_000,
    maxHooks: 5000,
    maxKeys: 200,
    maxListings: 1000,
    maxStoredBytes: null,
    aiCallsPerMonth: null,
  },
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
type Plan = z.output<typeof Plan>;

export const LimitsConfig = z.strictObject({
  plans: z.record(z.string(), Plan).default({ ...DEFAULTS }),
  /** Requests a second from one address on routes without a key. */
  anonymousPerSecond: z.int().min(1).default(20),
  /** Refused keys a minute from one address. */
  failedKeysPerMinute: z.int().min(1).default(30),
});

export type LimitsConfig = z.output<typeof LimitsConfig>;

/** Names come from records, and may be those of fields that every object has. */
const namedIn = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

function complete(name: string, plan: Plan): CompletePlan {
  const { requestsPerSecond, documentsPerMonth, previewsPerMonth, ...limits } = plan;
  const half = documentsPerMonth === null ? null : Math.floor(documentsPerMonth / 2);
  const given = Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined));
  return {
    ...(namedIn(DEFAULTS, name) ?? PRO),
    ...given,
    requestsPerSecond,
    documentsPerMonth,
    previewsPerMonth: previewsPerMonth === undefined ? half : previewsPerMonth,
  };
}

/** An account whose plan the config does not name has of everything the least that any of its plans or the default free one has. */
export function planNamed({ plans }: LimitsConfig, name: string): CompletePlan {
  const named = namedIn(plans, name);
  if (named !== undefined) return complete(name, named);
  const known = Object.entries(plans).map(([other, plan]) => complete(other, plan));
  const least = (key: keyof CompletePlan, atMost: number) => Math.min(atMost, ...known.map((plan) => plan[key] ?? Infinity));
  // Object.entries forgets that the keys are those of a plan.
  return Object.fromEntries(Object.entries(FREE).map(([key, most]) => [key, least(key as keyof CompletePlan, most)])) as typeof FREE;
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
