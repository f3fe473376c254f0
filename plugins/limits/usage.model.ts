import { Schema } from 'mongoose';
import { schemaOptions } from '../../db/schema-options.ts';
import { defineModel } from '../../server/contract/index.ts';

/** A step whose counterpart in the owner's documents is not confirmed yet. */
interface JournalEntry {
  id: string;
  count: number;
  at: Date;
}

/** One counter an account and month; `journal` makes each step repeatable without counting twice. */
export interface UsageDocument {
  /** `<account>:<yyyy-mm>` */
  _id: string;
  used: number;
  journal: JournalEntry[];
  /** Shares of the allowance, in percent, whose passing was told this month. */
  warned: number[];
}

const schema = new Schema<UsageDocument>(
  {
    _id: { type: String, required: true },
    used: { type: Number, required: true },
    journal: { type: [new Schema<JournalEntry>({ id: String, count: Number, at: Date }, { _id: false })], required: true },
    warned: { type: [Number], required: true },
  },
  schemaOptions,
);
schema.index({ 'journal.at': 1 }, { name: 'unsettled' });

export const UsageModel = defineModel<UsageDocument>({
  collection: 'usage',
  schema,
  belongsTo: { of: (id) => ({ _id: { $gt: `${id}:`, $lt: `${id};` } }) },
});
