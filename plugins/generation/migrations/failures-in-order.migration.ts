import type { Migration } from '../../../server/contract/index.ts';

/** Another index has what this one had. */
export const failuresInOrder: Migration = {
  id: 'failures-in-order',
  async run(collection) {
    const generations = collection('generations');
    const names = (await generations.indexes()).map(({ name }) => name);
    if (names.includes('leases')) await generations.dropIndex('leases');
  },
};
