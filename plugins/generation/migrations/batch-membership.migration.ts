import type { Migration } from '../../../server/contract/index.ts';

/** Documents made before batches existed belong to none; their kept requests had another form. */
export const batchMembership: Migration = {
  id: 'batch-membership',
  async run(collection) {
    const fields = { source: 'api', batchId: null, index: null, output: 'url', webhook: null, announce: false };
    await collection('generations').updateMany({ source: { $exists: false } }, { $set: fields });
    await collection('generation_inputs').deleteMany({ request: { $type: 'string' } });
  },
};
