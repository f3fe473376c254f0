import { Schema } from 'mongoose';
import { schemaOptions } from '../../db/schema-options.ts';
import { defineModel } from '../../server/contract/index.ts';

/** A delivery that is to be sent; a hint only, as the delivery's own record says whether it may be. */
export interface DueDocument {
  /** The delivery. */
  _id: string;
  accountId: string;
  /** Account and receiver. */
  lane: string;
  /** When somebody should look at it; in the future while somebody does. */
  at: Date;
}

const schema = new Schema<DueDocument>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    lane: { type: String, required: true },
    at: { type: Date, required: true },
  },
  schemaOptions,
);
schema.index({ at: 1, accountId: 1, lane: 1 }, { name: 'longest-due' });
schema.index({ accountId: 1 }, { name: 'due-of-account' });

export const DueModel = defineModel<DueDocument>({ collection: 'webhook_due', schema });
