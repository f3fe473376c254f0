import type { Block, DashboardPage, HubRegistry } from '../../../server/contract/index.ts';

/** The first page: what each plugin has to say of the account. */
export const overviewPage = (registry: HubRegistry): DashboardPage => ({
  path: '/',
  title: 'Overview',
  async load(context) {
    const parts = await Promise.all(registry.overview.map((card) => card.load(context)));
    const blocks: Block[] = parts.flat();
    return { blocks };
  },
});
