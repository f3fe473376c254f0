import { definePlugin, Redis } from '../../server/contract/index.ts';
import { WebhookSender } from '../webhooks/contract.ts';
import { UsageMeter } from './contract.ts';
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
  hub: '^1',
  summary: 'Requests a second and documents a month by plan',
  config: LimitsConfig,
  uses: { redis: Redis, webhooks: WebhookSender },
  provides: { usage: UsageMeter },
  models: { Usage: UsageModel },
  migrations: [
    {
      id: 'usage-has-warnings',
      run: async (collection) => {
        await collection('usage').updateMany({ warned: { $exists: false } }, { $set: { warned: [] } });
      },
    },
  ],
  setup({ config, deps, models, metrics, clock, log }) {
    const memory = new MemoryWindow();
    const window = deps.redis === undefined ? memory : new RedisWindow(deps.redis, memory, log);
    const usage = new MonthlyMeter({ counters: models.Usage, config, webhooks: deps.webhooks, metrics, clock, log });
    return { ports: { usage }, gates: [rateGate(config, window, metrics)], overview: [usageCard(usage)], commands: [plansCommand(config)] };
  },
});
