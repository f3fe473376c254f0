import { Schema } from 'mongoose';
import { schemaOptions } from '../../../db/schema-options.ts';
import { byAccountId, defineModel } from '../../../server/contract/index.ts';
import type {
  DocumentPhases,
  DocumentWarning,
  GenerationSource,
  GenerationStatus,
  InputType,
  ReproduciblePrint,
  UsageRecord,
} from '../contract.ts';

/** The record owns the state of a document: every change is one update that names the lease it belongs to. */
export interface GenerationDocument {
  _id: string;
  accountId: string;
  templateId: string | null;
  inputType: InputType;
  source: GenerationSource;
  batchId: string | null;
  /** Place in the batch, from 0. */
  index: number | null;
  output: 'url' | 'base64';
  webhook: string | null;
  status: GenerationStatus;
  /** Counted when work begins, so that a document that ends its process is not tried for ever. */
  attempts: number;
  /** Whoever holds the token may finish the document; null when nobody works on it. */
  leaseToken: string | null;
  leaseUntil: Date | null;
  file: { key: string; size: number } | null;
  pages: number | null;
  picture: { width: number; height: number } | null;
  ms: number | null;
  phases: DocumentPhases | null;
  error: string | null;
  warnings: DocumentWarning[];
  print: ReproduciblePrint | null;
  filename: string | null;
  metadata: Record<string, string | number | boolean>;
  test: boolean;
  usage: UsageRecord | null;
  /** Finished, but its webhooks are not handed over yet. */
  announce: boolean;
  createdAt: Date;
  finishedAt: Date | null;
}

const plain = (type: unknown) => ({ type, default: null });

const schema = new Schema<GenerationDocument>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    templateId: plain(String),
    inputType: { type: String, required: true },
    source: { type: String, required: true },
    batchId: plain(String),
    index: plain(Number),
    output: { type: String, required: true },
    webhook: plain(String),
    status: { type: String, required: true },
    attempts: { type: Number, required: true },
    leaseToken: plain(String),
    leaseUntil: plain(Date),
    file: plain(new Schema({ key: String, size: Number }, { _id: false })),
    pages: plain(Number),
    picture: plain(new Schema({ width: Number, height: Number }, { _id: false })),
    ms: plain(Number),
    phases: plain(Schema.Types.Mixed),
    error: plain(String),
    warnings: { type: [new Schema({ code: String, message: String, subject: String, text: String }, { _id: false })], required: true },
    print: plain(new Schema({ sha256: String, reproducible: Boolean, engine: String, fonts: String }, { _id: false })),
    filename: plain(String),
    metadata: { type: Schema.Types.Mixed, required: true },
    test: { type: Boolean, required: true },
    usage: plain(new Schema({ state: String, month: String, workId: String }, { _id: false })),
    announce: { type: Boolean, required: true },
    createdAt: { type: Date, required: true },
    finishedAt: plain(Date),
  } as Record<string, unknown>,
  schemaOptions,
);
schema.index({ accountId: 1, createdAt: -1, _id: -1 }, { name: 'history' });
for (const [field, name] of [
  ['status', 'history of a status'],
  ['templateId', 'history of a template'],
  ['batchId', 'history of a batch'],
] as const) {
  schema.index({ accountId: 1, [field]: 1, createdAt: -1, _id: -1 }, { name });
}
schema.index({ accountId: 1, finishedAt: -1, _id: -1 }, { name: 'finished' });
// Failed documents hold no lease, so this one is the failures of all accounts in their order, too.
schema.index({ status: 1, leaseUntil: 1, createdAt: -1, _id: -1 }, { name: 'leases_and_failures' });
schema.index({ 'usage.state': 1 }, { name: 'refunds' });
schema.index({ announce: 1, finishedAt: 1 }, { name: 'announcements' });

export const GenerationModel = defineModel<GenerationDocument>({
  collection: 'generations',
  schema,
  belongsTo: { ...byAccountId, file: 'file' },
});
