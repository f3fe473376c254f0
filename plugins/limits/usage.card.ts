import { type OverviewCard, planOwnerOf } from '../dashboard/contract.ts';
import type { LimitName, PlanLimits, UsageMeter } from './contract.ts';
import { amountInWords } from './plans.ts';

const LABELS: Readonly<Record<LimitName, string>> = {
  maxTemplates: 'Templates',
  maxHooks: 'Webhook subscriptions',
  maxKeys: 'Keys',
  maxListings: 'Listings in the marketplace',
  maxStoredBytes: 'Stored files',
  aiCallsPerMonth: 'AI calls this month',
};

/** What the account uses of its plan. */
export const usageCard = (usage: UsageMeter, limits: PlanLimits): OverviewCard => ({
  order: 10,
  async load({ account }) {
    const [{ limit, used, resetsAt }, previews] = await Promise.all([
      usage.state(account.id, account.plan),
      usage.previews(account.id, account.plan),
    ]);
    const until = `Starts anew on ${resetsAt.toISOString().slice(0, 10)}. Test keys and failed documents do not count.`;
    const others = await limits.report(planOwnerOf(account));
    return [
      { kind: 'meter', label: `Documents this month, plan ${account.plan}`, value: used, max: limit, note: until },
      {
        kind: 'meter',
        label: 'Previews in the studio this month',
        value: previews.used,
        max: previews.limit,
        note: 'Above this, each preview counts as a document.',
      },
      {
        kind: 'facts',
        facts: others.map(({ name, used, limit }) => ({
          label: LABELS[name],
          value: `${amountInWords(name, used)}${limit === null ? '' : ` of ${amountInWords(name, limit)}`}`,
        })),
      },
    ];
  },
});
