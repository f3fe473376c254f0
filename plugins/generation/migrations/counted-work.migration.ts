import type { mongo } from 'mongoose';
import type { Migration } from '../../../server/contract/index.ts';
import { recordOf } from '../../limits/contract.ts';
import type { UsageRecord } from '../contract.ts';

interface Counter {
  _id: string;
  journal: { id: string; count: number; at: Date }[];
}

interface Unfinished {
  _id: string;
  accountId: string;
  usage: UsageRecord;
}

interface NamedBatch {
  _id: string;
  workId?: string | null;
}

const REFUND = 'refund:';

/**
 * The counter used to forget work as soon as a record named it, and remembered what was given back instead. Now it
 * remembers the work of every document that is not finished.
 */
export const countedWork: Migration = {
  id: 'counted-work',
  async run(collection) {
    const counters = collection('usage') as unknown as mongo.Collection<Counter>;
    const batches = collection('batches') as unknown as mongo.Collection<NamedBatch>;
    const generations = collection('generations') as unknown as mongo.Collection<Unfinished>;
    const unfinished = await generations
      .find({ $or: [{ status: { $in: ['queued', 'processing'] }, 'usage.state': 'held' }, { 'usage.state': 'refunding' }] })
      .toArray();
    for (const { accountId, usage } of unfinished) {
      await counters.updateOne(
        { _id: `${accountId}:${usage.month}`, 'journal.id': { $nin: [usage.workId, REFUND + usage.workId] } },
        { $push: { journal: { id: usage.workId, count: 1, at: new Date() } } },
      );
    }
    for (const { _id, journal } of await counters.find({ 'journal.0': { $exists: true } }).toArray()) {
      const over: string[] = [];
      for (const { id } of journal) {
        const owner = recordOf(id);
        if (id.startsWith(REFUND)) over.push(id);
        else if (owner.startsWith('batch_') && (await batches.findOne({ _id: owner }))?.workId === id) over.push(id);
      }
      if (over.length > 0) await counters.updateOne({ _id }, { $pull: { journal: { id: { $in: over } } } });
    }
    await batches.updateMany({ work: { $exists: false } }, { $set: { work: null, test: false }, $unset: { workId: '' } });
  },
};
