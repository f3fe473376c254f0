import { createHash, randomUUID } from 'node:crypto';
import type { Model } from 'mongoose';
import { isDuplicateKey } from '../../db/duplicate-key.ts';
import { readPage } from '../../db/page.ts';
import { type PageRequest, traceParent } from '../../server/contract/index.ts';
import type { DeliveryState } from './contract.ts';
import type { Attempt, DeliveryDocument } from './delivery.model.ts';

const LEASE_MS = 30_000;
/** A delivery that is due for so long was forgotten by the queue. */
const OVERDUE_MS = 15_000;
const SWEEP_LIMIT = 500;

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

  constructor(deliveries: Model<DeliveryDocument>, clock: () => Date) {
    this.#deliveries = deliveries;
    this.#clock = clock;
  }

  /** Its id, also when it was recorded before. */
  async add(delivery: NewDelivery): Promise<string> {
    const now = this.#clock();
    const _id = `${delivery.eventId}.${createHash('sha256').update(delivery.url).digest('hex').slice(0, 12)}`;
    const blank = {
      traceparent: traceParent(),
      state: 'pending' as const,
      tries: 0,
      attempts: [],
      leaseToken: null,
      leaseUntil: null,
    };
    await this.#deliveries
      .insertMany([{ _id, ...delivery, ...blank, nextAttemptAt: now, createdAt: now }], { lean: true })
      .catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
      });
    return _id;
  }

  /** The right to send it, counted as a try before anything is sent; undefined when it is not due or in other hands. */
  async claim(id: string): Promise<LeasedDelivery | undefined> {
    const now = this.#clock();
    const leaseToken = randomUUID();
    const claimed = await this.#deliveries
      .findOneAndUpdate(
        {
          _id: id,
          state: 'pending',
          nextAttemptAt: { $lte: now },
          $or: [{ leaseUntil: null }, { leaseUntil: { $lt: now } }],
        },
        { $set: { leaseToken, leaseUntil: new Date(now.getTime() + LEASE_MS) }, $inc: { tries: 1 } },
        { returnDocument: 'after' },
      )
      .lean();
    return claimed === null ? undefined : { ...claimed, leaseToken };
  }

  /** Gives a claim back without an attempt. */
  async postpone({ _id, leaseToken }: LeasedDelivery, nextAttemptAt: Date): Promise<void> {
    await this.#deliveries.updateOne(
      { _id, leaseToken },
      { $set: { leaseToken: null, leaseUntil: null, nextAttemptAt }, $inc: { tries: -1 } },
    );
  }

  async record({ _id, leaseToken }: LeasedDelivery, { attempt, state, nextAttemptAt }: AttemptResult): Promise<void> {
    await this.#deliveries.updateOne(
      { _id, leaseToken },
      { $set: { state, nextAttemptAt, leaseToken: null, leaseUntil: null }, $push: { attempts: attempt } },
    );
  }

  /** Nobody waits for it any more. */
  async drop({ _id, leaseToken }: LeasedDelivery): Promise<void> {
    await this.#deliveries.updateOne(
      { _id, leaseToken },
      { $set: { state: 'stopped', nextAttemptAt: null, leaseToken: null, leaseUntil: null }, $inc: { tries: -1 } },
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
        { _id: id, accountId, $or: [{ leaseUntil: null }, { leaseUntil: { $lt: now } }] },
        { $set: { state: 'pending', tries: 0, nextAttemptAt: now, leaseToken: null, leaseUntil: null } },
        { returnDocument: 'after' },
      )
      .lean();
    return again ?? undefined;
  }

  async overdue(): Promise<string[]> {
    const before = new Date(this.#clock().getTime() - OVERDUE_MS);
    const found = await this.#deliveries
      .find({ state: 'pending', nextAttemptAt: { $lt: before } }, { _id: 1 })
      .limit(SWEEP_LIMIT)
      .lean();
    return found.map(({ _id }) => _id);
  }

  async dropOlderThan(date: Date): Promise<void> {
    await this.#deliveries.deleteMany({ createdAt: { $lt: date }, state: { $ne: 'pending' } });
  }
}
