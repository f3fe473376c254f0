import type { Logger } from 'pino';
import {
  Conflict,
  type FieldProblem,
  HubError,
  invalidFields,
  NotFound,
  type Principal,
  ServiceUnavailable,
} from '../../server/contract/index.ts';
import type { BackgroundDocuments, Generation, PreparedDocument } from '../generation/contract.ts';
import type { PlanOwner, UsageState } from '../limits/contract.ts';
import type { FileStore } from '../storage/contract.ts';
import { type BatchRunner, CANCELLED } from './batch-runner.ts';
import type { ResultKind } from './batch.model.ts';
import type { BatchItem } from './batch.schemas.ts';
import { type Batch, type BatchStore, FIRST_RUN } from './batch.store.ts';
import type { RenderQueue } from './render-queue.ts';
import { endRun } from './run-reconciliation.ts';
import { heldOf, type RunReservations } from './run-reservations.ts';

export interface BatchServiceParts {
  readonly documents: BackgroundDocuments;
  readonly batches: BatchStore;
  readonly queue: RenderQueue;
  readonly runner: BatchRunner;
  readonly reservations: RunReservations;
  readonly files: FileStore;
  readonly log: Logger;
}

export interface Submission {
  readonly id: string;
  /** One for each item. */
  readonly generationIds: readonly string[];
  readonly items: readonly BatchItem[];
  readonly webhook: string | null;
  readonly result: ResultKind | null;
}

/** Submits, cancels and retries batches. A batch is accepted by one write, after everything it needs is recorded. */
export class BatchService {
  readonly #parts: BatchServiceParts;

  constructor(parts: BatchServiceParts) {
    this.#parts = parts;
  }

  /**
   * Under ids of an earlier try that died, it goes on where that one stopped: with that try's say on whether the batch is
   * a test, and with a count of its own.
   */
  async submit({ id, generationIds, items, webhook, result }: Submission, principal: Principal): Promise<UsageState | undefined> {
    const { documents, batches, queue, reservations, log } = this.#parts;
    const { accountId } = principal;
    await this.#parts.files.admit(principal);
    const prepared = await this.#prepare(accountId, items);
    const indexes = [...items.keys()];
    const planned = principal.test ? null : reservations.plan(accountId, id, FIRST_RUN, indexes);
    let batch = await batches.begin({ id, accountId, generationIds, webhook, result, test: principal.test, work: planned });
    const isFirst = batch.work?.id === planned?.id;
    if (!isFirst) {
      const taken = await batches.takeOver(id, batch.test ? null : reservations.plan(accountId, id, FIRST_RUN, indexes));
      if (taken === undefined) return this.#submitted(id, batch.test, principal);
      batch = taken;
    }
    const { test, work } = batch;
    const usage = work === null ? null : heldOf(work);
    let state: UsageState | undefined;
    let accepted: boolean;
    try {
      state = await reservations.reserve(principal, work);
      await documents.queue(
        prepared.map((document, index) => ({
          id: generationIds[index] ?? '',
          accountId,
          batchId: id,
          index,
          output: items[index]?.output ?? 'url',
          test,
          usage,
          prepared: document,
        })),
      );
      accepted = await batches.accept(id, work);
    } catch (error) {
      // Only when it is certain that the batch was not accepted: otherwise the count stays until that is known.
      const isGone = await batches.abandon(id, work).catch(() => false); // then the sweeper gives it up
      if (isGone) {
        await reservations.cancel(accountId, work);
        await documents.discard(generationIds);
      }
      throw error;
    }
    if (!accepted) {
      await reservations.cancel(accountId, work);
      return this.#submitted(id, test, principal);
    }
    await queue.add(accountId, id, generationIds).catch((error: unknown) => {
      log.warn({ err: error, batch: id }, 'an accepted batch starts with the next sweep');
    });
    return state;
  }

