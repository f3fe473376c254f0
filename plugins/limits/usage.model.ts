import { Schema } from 'mongoose';
import { schemaOptions } from '../../db/schema-options.ts';
import { defineModel } from '../../server/contract/index.ts';

/** Reserved work, or with a count of 0 a part that was taken out of it. */
interface JournalEntry {
  /** `<owner>#<random>`, or `<owner>#<random>/<part>` */
  id: string;
  count: number;
  at: Date;
}

/** Work that was given back because no record named it. */
interface AnnulledWork {
  id: string;
  at: Date;
}

/** One counter an account and month; `journal` and `annulled` make each step repeatable without counting twice. */
export interface UsageDocument {
  /** `<account>:<yyyy-mm>` */
  _id: string;
  used: number;
  /** Previews within their own allowance; further ones are in `used`. */
  previews?: number;
  journal: JournalEntry[];
  annulled: AnnulledWork[];
  /** Shares of the allowance, in percent, whose passing was told this month. */
  warned: number[];
}

const schema = new Schema<UsageDocument>(
  {
    _id: { type: String, required: true },
    used: { type: Number, required: true },
    previews: Number,
    journal: { type: [new Schema<JournalEntry>({ id: String, count: Number, at: Date }, { _id: false })], required: true },
    annulled: { type: [new Schema<AnnulledWork>({ id: String, at: Date }, { _id: false })], required: true },
    warned: { type: [Number], required: true },
  },
  schemaOptions,
);
schema.index({ 'journal.at': 1 }, { name: 'unsettled' });
schema.index({ 'annulled.at': 1 }, { name: 'annulled' });

export const UsageModel = defineModel<UsageDocument>({
  collection: 'usage',
  schema,
  belongsTo: { of: (id) => ({ _id: { $gt: `${id}:`, $lt: `${id};` } }) },
});
