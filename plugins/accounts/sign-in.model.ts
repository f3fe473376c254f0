import { Schema } from 'mongoose';
import { schemaOptions } from '../../db/schema-options.ts';
import { defineModel } from '../../server/contract/index.ts';

/** A link by which an account's password is set, once. */
export interface PasswordLinkDocument {
  /** SHA-256 of the token in the link. */
  _id: string;
  accountId: string;
  expiresAt: Date;
}

const link = new Schema<PasswordLinkDocument>(
  { _id: { type: String, required: true }, accountId: { type: String, required: true }, expiresAt: { type: Date, required: true } },
  schemaOptions,
);
link.index({ accountId: 1 }, { name: 'by_account' });

export const PasswordLinkModel = defineModel<PasswordLinkDocument>({ collection: 'password_links', schema: link });

/** Wrong passwords of late, by address and by address and account. */
export interface AttemptDocument {
  _id: string;
  count: number;
  until: Date;
}

const attempt = new Schema<AttemptDocument>(
  { _id: { type: String, required: true }, count: { type: Number, required: true }, until: { type: Date, required: true } },
  schemaOptions,
);

export const AttemptModel = defineModel<AttemptDocument>({ collection: 'sign_in_attempts', schema: attempt });
