import { createHash } from 'node:crypto';
import type { Model } from 'mongoose';
import { isDuplicateKey } from '../../db/duplicate-key.ts';
import { readPage } from '../../db/page.ts';
import type { PageRequest } from '../../server/contract/index.ts';
import type { PlanLimits, PlanOwner } from '../limits/contract.ts';
import type { EventType } from './contract.ts';
import type { SubscriptionDocument } from './subscription.model.ts';

const REMEMBER_MS = 1000;

export interface NewSubscription {
  readonly event: EventType;
  readonly targetUrl: string;
  readonly templateId: string | null;
  readonly generationId: string | null;
  readonly source: string | null;
}

/** What the audit log says of a new subscription, but for who made it. */
export const added = ({ _id: id, accountId, targetUrl: name, event: detail }: SubscriptionDocument) =>
  ({ accountId, action: 'webhook.created', subject: { id, name }, detail }) as const;

/** Subscriptions by account; those of an account are remembered for a second, as every finished document asks for them. */
export class SubscriptionStore {
  readonly #subscriptions: Model<SubscriptionDocument>;
  readonly #limits: PlanLimits | undefined;
  readonly #clock: () => Date;
  readonly #remembered = new Map<string, { readonly until: number; readonly subscriptions: Promise<SubscriptionDocument[]> }>();

  constructor(subscriptions: Model<SubscriptionDocument>, limits: PlanLimits | undefined, clock: () => Date) {
    this.#subscriptions = subscriptions;
    this.#limits = limits;
    this.#clock = clock;
  }

  /**
   * The same account, event and URL again is the same subscription, with the filters that were sent last.
   * @throws UsageLimitExceeded for another one when the account has as many as its plan allows
   */
  async subscribe(owner: PlanOwner, id: string, subscription: NewSubscription): Promise<SubscriptionDocument> {
    const { accountId } = owner;
    const wish = createHash('sha256').update([accountId, subscription.event, subscription.targetUrl].join('\n')).digest('hex');
    const { event, targetUrl, ...filters } = subscription;
    const known = async () =>
      (await this.#subscriptions.findOneAndUpdate({ wish }, { $set: filters }, { returnDocument: 'after' }).lean()) ?? undefined;
    const add = () => this.#insert({ _id: id, accountId, wish, event, targetUrl, ...filters, createdAt: this.#clock() });
    for (;;) {
      const made = await (this.#limits?.within(owner, 'hooks', known, add) ?? known().then((there) => there ?? add()));
      this.#remembered.delete(accountId);
      if (made !== undefined) return made;
    }
  }

  async count(accountId: string): Promise<number> {
    return this.#subscriptions.countDocuments({ accountId });
  }

  async page(accountId: string, request: PageRequest, targetUrl?: string): Promise<SubscriptionDocument[]> {
    return readPage(this.#subscriptions, { accountId, ...(targetUrl === undefined ? {} : { targetUrl }) }, request);
  }

  /** What was removed; undefined when the account has no such subscription. */
  async remove(accountId: string, id: string): Promise<SubscriptionDocument | undefined> {
    const removed = await this.#subscriptions.findOneAndDelete({ _id: id, accountId }).lean();
    this.#remembered.delete(accountId);
    return removed ?? undefined;
  }

  /** Subscriptions for a single document that were made before `date`. */
  async dropOfOne(date: Date): Promise<void> {
    await this.#subscriptions.deleteMany({ generationId: { $ne: null }, createdAt: { $lt: date } });
  }

  async exists(id: string): Promise<boolean> {
    return (await this.#subscriptions.findById(id, { _id: 1 }).lean()) !== null;
  }

  async ofAccount(accountId: string): Promise<readonly SubscriptionDocument[]> {
    const now = performance.now();
    const known = this.#remembered.get(accountId);
    if (known !== undefined && known.until > now) return known.subscriptions;
    if (this.#remembered.size > 10_000) this.#remembered.clear();
    const subscriptions = this.#subscriptions.find({ accountId }).lean().exec();
    this.#remembered.set(accountId, { until: now + REMEMBER_MS, subscriptions });
    subscriptions.catch(() => this.#remembered.delete(accountId)); // the caller sees the error; the next one asks anew
    return subscriptions;
  }

  /** Undefined when another request has made the same subscription. */
  async #insert(subscription: SubscriptionDocument): Promise<SubscriptionDocument | undefined> {
    try {
      await this.#subscriptions.insertMany([subscription], { lean: true });
      return subscription;
    } catch (error) {
      if (isDuplicateKey(error)) return undefined;
      throw error;
    }
  }
}
