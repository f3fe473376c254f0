import { Schema } from 'mongoose';
import { schemaOptions } from '../../db/schema-options.ts';
import { defineModel } from '../../server/contract/index.ts';

/** The items of one open batch that nobody has taken up; small, and gone when the batch ends. */
export interface QueuedBatchDocument {
  /** The batch. */
  _id: string;
  accountId: string;
  pending: string[];
  /** Items whose first attempt ended badly: each is taken alone, so that none suffers from another. */
  again: string[];
  /** Whether any item was ever taken. */
  started: boolean;
  createdAt: Date;
}

const queuedSchema = new Schema<QueuedBatchDocument>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    pending: { type: [String], required: true },
    again: { type: [String], required: true },
    started: { type: Boolean, required: true },
    createdAt: { type: Date, required: true },
  },
  schemaOptions,
);
queuedSchema.index({ accountId: 1, createdAt: 1 }, { name: 'oldest-first' });

export const QueuedBatchModel = defineModel<QueuedBatchDocument>({ collection: 'render_queue', schema: queuedSchema });

/** An account that has queued items, and when it had its last turn. */
export interface TurnDocument {
  /** The account. */
  _id: string;
  turnAt: Date;
  /** Rises whenever items are added: an account is dropped only if none were added since it was found empty. */
  added: number;
}

const turnSchema = new Schema<TurnDocument>(
  {
    _id: { type: String, required: true },
    turnAt: { type: Date, required: true },
    added: { type: Number, required: true },
  },
  schemaOptions,
);
turnSchema.index({ turnAt: 1 }, { name: 'longest-waiting' });

export const TurnModel = defineModel<TurnDocument>({ collection: 'render_turns', schema: turnSchema });
