import { type Caller, callerBlock, type Gate, type Metrics, RateLimited } from '../../server/contract/index.ts';
import { type LimitsConfig, planNamed } from './plans.ts';
import type { SlidingWindow, WindowVerdict } from './sliding-window.ts';

interface Allowance {
  readonly key: string;
  readonly limit: number;
  readonly windowMs: number;
  readonly message: string;
}

function allowanceOf(caller: Caller, config: LimitsConfig): Allowance {
  switch (caller.kind) {
    case 'account': {
      const limit = planNamed(config, caller.principal.plan).requestsPerSecond;
      return {
        key: `account:${caller.principal.accountId}`,
        limit,
        windowMs: 1000,
        message: `Your plan allows ${String(limit)} requests a second.`,
      };
    }
    case 'anonymous':
      return {
        key: `address:${callerBlock(caller.address)}`,
        limit: config.anonymousPerSecond,
        windowMs: 1000,
        message: `An address may make ${String(config.anonymousPerSecond)} requests a second without a key.`,
      };
    case 'rejected':
      return {
        key: `rejected:${callerBlock(caller.address)}`,
        limit: config.failedKeysPerMinute,
        windowMs: 60_000,
        message: 'Too many requests with an invalid key came from this address.',
      };
  }
}

/** Refuses what exceeds the plan's rate and reports the rest in headers. */
export function rateGate(config: LimitsConfig, window: SlidingWindow, metrics: Metrics): Gate {
  const count = metrics.counter({
    name: 'platen_rate_limit_refusals_total',
    help: 'Requests refused because too many came within a second.',
    labels: ['caller'],
  });
  return {
    name: 'rate-limit',
    headers: {
      'X-RateLimit-Limit': { type: 'integer', description: 'Requests a second that the plan allows.' },
      'X-RateLimit-Remaining': { type: 'integer', description: 'Requests that are left now.' },
      'X-RateLimit-Reset': { type: 'integer', description: 'Seconds until all of them are there again.' },
    },
    async admit(caller) {
      const { key, limit, windowMs, message } = allowanceOf(caller, config);
      const verdict = await window.hit(key, limit, windowMs);
      const headers = caller.kind === 'account' ? headersOf(limit, verdict) : {};
      const retryAfter = Math.max(1, Math.ceil(verdict.waitMs / 1000));
      if (verdict.admitted) return headers;
      count({ caller: caller.kind });
      throw RateLimited(`${message} Try again in ${String(retryAfter)} s.`, { retryAfter, headers });
    },
  };
}

/** The customary names and, beside them, those of draft-ietf-httpapi-ratelimit-headers-10. */
function headersOf(limit: number, { remaining, waitMs }: WindowVerdict): Record<string, string> {
  const reset = String(Math.max(1, Math.ceil(waitMs / 1000)));
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': reset,
    'RateLimit-Policy': `"plan";q=${String(limit)};w=1`,
    RateLimit: `"plan";r=${String(remaining)};t=${reset}`,
  };
}
