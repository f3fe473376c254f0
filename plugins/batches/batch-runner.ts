import type { Logger } from 'pino';
import { continueTrace, traced } from '../../server/contract/index.ts';
import type { DisabledAccounts } from '../accounts/contract.ts';
import { type BackgroundDocuments, describeFailure, isPassing, type KeptRequest, type Lease } from '../generation/contract.ts';
import type { BatchPublisher } from './batch-publisher.ts';
import type { gatherResult } from './batch-result.ts';
import { type FileStore, isStorageUnavailable, type StoredFile } from '../storage/contract.ts';
import type { Batch, BatchResult, BatchStore } from './batch.store.ts';
import type { RenderQueue, Taken } from './render-queue.ts';
import { isRun } from './run-reservations.ts';
import { StoragePause } from './storage-pause.ts';

export interface RunnerParts {
  readonly documents: BackgroundDocuments;
  readonly batches: BatchStore;
  readonly queue: RenderQueue;
  readonly publisher: BatchPublisher;
  readonly gather: ReturnType<typeof gatherResult>;
  readonly files: FileStore;
  readonly disabled: DisabledAccounts | undefined;
  readonly log: Logger;
}

/** How often an item is begun before it is given up. */
const MAX_ATTEMPTS = 3;
const MOST_AT_ONCE = 4;
const QUICK_MS = 150;
const NEWEST_WEIGHT = 0.3;

/** Before the second and the third attempt: what failed may need a moment, a browser to start or a disk to be cleared. */
const RETRY_MS = [500, 4000];

export const CANCELLED = 'cancelled';
const NO_RESULT: BatchResult = { resultFile: null, resultError: null };
const LOST_INPUT = 'The request of this document was not found. Send it again.';
const DISABLED = 'The account is disabled.';
const CRASHED = `Given up after ${String(MAX_ATTEMPTS)} attempts, each of which ended its process.`;

