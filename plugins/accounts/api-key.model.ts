import { Schema } from 'mongoose';
import { schemaOptions } from '../../db/schema-options.ts';
import { byAccountId, defineModel } from '../../server/contract/index.ts';

export interface ApiKeyDocument {
  _id: string;
  accountId: string;
  /** SHA-256 of the key: it carries 190 random bits, so a slow hash would add nothing. */
  digest: string;
  name: string;
  hint: string;
  test: boolean;
  scopes: string[];
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

const schema = new Schema<ApiKeyDocument>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    digest: { type: String, required: true },
    name: { type: String, required: true },
    hint: { type: String, required: true },
    test: { type: Boolean, required: true },
    scopes: { type: [String], required: true },
    createdAt: { type: Date, required: true },
    lastUsedAt: { type: Date, default: null },
    expiresAt: { type: Date, default: null },
    revokedAt: { type: Date, default: null },
  },
  schemaOptions,
);
schema.index({ digest: 1 }, { unique: true, name: 'digest' });
schema.index({ accountId: 1, createdAt: -1 }, { name: 'by_account' });

export const ApiKeyModel = defineModel<ApiKeyDocument>({ collection: 'api_keys', schema, belongsTo: byAccountId });
