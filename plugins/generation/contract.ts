import { z } from 'zod';
import {
  Timestamp,
  CallerHungUp,
  defineExtensionPoint,
  definePort,
  HubError,
  type Principal,
  RateLimited,
} from '../../server/contract/index.ts';
import type { Cell, Tone } from '../dashboard/contract.ts';
import type { OpenWork, UsageState } from '../limits/contract.ts';
import { type PdfStep, PdfWarningCode } from '../pdf-tools/contract.ts';
import {
  type ImageOptions,
  type PrintOptions,
  type PrintPlan,
  type RenderPhases,
  type RenderSource,
  RenderWarning,
  type WaitRules,
} from '../rendering/contract.ts';

/** Of the print of a document, and of the steps after it. */
export const DocumentWarning = RenderWarning.extend({
  code: z.enum([...RenderWarning.shape.code.options, ...PdfWarningCode.options]).describe('The kind of warning, for programs.'),
  subject: z
    .string()
    .optional()
    .describe('What it is about: the path of a variable or of an element, a URL, a character, a step such as `steps.0`.'),
});
export type DocumentWarning = z.output<typeof DocumentWarning>;

export const DocumentWarnings = z
  .array(DocumentWarning)
  .describe('What printed otherwise than was probably meant, such as a variable without a value, and what steps left out or changed.');

/** One document to make; exactly one of `html`, `template`, `react`, `url`. */
export interface DocumentRequest {
  readonly html?: string | undefined;
  /** Of a page of the web. */
  readonly url?: string | undefined;
  readonly react?: string | undefined;
  /** `tmpl_x` or `tmpl_x@3` */
  readonly template?: string | undefined;
  readonly template_version?: number | undefined;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  readonly styles?: string | undefined;
  readonly base_url?: string | undefined;
  readonly locale?: string | undefined;
  readonly timezone?: string | undefined;
  readonly currency?: string | undefined;
  /** Where a moment that a variable of type `date` is given stands for a day; an IANA name. */
  readonly data_timezone?: string | undefined;
  readonly options?: PrintOptions | undefined;
  /** A picture in place of a PDF. */
  readonly image?: ImageOptions | undefined;
  readonly wait?: WaitRules | undefined;
  readonly filename?: string | undefined;
  readonly metadata?: Readonly<Record<string, string | number | boolean>> | undefined;
  /** Done with the PDF after rendering, in order. */
  readonly steps?: readonly PdfStep[] | undefined;
  /** The clock stands still, and the same request gives the same bytes. */
  readonly deterministic?: boolean | undefined;
  /** The time it stands at; ISO 8601. */
  readonly date?: string | undefined;
  /** Warnings refuse the document. */
  readonly strict?: boolean | undefined;
}

export const STATUSES = ['queued', 'processing', 'completed', 'failed'] as const;
export type GenerationStatus = (typeof STATUSES)[number];

/** The ways a document comes in. */
export const SOURCES = ['api', 'batch', 'integrations'] as const;
export type GenerationSource = (typeof SOURCES)[number];

/** What a document is made from. */
const INPUT_TYPES = ['html', 'template', 'react', 'url'] as const;
export type InputType = (typeof INPUT_TYPES)[number];

/** Milliseconds. `steps` is what was done with the PDF after rendering, `store` writing its file. */
export type DocumentPhases = RenderPhases & { readonly steps: number; readonly store: number };

