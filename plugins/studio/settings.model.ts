import { Schema } from 'mongoose';
import { schemaOptions } from '../../db/schema-options.ts';
import { byAccountId, defineModel } from '../../server/contract/index.ts';

/** What a template is tried with in the studio; documents are not made from it. */
export interface SettingsDocument {
  /** The template's id. */
  _id: string;
  accountId: string;
  /** Sample data as JSON text, as it was typed. */
  data: string;
}

const schema = new Schema<SettingsDocument>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    data: { type: String },
  },
  schemaOptions,
);

export const SettingsModel = defineModel<SettingsDocument>({ collection: 'studio_settings', schema, belongsTo: byAccountId });
