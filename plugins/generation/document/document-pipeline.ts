import { buffer } from 'node:stream/consumers';
import { isDuplicateKey } from '../../../db/duplicate-key.ts';
import { InternalError, invalidFields, traced } from '../../../server/contract/index.ts';
import type { PdfSteps } from '../../pdf-tools/contract.ts';
import type { PdfRenderer } from '../../rendering/contract.ts';
import type { FileStore } from '../../storage/contract.ts';
import type { TemplateSource } from '../../templates/contract.ts';
import type { DocumentRequest, Generation, InputType, Lease, PreparedDocument } from '../contract.ts';
import type { GenerationLifecycle } from './generation-lifecycle.ts';
import type { GenerationStore } from './generation.store.ts';
import type { PendingRecord } from './pending-record.ts';

export interface DocumentPipelineParts {
  readonly store: GenerationStore;
  readonly lifecycle: GenerationLifecycle;
  readonly renderer: PdfRenderer;
  readonly files: FileStore;
  readonly templates: TemplateSource | undefined;
  readonly steps: PdfSteps | undefined;
}

export interface MakeOptions {
  /** Draws TEST across every page. */
  readonly watermark: boolean;
  /** Waits in the queue of batches, not among the callers that wait for a reply. */
  readonly background: boolean;
  /** Of a new document that is perhaps not recorded. */
  readonly record?: PendingRecord | undefined;
  readonly signal: AbortSignal;
}

const NO_DOCUMENT = 'is no finished document of this account';

/** One document from a checked request to the finished record; failures are left to the caller. */
export class DocumentPipeline {
  readonly #parts: DocumentPipelineParts;

  constructor(parts: DocumentPipelineParts) {
    this.#parts = parts;
  }

  /**
   * @param defaults whether options that are left out get Platen's defaults or the print engine's own
   * @param path what the fields of errors begin with: empty, or `items.3.`
   */
  async prepare(accountId: string, request: DocumentRequest, defaults: boolean, path = ''): Promise<PreparedDocument> {
    const { renderer, templates } = this.#parts;
    const plan = renderer.plan(request.options ?? {}, defaults, `${path}options`);
    await this.#checkSteps(accountId, request, path);
    const inputType = inputTypeOf(request);
    if (inputType === 'react') await renderer.checkReact(accountId, request.react ?? '', path);
    const { locale, timezone, currency } = request;
    const region = { locale, timezone, currency };
    const common = { data: request.data, styles: request.styles, title: request.filename, region };
    if (inputType !== 'template') {
      return { request, plan, source: { html: request.html, react: request.react, ...common }, templateId: null };
    }
    if (templates === undefined) throw invalidFields([{ field: `${path}template`, message: 'templates are disabled on this server' }]);
    const reference = request.template ?? '';
    const [, templateId = reference, version] = /^([^@]*)@([1-9]\d{0,8})$/.exec(reference) ?? [];
    const wanted = version === undefined ? request.template_version : Number(version);
    const template = await templates.text(accountId, templateId, wanted);
    if (request.strict === true) {
      const wrong = templates.mismatches(template.schema, request.data ?? {});
      if (wrong.length > 0) throw invalidFields(wrong.map(({ field, message }) => ({ field: path + field, message })));
    }
    return {
      // The version that is current now: a document that waits is not changed by what happens to its template.
      request: { ...request, template: `${templateId}@${String(template.version)}`, template_version: undefined },
      source: { html: template.html, ...common, data: request.data ?? {} },
      plan,
      templateId,
    };
  }

  /** Render, store, record. */
  async make(
    lease: Lease,
    { request, source, plan }: PreparedDocument,
    { watermark, background, record, signal }: MakeOptions,
  ): Promise<{ generation: Generation; pdf: Uint8Array }> {
    const { renderer, files, lifecycle } = this.#parts;
    const started = performance.now();
    const {
      pdf: printed,
      pages: printedPages,
      warnings,
      phases,
    } = await renderer.render({
      accountId: lease.accountId,
      source,
      plan,
      wait: request.wait,
      watermark,
      queue: background ? 'batches' : 'callers',
      signal,
    });
    if (request.strict === true && warnings.length > 0) {
      throw invalidFields(warnings.map(({ code, message }) => ({ field: inputTypeOf(request), message: `${code}: ${message}` })));
    }
    const rendered = performance.now();
    const { pdf, pages = printedPages } = await this.#takeSteps(lease.accountId, request, printed, signal);
    const stepped = performance.now();
    const file = await traced('store', {}, () => files.put(pdf, 'pdf', lease.accountId));
    const now = performance.now();
    const ms = Math.round(now - started);
    const after = { steps: Math.round(stepped - rendered), store: Math.round(now - stepped) };
    const outcome = { file, pages, ms, phases: { ...phases, ...after }, warnings };
    const generation = await lifecycle.complete(lease, outcome, record).catch(async (error: unknown) => {
      if (isDuplicateKey(error)) await files.remove(file, lease.accountId);
      throw error;
    });
    if (generation === undefined) {
      await files.remove(file, lease.accountId);
      throw InternalError('The document took too long to be recorded and was given up; send it again.');
    }
    return { generation, pdf };
  }

  /** Refuses steps that can never work: no plugin for them, or a document that is not there. */
  async #checkSteps(accountId: string, { steps: wanted }: DocumentRequest, path: string): Promise<void> {
    if (wanted === undefined) return;
    const { steps } = this.#parts;
    if (steps === undefined)
      throw invalidFields([{ field: `${path}steps`, message: 'are impossible: PDF tools are disabled on this server' }]);
    const problems = steps.rejectionReasons(wanted);
    for (const [i, step] of wanted.entries()) {
      if (step.type !== 'merge' || step.generation === undefined) continue;
      if ((await this.#fileKey(accountId, step.generation)) === undefined) {
        problems.push({ field: `${String(i)}.generation`, message: NO_DOCUMENT });
      }
    }
    if (problems.length > 0) throw invalidFields(problems.map(({ field, message }) => ({ field: `${path}steps.${field}`, message })));
  }

  async #takeSteps(
    accountId: string,
    { steps: wanted = [] }: DocumentRequest,
    pdf: Uint8Array,
    signal: AbortSignal,
  ): Promise<{ readonly pdf: Uint8Array; readonly pages?: number | undefined }> {
    const { steps, files } = this.#parts;
    if (steps === undefined || wanted.length === 0) return { pdf };
    const readGeneration = async (id: string): Promise<Buffer> => {
      const key = await this.#fileKey(accountId, id);
      if (key === undefined) throw invalidFields([{ field: 'generation', message: NO_DOCUMENT }]);
      return buffer((await files.open(key)).stream);
    };
    return traced('steps', {}, () => steps.apply(pdf, wanted, { accountId, signal, readGeneration }));
  }

  async #fileKey(accountId: string, id: string): Promise<string | undefined> {
    return (await this.#parts.store.find(accountId, id))?.file?.key;
  }
}

/** Where several are given, as a batch item may, the first of html, react and template counts. */
export const inputTypeOf = ({ html, react }: DocumentRequest): InputType =>
  html !== undefined ? 'html' : react !== undefined ? 'react' : 'template';
