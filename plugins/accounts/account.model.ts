import { Schema } from 'mongoose';
import { schemaOptions } from '../../db/schema-options.ts';
import { defineModel } from '../../server/contract/index.ts';

export interface AccountDocument {
  _id: string;
  email: string;
  plan: string;
  createdAt: Date;
}

const schema = new Schema<AccountDocument>(
  {
    _id: { type: String, required: true },
    email: { type: String, required: true },
    plan: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  schemaOptions,
);
schema.index({ email: 1 }, { unique: true, name: 'email' });

export const AccountModel = defineModel<AccountDocument>({ collection: 'accounts', schema });
