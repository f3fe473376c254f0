import { Schema } from 'mongoose';
import { schemaOptions } from '../../db/schema-options.ts';
import { byAccountId, defineModel } from '../../server/contract/index.ts';

type BatchStatus = 'queued' | 'processing' | 'completed' | 'cancelled';
export type ResultKind = 'zip' | 'merged';

/** What was counted for one run of a batch. The records of its items name it, each for one document. */
export interface BatchWork {
  id: string;
  month: string;
  /** Of the items it was counted for. */
  places: number[];
}

/** Documents that were sent together. Their own records say how each ended; `finished` only gathers it. */
export interface BatchDocument {
  _id: string;
  accountId: string;
  /** `submitting` until every item is recorded: before that, nobody was told that it was accepted. */
  status: 'submitting' | BatchStatus;
  /** Whether any item may still change. */
  open: boolean;
  generationIds: string[];
  /** Places of the items that ended, each once however often it is reported. */
  finished: number[];
  /** Rises when failed items are tried again: each run has a webhook of its own. */
  run: number;
  webhook: string | null;
  result: ResultKind | null;
  resultFile: { key: string; size: number } | null;
  resultError: string | null;
  /** Decides for all items, whatever key touches the batch later. */
  test: boolean;
  /** Named before it is counted; the next run names its own when this one is settled. */
  work: BatchWork | null;
  /** Who gathers the result, until when. */
  leaseToken: string | null;
  leaseUntil: Date | null;
  announce: boolean;
  createdAt: Date;
  touchedAt: Date;
  finishedAt: Date | null;
}

const plain = (type: unknown) => ({ type, default: null });

const schema = new Schema<BatchDocument>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    status: { type: String, required: true },
    open: { type: Boolean, required: true },
    generationIds: { type: [String], required: true },
    finished: { type: [Number], required: true },
    run: { type: Number, required: true },
    webhook: plain(String),
    result: plain(String),
    resultFile: plain(new Schema({ key: String, size: Number }, { _id: false })),
    resultError: plain(String),
    test: { type: Boolean, required: true },
    work: plain(new Schema<BatchWork>({ id: String, month: String, places: [Number] }, { _id: false })),
    leaseToken: plain(String),
    leaseUntil: plain(Date),
    announce: { type: Boolean, required: true },
    createdAt: { type: Date, required: true },
    touchedAt: { type: Date, required: true },
    finishedAt: plain(Date),
  } as Record<string, unknown>,
  schemaOptions,
);
schema.index({ accountId: 1, createdAt: -1, _id: -1 }, { name: 'batches-of-account' });
schema.index({ open: 1, touchedAt: 1 }, { name: 'open' });
schema.index({ announce: 1, finishedAt: 1 }, { name: 'announcements' });

export const BatchModel = defineModel<BatchDocument>({ collection: 'batches', schema, belongsTo: { ...byAccountId, file: 'resultFile' } });