/** Items of batches, one at a time; every step may be repeated by another process. */
export class BatchRunner {
  readonly #parts: RunnerParts;
  readonly #inHand = new Map<string, Lease>();
  readonly #storagePause: StoragePause;
  #recentMs = QUICK_MS;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
    this.#storagePause = new StoragePause(parts.log);
  }

  /** How many items to take at once: several while they are quick, as taking costs more than making them then. */
  get batchSize(): number {
    return this.#recentMs < QUICK_MS ? MOST_AT_ONCE : 1;
  }

  /** Makes items that were taken from the queue, and hands back the rest when it is to stop. */
  async run({ ids, batchId, first }: Taken, signal: AbortSignal): Promise<void> {
    const { documents, batches } = this.#parts;
    const leases = await documents.claim(ids);
    if (leases.length === 0) return;
    const stops = leases.map((lease) => {
      this.#inHand.set(lease.id, lease);
      return documents.keepAlive(lease);
    });
    const made: number[] = [];
    let traceparent: string | null | undefined;
    try {
      if (first) await batches.markStarted(batchId);
      const kept = await documents.requests(ids);
      traceparent = kept.get(ids[0] ?? '')?.traceparent;
      let seenAt = performance.now();
      for (const lease of leases) {
        const isStale = performance.now() - seenAt > QUICK_MS;
        if (isStale) seenAt = performance.now();
        if (signal.aborted) await this.#requeue(lease, false);
        else if (isStale && (await batches.isCancelled(batchId))) await this.fail(lease, CANCELLED);
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
  #traced(lease: Lease, input: KeptRequest | undefined): Promise<boolean> {
    return continueTrace({ traceparent: input?.traceparent ?? null }, () =>
      traced('batch item', { 'platen.generation': lease.id, 'platen.attempt': lease.attempts }, () => this.#runOne(lease, input)),
    );
  }

  /** True when the document was made; a failure is recorded here. */
  async #runOne(lease: Lease, input: KeptRequest | undefined): Promise<boolean> {
    const { documents, disabled } = this.#parts;
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
      const waitMs = this.#storagePause.remainingMs;
      if (waitMs > 0) {
        await this.#requeue(lease, false, waitMs);
        return false;
      }
      await documents.make(lease, input);
      this.#storagePause.end();
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

  /** Takes items up again whose processes died, or ends those that had their attempts; the rest no batch waits for. */
  async takeBack(interrupted: readonly Lease[]): Promise<Lease[]> {
    const { batches } = this.#parts;
    const parents = await batches.findAll(interrupted.flatMap(({ batch }) => batch?.id ?? []));
    const left: Lease[] = [];
    for (const lease of interrupted) {
      if (!isAwaited(lease, parents)) left.push(lease);
      else if (lease.attempts >= MAX_ATTEMPTS) await this.fail(lease, CRASHED);
      else await this.#requeue(lease, true);
    }
    return left;
  }

  /** A delay that is lost with this process ends with the next sweep. */
  async #requeue(lease: Lease, counted: boolean, delayMs = 0): Promise<void> {
    const { documents, queue, log } = this.#parts;
    const { batch, accountId, id } = lease;
    if (batch === null || !(await documents.requeue(lease, counted))) return;
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
    const { documents, batches, queue, publisher } = this.#parts;
    if (batch.finished.length < batch.generationIds.length) return;
    const gathering = batch.result === null ? NO_RESULT : await this.#gather(batch).catch((error: unknown) => this.#wait(error));
    if (gathering === undefined) return;
    const closed = await batches.close(batch, gathering, await publisher.isWanted(batch));
    // What nobody will ask for: this one's own file when another process was first, else that of the run before.
    const leftOver = closed === undefined ? gathering.resultFile : batch.resultFile;
    if (leftOver !== null) await this.#remove(leftOver, batch);
    if (closed === undefined) return;
    await queue.remove(batch.id);
    if (closed.announce) await publisher.publish(closed);
    const members = await documents.findAll(batch.generationIds);
    await documents.dropRequests(members.filter(({ status }) => status === 'completed').map(({ id }) => id));
  }

  /** What cannot be stored now is left to a later sweep. */
  #wait(error: unknown): undefined {
    if (!isStorageUnavailable(error)) throw error;
    this.#storagePause.begin(error);
    return undefined;
  }

  /** Undefined when another process gathers the result. */
  #gather(batch: Batch): Promise<BatchResult | undefined> {
    const { batches, gather, log } = this.#parts;
    return batches.leased(
      batch.id,
      () => gather(batch),
      (error) => {
        log.warn({ err: error, batch: batch.id }, 'the right to gather a result could not be extended');
      },
    );
  }

  async #remove(file: StoredFile, { id, accountId }: Batch): Promise<void> {
    const { files, log } = this.#parts;
    await files.remove(file, accountId).catch((error: unknown) => {
      log.warn({ err: error, batch: id }, 'a result that is not needed any more stays until its retention is over');
    });
  }

  async #giveUp(lease: Lease, error: unknown): Promise<void> {
    const { log } = this.#parts;
    try {
      if (isStorageUnavailable(error)) {
        this.#storagePause.begin(error);
        await this.#requeue(lease, false, this.#storagePause.remainingMs);
        return;
      }
      log.warn({ err: error, generation: lease.id, attempt: lease.attempts }, 'an item of a batch failed');
      if (isPassing(error) && lease.attempts < MAX_ATTEMPTS) await this.#requeue(lease, true, RETRY_MS[lease.attempts - 1]);
      else await this.fail(lease, describeFailure(error));
    } catch (cause) {
      log.error({ err: cause, generation: lease.id }, 'a failure could not be recorded; the sweeper will');
    }
  }

  /** Ends an item for good. */
  async fail(lease: Lease, error: string): Promise<void> {
    if (!(await this.#parts.documents.fail(lease, error))) return;
    if (lease.batch !== null) await this.#noteFinished(lease.batch.id, [lease.batch.index]);
  }

  async #noteFinished(batchId: string, indexes: readonly number[]): Promise<void> {
    const after = await this.#parts.batches.noteFinished(batchId, indexes);
    if (after !== undefined) await this.closeIfDone(after);
  }
}

/**
 * Whether its batch waits for it. An item that was retried on its own has ended there, and was perhaps not counted yet
 * when its process died.
 */
function isAwaited({ batch, usage }: Lease, parents: ReadonlyMap<string, Batch>): boolean {
  const parent = batch === null ? undefined : parents.get(batch.id);
  const isAlone = usage !== null && !isRun(usage.workId);
  return batch !== null && !isAlone && parent?.open === true && !parent.finished.includes(batch.index);
}
