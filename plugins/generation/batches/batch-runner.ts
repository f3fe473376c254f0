import type { Logger } from 'pino';
import { continueTrace, HubError, traced } from '../../../server/contract/index.ts';
import type { DisabledAccounts } from '../../accounts/contract.ts';
import type { EventPublisher } from '../document/event-publisher.ts';
import type { gatherResult } from './batch-result.ts';
import type { Batch, BatchStore } from './batch.store.ts';
import { describeFailure, type DocumentPipeline } from '../document/document-pipeline.ts';
import { type GenerationStore, keepAlive, type Lease, MAX_ATTEMPTS } from '../document/generation.store.ts';
import type { InputStore, KeptInput } from '../document/input.store.ts';
import type { GenerationLifecycle } from '../document/generation-lifecycle.ts';
import type { RenderQueue, Taken } from './render-queue.ts';

export interface RunnerParts {
  readonly generations: GenerationStore;
  readonly batches: BatchStore;
  readonly inputs: InputStore;
  readonly queue: RenderQueue;
  readonly pipeline: DocumentPipeline;
  readonly lifecycle: GenerationLifecycle;
  readonly publisher: EventPublisher;
  readonly gather: ReturnType<typeof gatherResult>;
  readonly disabled: DisabledAccounts | undefined;
  readonly log: Logger;
}

const MOST_AT_ONCE = 4;
const QUICK_MS = 150;
const NEWEST_WEIGHT = 0.3;

/** Before the second and the third attempt: what failed may need a moment, a browser to start or a disk to be cleared. */
const RETRY_MS = [500, 4000];

const LOST_INPUT = 'The request of this document was not found. Send it again.';
const DISABLED = 'The account is disabled.';
const CRASHED = `Given up after ${String(MAX_ATTEMPTS)} attempts, each of which ended its process.`;

/** Failures that another attempt may not meet: ours, a full queue, a renderer that died. */
const isPassing = (error: unknown): boolean => !HubError.is(error) || error.status >= 500 || error.status === 429 || error.transient;

/** Items of batches, one at a time; every step may be repeated by another process. */
export class BatchRunner {
  readonly #parts: RunnerParts;
  readonly #inHand = new Map<string, Lease>();
  #recentMs = QUICK_MS;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  /** How many items to take at once: several while they are quick, as taking costs more than making them then. */
  get batchSize(): number {
    return this.#recentMs < QUICK_MS ? MOST_AT_ONCE : 1;
  }

