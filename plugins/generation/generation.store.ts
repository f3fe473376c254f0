import { randomUUID } from 'node:crypto';
import type { Model, QueryFilter } from 'mongoose';
import type { Cursor } from '../../db/page.ts';
import type { RenderWarning } from '../rendering/contract.ts';
import type { Generation } from './contract.ts';
import type { GenerationDocument, InputDocument, UsageRecord } from './generation.model.ts';

/** How long a document stays with a process that says nothing; its heartbeat comes three times as often. */
const LEASE_MS = 15_000;
export const HEARTBEAT_MS = LEASE_MS / 3;

const INPUT_MS = 7 * 24 * 60 * 60_000;

/** A document in somebody's hands. */
export interface Lease {
  readonly id: string;
  readonly token: string;
  readonly usage: UsageRecord | null;
  readonly accountId: string;
}

export interface NewGeneration {
  readonly id: string;
  readonly accountId: string;
  readonly templateId: string | null;
  readonly inputType: GenerationDocument['inputType'];
  readonly filename: string | null;
  readonly metadata: GenerationDocument['metadata'];
  readonly test: boolean;
  readonly usage: UsageRecord | null;
  readonly createdAt: Date;
}

export interface Outcome {
  readonly file: { readonly key: string; readonly size: number };
  readonly pages: number;
  readonly ms: number;
  readonly warnings: readonly RenderWarning[];
}

const present = (document: GenerationDocument): Generation => {
  const { _id, templateId, inputType, status, file, pages, ms, error, warnings, filename, metadata, createdAt } = document;
  return { id: _id, templateId, inputType, status, file, pages, ms, error, warnings, filename, metadata, createdAt };
};

const leaseOf = ({ _id, leaseToken, usage, accountId }: GenerationDocument): Lease => ({
  id: _id,
  token: leaseToken ?? '',
  usage,
  accountId,
});

export function newLease(id: string, accountId: string, usage: UsageRecord | null): Lease {
  return { id, accountId, usage, token: randomUUID() };
}

/** Records of documents: every reader names the account, every change is one conditional update. */
export class GenerationStore {
  readonly #generations: Model<GenerationDocument>;
  readonly #inputs: Model<InputDocument>;
  readonly #clock: () => Date;

  constructor(generations: Model<GenerationDocument>, inputs: Model<InputDocument>, clock: () => Date) {
    this.#generations = generations;
    this.#inputs = inputs;
    this.#clock = clock;
  }

  /** Records a document that is being made from now on, under a lease of the caller's. */
  async open({ id, ...rest }: NewGeneration, { token }: Lease): Promise<void> {
    const record: GenerationDocument = {
      ...rest,
      _id: id,
      status: 'processing',
      attempts: 1,
      leaseToken: token,
      leaseUntil: this.#leaseEnd(),
      file: null,
      pages: null,
      ms: null,
      error: null,
      warnings: [],
      finishedAt: null,
    };
    await this.#generations.insertMany([record], { lean: true });
  }

