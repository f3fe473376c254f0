import { buffer } from 'node:stream/consumers';
import type { Logger } from 'pino';
import { isDuplicateKey } from '../../db/duplicate-key.ts';
import { HubError, type Principal } from '../../server/contract/index.ts';
import type { FileStore } from '../storage/contract.ts';
import type { Allowance } from './allowance.ts';
import type { Announcer } from './announcer.ts';
import type { DocumentRequest, GenerateSettings, Generation, Generator, ProducedDocument } from './contract.ts';
import { describeFailure, type DocumentMaker, inputTypeOf, type PreparedDocument } from './document-maker.ts';
import { Conflict } from './errors.ts';
import { fileName } from './generation.presenter.ts';
import { type GenerationStore, keepAlive, type Lease, newLease, type NewGeneration } from './generation.store.ts';
import type { InputStore } from './input.store.ts';
import type { CountDocument } from './metrics.ts';

export interface ProducerParts {
  readonly store: GenerationStore;
  readonly inputs: InputStore;
  readonly allowance: Allowance;
  readonly maker: DocumentMaker;
  readonly announcer: Announcer;
  readonly files: FileStore;
  readonly count: CountDocument;
  readonly clock: () => Date;
  readonly log: Logger;
}

/** Refusals below this status are the request's own fault and leave no record. */
const FIRST_RECORDED_STATUS = 422;

/** One document from request to result, while its caller waits. */
export class Producer implements Generator {
  readonly #parts: ProducerParts;

  constructor(parts: ProducerParts) {
    this.#parts = parts;
  }

  async generate(
    request: DocumentRequest,
    { id, source = 'api', output = 'url', webhook = null, onAccepted }: GenerateSettings,
    principal: Principal,
    signal: AbortSignal,
  ): Promise<ProducedDocument> {
    const { allowance, maker, store, clock } = this.#parts;
    const prepared = await maker.prepare(principal.accountId, request, true);
    const { record, state } = await allowance.reserve(principal, id);
    const fresh: NewGeneration = {
      id,
      accountId: principal.accountId,
      templateId: prepared.templateId,
      inputType: inputTypeOf(request),
      source,
      batchId: null,
      index: null,
      output,
      webhook,
      filename: request.filename ?? null,
      metadata: { ...request.metadata },
      test: principal.test,
      usage: record,
      createdAt: clock(),
    };
    const lease = newLease(fresh);
    const earlier = { found: false };
    // Recorded while it is rendered: nothing is answered before both are done.
    const recorded = store.open(fresh, lease).catch(async (error: unknown) => {
      await allowance.cancel(principal.accountId, record);
      earlier.found = isDuplicateKey(error);
      throw error;
    });
    recorded.then(onAccepted, () => undefined); // whoever makes the document sees the failure
    try {
      return { ...(await this.#make(lease, recorded, prepared, signal)), usage: state };
    } catch (error) {
      if (!earlier.found) throw error;
      return await this.#resume(id, prepared, principal, signal);
    }
  }

  /** Makes a failed document again, under its own id. */
  async retry(id: string, principal: Principal, signal: AbortSignal): Promise<ProducedDocument> {
    const { inputs, maker } = this.#parts;
    const input = await inputs.find(principal.accountId, id);
    if (input === undefined) throw Conflict('Only a failed document whose input was kept can be made again; send it anew.');
    const prepared = await maker.prepare(principal.accountId, input.request, input.defaults);
    const produced = await this.#again(id, prepared, principal, signal);
    await inputs.drop([id]);
    return produced;
  }

  /** What this request's own earlier try left: its result, or a record whose process died. */
  async #resume(id: string, prepared: PreparedDocument, principal: Principal, signal: AbortSignal): Promise<ProducedDocument> {
    const { store, allowance } = this.#parts;
    const earlier = await store.find(principal.accountId, id);
    if (earlier?.status === 'completed') return this.#read(earlier);
    const lease = await store.abandonedLease(id);
    if (lease !== undefined && (await store.fail(lease, 'Interrupted; made again by the same request.', false)))
      await allowance.refund(lease);
    return this.#again(id, prepared, principal, signal);
  }

  async #again(id: string, prepared: PreparedDocument, principal: Principal, signal: AbortSignal): Promise<ProducedDocument> {
    const { allowance, store } = this.#parts;
    const { record, state } = await allowance.reserve(principal, id);
    const lease = await store.reopen(principal.accountId, id, record);
    if (lease === undefined) {
      await allowance.cancel(principal.accountId, record);
      throw Conflict('The document is not failed, or is being made again already.');
    }
    return { ...(await this.#make(lease, Promise.resolve(), prepared, signal)), usage: state };
  }

  async #read(generation: Generation): Promise<ProducedDocument> {
    const { files } = this.#parts;
    const key = generation.file?.key ?? '';
    return { generation, pdf: await buffer((await files.open(key)).stream), link: files.link(key, fileName(generation)) };
  }

  async #make(lease: Lease, recorded: Promise<void>, prepared: PreparedDocument, signal: AbortSignal): Promise<ProducedDocument> {
    const { store, allowance, maker, files, log } = this.#parts;
    const stop = keepAlive(store, lease, log);
    try {
      const settled = recorded.then(() => {
        allowance.settle(lease);
      });
      const made = await maker.make(lease, prepared, { watermark: lease.test, background: false, recorded: settled, signal });
      return { ...made, link: files.link(made.generation.file?.key ?? '', fileName(made.generation)) };
    } catch (error) {
      await recorded.then(
        () => this.#giveUp(lease, prepared, error),
        () => undefined, // there is no record to close, and what was counted is given back already
      );
      throw error;
    } finally {
      stop();
    }
  }

  /** Records the failure, or forgets a request that was only wrong, and gives back what was counted. */
  async #giveUp(lease: Lease, { request }: PreparedDocument, error: unknown): Promise<void> {
    const { allowance, store, inputs, announcer, log } = this.#parts;
    const { id, accountId } = lease;
    const refused = HubError.is(error) && error.status < FIRST_RECORDED_STATUS;
    try {
      const announce = !refused && (await announcer.isWanted(accountId, lease.webhook, 'failed'));
      if (!(await store.fail(lease, describeFailure(error), announce))) return;
      await allowance.refund(lease);
      if (refused) {
        await store.discard(id);
        return;
      }
      this.#parts.count('failed', lease);
      await inputs.keep({ id, accountId, request, defaults: true });
      const failed = announce ? await store.find(accountId, id) : undefined;
      if (failed !== undefined) await announcer.generationFinished(failed);
    } catch (cause) {
      log.error({ err: cause, generation: id }, 'a failure could not be recorded; the sweeper will');
    }
  }
}
