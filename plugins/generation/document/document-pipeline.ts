import { buffer } from 'node:stream/consumers';
import { isDuplicateKey } from '../../../db/duplicate-key.ts';
import { InternalError, invalidFields, traced } from '../../../server/contract/index.ts';
import type { PdfSteps, SteppedPdf } from '../../pdf-tools/contract.ts';
import type { PdfRenderer } from '../../rendering/contract.ts';
import type { FileStore } from '../../storage/contract.ts';
import type { TemplateSource } from '../../templates/contract.ts';
import {
  type DocumentPhases,
  type DocumentRequest,
  type DocumentWarning,
  fileTypeOf,
  type Generation,
  type InputType,
  type Lease,
  type PreparedDocument,
} from '../contract.ts';
import type { GenerationLifecycle } from './generation-lifecycle.ts';
import type { GenerationStore, Outcome } from './generation.store.ts';
import type { PendingRecord } from './pending-record.ts';
import { refuseIrreproducible, sha256Of } from './reproducible.ts';
import { printedAs } from './saved-options.ts';

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

/** What was made of a request, before it is stored. */
interface PrintedDocument extends Pick<Outcome, 'pages' | 'picture' | 'warnings' | 'print'> {
  readonly bytes: Uint8Array;
  readonly phases: Omit<DocumentPhases, 'store'>;
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
    await this.#checkSteps(accountId, request, path);
    const inputType = inputTypeOf(request);
    if (inputType === 'react') await renderer.checkReact(accountId, request.react ?? '', path);
    const common = { data: request.data, styles: request.styles, title: request.filename, baseUrl: request.base_url };
    if (inputType !== 'template') {
      const { options, region, now } = printedAs({}, request);
      const plan = renderer.plan(options, defaults, `${path}options`);
      refuseIrreproducible(now, plan, request.steps, path);
      return {
        request,
        plan,
        now,
        source: { html: request.html, react: request.react, url: request.url, ...common, region },
        warnings: [],
        templateId: null,
      };
    }
    if (templates === undefined) throw invalidFields([{ field: `${path}template`, message: 'templates are disabled on this server' }]);
    const reference = request.template ?? '';
    const [, templateId = reference, version] = /^([^@]*)@([1-9]\d{0,8})$/.exec(reference) ?? [];
    const wanted = version === undefined ? request.template_version : Number(version);
    const template = await templates.text(accountId, templateId, wanted);
    const { options, region, now } = printedAs(template.options ?? {}, request);
    const { locale, currency } = region;
    const { data, problems, warnings } = templates.conform(template, request.data ?? {}, {
      locale,
      currency,
      dayZone: request.data_timezone,
    });
    if (request.strict === true && problems.length > 0) {
      throw invalidFields(problems.map(({ field, message }) => ({ field: path + field, message })));
    }
    const plan = renderer.plan(options, defaults, `${path}options`);
    refuseIrreproducible(now, plan, request.steps, path);
    return {
      // The version that is current now: a document that waits is not changed by what happens to its template.
      request: { ...request, template: `${templateId}@${String(template.version)}`, template_version: undefined },
      source: { html: template.html, ...common, region, data },
      warnings,
      plan,
      now,
      templateId,
    };
  }

  /** Render, store, record. */
  async make(
    lease: Lease,
    prepared: PreparedDocument,
    { record, ...options }: MakeOptions,
  ): Promise<{ generation: Generation; bytes: Uint8Array }> {
    const { files, lifecycle } = this.#parts;
    const started = performance.now();
    const { bytes, phases, ...printed } = await this.print(lease.accountId, prepared, options);
    const made = performance.now();
    const file = await traced('store', {}, () => files.put(bytes, fileTypeOf(prepared.request), lease.accountId));
    const now = performance.now();
    const outcome = { ...printed, file, ms: Math.round(now - started), phases: { ...phases, store: Math.round(now - made) } };
    const generation = await lifecycle.complete(lease, outcome, record).catch(async (error: unknown) => {
      if (isDuplicateKey(error)) await files.remove(file, lease.accountId);
      throw error;
    });
    if (generation === undefined) {
      await files.remove(file, lease.accountId);
      throw InternalError('The document took too long to be recorded and was given up; send it again.');
    }
    return { generation, bytes };
  }

  /** Render, and take the steps; nothing is stored. */
  async print(
    accountId: string,
    prepared: PreparedDocument,
    { watermark, background, signal }: Omit<MakeOptions, 'record'>,
  ): Promise<PrintedDocument> {
    const { renderer } = this.#parts;
    const { request, source, plan, now, warnings: noticed } = prepared;
    const queue = background ? ('batches' as const) : ('callers' as const);
    const asked = { accountId, source, wait: request.wait, now, watermark, queue, signal };
    const finish = (bytes: Uint8Array, fetches: boolean) => ({
      bytes,
      print: now === undefined ? null : { sha256: sha256Of(bytes), reproducible: !fetches, ...renderer.engine() },
    });
    if (request.image !== undefined) {
      const { image, width, height, ...made } = await renderer.capture({ ...asked, image: request.image });
      const warnings = acceptable(request, [...noticed, ...made.warnings]);
      return { ...finish(image, made.usedNetwork), pages: 1, picture: { width, height }, warnings, phases: { ...made.phases, steps: 0 } };
    }
    const rendered = await renderer.render({ ...asked, plan });
    const printed = acceptable(request, [...noticed, ...rendered.warnings]);
    const started = performance.now();
    const { pdf, pages = rendered.pages, warnings: ofSteps } = await this.#takeSteps(accountId, request, rendered.pdf, now, signal);
    const warnings = [...printed, ...acceptable(request, ofSteps, ({ subject }) => subject)];
    const phases = { ...rendered.phases, steps: Math.round(performance.now() - started) };
    const fetches = rendered.usedNetwork || (request.steps ?? []).some((step) => step.type === 'merge' && step.pdf_url !== undefined);
    return { ...finish(pdf, fetches), pages, picture: null, warnings, phases };
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
    now: Date | undefined,
    signal: AbortSignal,
  ): Promise<SteppedPdf> {
    const { steps, files } = this.#parts;
    if (steps === undefined || wanted.length === 0) return { pdf, pages: undefined, warnings: [] };
    const readGeneration = async (id: string): Promise<Buffer> => {
      const key = await this.#fileKey(accountId, id);
      if (key === undefined) throw invalidFields([{ field: 'generation', message: NO_DOCUMENT }]);
      return buffer((await files.open(key)).stream);
    };
    return traced('steps', {}, () => steps.apply(pdf, wanted, { accountId, signal, now, readGeneration }));
  }

  async #fileKey(accountId: string, id: string): Promise<string | undefined> {
    return (await this.#parts.store.find(accountId, id))?.file?.key;
  }
}

/**
 * @param fieldOf names the field of the request that a warning is about; its source when absent
 * @throws ValidationError where warnings are to refuse the document
 */
function acceptable<W extends DocumentWarning>(
  request: DocumentRequest,
  warnings: readonly W[],
  fieldOf: (warning: W) => string = () => inputTypeOf(request),
): readonly W[] {
  const refused = warnings.filter(({ code }) => code !== 'LAYOUT_NOT_CHECKED');
  if (request.strict !== true || refused.length === 0) return warnings;
  throw invalidFields(refused.map((warning) => ({ field: fieldOf(warning), message: `${warning.code}: ${warning.message}` })));
}

/** Where several are given, as a batch item may, the first of html, react and template counts. */
export const inputTypeOf = ({ html, react, url }: DocumentRequest): InputType =>
  html !== undefined ? 'html' : react !== undefined ? 'react' : url !== undefined ? 'url' : 'template';
