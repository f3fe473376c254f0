import type { Model } from 'mongoose';
import { isDuplicateKey } from '../../db/duplicate-key.ts';
import { type LeaseTerms, leaseTerms } from '../../db/lease.ts';
import { readPage } from '../../db/page.ts';
import type { PageRequest } from '../../server/contract/index.ts';
import type { BatchDocument, BatchWork, ResultKind } from './batch.model.ts';

/** Extended for as long as the result is being gathered. */
const LEASE_MS = 60_000;
/** A batch that was quiet for so long is looked at by the sweeper. */
const STALLED_MS = 15_000;
/** An unfinished submission is given up after this. */
const SUBMIT_MS = 60_000;
const SWEEP_LIMIT = 50;
/** Of the items of a batch; each retry is another. */
export const FIRST_RUN = 1;

export interface Batch extends Readonly<Omit<BatchDocument, '_id' | 'leaseToken' | 'leaseUntil'>> {
  readonly id: string;
}

export interface NewBatch {
  readonly id: string;
  readonly accountId: string;
  readonly generationIds: readonly string[];
  readonly webhook: string | null;
  readonly result: ResultKind | null;
  readonly test: boolean;
  readonly work: BatchWork | null;
}

export type BatchResult = Pick<BatchDocument, 'resultFile' | 'resultError'>;

export const recordToBatch = ({ _id, leaseToken: _token, leaseUntil: _until, ...rest }: BatchDocument): Batch => ({ id: _id, ...rest });

/** Records of batches: each change is one conditional update. */
export class BatchStore {
  readonly #batches: Model<BatchDocument>;
  readonly #clock: () => Date;
  readonly #lease: LeaseTerms<'leaseToken', 'leaseUntil'>;

  constructor(batches: Model<BatchDocument>, clock: () => Date) {
    this.#batches = batches;
    this.#clock = clock;
    this.#lease = leaseTerms({ token: 'leaseToken', until: 'leaseUntil', durationMs: LEASE_MS, clock });
  }

  /** Records a batch that is being submitted; one that exists from an earlier try stays as it is, and is returned. */
  async begin({ id, ...rest }: NewBatch): Promise<Batch> {
    const now = this.#clock();
    const document: BatchDocument = {
      ...rest,
      _id: id,
      generationIds: [...rest.generationIds],
      status: 'submitting',
      open: true,
      finished: [],
      run: FIRST_RUN,
      resultFile: null,
      resultError: null,
      ...this.#lease.released,
      announce: false,
      createdAt: now,
      touchedAt: now,
      finishedAt: null,
    };
    try {
      await this.#batches.insertMany([document], { lean: true });
      return recordToBatch(document);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const found = await this.#batches.findById(id).lean();
      // Given up between the two: the sweeper thought that nobody came back for it.
      return found === null ? this.begin({ id, ...rest }) : recordToBatch(found);
    }
  }

  /** Goes on with a submission whose first try died; undefined when it was accepted or given up meanwhile. */
  async takeOver(id: string, work: BatchWork | null): Promise<Batch | undefined> {
    return this.#change({ _id: id, status: 'submitting' }, { $set: { work, touchedAt: this.#clock() } });
  }

