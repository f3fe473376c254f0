import { Schema } from 'mongoose';
import { schemaOptions } from '../../db/schema-options.ts';
import { defineModel } from '../../server/contract/index.ts';

/** One request of an account by one of its keys. */
export interface RequestDocument {
  _id: string;
  accountId: string;
  /** What `X-Request-Id` said. */
  requestId: string;
  keyId: string;
  method: string;
  /** Declared path, such as `/v1/generations/:id`. */
  route: string;
  status: number;
  ms: number;
  /** Empty for a request that succeeded, as is the message. */
  errorCode: string;
  errorMessage: string;
  createdAt: Date;
}

const text = { type: String, default: '' };

const schema = new Schema<RequestDocument>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    requestId: text,
    keyId: text,
    method: text,
    route: text,
    status: { type: Number, required: true },
    ms: { type: Number, required: true },
    errorCode: text,
    errorMessage: text,
    createdAt: { type: Date, required: true },
  },
  schemaOptions,
);
schema.index({ accountId: 1, createdAt: -1, _id: -1 }, { name: 'by_account' });
schema.index({ createdAt: 1 }, { name: 'expiry' });

export const RequestModel = defineModel<RequestDocument>({ collection: 'logged_requests', schema });
