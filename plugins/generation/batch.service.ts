import type { Logger } from 'pino';
import {
  type FieldProblem,
  HubError,
  invalidFields,
  NotFound,
  type Principal,
  ServiceUnavailable,
  traceParent,
} from '../../server/contract/index.ts';
import type { UsageState } from '../limits/contract.ts';
import type { Allowance } from './allowance.ts';
import type { BatchRunner } from './batch-runner.ts';
import type { ResultKind } from './batch.model.ts';
import type { Batch, BatchStore } from './batch.store.ts';
import type { BatchItem } from './batch.schemas.ts';
import type { Generation } from './contract.ts';
import { type DocumentMaker, inputTypeOf, type PreparedDocument } from './document-maker.ts';
import { Conflict } from './errors.ts';
import type { GenerationStore, NewGeneration } from './generation.store.ts';
import type { InputStore } from './input.store.ts';
import type { RenderQueue } from './render-queue.ts';

export interface BatchParts {
  readonly generations: GenerationStore;
  readonly batches: BatchStore;
  readonly inputs: InputStore;
  readonly queue: RenderQueue;
  readonly runner: BatchRunner;
  readonly maker: DocumentMaker;
  readonly allowance: Allowance;
  readonly clock: () => Date;
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

const CANCELLED = 'cancelled';

/** Submits, cancels and retries batches. A batch is accepted by one write, after everything it needs is recorded. */
export class BatchService {
  readonly #parts: BatchParts;

  constructor(parts: BatchParts) {
    this.#parts = parts;
  }

  /** Under ids of an earlier try that died, it goes on where that one stopped. */
  async submit({ id, generationIds, items, webhook, result }: Submission, principal: Principal): Promise<UsageState | undefined> {
    const { batches, generations, inputs, queue, allowance, log } = this.#parts;
    const { accountId } = principal;
    const prepared = await this.#prepare(accountId, items);
    const { records, work, state } = await allowance.reserveBatch(principal, id, generationIds);
    const traceparent = traceParent();
    let accepted: boolean;
    try {
      await batches.begin({ id, accountId, generationIds, webhook, result });
      const createdAt = this.#parts.clock();
      await Promise.all([
        generations.queue(
          prepared.map((document, index): NewGeneration => {
            const { request, templateId } = document;
            return {
              id: generationIds[index] ?? '',
              accountId,
              templateId,
              inputType: inputTypeOf(request),
              source: 'batch',
              batchId: id,
              index,
              output: items[index]?.output ?? 'url',
              webhook: null,
              filename: request.filename ?? null,
              metadata: { ...request.metadata },
              test: principal.test,
              usage: records?.[index] ?? null,
              createdAt,
            };
          }),
        ),
        inputs.keepAll(
          prepared.map(({ request }, index) => ({ id: generationIds[index] ?? '', accountId, request, defaults: false, traceparent })),
        ),
      ]);
      accepted = await batches.accept(id, work?.workId ?? null);
    } catch (error) {
      await allowance.cancelBatch(work);
      throw error;
    }
    if (!accepted) {
      await allowance.cancelBatch(work);
      if ((await batches.find(accountId, id)) === undefined)
        throw ServiceUnavailable('The batch took too long to be recorded; send it again.');
      return state;
    }
    allowance.settleBatch(work);
    await queue.add(accountId, id, generationIds).catch((error: unknown) => {
      log.warn({ err: error, batch: id }, 'an accepted batch starts with the next sweep');
    });
    return state;
  }

  async find(accountId: string, id: string): Promise<{ batch: Batch; members: Generation[] }> {
    const batch = await this.#find(accountId, id);
    return { batch, members: await this.#parts.generations.findAll(batch.generationIds) };
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
    const { generations, runner } = this.#parts;
    for (const lease of await generations.claim(batch.generationIds)) await runner.fail(lease, CANCELLED);
  }

  /** Queues the failed items of a batch again, and only these. */
  async retry(id: string, principal: Principal): Promise<void> {
    const { batches, generations, inputs, queue, allowance } = this.#parts;
    const { accountId } = principal;
    const { batch, members } = await this.find(accountId, id);
    if (batch.open) throw Conflict('The batch is still being made; retry what failed when it has ended.');
    const kept = await inputs.known(batch.generationIds);
    const failed = members.filter((member) => member.status === 'failed' && kept.has(member.id));
    if (failed.length === 0) throw Conflict('The batch has no failed items whose input is still kept.');

    const places = failed.map(({ index }) => index ?? 0);
    const reopened = await batches.reopen(batch, places);
    if (reopened === undefined) throw Conflict('The batch is being retried already.');
    const reserved = await this.#reserveEach(failed, principal).catch(async (error: unknown) => {
      await batches.noteFinished(id, places);
      await batches.close(reopened, {}, false);
      throw error;
    });
    const queued: string[] = [];
    for (const { id: item, record } of reserved) {
      if (await generations.requeueFailed(accountId, item, record)) {
        queued.push(item);
        allowance.settleRecord(accountId, item, record);
      } else {
        await allowance.cancel(accountId, record);
      }
    }
    await queue.add(accountId, id, queued);
  }

  async #reserveEach(failed: readonly Generation[], principal: Principal) {
    const { allowance } = this.#parts;
    const reserved: { id: string; record: Awaited<ReturnType<Allowance['reserve']>>['record'] }[] = [];
    try {
      for (const { id } of failed) reserved.push({ id, record: (await allowance.reserve(principal, id)).record });
      return reserved;
    } catch (error) {
      for (const { record } of reserved) await allowance.cancel(principal.accountId, record);
      throw error;
    }
  }

  /** Checks every item before anything is recorded; all that is wrong is told at once. */
  async #prepare(accountId: string, items: readonly BatchItem[]): Promise<PreparedDocument[]> {
    const problems: FieldProblem[] = [];
    const missing: FieldProblem[] = [];
    const prepared: PreparedDocument[] = [];
    for (const [index, { output: _output, ...request }] of items.entries()) {
      const path = `items.${String(index)}.`;
      try {
        prepared.push(await this.#parts.maker.prepare(accountId, request, false, path));
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
    if (batch === undefined) throw NotFound('There is no batch of this id.');
    return batch;
  }
}
