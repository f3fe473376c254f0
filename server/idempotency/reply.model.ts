import { Schema } from 'mongoose';
import { schemaOptions } from '../../db/schema-options.ts';
import { defineModel } from '../../db/model.ts';

/** The work behind one Idempotency-Key: reserved before it begins, its reply once it is done. */
export interface IdempotencyDocument {
  /** Hash of account, method, path and key. */
  _id: string;
  state: 'running' | 'done';
  /** Whoever holds it does the work; after `lockedUntil` anyone may take over. */
  owner: string;
  lockedUntil: Date;
  /** The ids the work gives out are derived from it, so that whoever takes over gives out the same. */
  seed: string;
  bodyHash: string;
  status: number | null;
  headers: Record<string, string>;
  /** The first part of the reply's body; further parts are documents of their own. */
  body: Buffer | null;
  /** The object whose bytes the body holds; with it the reply is forgotten. */
  contentOf: string | null;
  parts: number;
  expiresAt: Date;
}

const schema = new Schema<IdempotencyDocument>(
  {
    _id: { type: String, required: true },
    state: { type: String, required: true },
    owner: { type: String, required: true },
    lockedUntil: { type: Date, required: true },
    seed: { type: String, required: true },
    bodyHash: { type: String, required: true },
    status: { type: Number, default: null },
    headers: { type: Schema.Types.Mixed, required: true },
    body: { type: Buffer, default: null },
    contentOf: { type: String, default: null },
    parts: { type: Number, required: true },
    expiresAt: { type: Date, required: true },
  },
  schemaOptions,
);
schema.index({ expiresAt: 1 }, { name: 'expiry' });
schema.index({ contentOf: 1 }, { name: 'content', partialFilterExpression: { contentOf: { $type: 'string' } } });

export const IdempotencyModel = defineModel<IdempotencyDocument>({ collection: 'idempotency_keys', schema });

/** A further part of a reply too large for one document; `_id` is `<key>#<n>`. */
export interface ReplyPartDocument {
  _id: string;
  body: Buffer;
  expiresAt: Date;
}

const partSchema = new Schema<ReplyPartDocument>(
  {
    _id: { type: String, required: true },
    body: { type: Buffer, required: true },
    expiresAt: { type: Date, required: true },
  },
  schemaOptions,
);
partSchema.index({ expiresAt: 1 }, { name: 'expiry' });

export const ReplyPartModel = defineModel<ReplyPartDocument>({ collection: 'idempotency_reply_parts', schema: partSchema });
