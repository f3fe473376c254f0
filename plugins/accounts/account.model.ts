import { Schema } from 'mongoose';
import { schemaOptions } from '../../db/schema-options.ts';
import { defineModel } from '../../server/contract/index.ts';

export interface AccountDocument {
  _id: string;
  email: string;
  plan: string;
  /** Runs the hub, and sees in the dashboard what concerns all accounts. */
  operator: boolean;
  /** Salt and scrypt hash in base64; null until a password is set. */
  passwordHash: string | null;
  /** By the operator; absent in documents of earlier versions. */
  disabledAt?: Date | null;
  /** Sessions that began before are over. */
  sessionsEndedAt?: Date | null;
  /** The last time; absent for who never did, and in documents of earlier versions. */
  signedInAt?: Date | null;
  createdAt: Date;
}

const schema = new Schema<AccountDocument>(
  {
    _id: { type: String, required: true },
    email: { type: String, required: true },
    plan: { type: String, required: true },
    operator: { type: Boolean, required: true },
    passwordHash: { type: String, default: null },
    disabledAt: { type: Date, default: null },
    sessionsEndedAt: { type: Date, default: null },
    signedInAt: { type: Date, default: null },
    createdAt: { type: Date, required: true },
  },
  schemaOptions,
);
schema.index({ email: 1 }, { unique: true, name: 'email' });
schema.index({ createdAt: -1, _id: -1 }, { name: 'newest' });

export const AccountModel = defineModel<AccountDocument>({
  collection: 'accounts',
  schema,
  belongsTo: {
    of: (_id) => ({ _id }),
    blank: { passwordHash: null, operator: false },
    account: {
      byEmail: (email) => ({ email: email.toLowerCase() }),
      afterImport: (email) => `It has no password yet: npx platen account password ${email}`,
    },
  },
});
