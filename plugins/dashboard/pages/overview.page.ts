import type { Block, DashboardPage, HubRegistry } from '../../../server/contract/index.ts';

/** The first page: what each plugin has to say of the account. */
export const overviewPage = (registry: HubRegistry): DashboardPage => ({
  path: '/',
  title: 'Overview',
  async load(visit) {
    const parts = await Promise.all(registry.overview.map((card) => card.load(visit)));
    const blocks: Block[] = parts.flat();
    return { blocks };
  },
});
