import { buffer } from 'node:stream/consumers';
import type { Logger } from 'pino';
import { isDuplicateKey } from '../../../db/duplicate-key.ts';
import { Conflict, HubError, NotFound, type Principal, RateLimited } from '../../../server/contract/index.ts';
import type { PlanOwner } from '../../limits/contract.ts';
import type { FileStore } from '../../storage/contract.ts';
import {
  describeFailure,
  type DocumentRequest,
  fileName,
  isPassing,
  type GenerateSettings,
  type Generation,
  type Generator,
  type Lease,
  type PreparedDocument,
  type ProducedDocument,
} from '../contract.ts';
import { type DocumentPipeline, inputTypeOf } from './document-pipeline.ts';
import type { BegunGeneration, GenerationLifecycle } from './generation-lifecycle.ts';
import type { GenerationStore } from './generation.store.ts';
import type { InputStore } from './input.store.ts';
import type { PendingRecord } from './pending-record.ts';
import type { UsageReservations } from './usage-reservations.ts';

export interface GenerateServiceParts {
  readonly store: GenerationStore;
  readonly inputs: InputStore;
  readonly reservations: UsageReservations;
  readonly pipeline: DocumentPipeline;
  readonly lifecycle: GenerationLifecycle;
  readonly files: FileStore;
  readonly clock: () => Date;
  readonly log: Logger;
}

/** Refusals below this status are the request's own fault and leave no record; nor does what came too often. */
const FIRST_RECORDED_STATUS = 422;

/** Passing, or a limit of time: the same request may succeed. */
const mayPass = (error: unknown): boolean => isPassing(error) || (HubError.is(error) && error.passes);

interface Attempt {
  /** Whether options that were left out get Platen's defaults or the print engine's own. */
  readonly defaults: boolean;
  /** Of a document that nobody was told of yet. */
  readonly record?: PendingRecord;
  readonly mayRefuse?: (() => boolean) | undefined;
}

/** One document from request to result, while its caller waits. */
export class GenerateService implements Generator {
  readonly #parts: GenerateServiceParts;
  readonly #making = new Set<Promise<unknown>>();

  constructor(parts: GenerateServiceParts) {
    this.#parts = parts;
  }

  generate(request: DocumentRequest, settings: GenerateSettings, principal: Principal, signal: AbortSignal): Promise<ProducedDocument> {
    return this.#tracked(this.#generate(request, settings, principal, signal));
  }