/** The state of a document, as its record holds it. */
export interface Generation {
  readonly id: string;
  readonly accountId: string;
  readonly templateId: string | null;
  readonly inputType: InputType;
  readonly source: GenerationSource;
  readonly batchId: string | null;
  /** Place in the batch, from 0. */
  readonly index: number | null;
  /** Told when the document is finished; null for batch items. */
  readonly webhook: string | null;
  readonly status: GenerationStatus;
  readonly output: 'url' | 'base64';
  readonly file: { readonly key: string; readonly size: number } | null;
  readonly pages: number | null;
  /** Pixels of a picture; null for PDFs. */
  readonly picture: { readonly width: number; readonly height: number } | null;
  readonly ms: number | null;
  /** Where the time went; null for documents that were made before it was recorded. */
  readonly phases: DocumentPhases | null;
  readonly error: string | null;
  readonly warnings: readonly DocumentWarning[];
  /** Of a finished document that was to be reproducible. */
  readonly print: ReproduciblePrint | null;
  readonly test: boolean;
  readonly filename: string | null;
  readonly metadata: Readonly<Record<string, string | number | boolean>>;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

/** What tells whether another print of the same request is the same document. */
export interface ReproduciblePrint {
  /** Of the file, in hex. */
  readonly sha256: string;
  /** False when the document loaded something over the network, which may be another thing next time. */
  readonly reproducible: boolean;
  readonly engine: string;
  readonly fonts: string;
}

const TONES: Readonly<Record<GenerationStatus | 'cancelled' | 'submitting', Tone>> = {
  queued: 'neutral',
  submitting: 'neutral',
  processing: 'busy',
  completed: 'good',
  failed: 'bad',
  cancelled: 'warning',
};

/** The status of a document or batch as pages of the dashboard show it. */
export const statusBadge = (status: keyof typeof TONES): Cell => ({ badge: status, tone: TONES[status] });

const ENDINGS = { pdf: /\.pdf$/i, png: /\.png$/i, jpg: /\.jpe?g$/i } as const;
type FileType = keyof typeof ENDINGS;

/** The ending of what a request makes. */
export const fileTypeOf = ({ image }: Pick<DocumentRequest, 'image'>): FileType =>
  image === undefined ? 'pdf' : image.type === 'jpeg' ? 'jpg' : 'png';

/** What a document is saved as. */
export const fileName = ({ filename, id, file }: Pick<Generation, 'filename' | 'id' | 'file'>): string => {
  const name = filename ?? id;
  const type = (['png', 'jpg'] as const).find((picture) => file?.key.endsWith(`.${picture}`) === true) ?? 'pdf';
  return ENDINGS[type].test(name) ? name : `${name}.${type}`;
};

export interface ProducedDocument {
  readonly generation: Generation;
  /** The PDF, or the picture. */
  readonly bytes: Uint8Array;
  /** Signed anew with each call. */
  link(): { readonly url: string; readonly expiresAt: Date };
  /** Absent for test keys and where the limits plugin is off. */
  readonly usage?: UsageState | undefined;
}

/** What the record keeps beside the request. */
export interface GenerateSettings {
  /** The document's public id, made by the route; one that exists already is this request's own earlier try. */
  readonly id: string;
  readonly source?: GenerationSource;
  readonly output?: 'url' | 'base64';
  /** Told when the document is finished, however it ends. */
  readonly webhook?: string | null;
  /** Called once the request is checked, counted and recorded. */
  onAccepted?(): void;
  /**
   * Asked once, when the request turns out to be wrong. After true its record is removed, so its caller must get the error and no id;
   * false says that its caller has the id already, and it ends as a failed document.
   */
  mayRefuse?(): boolean;
}

/** Makes one document, from its request to the stored file. */
export interface Generator {
  /** @throws every error that `POST /v1/generate` answers */
  generate(request: DocumentRequest, settings: GenerateSettings, principal: Principal, signal: AbortSignal): Promise<ProducedDocument>;
}
export const Generator = definePort<Generator>('generation/generator');

/** Only documents that were to be reproducible have these. */
export const reproducibleReply = {
  sha256: z.string().optional().describe('SHA-256 of the file, in hex; only of reproducible documents.'),
  reproducible: z.boolean().optional().describe('Whether the same request gives the same bytes with the same engine and fonts.'),
  engine: z.string().optional().describe('Name and version of the browser that printed it; only of reproducible documents.'),
  fonts: z.string().optional().describe('Changes with the fonts that are installed; only of reproducible documents.'),
};

/** Only pictures have these. */
export const pictureReply = {
  width: z.int().optional().describe('Width of a picture in pixels; absent for PDFs.'),
  height: z.int().optional().describe('Height of a picture in pixels; absent for PDFs.'),
};

/** A document as the wire has it: in replies, in polling feeds and in webhooks. */
export const GenerationObject = z.object({
  id: z.string().describe('The id of the document; begins with `gen_`.'),
  template_id: z.string().nullable().describe('The saved template it was made from; null for `html`, `react` and `url`.'),
  input_type: z.enum(INPUT_TYPES).describe('What it was made from.'),
  source: z.enum(SOURCES).describe('The way it came in: a request, a batch, or the flat endpoint for automation platforms.'),
  batch_id: z.string().nullable().describe('The batch it belongs to; null for single documents.'),
  status: z.enum(STATUSES).describe('`queued` and `processing` become `completed` or `failed`.'),
  url: z.string().nullable().describe('Signed link to the PDF, fresh with each reading; null until it is completed.'),
  url_expires_at: Timestamp.nullable().describe('When the link stops working.'),
  pages: z.int().nullable().describe('Number of pages; null until it is completed.'),
  ...pictureReply,
  file_size: z.int().nullable().describe('Size of the PDF in bytes; null until it is completed.'),
  generation_time_ms: z.int().nullable().describe('How long it took, in milliseconds; null until it is completed.'),
  filename: z.string().nullable().describe('What browsers save it as; null where none was asked for.'),
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).describe('What was sent as `metadata`, unchanged.'),
  warnings: DocumentWarnings,
  created_at: Timestamp.describe('When the request was accepted.'),
  error: z.string().nullable().describe('Why it failed, in a sentence; null unless it did.'),
  ...reproducibleReply,
});