  /** From here on the batch is accepted. False when another try got here, or took the submission over. */
  async accept(id: string, work: BatchWork | null): Promise<boolean> {
    const result = await this.#batches.updateOne(
      { _id: id, status: 'submitting', 'work.id': work?.id ?? null },
      { $set: { status: 'queued', touchedAt: this.#clock() } },
    );
    return result.modifiedCount === 1;
  }

  async markStarted(id: string): Promise<void> {
    await this.#batches.updateOne({ _id: id, status: 'queued' }, { $set: { status: 'processing' } });
  }

  /** Notes that items ended. The batch as it is then; undefined when it is not open. */
  async noteFinished(id: string, indexes: readonly number[]): Promise<Batch | undefined> {
    return this.#change({ _id: id, open: true }, { $addToSet: { finished: { $each: [...indexes] } }, $set: { touchedAt: this.#clock() } });
  }

  /**
   * Does the work of gathering a result with the right to it, which is extended until the work is done; undefined while
   * somebody else has it.
   */
  async leased<T>(id: string, work: () => Promise<T>, onError: (error: unknown) => void): Promise<T | undefined> {
    const granted = this.#lease.grant();
    const taken = await this.#batches.updateOne({ _id: id, open: true, ...this.#lease.free() }, { $set: granted });
    if (taken.modifiedCount !== 1) return undefined;
    const mine = { _id: id, leaseToken: granted.leaseToken };
    const stop = this.#lease.keep((extension) => this.#batches.updateOne(mine, { $set: extension }), onError);
    try {
      return await work();
    } finally {
      stop();
    }
  }

  /** Ends a run. Exactly one caller gets the batch back, and with it the duty to tell. */
  async close({ id, run }: Batch, result: BatchResult, announce: boolean): Promise<Batch | undefined> {
    const ended = { ...result, open: false, announce, finishedAt: this.#clock(), ...this.#lease.released };
    const mine = { _id: id, open: true, run };
    return (
      (await this.#change({ ...mine, status: { $ne: 'cancelled' } }, { $set: { ...ended, status: 'completed' } })) ??
      (await this.#change({ ...mine, status: 'cancelled' }, { $set: ended }))
    );
  }

  /** Undefined when there is no such batch, or it ended already. */
  async cancel(accountId: string, id: string): Promise<Batch | undefined> {
    return this.#change(
      { _id: id, accountId, open: true, status: { $in: ['queued', 'processing'] } },
      { $set: { status: 'cancelled', touchedAt: this.#clock() } },
    );
  }

  /** Opens a batch that ended for another run of these items; false when somebody else did. */
  async reopen({ id, accountId, run }: Batch, indexes: readonly number[], work: BatchWork | null): Promise<boolean> {
    const fresh = { open: true, status: 'queued', announce: false, finishedAt: null, touchedAt: this.#clock(), work };
    const result = await this.#batches.updateOne(
      { _id: id, accountId, open: false, run },
      { $set: fresh, $inc: { run: 1 }, $pull: { finished: { $in: [...indexes] } } },
    );
    return result.modifiedCount === 1;
  }

  /** Leaves a batch that was opened for another run as it was found. */
  async putBack({ id, run, status, announce, finishedAt }: Batch, indexes: readonly number[]): Promise<void> {
    await this.#batches.updateOne(
      { _id: id, open: true, run: run + 1 },
      { $set: { open: false, status, announce, finishedAt }, $addToSet: { finished: { $each: [...indexes] } } },
    );
  }

  async find(accountId: string, id: string): Promise<Batch | undefined> {
    const found = await this.#batches.findOne({ _id: id, accountId, status: { $ne: 'submitting' } }).lean();
    return found === null ? undefined : recordToBatch(found);
  }

  async isCancelled(id: string): Promise<boolean> {
    return (await this.#batches.findById(id, { status: 1 }).lean())?.status === 'cancelled';
  }

  async page(accountId: string, request: PageRequest): Promise<Batch[]> {
    return (await readPage(this.#batches, { accountId, status: { $ne: 'submitting' } }, request)).map(recordToBatch);
  }

  async findAll(ids: readonly string[]): Promise<Map<string, Batch>> {
    const found = await this.#batches.find({ _id: { $in: [...ids] } }).lean();
    return new Map(found.map((document) => [document._id, recordToBatch(document)]));
  }

  /** Open batches of which nothing was heard lately; they count as heard of from now on. */
  async findStalled(): Promise<Batch[]> {
    const now = this.#clock();
    const before = new Date(now.getTime() - STALLED_MS);
    const found = await this.#batches
      .find({ open: true, touchedAt: { $lt: before } })
      .sort({ touchedAt: 1 })
      .limit(SWEEP_LIMIT)
      .lean();
    const waiting = found.filter(({ status, createdAt }) => status !== 'submitting' || createdAt.getTime() < now.getTime() - SUBMIT_MS);
    if (waiting.length > 0) await this.#batches.updateMany({ _id: { $in: waiting.map(({ _id }) => _id) } }, { $set: { touchedAt: now } });
    return waiting.map(recordToBatch);
  }

  /** Forgets a submission that was never accepted; with `work`, only if nobody took it over. */
  async abandon(id: string, work?: BatchWork | null): Promise<boolean> {
    const mine = work === undefined ? {} : { 'work.id': work?.id ?? null };
    return (await this.#batches.deleteOne({ _id: id, status: 'submitting', ...mine })).deletedCount === 1;
  }

  async #change(filter: object, update: object): Promise<Batch | undefined> {
    const found = await this.#batches.findOneAndUpdate(filter, update, { returnDocument: 'after' }).lean();
    return found === null ? undefined : recordToBatch(found);
  }
}
