import { Schema } from 'mongoose';
import { schemaOptions } from '../../db/schema-options.ts';
import { byAccountId, defineModel } from '../../server/contract/index.ts';

export type ChangeType = 'template.updated' | 'template.deleted';

/** A change that webhooks are told of, recorded before it is made: a deleted template can hold no mark. Gone once it is told. */
export interface ChangeDocument {
  /** The id of the event. */
  _id: string;
  accountId: string;
  templateId: string;
  type: ChangeType;
  /** A template that is deleted, as JSON text; null where it can be read when it is told of. */
  row: string | null;
  announce: boolean;
  createdAt: Date;
}

const schema = new Schema<ChangeDocument>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    templateId: { type: String, required: true },
    type: { type: String, required: true },
    row: { type: String, default: null },
    announce: { type: Boolean, required: true },
    createdAt: { type: Date, required: true },
  },
  schemaOptions,
);
schema.index({ announce: 1, createdAt: 1 }, { name: 'announcements' });

export const ChangeModel = defineModel<ChangeDocument>({ collection: 'template_changes', schema, belongsTo: byAccountId });
