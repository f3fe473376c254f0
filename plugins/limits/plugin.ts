import { definePlugin, extend, Redis } from '../../server/contract/index.ts';
import { OverviewCards } from '../dashboard/contract.ts';
import { PlanLimits, QuotaWarning, UsageMeter } from './contract.ts';
import { CountedLimits } from './plan-limits.ts';
import { LimitLockModel, MonthlyUseModel } from './plan-limits.model.ts';
import { plansCommand } from './plans.command.ts';
import { LimitsConfig } from './plans.ts';
import { rateGate } from './rate-gate.ts';
import { MemoryWindow, RedisWindow } from './sliding-window.ts';
import { MonthlyMeter } from './usage-meter.ts';
import { usageCard } from './usage.card.ts';
import { UsageModel } from './usage.model.ts';

export default definePlugin({
  name: 'limits',
  version: '1.0.0',
  hub: '^2',
  summary: 'Requests per second, documents per month and stored data, by plan',
  schemas: { QuotaWarning },
  events: {
    'quota.warning': {
      summary: 'A share of the documents of the month is used',
      description: 'Sent at 80 and at 100 percent, once a month each.',
      data: QuotaWarning,
      example: { percent: 80, used: 800, limit: 1000, month: '2026-11', resets_at: '2026-12-01T00:00:00.000Z' },
    },
  },
  config: LimitsConfig,
  uses: { redis: Redis },
  provides: { usage: UsageMeter, limits: PlanLimits },
  models: { Usage: UsageModel, LimitLock: LimitLockModel, MonthlyUse: MonthlyUseModel },
  migrations: [
    {
      id: 'usage-has-warnings',
      run: async (collection) => {
        await collection('usage').updateMany({ warned: { $exists: false } }, { $set: { warned: [] } });
      },
    },
    {
      id: 'usage-has-annulled-work',
      run: async (collection) => {
        await collection('usage').updateMany({ annulled: { $exists: false } }, { $set: { annulled: [] } });
      },
    },
  ],
  setup({ config, deps, models, metrics, clock, log }) {
    const memory = new MemoryWindow(() => clock().getTime());
    const window = deps.redis === undefined ? memory : new RedisWindow(deps.redis, memory, log);
    const limits = new CountedLimits({ locks: models.LimitLock, monthly: models.MonthlyUse, config, clock });
    const webhooks = { publish: limits.warn };
    const usage = new MonthlyMeter({ counters: models.Usage, config, webhooks, metrics, clock, log });
    return {
      ports: { usage, limits },
      gates: [rateGate(config, window, metrics)],
      extensions: [extend(OverviewCards, usageCard(usage, limits))],
      commands: [plansCommand(config)],
      stop: () => usage.flush(),
    };
  },
});
