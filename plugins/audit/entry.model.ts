import { Schema } from 'mongoose';
import { schemaOptions } from '../../db/schema-options.ts';
import { defineModel } from '../../server/contract/index.ts';
import type { AuditAction, AuditActor } from './contract.ts';

export interface EntryDocument {
  _id: string;
  /** Empty where no account is known. */
  accountId: string;
  action: AuditAction;
  actor: AuditActor;
  subjectId: string;
  subjectName: string;
  detail: string;
  createdAt: Date;
}

const text = { type: String, default: '' };

const schema = new Schema<EntryDocument>(
  {
    _id: { type: String, required: true },
    accountId: text,
    action: { type: String, required: true },
    actor: { type: new Schema({ kind: String, id: String, name: String, address: String }, { _id: false, id: false }), required: true },
    subjectId: text,
    subjectName: text,
    detail: text,
    createdAt: { type: Date, required: true },
  },
  schemaOptions,
);
schema.index({ accountId: 1, createdAt: -1, _id: -1 }, { name: 'by_account' });
schema.index({ createdAt: -1, _id: -1 }, { name: 'all' });

export const EntryModel = defineModel<EntryDocument>({ collection: 'audit_entries', schema });