  /** Resolves once nothing is being made any more, for callers that wait and those that were answered before the end. */
  async idle(): Promise<void> {
    while (this.#making.size > 0) await Promise.allSettled(this.#making);
  }

  #tracked<T>(making: Promise<T>): Promise<T> {
    const tracked = making.finally(() => this.#making.delete(tracked));
    this.#making.add(tracked);
    return tracked;
  }

  async #generate(
    request: DocumentRequest,
    { id, source = 'api', output = 'url', webhook = null, onAccepted, mayRefuse }: GenerateSettings,
    principal: Principal,
    signal: AbortSignal,
  ): Promise<ProducedDocument> {
    const { lifecycle, pipeline, store, files, clock } = this.#parts;
    await files.admit(principal);
    const prepared = await pipeline.prepare(principal.accountId, request, true);
    let begun: BegunGeneration;
    try {
      const fresh = {
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
        createdAt: clock(),
      };
      begun = await lifecycle.begin(principal, fresh, { onRecorded: onAccepted });
    } catch (error) {
      // What an earlier try of this request made was counted then.
      if ((await store.find(principal.accountId, id)) === undefined) throw error;
      return this.#resume(id, prepared, principal, signal);
    }
    const { lease, usage, record } = begun;
    try {
      return { ...(await this.#make(lease, prepared, { defaults: true, record, mayRefuse }, signal)), usage };
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return await this.#resume(id, prepared, principal, signal);
    }
  }

  /**
   * Makes a failed document again under its own id, as it was asked for. A test stays a test, and what counted counts again.
   * @throws NotFound, Conflict when it is not failed, is being made again already, or its input is no longer kept
   */
  retry(id: string, owner: PlanOwner, signal: AbortSignal): Promise<ProducedDocument> {
    return this.#tracked(this.#retry(id, owner, signal));
  }

  async #retry(id: string, owner: PlanOwner, signal: AbortSignal): Promise<ProducedDocument> {
    const { inputs, pipeline, store, files } = this.#parts;
    await files.admit(owner);
    const found = await store.find(owner.accountId, id);
    if (found === undefined) throw NotFound('There is no document with this id.');
    const input = await inputs.find(owner.accountId, id);
    if (input === undefined) throw Conflict('Only a failed document whose input was kept can be retried. Send it again.');
    const prepared = await pipeline.prepare(owner.accountId, input.request, input.defaults);
    const produced = await this.#again(found, prepared, input.defaults, owner, signal);
    await inputs.drop([id]);
    return produced;
  }

  /** What this request's own earlier try left: its result, or a record whose process died. */
  async #resume(id: string, prepared: PreparedDocument, owner: PlanOwner, signal: AbortSignal): Promise<ProducedDocument> {
    const { store, reservations, lifecycle } = this.#parts;
    const earlier = await store.find(owner.accountId, id);
    if (earlier === undefined) throw NotFound('The document of this request was deleted; send it under a new Idempotency-Key.');
    if (earlier.status === 'completed') {
      const usage = earlier.test ? undefined : await reservations.state(owner);
      return { ...(await this.#read(earlier)), usage };
    }
    const lease = await store.abandonedLease(id);
    if (lease !== undefined) await lifecycle.supersede(lease);
    return this.#again(earlier, prepared, true, owner, signal);
  }

  /** Takes the record first: of many who try, one counts. */
  async #again(
    found: Generation,
    prepared: PreparedDocument,
    defaults: boolean,
    owner: PlanOwner,
    signal: AbortSignal,
  ): Promise<ProducedDocument> {
    const reopened = await this.#parts.lifecycle.reopen(found, owner);
    if (reopened === undefined) throw Conflict('The document has not failed, or is being retried already.');
    const { lease, usage } = reopened;
    return { ...(await this.#make(lease, prepared, { defaults }, signal)), usage };
  }

  async #read(generation: Generation): Promise<ProducedDocument> {
    const { files } = this.#parts;
    const key = generation.file?.key ?? '';
    return { generation, bytes: await buffer((await files.open(key)).stream), link: () => files.link(key, fileName(generation)) };
  }

  async #make(lease: Lease, prepared: PreparedDocument, attempt: Attempt, signal: AbortSignal): Promise<ProducedDocument> {
    const { store, inputs, pipeline, files, log } = this.#parts;
    const stop = store.keepAlive(lease, log);
    try {
      if (prepared.now !== undefined) {
        await inputs.retain({ id: lease.id, accountId: lease.accountId, request: prepared.request, defaults: attempt.defaults });
      }
      const made = await pipeline.make(lease, prepared, { watermark: lease.test, background: false, record: attempt.record, signal });
      return { ...made, link: () => files.link(made.generation.file?.key ?? '', fileName(made.generation)) };
    } catch (error) {
      await this.#giveUp(lease, prepared, attempt, error);
      throw error;
    } finally {
      stop();
    }
  }

  /** Records the failure, or forgets a request that was only wrong, and gives back what was counted. */
  async #giveUp(lease: Lease, { request }: PreparedDocument, { defaults, record, mayRefuse }: Attempt, error: unknown): Promise<void> {
    const { lifecycle, inputs, log } = this.#parts;
    const { id, accountId } = lease;
    const isRefusal = HubError.is(error) && (error.status < FIRST_RECORDED_STATUS || error.status === RateLimited.status);
    const isDiscarded = record !== undefined && isRefusal && mayRefuse?.() !== false;
    try {
      await lifecycle.fail(lease, describeFailure(error), {
        record,
        isDiscarded,
        mayPass: mayPass(error),
        onFailed: () => inputs.keep({ id, accountId, request, defaults }),
      });
    } catch (cause) {
      if (!isDuplicateKey(cause)) log.error({ err: cause, generation: id }, 'a failure could not be recorded; the sweeper will');
    }
  }
}
