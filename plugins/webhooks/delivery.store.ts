import { createHash } from 'node:crypto';
import type { Model } from 'mongoose';
import { insertMissing } from '../../db/duplicate-key.ts';
import { type LeaseTerms, leaseTerms } from '../../db/lease.ts';
import { readPage } from '../../db/page.ts';
import { type PageRequest, traceParent } from '../../server/contract/index.ts';
import type { DeliveryState } from './contract.ts';
import type { Attempt, DeliveryDocument } from './delivery.model.ts';
import type { Waiting } from './due-queue.ts';

const LEASE_MS = 30_000;
/** A delivery that is due for so long was forgotten by the queue. */
const OVERDUE_MS = 15_000;
const SWEPT_AT_ONCE = 500;

export type NewDelivery = Pick<DeliveryDocument, 'accountId' | 'eventId' | 'type' | 'url' | 'hookId' | 'body'>;

export interface LeasedDelivery extends DeliveryDocument {
  leaseToken: string;
}

export interface AttemptResult {
  readonly attempt: Attempt;
  readonly state: DeliveryState;
  readonly nextAttemptAt: Date | null;
}

/** Deliveries and their attempts: each change is one conditional update. */
export class DeliveryStore {
  readonly #deliveries: Model<DeliveryDocument>;
  readonly #clock: () => Date;
  readonly #lease: LeaseTerms<'leaseToken', 'leaseUntil'>;

  constructor(deliveries: Model<DeliveryDocument>, clock: () => Date) {
    this.#deliveries = deliveries;
    this.#clock = clock;
    this.#lease = leaseTerms({ token: 'leaseToken', until: 'leaseUntil', durationMs: LEASE_MS, clock });
  }

  /** Also of what was recorded before. */
  async add(delivery: NewDelivery): Promise<Waiting> {
    const now = this.#clock();
    return this.#insert(delivery, { state: 'pending', attempts: [], nextAttemptAt: now, createdAt: now });
  }

  /** Records one that is not going to be sent unless somebody asks for it. */
  async refuse(delivery: NewDelivery, error: string): Promise<void> {
    const now = this.#clock();
    const attempts = [{ at: now, ms: 0, status: null, error, response: null }];
    await this.#insert(delivery, { state: 'failed', attempts, nextAttemptAt: null, createdAt: now });
  }

  /** The right to send it, counted as a try before anything is sent; undefined when it is not due or in other hands. */
  async claim(id: string): Promise<LeasedDelivery | undefined> {
    const held = this.#lease.grant();
    const claimed = await this.#deliveries
      .findOneAndUpdate(
        { _id: id, state: 'pending', nextAttemptAt: { $lte: this.#clock() }, ...this.#lease.free() },
        { $set: held, $inc: { tries: 1 } },
        { returnDocument: 'after' },
      )
      .lean();
    return claimed === null ? undefined : { ...claimed, ...held };
  }

  /** When it may be claimed, as far as is known now; undefined when it has ended. */
  async claimableAt(id: string): Promise<Date | undefined> {
    const found = await this.#deliveries.findById(id, { state: 1, nextAttemptAt: 1, leaseUntil: 1 }).lean();
    if (found?.state !== 'pending') return undefined;
    const { nextAttemptAt, leaseUntil } = found;
    return new Date(Math.max(nextAttemptAt?.getTime() ?? 0, leaseUntil?.getTime() ?? 0));
  }

  async record({ _id, leaseToken }: LeasedDelivery, { attempt, state, nextAttemptAt }: AttemptResult): Promise<void> {
    await this.#deliveries.updateOne(
      { _id, leaseToken },
      { $set: { state, nextAttemptAt, ...this.#lease.released }, $push: { attempts: attempt } },
    );
  }

  /** Nobody waits for it any more. */
  async drop({ _id, leaseToken }: LeasedDelivery): Promise<void> {
    await this.#deliveries.updateOne(
      { _id, leaseToken },
      { $set: { state: 'stopped', nextAttemptAt: null, ...this.#lease.released }, $inc: { tries: -1 } },
    );
  }

  async find(accountId: string, id: string): Promise<DeliveryDocument | undefined> {
    return (await this.#deliveries.findOne({ _id: id, accountId }).lean()) ?? undefined;
  }

  async page(accountId: string, request: PageRequest): Promise<DeliveryDocument[]> {
    return readPage(this.#deliveries, { accountId }, request);
  }

  async ofEvent(accountId: string, eventId: string): Promise<DeliveryDocument[]> {
    // Ids begin with the event's, so that this needs no index of its own.
    return this.#deliveries.find({ _id: { $gt: `${eventId}.`, $lt: `${eventId}/` }, accountId }).lean();
  }

  /** Asks for it anew, with all its retries; undefined when the account has none of this id or it is being sent. */
  async resend(accountId: string, id: string): Promise<DeliveryDocument | undefined> {
    const now = this.#clock();
    const again = await this.#deliveries
      .findOneAndUpdate(
        { _id: id, accountId, ...this.#lease.free() },
        { $set: { state: 'pending', tries: 0, nextAttemptAt: now, ...this.#lease.released } },
        { returnDocument: 'after' },
      )
      .lean();
    return again ?? undefined;
  }

  /** What is due for so long that it may have been forgotten, some at a time. */
  async *overdue(): AsyncGenerator<readonly Waiting[]> {
    const before = new Date(this.#clock().getTime() - OVERDUE_MS);
    const found = this.#deliveries.find({ state: 'pending', nextAttemptAt: { $lt: before } }, { accountId: 1, url: 1 }).lean();
    let some: Waiting[] = [];
    for await (const delivery of found.cursor({ batchSize: SWEPT_AT_ONCE })) {
      some.push(delivery);
      if (some.length < SWEPT_AT_ONCE) continue;
      yield some;
      some = [];
    }
    if (some.length > 0) yield some;
  }

  /** Of accounts that have more ended deliveries than are kept: the oldest. */
  async dropExcess(most: number): Promise<void> {
    const ended = { state: { $ne: 'pending' as const } };
    const counts = await this.#deliveries.aggregate<{ _id: string; count: number }>([
      { $match: ended },
      { $group: { _id: '$accountId', count: { $sum: 1 } } },
      { $match: { count: { $gt: most } } },
    ]);
    for (const { _id: accountId } of counts) {
      const own = { accountId, ...ended };
      const [newest] = await this.#deliveries.find(own, { createdAt: 1 }).sort({ createdAt: -1, _id: -1 }).skip(most).limit(1).lean();
      if (newest !== undefined) await this.#deliveries.deleteMany({ ...own, createdAt: { $lte: newest.createdAt } });
    }
  }

  async dropOlderThan(date: Date): Promise<void> {
    await this.#deliveries.deleteMany({ createdAt: { $lt: date }, state: { $ne: 'pending' } });
  }

  async #insert(
    delivery: NewDelivery,
    begin: Pick<DeliveryDocument, 'state' | 'attempts' | 'nextAttemptAt' | 'createdAt'>,
  ): Promise<Waiting> {
    const { accountId, url } = delivery;
    const _id = `${delivery.eventId}.${createHash('sha256').update(url).digest('hex').slice(0, 12)}`;
    const blank = { traceparent: traceParent(), tries: 0, ...this.#lease.released };
    await insertMissing(this.#deliveries, [{ _id, ...delivery, ...blank, ...begin }]);
    return { _id, accountId, url };
  }
}
