import { randomUUID } from 'node:crypto';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import { insertMissing } from '../../../db/duplicate-key.ts';
import { type LeaseTerms, leaseTerms } from '../../../db/lease.ts';
import { readPage } from '../../../db/page.ts';
import type { PageRequest } from '../../../server/contract/index.ts';
import type {
  DocumentPhases,
  DocumentWarning,
  EndedCount,
  Generation,
  Lease,
  ReproduciblePrint,
  Standing,
  UsageRecord,
} from '../contract.ts';
import type { GenerationDocument } from './generation.model.ts';
import { historyCondition, type HistoryFilter } from './history-filter.ts';

/** How long a document stays with a process that says nothing. */
const LEASE_MS = 15_000;

/** The rest is for the next sweep. */
const SWEEP_LIMIT = 1000;

/** A failed document in somebody's hands, and what its record said before. */
export interface Reopened {
  readonly lease: Lease;
  readonly before: Pick<GenerationDocument, 'error' | 'finishedAt' | 'announce'>;
}

type Fixed = 'accountId' | 'templateId' | 'inputType' | 'source' | 'batchId' | 'index' | 'output' | 'webhook';
type Described = 'filename' | 'metadata' | 'test' | 'usage' | 'createdAt';

export interface NewGeneration extends Readonly<Pick<GenerationDocument, Fixed | Described>> {
  readonly id: string;
}

export interface Orphaned {
  readonly abandoned: readonly Lease[];
  readonly refunding: readonly Lease[];
  readonly unpublished: readonly Generation[];
}

export interface Outcome {
  readonly file: { readonly key: string; readonly size: number };
  readonly pages: number;
  /** Of a picture. */
  readonly picture: Generation['picture'];
  readonly ms: number;
  readonly phases: DocumentPhases;
  readonly warnings: readonly DocumentWarning[];
  readonly print: ReproduciblePrint | null;
}

export const recordToGeneration = (document: GenerationDocument): Generation => {
  const { _id, attempts: _attempts, leaseToken: _token, leaseUntil: _until, usage: _usage, announce: _announce, ...rest } = document;
  return { id: _id, ...rest, phases: rest.phases ?? null, print: rest.print ?? null, picture: rest.picture ?? null };
};

const leaseOf = ({ _id, leaseToken, batchId, index, ...rest }: GenerationDocument): Lease => {
  const { usage, accountId, test, attempts, webhook } = rest;
  const batch = batchId === null || index === null ? null : { id: batchId, index };
  return { id: _id, token: leaseToken ?? '', usage, accountId, test, attempts, webhook, batch };
};

export function newLease({ id, ...fresh }: NewGeneration): Lease {
  return leaseOf({ ...blank, ...fresh, _id: id, status: 'processing', attempts: 1, leaseToken: randomUUID() });
}

/** What every new record begins with. */
const blank = {
  attempts: 0,
  leaseToken: null,
  leaseUntil: null,
  file: null,
  pages: null,
  picture: null,
  ms: null,
  phases: null,
  error: null,
  warnings: [],
  print: null,
  announce: false,
  finishedAt: null,
};

/** Records of documents: every reader names the account, every change is one conditional update. */
export class GenerationStore {
  readonly #generations: Model<GenerationDocument>;
  readonly #clock: () => Date;
  readonly #lease: LeaseTerms<'leaseToken', 'leaseUntil'>;

  constructor(generations: Model<GenerationDocument>, clock: () => Date) {
    this.#generations = generations;
    this.#clock = clock;
    this.#lease = leaseTerms({ token: 'leaseToken', until: 'leaseUntil', durationMs: LEASE_MS, clock });
  }

