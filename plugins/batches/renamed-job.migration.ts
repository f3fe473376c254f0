import type { Migration } from '../../server/contract/index.ts';

/** The job that takes items from the queue had another name; its old entries would sleep for ever. */
export const renamedJob: Migration = {
  id: 'renamed-job',
  async run(collection) {
    await collection('jobs').deleteMany({ name: 'generation.render-queued' });
  },
};
