import { Schema } from 'mongoose';
import { schemaOptions } from '../../../db/schema-options.ts';
import { byAccountId, defineModel } from '../../../server/contract/index.ts';

/** The request of a document that waits for its turn, that failed and may be tried again, or that is reproducible. */
export interface InputDocument {
  /** The document's id. */
  _id: string;
  accountId: string;
  /** Compressed JSON: caller data may hold keys that a database gives a meaning, and may be large. */
  request: Buffer;
  /** Kept after its document is made, so that it can be made again. */
  retained?: boolean;
  createdAt: Date;
}

const schema = new Schema<InputDocument>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    request: { type: Buffer, required: true },
    retained: { type: Boolean },
    createdAt: { type: Date, required: true },
  },
  schemaOptions,
);
schema.index({ createdAt: 1 }, { name: 'age' });

export const InputModel = defineModel<InputDocument>({ collection: 'generation_inputs', schema, belongsTo: byAccountId });
