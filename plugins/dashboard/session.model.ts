import { Schema } from 'mongoose';
import { schemaOptions } from '../../db/schema-options.ts';
import { defineModel } from '../../server/contract/index.ts';

/** Somebody signed in, in one browser. */
export interface SessionDocument {
  /** SHA-256 of the id in the cookie: who reads the database cannot use it. */
  _id: string;
  accountId: string;
  createdAt: Date;
  seenAt: Date;
  /** When the password was last given. */
  confirmedAt: Date;
  address: string;
  browser: string;
}

const schema = new Schema<SessionDocument>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    createdAt: { type: Date, required: true },
    seenAt: { type: Date, required: true },
    confirmedAt: { type: Date, required: true },
    address: { type: String },
    browser: { type: String },
  },
  schemaOptions,
);
schema.index({ accountId: 1, seenAt: -1 }, { name: 'by_account' });
schema.index({ seenAt: 1 }, { name: 'idle' });

export const SessionModel = defineModel<SessionDocument>({ collection: 'sessions', schema });
