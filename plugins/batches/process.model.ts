import { Schema } from 'mongoose';
import { schemaOptions } from '../../db/schema-options.ts';
import { defineModel } from '../../server/contract/index.ts';

/** A process of the installation, as it last said of itself. */
export interface ProcessDocument {
  _id: string;
  host: string;
  pid: number;
  roles: string[];
  /** Batch items that it is making. */
  busy: number;
  /** How many it makes at once. */
  places: number;
  startedAt: Date;
  seenAt: Date;
}

const schema = new Schema<ProcessDocument>(
  {
    _id: { type: String, required: true },
    host: { type: String, required: true },
    pid: { type: Number, required: true },
    roles: { type: [String], required: true },
    busy: { type: Number, required: true },
    places: { type: Number, required: true },
    startedAt: { type: Date, required: true },
    seenAt: { type: Date, required: true },
  },
  schemaOptions,
);

export const ProcessModel = defineModel<ProcessDocument>({ collection: 'processes', schema, transient: true });
