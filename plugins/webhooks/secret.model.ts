import { Schema } from 'mongoose';
import { schemaOptions } from '../../db/schema-options.ts';
import { defineModel } from '../../server/contract/index.ts';

/** What an account's deliveries are signed with; the earlier secret signs too until `previousUntil`. */
export interface SecretDocument {
  /** The account. */
  _id: string;
  current: string;
  previous: string | null;
  previousUntil: Date | null;
}

const schema = new Schema<SecretDocument>(
  {
    _id: { type: String, required: true },
    current: { type: String, required: true },
    previous: { type: String, default: null },
    previousUntil: { type: Date, default: null },
  },
  schemaOptions,
);

export const SecretModel = defineModel<SecretDocument>({
  collection: 'webhook_secrets',
  schema,
  belongsTo: { of: (_id) => ({ _id }) },
});
