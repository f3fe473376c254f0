import type { Block, DashboardPage, OverviewCard } from '../contract.ts';

/** The first page: what each plugin has to say of the account. */
export const overviewPage = (cards: () => readonly OverviewCard[]): DashboardPage => ({
  path: '/',
  title: 'Overview',
  async load(context) {
    const ordered = cards().toSorted((a, b) => a.order - b.order);
    const parts = await Promise.all(ordered.map((card) => card.load(context)));
    const blocks: Block[] = parts.flat();
    return { blocks };
  },
});
