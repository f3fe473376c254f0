import { z } from 'zod';
import { definePort, type Principal } from '../../server/contract/index.ts';
import type { UsageState } from '../limits/contract.ts';
import type { PdfStep } from '../pdf-tools/contract.ts';
import { type PrintOptions, type RenderPhases, RenderWarning, type WaitRules } from '../rendering/contract.ts';

/** One document to make; exactly one of `html`, `template`, `react`. */
export interface DocumentRequest {
  readonly html?: string | undefined;
  readonly react?: string | undefined;
  /** `tmpl_x` or `tmpl_x@3` */
  readonly template?: string | undefined;
  readonly template_version?: number | undefined;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  readonly styles?: string | undefined;
  readonly locale?: string | undefined;
  readonly timezone?: string | undefined;
  readonly currency?: string | undefined;
  readonly options?: PrintOptions | undefined;
  readonly wait?: WaitRules | undefined;
  readonly filename?: string | undefined;
  readonly metadata?: Readonly<Record<string, string | number | boolean>> | undefined;
  /** Done with the PDF after rendering, in order. */
  readonly steps?: readonly PdfStep[] | undefined;
  /** Warnings refuse the document. */
  readonly strict?: boolean | undefined;
}

export type GenerationStatus = 'queued' | 'processing' | 'completed' | 'failed';

/** The way a document came in. */
export type GenerationSource = 'api' | 'batch' | 'integrations';

/** Milliseconds. `steps` is what was done with the PDF after rendering, `store` writing its file. */
export type DocumentPhases = RenderPhases & { readonly steps: number; readonly store: number };

/** The state of a document, as its record holds it. */
export interface Generation {
  readonly id: string;
  readonly accountId: string;
  readonly templateId: string | null;
  readonly inputType: 'html' | 'template' | 'react';
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
  readonly ms: number | null;
  /** Where the time went; null for documents that were made before it was recorded. */
  readonly phases: DocumentPhases | null;
  readonly error: string | null;
  readonly warnings: readonly RenderWarning[];
  readonly test: boolean;
  readonly filename: string | null;
  readonly metadata: Readonly<Record<string, string | number | boolean>>;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

export interface ProducedDocument {
  readonly generation: Generation;
  readonly pdf: Uint8Array;
  readonly link: { readonly url: string; readonly expiresAt: Date };
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
  /** Called once the request is checked, counted and recorded: from then on it ends as a record, completed or failed. */
  onAccepted?(): void;
}

/** Makes one document, from its request to the stored file. */
export interface Generator {
  /** @throws every error that `POST /v1/generate` answers */
  generate(request: DocumentRequest, settings: GenerateSettings, principal: Principal, signal: AbortSignal): Promise<ProducedDocument>;
}
export const Generator = definePort<Generator>('generation/generator');

/** A document as the wire has it: in replies, in polling feeds and in webhooks. */
export const GenerationObject = z.object({
  id: z.string(),
  template_id: z.string().nullable(),
  input_type: z.enum(['html', 'template', 'react']),
  source: z.enum(['api', 'batch', 'integrations']),
  batch_id: z.string().nullable(),
  status: z.enum(['queued', 'processing', 'completed', 'failed']),
  url: z.string().nullable(),
  url_expires_at: z.string().nullable(),
  pages: z.int().nullable(),
  file_size: z.int().nullable(),
  generation_time_ms: z.int().nullable(),
  filename: z.string().nullable(),
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  warnings: z.array(RenderWarning),
  created_at: z.string(),
  error: z.string().nullable(),
});

/** What an account made lately. */
export interface GenerationHistory {
  /** Completed and failed documents, the last to finish first. */
  finished(accountId: string, limit: number): Promise<z.input<typeof GenerationObject>[]>;
}
export const GenerationHistory = definePort<GenerationHistory>('generation/history');

const KB = 1024;
const MB = 1024 * KB;
const MAX_DATA_DEPTH = 64;
const MAX_DATA_KEYS = 100_000;
/** As JSON at its shortest: every value but a text is taken for one of a single digit. */
const MAX_DATA_BYTES = 2 * MB;
/** A text has two quotes, and a comma or colon behind it. */
const AROUND_TEXT = 3;
/** A digit or a pair of brackets, and the comma. */
const LEAST_VALUE = 2;
const MAX_TEMPLATE_REFERENCE = 1000;

const text = (maxBytes: number, size: string) =>
  z
    .string()
    .min(1, 'must not be empty')
    .max(maxBytes, `may have at most ${size}`)
    .refine((value) => value.length > maxBytes || Buffer.byteLength(value) <= maxBytes, `may have at most ${size}`);

const tooMuch = `may have at most ${String(MAX_DATA_DEPTH)} levels and ${String(MAX_DATA_KEYS)} values`;
const tooLarge = 'may have at most 2 MB';

/** What is wrong with the amount of data. Nothing is written as JSON for it: that would take as long as all else together. */
function dataProblem(data: unknown): string | undefined {
  let keys = 0;
  let bytes = 0;
  let level: unknown[] = [data];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DATA_DEPTH) return tooMuch;
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value === 'string') bytes += Buffer.byteLength(value) + AROUND_TEXT;
      else bytes += depth === 0 ? 1 : LEAST_VALUE;
      if (typeof value === 'object' && value !== null) {
        const names = Object.keys(value);
        keys += names.length;
        if (keys > MAX_DATA_KEYS) return tooMuch;
        if (!Array.isArray(value)) for (const name of names) bytes += Buffer.byteLength(name) + AROUND_TEXT;
        for (const child of Object.values(value)) next.push(child);
      }
      if (bytes > MAX_DATA_BYTES) return tooLarge;
    }
    level = next;
  }
  return undefined;
}

const Data = z.record(z.string(), z.unknown(), { error: 'is an object' }).check(({ value, issues }) => {
  const message = dataProblem(value);
  if (message !== undefined) issues.push({ code: 'custom', message, input: value });
});

const isUnfit = (value: string): boolean => /[\p{Cc}\p{Zl}\p{Zp}/\\]/u.test(value) || !value.isWellFormed();

/** What a browser saves the document as; in headers, links and archives it is safe as it is. */
export const Filename = z
  .string()
  .min(1)
  .max(200)
  .refine((value) => !isUnfit(value), 'must not contain slashes, control characters or broken characters');

/** What a document is made of, within the sizes that are accepted everywhere. */
export const sourceFields = {
  html: text(5 * MB, '5 MB').optional(),
  react: text(256 * KB, '256 KB').optional(),
  /** `tmpl_x` or `tmpl_x@3`; whatever is no template of the account is not found, whatever it looks like. */
  template: z
    .string()
    .min(1, 'is a template id such as tmpl_x or tmpl_x@3')
    .max(MAX_TEMPLATE_REFERENCE, 'is a template id such as tmpl_x or tmpl_x@3')
    .optional(),
  data: Data.optional(),
  styles: text(512 * KB, '512 KB').optional(),
};
