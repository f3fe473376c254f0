import { constants, deflate, inflate } from 'node:zlib';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Model } from 'mongoose';
import { insertMissing } from '../../../db/duplicate-key.ts';
import type { KeptRequest } from '../contract.ts';
import type { InputDocument } from './input.model.ts';

const pack = promisify(deflate);
const unpack = promisify(inflate);

const KEEP_MS = 7 * 24 * 60 * 60_000;

export interface NewInput extends KeptRequest {
  readonly id: string;
  readonly accountId: string;
}

/** Requests that are needed once more: of documents in the queue, and for a week of those that failed or are reproducible. */
export class InputStore {
  readonly #inputs: Model<InputDocument>;
  readonly #clock: () => Date;

  constructor(inputs: Model<InputDocument>, clock: () => Date) {
    this.#inputs = inputs;
    this.#clock = clock;
  }

  async keep({ id, accountId, request, defaults }: NewInput): Promise<void> {
    const packed = await this.#pack({ request, defaults });
    await this.#inputs.replaceOne({ _id: id }, { _id: id, accountId, request: packed, createdAt: this.#clock() }, { upsert: true });
  }

  /** Keeps a request when its document is made, too. */
  async retain({ id, accountId, request, defaults }: NewInput): Promise<void> {
    const packed = await this.#pack({ request, defaults });
    const kept = { _id: id, accountId, request: packed, retained: true, createdAt: this.#clock() };
    await this.#inputs.replaceOne({ _id: id }, kept, { upsert: true });
  }

  /** Adds those that are not there yet. */
  async keepAll(inputs: readonly NewInput[]): Promise<void> {
    const createdAt = this.#clock();
    const documents: Promise<InputDocument>[] = [];
    for (const { id, accountId, ...input } of inputs) {
      documents.push(this.#pack(input).then((request) => ({ _id: id, accountId, request, createdAt })));
      // A hundred large requests are written as JSON one by one, with others served in between.
      await nextTurn();
    }
    await insertMissing(this.#inputs, await Promise.all(documents));
  }

  async find(accountId: string, id: string): Promise<KeptRequest | undefined> {
    const found = await this.#inputs.findOne({ _id: id, accountId }).lean();
    return found === null ? undefined : this.#unpack(found);
  }

  async findAll(ids: readonly string[]): Promise<Map<string, KeptRequest>> {
    const found = await this.#inputs.find({ _id: { $in: [...ids] } }).lean();
    return new Map(await Promise.all(found.map(async (input) => [input._id, await this.#unpack(input)] as const)));
  }

  /** Which of these documents could be made again. */
  async known(ids: readonly string[]): Promise<Set<string>> {
    const found = await this.#inputs.find({ _id: { $in: [...ids] } }, { _id: 1 }).lean();
    return new Set(found.map(({ _id }) => _id));
  }

  /** What is not retained. */
  async drop(ids: readonly string[]): Promise<void> {
    await this.#inputs.deleteMany({ _id: { $in: [...ids] }, retained: { $ne: true } });
  }

  /** Whatever it was kept for: its document is gone. */
  async forget(id: string): Promise<void> {
    await this.#inputs.deleteOne({ _id: id });
  }

  /** Requests nobody came back for; those of a batch that is still open are never so old. */
  async dropOld(): Promise<void> {
    await this.#inputs.deleteMany({ createdAt: { $lt: new Date(this.#clock().getTime() - KEEP_MS) } });
  }

  async #unpack({ request }: InputDocument): Promise<KeptRequest> {
    // Lean documents hold the driver's own binary type.
    const { buffer } = request as unknown as { readonly buffer: Uint8Array };
    return JSON.parse((await unpack(buffer)).toString()) as KeptRequest;
  }

  async #pack(input: KeptRequest): Promise<Buffer> {
    return pack(JSON.stringify(input), { level: constants.Z_BEST_SPEED });
  }
}
