import { z } from 'zod';

const Plan = z.strictObject({
  /** Requests in any second. */
  requestsPerSecond: z.int().min(1),
  /** Documents a calendar month in UTC; null for no limit. */
  documentsPerMonth: z.int().min(0).nullable(),
});
export type Plan = z.output<typeof Plan>;

export const LimitsConfig = z.strictObject({
  plans: z.record(z.string(), Plan).default({
    free: { requestsPerSecond: 10, documentsPerMonth: 1000 },
    starter: { requestsPerSecond: 100, documentsPerMonth: 10_000 },
    pro: { requestsPerSecond: 100, documentsPerMonth: 100_000 },
    enterprise: { requestsPerSecond: 500, documentsPerMonth: null },
  }),
  /** Requests a second from one address on routes without a key. */
  anonymousPerSecond: z.int().min(1).default(20),
  /** Refused keys a minute from one address. */
  failedKeysPerMinute: z.int().min(1).default(30),
});
export type LimitsConfig = z.output<typeof LimitsConfig>;

/** What an account gets whose plan the config does not name: the least that any plan has. */
export function planNamed(config: LimitsConfig, name: string): Plan {
  const plans = Object.values(config.plans);
  return (
    config.plans[name] ?? {
      requestsPerSecond: Math.min(...plans.map((plan) => plan.requestsPerSecond)),
      documentsPerMonth: Math.min(...plans.map((plan) => plan.documentsPerMonth ?? Infinity), 1000),
    }
  );
}
