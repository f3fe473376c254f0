import type { Logger } from 'pino';
import { publicId } from '../../db/public-id.ts';
import { HubError, InternalError, invalidFields, type Principal } from '../../server/contract/index.ts';
import type { PdfRenderer, PrintPlan, RenderSource } from '../rendering/contract.ts';
import type { FileStore } from '../storage/contract.ts';
import type { TemplateCatalog } from '../templates/contract.ts';
import type { Allowance } from './allowance.ts';
import type { DocumentRequest, Generator, ProducedDocument } from './contract.ts';
import { Conflict } from './errors.ts';
import { fileName } from './generation.presenter.ts';
import { type GenerationStore, HEARTBEAT_MS, type Lease, newLease, type NewGeneration } from './generation.store.ts';

export interface ProducerParts {
  readonly store: GenerationStore;
  readonly allowance: Allowance;
  readonly renderer: PdfRenderer;
  readonly files: FileStore;
  readonly templates: TemplateCatalog | undefined;
  readonly clock: () => Date;
  readonly log: Logger;
}

/** A request whose template was looked up and whose options were checked. */
interface PreparedDocument {
  readonly request: DocumentRequest;
  readonly source: RenderSource;
  readonly plan: PrintPlan;
  readonly templateId: string | null;
  readonly test: boolean;
}

/** Refusals below this status are the request's own fault and leave no record. */
const FIRST_RECORDED_STATUS = 422;

/** One document from request to result: behind `/v1/generate` and every other way to make one. */
export class Producer implements Generator {
  readonly #parts: ProducerParts;

  constructor(parts: ProducerParts) {
    this.#parts = parts;
  }

  async generate(request: DocumentRequest, principal: Principal, signal: AbortSignal): Promise<ProducedDocument> {
    const { allowance, store, clock } = this.#parts;
    const prepared = await this.#prepare(request, principal);
    const id = publicId('gen');
    const { record, state } = await allowance.reserve(principal, id);
    const lease = newLease(id, principal.accountId, record);
    const fresh: NewGeneration = {
      id,
      accountId: principal.accountId,
      templateId: prepared.templateId,
      inputType: request.react !== undefined ? 'react' : request.template !== undefined ? 'template' : 'html',
      filename: request.filename ?? null,
      metadata: { ...request.metadata },
      test: principal.test,
      usage: record,
      createdAt: clock(),
    };
    // Recorded while it is rendered: nothing is answered before both are done.
    const recorded = store.open(fresh, lease).catch(async (error: unknown) => {
      await allowance.cancel(principal.accountId, record);
      throw error;
    });
    return { ...(await this.#make(lease, recorded, prepared, signal)), usage: state };
  }

  /** Makes a failed document again, under its own id. */
  async retry(id: string, principal: Principal, signal: AbortSignal): Promise<ProducedDocument> {
    const { allowance, store } = this.#parts;
    const input = await store.input(principal.accountId, id);
    if (input === undefined) throw Conflict('Only a failed document whose input was kept can be made again; send it anew.');
    const prepared = await this.#prepare(JSON.parse(input) as DocumentRequest, principal);
    const { record, state } = await allowance.reserve(principal, id);
    const lease = await store.reopen(principal.accountId, id, record);
    if (lease === undefined) {
      await allowance.cancel(principal.accountId, record);
      throw Conflict('The document is not failed, or is being made again already.');
    }
    const produced = await this.#make(lease, Promise.resolve(), prepared, signal);
    await store.dropInput(id);
    return { ...produced, usage: state };
  }

  async #prepare(request: DocumentRequest, principal: Principal): Promise<PreparedDocument> {
    const { renderer, templates } = this.#parts;
    const plan = renderer.plan(request.options ?? {}, true, 'options');
    const common = { data: request.data, styles: request.styles, title: request.filename };
    if (request.template === undefined) {
      return { request, plan, source: { html: request.html, react: request.react, ...common }, templateId: null, test: principal.test };
    }
    if (templates === undefined) throw invalidFields([{ field: 'template', message: 'templates are disabled on this server' }]);
    const [templateId = '', version] = request.template.split('@');
    const wanted = version === undefined ? request.template_version : Number(version);
    const template = await templates.text(principal.accountId, templateId, wanted);
    return { request, plan, source: { html: template.html, ...common, data: request.data ?? {} }, templateId, test: principal.test };
  }

  async #make(lease: Lease, recorded: Promise<void>, prepared: PreparedDocument, signal: AbortSignal): Promise<ProducedDocument> {
    const { store, log } = this.#parts;
    const heartbeat = setInterval(() => {
      store.heartbeat(lease).catch((error: unknown) => {
        log.warn({ err: error, generation: lease.id }, 'a lease could not be extended');
      });
    }, HEARTBEAT_MS);
    try {
      return await this.#run(lease, recorded, prepared, signal);
    } catch (error) {
      await recorded.then(
        () => this.#giveUp(lease, prepared, error),
        () => undefined, // there is no record to close, and what was counted is given back already
      );
      throw error;
    } finally {
      clearInterval(heartbeat);
    }
  }

  /** Render, store, record. Leaves a failure to its caller. */
  async #run(
    lease: Lease,
    recorded: Promise<void>,
    { request, source, plan, test }: PreparedDocument,
    signal: AbortSignal,
  ): Promise<ProducedDocument> {
    const { allowance, renderer, files, store } = this.#parts;
    const started = performance.now();
    const settled = recorded.then(() => allowance.settle(lease));
    const rendering = renderer.render({ source, plan, wait: request.wait, watermark: test, signal });
    const [{ pdf, pages, warnings }] = await Promise.all([rendering, settled]);
    if (request.strict === true && warnings.length > 0) {
      throw invalidFields(warnings.map(({ code, message }) => ({ field: fieldOf(request), message: `${code}: ${message}` })));
    }
    const file = await files.put(pdf, 'pdf');
    const generation = await store.complete(lease, { file, pages, ms: Math.round(performance.now() - started), warnings });
    if (generation === undefined) {
      await files.remove(file.key);
      throw InternalError('The document took too long to be recorded and was given up; send it again.');
    }
    return { generation, pdf, link: files.link(file.key, fileName(generation)) };
  }

  /** Records the failure, or forgets a request that was only wrong, and gives back what was counted. */
  async #giveUp(lease: Lease, { request }: PreparedDocument, error: unknown): Promise<void> {
    const { allowance, store, log } = this.#parts;
    try {
      if (!(await store.fail(lease, describeFailure(error)))) return;
      await allowance.refund(lease);
      if (HubError.is(error) && error.status < FIRST_RECORDED_STATUS) await store.discard(lease.id);
      else await store.keepInput(lease.accountId, lease.id, request);
    } catch (cause) {
      log.error({ err: cause, generation: lease.id }, 'a failure could not be recorded; the sweeper will');
    }
  }
}

const fieldOf = ({ react, template }: DocumentRequest): string =>
  react !== undefined ? 'react' : template !== undefined ? 'template' : 'html';

function describeFailure(error: unknown): string {
  if (HubError.is(error)) return error.message;
  return error instanceof Error && error.message === 'the caller hung up'
    ? 'Cancelled: the caller hung up.'
    : 'Something went wrong on our side; try again.';
}