  /** Takes a failed document up again; undefined when it is not failed, or somebody else was faster. */
  async reopen(accountId: string, id: string, usage: UsageRecord | null): Promise<Lease | undefined> {
    const token = randomUUID();
    const document = await this.#generations
      .findOneAndUpdate(
        { _id: id, accountId, status: 'failed', 'usage.state': { $ne: 'refunding' } },
        {
          $set: { status: 'processing', leaseToken: token, leaseUntil: this.#leaseEnd(), error: null, usage, finishedAt: null },
          $inc: { attempts: 1 },
        },
        { returnDocument: 'after' },
      )
      .lean();
    return document === null ? undefined : leaseOf(document);
  }

  async heartbeat({ id, token }: Lease): Promise<void> {
    await this.#generations.updateOne({ _id: id, leaseToken: token }, { $set: { leaseUntil: this.#leaseEnd() } });
  }

  /** Undefined when the lease was lost meanwhile: the result belongs to nobody then. */
  async complete({ id, token }: Lease, { file, pages, ms, warnings }: Outcome): Promise<Generation | undefined> {
    const document = await this.#generations
      .findOneAndUpdate(
        { _id: id, status: 'processing', leaseToken: token },
        {
          $set: {
            status: 'completed',
            file,
            pages,
            ms,
            warnings: [...warnings],
            leaseToken: null,
            leaseUntil: null,
            finishedAt: this.#clock(),
          },
        },
        { returnDocument: 'after' },
      )
      .lean();
    return document === null ? undefined : present(document);
  }

  /** False when the lease was lost meanwhile. What was counted is to be given back by the caller. */
  async fail({ id, token, usage }: Lease, error: string): Promise<boolean> {
    const result = await this.#generations.updateOne(
      { _id: id, status: 'processing', leaseToken: token },
      {
        $set: {
          status: 'failed',
          error,
          leaseToken: null,
          leaseUntil: null,
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
    return document === null ? undefined : present(document);
  }

  /** Newest first; one more than `limit` says that there are more. */
  async page(
    accountId: string,
    { limit, offset, cursor }: { limit: number; offset: number; cursor?: Cursor | undefined },
  ): Promise<Generation[]> {
    const after: QueryFilter<GenerationDocument> =
      cursor === undefined
        ? {}
        : { $or: [{ createdAt: { $lt: cursor.createdAt } }, { createdAt: cursor.createdAt, _id: { $lt: cursor.id } }] };
    const documents = await this.#generations
      .find({ accountId, ...after })
      .sort({ createdAt: -1, _id: -1 })
      .skip(offset)
      .limit(limit + 1)
      .lean();
    return documents.map(present);
  }

  /** Undefined when the account has no finished document of this id. */
  async remove(accountId: string, id: string): Promise<Generation | undefined> {
    const document = await this.#generations
      .findOneAndDelete({ _id: id, accountId, status: { $in: ['completed', 'failed'] }, 'usage.state': { $ne: 'refunding' } })
      .lean();
    await this.#inputs.deleteOne({ _id: id, accountId });
    return document === null ? undefined : present(document);
  }

  /** Forgets a document that was refused before it became one. */
  async discard(id: string): Promise<void> {
    await this.#generations.deleteOne({ _id: id, status: 'failed' });
  }

  async keepInput(accountId: string, id: string, request: object): Promise<void> {
    await this.#inputs.replaceOne(
      { _id: id },
      { _id: id, accountId, request: JSON.stringify(request), createdAt: this.#clock() },
      { upsert: true },
    );
  }

  async input(accountId: string, id: string): Promise<string | undefined> {
    return (await this.#inputs.findOne({ _id: id, accountId }).lean())?.request;
  }

  async dropInput(id: string): Promise<void> {
    await this.#inputs.deleteOne({ _id: id });
  }

  /** Requests of failed documents are kept for a week. */
  async dropOldInputs(): Promise<void> {
    await this.#inputs.deleteMany({ createdAt: { $lt: new Date(this.#clock().getTime() - INPUT_MS) } });
  }

  /** Documents whose process died. */
  async abandoned(): Promise<Lease[]> {
    const documents = await this.#generations.find({ status: 'processing', leaseUntil: { $lt: this.#clock() } }).lean();
    return documents.map(leaseOf);
  }

  async refunding(): Promise<Lease[]> {
    return (await this.#generations.find({ 'usage.state': 'refunding' }).lean()).map(leaseOf);
  }

  /** Which of these pieces of counted work a record answers for. */
  async recordedWork(id: string): Promise<UsageRecord | undefined> {
    return (await this.#generations.findById(id, { usage: 1 }).lean())?.usage ?? undefined;
  }

  #leaseEnd(): Date {
    return new Date(this.#clock().getTime() + LEASE_MS);
  }
}
