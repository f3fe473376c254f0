import { Schema } from 'mongoose';
import { schemaOptions } from '../../db/schema-options.ts';
import { byAccountId, defineModel } from '../../server/contract/index.ts';
import type { DeliveryState, EventType } from './contract.ts';

export interface Attempt {
  at: Date;
  /** Milliseconds. */
  ms: number;
  /** Null when there was no answer. */
  status: number | null;
  error: string | null;
  /** The first 500 characters of the answer. */
  response: string | null;
}

/** One event on its way to one URL: what is to be sent, to whom, and how every attempt ended. */
export interface DeliveryDocument {
  /** `<event id>.<hash of URL>`: an event reaches a URL once. */
  _id: string;
  accountId: string;
  eventId: string;
  type: EventType;
  url: string;
  hookId: string | null;
  body: string;
  /** The trace in which the event happened. */
  traceparent: string | null;
  state: DeliveryState;
  /** Attempts since the delivery was last asked for. */
  tries: number;
  attempts: Attempt[];
  nextAttemptAt: Date | null;
  leaseToken: string | null;
  leaseUntil: Date | null;
  createdAt: Date;
}

const attempt = new Schema<Attempt>({ at: Date, ms: Number, status: Number, error: String, response: String }, { _id: false });

const schema = new Schema<DeliveryDocument>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    eventId: { type: String, required: true },
    type: { type: String, required: true },
    url: { type: String, required: true },
    hookId: { type: String, default: null },
    body: { type: String, required: true },
    traceparent: { type: String, default: null },
    state: { type: String, required: true },
    tries: { type: Number, required: true },
    attempts: { type: [attempt], required: true },
    nextAttemptAt: { type: Date, default: null },
    leaseToken: { type: String, default: null },
    leaseUntil: { type: Date, default: null },
    createdAt: { type: Date, required: true },
  },
  schemaOptions,
);
schema.index({ accountId: 1, createdAt: -1, _id: -1 }, { name: 'deliveries-of-account' });
schema.index({ state: 1, nextAttemptAt: 1 }, { name: 'due' });
schema.index({ createdAt: 1 }, { name: 'age' });

export const DeliveryModel = defineModel<DeliveryDocument>({ collection: 'webhook_deliveries', schema, belongsTo: byAccountId });
