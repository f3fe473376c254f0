import { HubError, InternalError, invalidFields } from '../../server/contract/index.ts';
import type { PdfRenderer, PrintPlan, RenderSource } from '../rendering/contract.ts';
import type { FileStore } from '../storage/contract.ts';
import type { TemplateTexts } from '../templates/contract.ts';
import type { Announcer } from './announcer.ts';
import type { DocumentRequest, Generation } from './contract.ts';
import type { GenerationStore, Lease } from './generation.store.ts';

export interface MakerParts {
  readonly store: GenerationStore;
  readonly announcer: Announcer;
  readonly renderer: PdfRenderer;
  readonly files: FileStore;
  readonly templates: TemplateTexts | undefined;
}

/** A request whose template was looked up and whose options were checked. */
export interface PreparedDocument {
  readonly request: DocumentRequest;
  readonly source: RenderSource;
  readonly plan: PrintPlan;
  readonly templateId: string | null;
}

export interface MakeOptions {
  /** Draws TEST across every page. */
  readonly watermark: boolean;
  /** Waits in the queue of batches, not among the callers that wait for a reply. */
  readonly background: boolean;
  /** Resolves when the record exists; rendering does not wait for it. */
  readonly recorded: Promise<void>;
  readonly signal: AbortSignal;
}

/** One document from a checked request to the finished record; failures are left to the caller. */
export class DocumentMaker {
  readonly #parts: MakerParts;

  constructor(parts: MakerParts) {
    this.#parts = parts;
  }

  /**
   * @param defaults whether options that are left out get Platen's defaults or the print engine's own
   * @param path what the fields of errors begin with: empty, or `items.3.`
   */
  async prepare(accountId: string, request: DocumentRequest, defaults: boolean, path = ''): Promise<PreparedDocument> {
    const { renderer, templates } = this.#parts;
    const plan = renderer.plan(request.options ?? {}, defaults, `${path}options`);
    const { locale, timezone, currency } = request;
    const region = { locale, timezone, currency };
    const common = { data: request.data, styles: request.styles, title: request.filename, region };
    if (inputTypeOf(request) !== 'template') {
      return { request, plan, source: { html: request.html, react: request.react, ...common }, templateId: null };
    }
    if (templates === undefined) throw invalidFields([{ field: `${path}template`, message: 'templates are disabled on this server' }]);
    const [templateId = '', version] = (request.template ?? '').split('@');
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
    { watermark, background, recorded, signal }: MakeOptions,
  ): Promise<{ generation: Generation; pdf: Uint8Array }> {
    const { renderer, files, store, announcer } = this.#parts;
    const started = performance.now();
    const rendering = renderer.render({ source, plan, wait: request.wait, watermark, background, signal });
    const [{ pdf, pages, warnings }] = await Promise.all([rendering, recorded]);
    if (request.strict === true && warnings.length > 0) {
      throw invalidFields(warnings.map(({ code, message }) => ({ field: inputTypeOf(request), message: `${code}: ${message}` })));
    }
    const file = await files.put(pdf, 'pdf');
    const announce = await announcer.isWanted(lease.accountId, lease.webhook, 'completed');
    const ms = Math.round(performance.now() - started);
    const generation = await store.complete(lease, { file, pages, ms, warnings }, announce);
    if (generation === undefined) {
      await files.remove(file.key);
      throw InternalError('The document took too long to be recorded and was given up; send it again.');
    }
    if (announce) await announcer.generationFinished(generation);
    return { generation, pdf };
  }
}

/** Where several are given, as a batch item may, the first of html, react and template counts. */
export const inputTypeOf = ({ html, react }: DocumentRequest): 'html' | 'react' | 'template' =>
  html !== undefined ? 'html' : react !== undefined ? 'react' : 'template';

export function describeFailure(error: unknown): string {
  if (HubError.is(error)) return error.message;
  return error instanceof Error && error.message === 'the caller hung up'
    ? 'Cancelled: the caller hung up.'
    : 'Something went wrong on our side; try again.';
}
