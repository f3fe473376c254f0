import { Schema } from 'mongoose';
import { schemaOptions } from '../../db/schema-options.ts';
import { defineModel } from '../../server/contract/index.ts';

/** Held while something of one kind is added to one account. */
export interface LimitLockDocument {
  /** `<account> <kind>` */
  _id: string;
  token: string;
  until: Date;
}

const lock = new Schema<LimitLockDocument>(
  { _id: { type: String, required: true }, token: { type: String, required: true }, until: { type: Date, required: true } },
  schemaOptions,
);

export const LimitLockModel = defineModel<LimitLockDocument>({ collection: 'limit_locks', schema: lock });

/** What an account used of a monthly allowance. */
export interface MonthlyUseDocument {
  /** `<account>:<yyyy-mm>:<kind>` */
  _id: string;
  used: number;
}

const monthlyUse = new Schema<MonthlyUseDocument>(
  { _id: { type: String, required: true }, used: { type: Number, required: true } },
  schemaOptions,
);

export const MonthlyUseModel = defineModel<MonthlyUseDocument>({
  collection: 'monthly_use',
  schema: monthlyUse,
  belongsTo: { of: (id) => ({ _id: { $gt: `${id}:`, $lt: `${id};` } }) },
});
