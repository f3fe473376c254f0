import { Schema } from 'mongoose';
import { schemaOptions } from '../../db/schema-options.ts';
import { byAccountId, defineModel } from '../../server/contract/index.ts';
import type { EventType } from './contract.ts';

/** A standing wish to hear of one kind of event. */
export interface SubscriptionDocument {
  _id: string;
  accountId: string;
  /** Hash of account, event and URL: the same wish twice is one subscription. */
  wish: string;
  event: EventType;
  targetUrl: string;
  templateId: string | null;
  generationId: string | null;
  source: string | null;
  createdAt: Date;
}

const schema = new Schema<SubscriptionDocument>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    wish: { type: String, required: true },
    event: { type: String, required: true },
    targetUrl: { type: String, required: true },
    templateId: { type: String, default: null },
    generationId: { type: String, default: null },
    source: { type: String, default: null },
    createdAt: { type: Date, required: true },
  },
  schemaOptions,
);
schema.index({ wish: 1 }, { unique: true, name: 'one-per-wish' });
schema.index({ accountId: 1, createdAt: -1, _id: -1 }, { name: 'hooks-of-account' });

export const SubscriptionModel = defineModel<SubscriptionDocument>({ collection: 'hooks', schema, belongsTo: byAccountId });
