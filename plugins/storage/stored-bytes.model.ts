import { Schema } from 'mongoose';
import { schemaOptions } from '../../db/schema-options.ts';
import { defineModel } from '../../server/contract/index.ts';

/** Bytes of an account's files of one day; gone with the retention of that day. */
export interface StoredBytesDocument {
  /** `<account>:<yyyy/mm/dd>` */
  _id: string;
  day: string;
  bytes: number;
}

const schema = new Schema<StoredBytesDocument>(
  { _id: { type: String, required: true }, day: { type: String, required: true }, bytes: { type: Number, required: true } },
  schemaOptions,
);
schema.index({ day: 1 }, { name: 'by_day' });

export const StoredBytesModel = defineModel<StoredBytesDocument>({
  collection: 'stored_bytes',
  schema,
  belongsTo: { of: (id) => ({ _id: { $gt: `${id}:`, $lt: `${id};` } }) },
});
