import type { OverviewCard } from '../../server/contract/index.ts';
import type { UsageMeter } from './contract.ts';

/** This month's documents against the plan. */
export const usageCard = (usage: UsageMeter): OverviewCard => ({
  order: 10,
  async load({ account }) {
    const { limit, used, resetsAt } = await usage.state(account.id, account.plan);
    const until = `Starts anew on ${resetsAt.toISOString().slice(0, 10)}. Test keys and failed documents do not count.`;
    return [{ kind: 'meter', label: `Documents this month, plan ${account.plan}`, value: used, max: limit, note: until }];
  },
});