/** What an account made lately. */
export interface GenerationHistory {
  /** Completed and failed documents, the last to finish first. */
  finished(accountId: string, limit: number): Promise<z.input<typeof GenerationObject>[]>;
}
export const GenerationHistory = definePort<GenerationHistory>('generation/history');

export { checkSources, documentFields, Filename, sourceFields, WebhookUrl } from './contract/document-fields.ts';

/** Why a document failed, as its record says it. */
export function describeFailure(error: unknown): string {
  if (HubError.is(error)) return error.message;
  return error instanceof CallerHungUp ? 'Cancelled: the caller hung up.' : 'Something went wrong on our side; try again.';
}

/** Failures that another attempt may not meet: ours, a full queue, a renderer that died. */
export const isPassing = (error: unknown): boolean =>
  !HubError.is(error) || error.status >= 500 || error.status === RateLimited.status || error.transient;

/** A request whose template was looked up and whose options were checked. */
export interface PreparedDocument {
  readonly request: DocumentRequest;
  readonly source: RenderSource;
  readonly plan: PrintPlan;
  /** Of a document that is to be reproducible. */
  readonly now: Date | undefined;
  /** Of its data: what has another type than its template declares. */
  readonly warnings: readonly RenderWarning[];
  readonly templateId: string | null;
}

/** A request and the rules it was accepted under. */
export interface KeptRequest {
  readonly request: DocumentRequest;
  /** Whether options that were left out get Platen's defaults or the print engine's own. */
  readonly defaults: boolean;
  /** The trace it was sent in, for whoever makes it later. */
  readonly traceparent?: string | null;
}

/** What was counted for a document, and whether it was given back. `refunding` is finished by the sweeper after a crash. */
export interface UsageRecord {
  readonly state: 'held' | 'refunding' | 'refunded';
  readonly month: string;
  readonly workId: string;
}

/** A record as far as its count is concerned. */
export interface CountedDocument {
  readonly id: string;
  readonly accountId: string;
  readonly usage: UsageRecord | null;
  readonly batch: { readonly id: string; readonly index: number } | null;
}

/** A document in the hands of one process. */
export interface Lease extends CountedDocument {
  readonly token: string;
  readonly test: boolean;
  readonly attempts: number;
  readonly webhook: string | null;
}