  /** Makes items that were taken from the queue, and hands back the rest when it is to stop. */
  async run({ ids, batchId, first }: Taken, signal: AbortSignal): Promise<void> {
    const { generations, batches, inputs, log } = this.#parts;
    const leases = await generations.claim(ids);
    if (leases.length === 0) return;
    const stops = leases.map((lease) => {
      this.#inHand.set(lease.id, lease);
      return keepAlive(generations, lease, log);
    });
    const made: number[] = [];
    let traceparent: string | null | undefined;
    try {
      if (first) await batches.markStarted(batchId);
      const kept = await inputs.findAll(ids);
      traceparent = kept.get(ids[0] ?? '')?.traceparent;
      for (const lease of leases) {
        if (signal.aborted) await this.#requeue(lease, false);
        else if (await this.#traced(lease, kept.get(lease.id))) made.push(lease.batch?.index ?? 0);
        this.#inHand.delete(lease.id);
      }
    } finally {
      for (const stop of stops) stop();
      for (const { id } of leases) this.#inHand.delete(id);
    }
    if (made.length > 0) await continueTrace({ traceparent: traceparent ?? null }, () => this.#noteFinished(batchId, made));
  }

  /** In the trace of the request that sent the batch. */
  #traced(lease: Lease, input: KeptInput | undefined): Promise<boolean> {
    return continueTrace({ traceparent: input?.traceparent ?? null }, () =>
      traced('batch item', { 'platen.generation': lease.id, 'platen.attempt': lease.attempts }, () => this.#runOne(lease, input)),
    );
  }

  /** True when the document was made; a failure is recorded here. */
  async #runOne(lease: Lease, input: KeptInput | undefined): Promise<boolean> {
    const { pipeline, disabled } = this.#parts;
    const started = performance.now();
    try {
      if ((await disabled?.has(lease.accountId)) === true) {
        await this.fail(lease, DISABLED);
        return false;
      }
      if (input === undefined) {
        await this.fail(lease, LOST_INPUT);
        return false;
      }
      const prepared = await pipeline.prepare(lease.accountId, input.request, input.defaults);
      const options = { watermark: lease.test, background: true, recorded: Promise.resolve(), signal: new AbortController().signal };
      await pipeline.make(lease, prepared, options);
      return true;
    } catch (error) {
      await this.#giveUp(lease, error);
      return false;
    } finally {
      this.#recentMs += (performance.now() - started - this.#recentMs) * NEWEST_WEIGHT;
    }
  }

  /** Hands back what this process holds, for another to take up at once. */
  async release(): Promise<void> {
    for (const lease of this.#inHand.values()) await this.#requeue(lease, false);
  }

  /** Another attempt, or the end when there were enough. */
  async putBack(lease: Lease): Promise<void> {
    if (lease.attempts >= MAX_ATTEMPTS) await this.fail(lease, CRASHED);
    else await this.#requeue(lease, true);
  }

  /** A delay that is lost with this process ends with the next sweep. */
  async #requeue(lease: Lease, counted: boolean, delayMs = 0): Promise<void> {
    const { generations, queue, log } = this.#parts;
    const { batch, accountId, id } = lease;
    if (batch === null || !(await generations.requeue(lease, counted))) return;
    if (delayMs === 0) {
      await queue.add(accountId, batch.id, [id], true);
      return;
    }
    setTimeout(() => {
      queue.add(accountId, batch.id, [id], true).catch((error: unknown) => {
        log.warn({ err: error, generation: id }, 'an item is tried again after the next sweep');
      });
    }, delayMs).unref();
  }

  /** Ends a batch all of whose items ended; whoever does so tells. */
  async closeIfDone(batch: Batch): Promise<void> {
    const { batches, queue, inputs, generations, publisher, gather } = this.#parts;
    if (batch.finished.length < batch.generationIds.length) return;
    let result = {};
    if (batch.result !== null) {
      if (!(await batches.lease(batch.id))) return;
      result = await gather(batch);
    }
    const closed = await batches.close(batch, result, await publisher.isBatchWanted(batch));
    if (closed === undefined) return;
    await queue.remove(batch.id);
    if (closed.announce) await publisher.batchFinished(closed);
    const members = await generations.findAll(batch.generationIds);
    await inputs.drop(members.filter(({ status }) => status === 'completed').map(({ id }) => id));
  }

  async #giveUp(lease: Lease, error: unknown): Promise<void> {
    const { log } = this.#parts;
    try {
      log.warn({ err: error, generation: lease.id, attempt: lease.attempts }, 'an item of a batch failed');
      if (isPassing(error) && lease.attempts < MAX_ATTEMPTS) await this.#requeue(lease, true, RETRY_MS[lease.attempts - 1]);
      else await this.fail(lease, describeFailure(error));
    } catch (cause) {
      log.error({ err: cause, generation: lease.id }, 'a failure could not be recorded; the sweeper will');
    }
  }

  /** Ends an item for good. */
  async fail(lease: Lease, error: string): Promise<void> {
    if (!(await this.#parts.lifecycle.fail(lease, error))) return;
    if (lease.batch !== null) await this.#noteFinished(lease.batch.id, [lease.batch.index]);
  }

  async #noteFinished(batchId: string, indexes: readonly number[]): Promise<void> {
    const after = await this.#parts.batches.noteFinished(batchId, indexes);
    if (after !== undefined) await this.closeIfDone(after);
  }
}