  /** Extends a lease until the returned function is called. */
  keepAlive({ id, token }: Lease, log: Logger): () => void {
    return this.#lease.keep(
      (extension) => this.#generations.updateOne({ _id: id, leaseToken: token }, { $set: extension }),
      (error) => {
        log.warn({ err: error, generation: id }, 'a lease could not be extended');
      },
    );
  }

  /** Records a document that is being made from now on, under a lease of the caller's. */
  async open({ id, ...rest }: NewGeneration, { token }: Lease): Promise<void> {
    const lease = { status: 'processing' as const, attempts: 1, leaseToken: token, ...this.#lease.extension() };
    await this.#generations.insertMany([{ ...blank, ...rest, ...lease, _id: id }], { lean: true });
  }

  /** Records documents that wait for their turn; those that exist from an earlier try stay as they are. */
  async queue(fresh: readonly NewGeneration[]): Promise<void> {
    const documents = fresh.map(({ id, ...rest }): GenerationDocument => ({ ...blank, ...rest, _id: id, status: 'queued' }));
    await insertMissing(this.#generations, documents);
  }

  /** Takes queued documents up; without those that somebody else did, or that were cancelled. */
  async claim(ids: readonly string[]): Promise<Lease[]> {
    const held = this.#lease.grant();
    await this.#generations.updateMany(
      { _id: { $in: [...ids] }, status: 'queued' },
      { $set: { status: 'processing', ...held }, $inc: { attempts: 1 } },
    );
    return (await this.#generations.find({ _id: { $in: [...ids] }, leaseToken: held.leaseToken }).lean()).map(leaseOf);
  }

  /** Whether the document is still the caller's to end. */
  async isHeld({ id, token }: Lease): Promise<boolean> {
    return (await this.#generations.findOne({ _id: id, status: 'processing', leaseToken: token }, { _id: 1 }).lean()) !== null;
  }

  /**
   * Puts a document back into the queue; false when the lease was lost meanwhile.
   * @param counted whether the attempt counts, as it does when it may have failed by the document's fault
   */
  async requeue({ id, token }: Lease, counted: boolean): Promise<boolean> {
    const result = await this.#generations.updateOne(
      { _id: id, status: 'processing', leaseToken: token },
      { $set: { status: 'queued', ...this.#lease.released }, $inc: { attempts: counted ? 0 : -1 } },
    );
    return result.modifiedCount === 1;
  }

  /**
   * Queues a failed batch item again, with all its attempts.
   * @param seen the work its record named when the run was planned; false when it names another by now
   */
  async requeueFailed(accountId: string, id: string, usage: UsageRecord | null, seen: string | null): Promise<boolean> {
    const result = await this.#generations.updateOne(
      { _id: id, accountId, status: 'failed', 'usage.state': { $ne: 'refunding' }, 'usage.workId': seen },
      { $set: { status: 'queued', attempts: 0, error: null, usage, announce: false, finishedAt: null } },
    );
    return result.modifiedCount === 1;
  }

  /** Takes a failed document up again; undefined when it is not as it was seen, or somebody else was faster. */
  async reopen({ id, accountId, test }: Generation, usage: UsageRecord | null): Promise<Reopened | undefined> {
    const held = { status: 'processing' as const, ...this.#lease.grant() };
    const before = await this.#generations
      .findOneAndUpdate(
        { _id: id, accountId, test, status: 'failed', 'usage.state': { $ne: 'refunding' } },
        { $set: { ...held, error: null, usage, announce: false, finishedAt: null }, $inc: { attempts: 1 } },
        { returnDocument: 'before' },
      )
      .lean();
    if (before === null) return undefined;
    const { error, finishedAt, announce, attempts } = before;
    return { lease: leaseOf({ ...before, ...held, usage, attempts: attempts + 1 }), before: { error, finishedAt, announce } };
  }

  /** Leaves a document that was taken up again as it was found; it holds nothing. */
  async putBack({ lease: { id, token, usage }, before }: Reopened): Promise<void> {
    const released = { status: 'failed' as const, ...this.#lease.released };
    await this.#generations.updateOne(
      { _id: id, status: 'processing', leaseToken: token },
      { $set: { ...released, ...before, ...(usage === null ? {} : { 'usage.state': 'refunded' as const }) }, $inc: { attempts: -1 } },
    );
  }

  /** Undefined when the lease was lost meanwhile: the result belongs to nobody then. */
  async complete({ id, token }: Lease, outcome: Outcome, announce: boolean): Promise<Generation | undefined> {
    const document = await this.#generations
      .findOneAndUpdate(
        { _id: id, status: 'processing', leaseToken: token },
        { $set: { ...this.#completed(outcome), announce } },
        { returnDocument: 'after' },
      )
      .lean();
    return document === null ? undefined : recordToGeneration(document);
  }

  /** Records a document that has no record together with its result. */
  async openCompleted({ id, ...rest }: NewGeneration, outcome: Outcome, announce: boolean): Promise<Generation> {
    const document: GenerationDocument = { ...blank, ...rest, ...this.#completed(outcome), _id: id, attempts: 1, announce };
    await this.#generations.insertMany([document], { lean: true });
    return recordToGeneration(document);
  }

  #completed({ warnings, ...outcome }: Outcome) {
    return {
      ...outcome,
      warnings: [...warnings],
      status: 'completed' as const,
      ...this.#lease.released,
      finishedAt: this.#clock(),
    };
  }

  /** False when the lease was lost meanwhile. What was counted is to be given back by the caller. */
  async fail({ id, token, usage }: Lease, error: string, announce: boolean): Promise<boolean> {
    const result = await this.#generations.updateOne(
      { _id: id, status: 'processing', leaseToken: token },
      {
        $set: {
          status: 'failed',
          error,
          announce,
          ...this.#lease.released,
          finishedAt: this.#clock(),
          ...(usage === null ? {} : { 'usage.state': 'refunding' }),
        },
      },
    );
    return result.modifiedCount === 1;
  }

  async markRefunded(id: string, workId: string): Promise<void> {
    await this.#generations.updateOne(
      { _id: id, 'usage.workId': workId, 'usage.state': 'refunding' },
      { $set: { 'usage.state': 'refunded' } },
    );
  }

  async find(accountId: string, id: string): Promise<Generation | undefined> {
    const document = await this.#generations.findOne({ _id: id, accountId }).lean();
    return document === null ? undefined : recordToGeneration(document);
  }

  /** Newest first; one more than `limit` says that there are more. */
  async page(accountId: string, request: PageRequest, filter: HistoryFilter = {}): Promise<Generation[]> {
    return (await readPage(this.#generations, { accountId, ...historyCondition(filter) }, request)).map(recordToGeneration);
  }

  /** Of all accounts, or of one; newest first. */
  async failures(request: PageRequest, accountId?: string): Promise<Generation[]> {
    const of = accountId === undefined ? {} : { accountId };
    return (await readPage(this.#generations, { ...of, status: 'failed', leaseUntil: null }, request)).map(recordToGeneration);
  }

  /** The newest in short: what an overview shows, which is read often. */
  async latest(accountId: string, limit: number): Promise<Pick<Generation, 'id' | 'filename' | 'status' | 'ms' | 'createdAt'>[]> {
    const projection = { filename: 1, status: 1, ms: 1, createdAt: 1 };
    const found = await readPage(this.#generations, { accountId }, { limit, offset: 0 }, projection);
    return found.map(({ _id, filename, status, ms, createdAt }) => ({ id: _id, filename, status, ms, createdAt }));
  }

  /**
   * Undefined when the account has no finished document with this id.
   * @param settle called before a completed document goes
   */
  async remove(accountId: string, id: string, settle: (lease: Lease) => Promise<void>): Promise<Generation | undefined> {
    const completed = await this.#generations.findOne({ _id: id, accountId, status: 'completed' }).lean();
    if (completed !== null) await settle(leaseOf(completed));
    const status = completed === null ? 'failed' : 'completed';
    const document = await this.#generations.findOneAndDelete({ _id: id, accountId, status, 'usage.state': { $ne: 'refunding' } }).lean();
    return document === null ? undefined : recordToGeneration(document);
  }

  /** Forgets a document that was refused before it became one. */
  async discard(id: string): Promise<void> {
    await this.#generations.deleteOne({ _id: id, status: 'failed', 'usage.state': { $ne: 'refunding' } });
  }

  /** The last to finish first. */
  async finished(accountId: string, limit: number): Promise<Generation[]> {
    const found = await this.#generations
      .find({ accountId, status: { $in: ['completed', 'failed'] } })
      .sort({ finishedAt: -1, _id: -1 })
      .limit(limit)
      .lean();
    return found.map(recordToGeneration);
  }

  async findAll(ids: readonly string[]): Promise<Generation[]> {
    return (await this.#generations.find({ _id: { $in: [...ids] } }).lean()).map(recordToGeneration);
  }

  async deleteAll(ids: readonly string[]): Promise<void> {
    await this.#generations.deleteMany({ _id: { $in: [...ids] } });
  }

  /** The lease of a document whose process died; undefined when it lives or the document is not being made. */
  async abandonedLease(id: string): Promise<Lease | undefined> {
    const document = await this.#generations.findOne({ _id: id, status: 'processing', leaseUntil: { $lt: this.#clock() } }).lean();
    return document === null ? undefined : leaseOf(document);
  }

  /** What processes that died left behind, each part by an index of its own. */
  async findOrphaned(): Promise<Orphaned> {
    const now = this.#clock();
    const settled = new Date(now.getTime() - LEASE_MS);
    const documents = await this.#generations
      .find({
        $or: [
          { status: 'processing', leaseUntil: { $lt: now } },
          { 'usage.state': 'refunding' },
          { announce: true, finishedAt: { $lt: settled } },
        ],
      })
      .limit(SWEEP_LIMIT)
      .lean();
    return {
      abandoned: documents.filter(({ status }) => status === 'processing').map(leaseOf),
      refunding: documents.filter(({ usage }) => usage?.state === 'refunding').map(leaseOf),
      unpublished: documents.filter(({ announce }) => announce).map(recordToGeneration),
    };
  }

  async standings(ids: readonly string[]): Promise<Map<string, Standing>> {
    const found = await this.#generations.find({ _id: { $in: [...ids] } }, { status: 1, test: 1, usage: 1 }).lean();
    return new Map(found.map(({ _id, status, test, usage }) => [_id, { status, test, usage }]));
  }

  /** Lets failed documents name work that ended without them, so that nobody who planned it can still take them up for it. */
  async disown(ids: readonly string[], usage: UsageRecord): Promise<void> {
    await this.#generations.updateMany(
      { _id: { $in: [...ids] }, status: 'failed', 'usage.state': { $ne: 'refunding' }, 'usage.workId': { $ne: usage.workId } },
      { $set: { usage } },
    );
  }

  /** How many documents of each batch ended how. */
  async countByBatch(ids: readonly string[]): Promise<ReadonlyMap<string, EndedCount>> {
    const counts = new Map<string, { completed: number; failed: number }>();
    const found = await this.#generations
      .find({ _id: { $in: [...ids] }, status: { $in: ['completed', 'failed'] } }, { batchId: 1, status: 1 })
      .lean();
    for (const { batchId, status } of found) {
      const count = counts.get(batchId ?? '') ?? { completed: 0, failed: 0 };
      counts.set(batchId ?? '', count);
      if (status === 'completed' || status === 'failed') count[status]++;
    }
    return counts;
  }
}