/** How a document stands, as far as its count is concerned. */
export interface Standing {
  readonly status: GenerationStatus;
  readonly test: boolean;
  readonly usage: UsageRecord | null;
}

/** A document of a batch that waits for its turn. */
export interface QueuedDocument {
  readonly id: string;
  readonly accountId: string;
  readonly batchId: string;
  readonly index: number;
  readonly output: 'url' | 'base64';
  readonly test: boolean;
  readonly usage: UsageRecord | null;
  readonly prepared: PreparedDocument;
}

/** Whoever answers for documents that belong to a batch and were counted together. */
export interface BatchOwner {
  /** Gives back what was counted for a document that failed. */
  release(document: CountedDocument): Promise<void>;
  /** A completed document whose record is about to go: it counts for good. */
  keep(document: CountedDocument): Promise<void>;
  /** Takes documents back whose processes died. Resolves with those that no batch waits for. */
  takeBack(interrupted: readonly Lease[]): Promise<readonly Lease[]>;
  /** Tells the meter how the work of batches ended that one counter still remembers. */
  reconcile(open: OpenWork): Promise<void>;
}

export const BatchOwners = defineExtensionPoint<BatchOwner>('generation/batch-owners', { claim: () => 'owner of batches' });

/** Documents that are made while nobody waits for the reply. Whoever holds a document's lease decides on it alone. */
export interface BackgroundDocuments {
  /** @param path what the fields of errors begin with, such as `items.3.`; throws what is wrong with the request */
  prepare(accountId: string, request: DocumentRequest, path: string): Promise<PreparedDocument>;
  /** Records documents with their requests; those that exist from an earlier try stay as they are. */
  queue(documents: readonly QueuedDocument[]): Promise<void>;
  /** Forgets documents that nobody was told of. */
  discard(ids: readonly string[]): Promise<void>;
  /** Takes queued documents up; without those that somebody else did, or that were cancelled. */
  claim(ids: readonly string[]): Promise<Lease[]>;
  /** Extends a lease until the returned function is called. */
  keepAlive(lease: Lease): () => void;
  /** What was asked for, by document. */
  requests(ids: readonly string[]): Promise<ReadonlyMap<string, KeptRequest>>;
  /** Renders, stores and records; a failure is left to the caller. */
  make(lease: Lease, kept: KeptRequest): Promise<void>;
  /** Ends a document; false when the lease was lost meanwhile. */
  fail(lease: Lease, error: string): Promise<boolean>;
  /**
   * Puts a document back into the queue; false when the lease was lost meanwhile.
   * @param counted whether the attempt counts, as it does when it may have failed by the document's fault
   */
  requeue(lease: Lease, counted: boolean): Promise<boolean>;
  /**
   * Queues a failed document again, with all its attempts.
   * @param seen the work its record named when this was planned; false when it names another by now
   */
  requeueFailed(accountId: string, id: string, usage: UsageRecord | null, seen: string | null): Promise<boolean>;
  findAll(ids: readonly string[]): Promise<Generation[]>;
  standings(ids: readonly string[]): Promise<Map<string, Standing>>;
  /** How many documents of each batch ended how. */
  countByBatch(ids: readonly string[]): Promise<ReadonlyMap<string, EndedCount>>;
  /** Of which documents the requests are kept. */
  retryable(ids: readonly string[]): Promise<ReadonlySet<string>>;
  dropRequests(ids: readonly string[]): Promise<void>;
  /** Lets failed documents name work that ended without them, so that nobody who planned it can still take them up for it. */
  disown(ids: readonly string[], usage: UsageRecord): Promise<void>;
  /** Gives back what a failed document holds. */
  refund(document: CountedDocument): Promise<void>;
}
export const BackgroundDocuments = definePort<BackgroundDocuments>('generation/background-documents');

export interface EndedCount {
  readonly completed: number;
  readonly failed: number;
}
