import { definePort, type Principal } from '../../server/contract/index.ts';
import type { UsageState } from '../limits/contract.ts';
import type { PrintOptions, RenderWarning, WaitRules } from '../rendering/contract.ts';

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
  /** Warnings refuse the document. */
  readonly strict?: boolean | undefined;
}

export type GenerationStatus = 'queued' | 'processing' | 'completed' | 'failed';

/** The way a document came in. */
export type GenerationSource = 'api' | 'batch' | 'integrations';

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
  readonly error: string | null;
  readonly warnings: readonly RenderWarning[];
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
}

/** Makes one document, from its request to the stored file. */
export interface Generator {
  /** @throws every error that `POST /v1/generate` answers */
  generate(request: DocumentRequest, settings: GenerateSettings, principal: Principal, signal: AbortSignal): Promise<ProducedDocument>;
}
export const Generator = definePort<Generator>('generation/generator');