  /** What another try under the same ids came to. */
  async #submitted(id: string, test: boolean, principal: Principal): Promise<UsageState | undefined> {
    const { batches, reservations } = this.#parts;
    if ((await batches.find(principal.accountId, id)) === undefined)
      throw ServiceUnavailable('The batch took too long to be recorded; send it again.');
    return test ? undefined : reservations.state(principal);
  }

  async find(accountId: string, id: string): Promise<{ batch: Batch; members: Generation[] }> {
    const batch = await this.#find(accountId, id);
    return { batch, members: await this.#parts.documents.findAll(batch.generationIds) };
  }

  /** Items nobody began fail with "cancelled" and are given back; those being made are finished. */
  async cancel(accountId: string, id: string): Promise<void> {
    const { batches, queue } = this.#parts;
    const batch = await batches.cancel(accountId, id);
    if (batch === undefined) {
      const { status } = await this.#find(accountId, id);
      throw Conflict(`The batch is ${status} already.`);
    }
    await queue.remove(id);
    await this.dropQueued(batch);
  }

  /** The rest of a cancellation; may be repeated. */
  async dropQueued(batch: Batch): Promise<void> {
    const { documents, runner } = this.#parts;
    for (const lease of await documents.claim(batch.generationIds)) await runner.fail(lease, CANCELLED);
  }

  /**
   * Queues the failed items of a batch again, and only these, as what they are: tests or counted documents.
   * @throws NotFound, Conflict, UsageLimitExceeded when not all of them may be counted
   */
  async retry(id: string, owner: PlanOwner): Promise<UsageState | undefined> {
    const { documents, batches, queue, reservations } = this.#parts;
    const { accountId } = owner;
    await this.#parts.files.admit(owner);
    const batch = await this.#find(accountId, id);
    if (batch.open) throw Conflict('The batch is still in progress. Retry the failed items when it has ended.');
    if (batch.work !== null && !(await endRun(batch, batch.work, { takesBack: true, parted: new Set() }, this.#parts)))
      throw Conflict('Some items are still in progress. Retry the failed items when they have ended.');
    const kept = await documents.retryable(batch.generationIds);
    const standings = await documents.standings(batch.generationIds);
    const failed = batch.generationIds.flatMap((item, index) => {
      const standing = standings.get(item);
      const isFailed = standing?.status === 'failed' && standing.usage?.state !== 'refunding';
      return isFailed && kept.has(item) ? [{ item, index, test: standing.test, seen: standing.usage?.workId ?? null }] : [];
    });
    if (failed.length === 0) throw Conflict('The batch has no failed items that can be retried.');

    const indexes = failed.map(({ index }) => index);
    const counted = failed.filter(({ test }) => !test).map(({ index }) => index);
    const work = reservations.plan(accountId, id, batch.run + 1, counted);
    if (!(await batches.reopen(batch, indexes, work))) throw Conflict('The batch is being retried already.');
    const state = await reservations.reserve(owner, work).catch(async (error: unknown) => {
      await batches.putBack(batch, indexes);
      throw error;
    });
    const queued: string[] = [];
    for (const { item, index, test, seen } of failed) {
      const usage = work === null || test ? null : heldOf(work);
      if (await documents.requeueFailed(accountId, item, usage, seen)) queued.push(item);
      else if (usage !== null) await reservations.releaseItem(accountId, work, index);
    }
    await queue.add(accountId, id, queued);
    return state;
  }

  /** Checks every item before anything is recorded; all that is wrong is told at once. */
  async #prepare(accountId: string, items: readonly BatchItem[]): Promise<PreparedDocument[]> {
    const problems: FieldProblem[] = [];
    const missing: FieldProblem[] = [];
    const prepared: PreparedDocument[] = [];
    for (const [index, { output: _output, ...request }] of items.entries()) {
      const path = `items.${String(index)}.`;
      try {
        prepared.push(await this.#parts.documents.prepare(accountId, request, path));
      } catch (error) {
        if (!HubError.is(error) || error.status >= 500) throw error;
        if (error.status === 404) missing.push({ field: `${path}template`, message: error.message });
        else problems.push(...(error.fields ?? [{ field: path.slice(0, -1), message: error.message }]));
      }
    }
    if (problems.length > 0) throw invalidFields(problems);
    const [first] = missing;
    if (first !== undefined) throw NotFound(`${first.field}: ${first.message}`, { fields: missing });
    return prepared;
  }

  async #find(accountId: string, id: string): Promise<Batch> {
    const batch = await this.#parts.batches.find(accountId, id);
    if (batch === undefined) throw NotFound('There is no batch with this id.');
    return batch;
  }
}
