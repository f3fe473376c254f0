import type { Outbound } from '../../server/contract/index.ts';
import type { Block } from '../dashboard/contract.ts';
import type { AccountEvent, EventType, TemplateCheck, WebhookSender } from './contract.ts';
import type { DeliveryStore } from './delivery.store.ts';
import type { DueQueue } from './due-queue.ts';
import { deliveriesBlock } from './pages/deliveries.ts';
import type { SubscriptionDocument } from './subscription.model.ts';
import type { SubscriptionStore } from './subscription.store.ts';

/** Of one account, retries included: what its receivers cannot keep up with does not grow without end. */
const MAX_WAITING = 10_000;
const TOO_MANY = `not sent: ${MAX_WAITING.toLocaleString('en-US')} webhooks of this account waited already; send it again when there are fewer`;

/** Turns events into recorded deliveries; a job sends them, so that a slow receiver delays nobody. */
export class Sender implements WebhookSender {
  readonly #subscriptions: SubscriptionStore;
  readonly #deliveries: DeliveryStore;
  readonly #outbound: Outbound;
  readonly #queue: DueQueue;
  #templateExists: TemplateCheck | undefined;

  constructor(subscriptions: SubscriptionStore, deliveries: DeliveryStore, outbound: Outbound, queue: DueQueue) {
    this.#subscriptions = subscriptions;
    this.#deliveries = deliveries;
    this.#outbound = outbound;
    this.#queue = queue;
  }

  rejectionReason(url: string): string | undefined {
    return this.#outbound.rejectionReason(url);
  }

  askForTemplates(exists: TemplateCheck): void {
    this.#templateExists = exists;
  }

  /** True also where nobody keeps templates that could be asked. */
  async hasTemplate(accountId: string, templateId: string): Promise<boolean> {
    return (await this.#templateExists?.(accountId, templateId)) ?? true;
  }

  async hasSubscribers(accountId: string, type: EventType): Promise<boolean> {
    return (await this.#subscriptions.ofAccount(accountId)).some(({ event }) => event === type);
  }

  async deliveriesOf(accountId: string, eventId: string): Promise<Block[]> {
    const found = await this.#deliveries.ofEvent(accountId, eventId);
    return found.length === 0 ? [] : [deliveriesBlock(found)];
  }

  async publish(event: AccountEvent): Promise<void> {
    const { id, type, accountId, occurredAt, data, url } = event;
    const body = JSON.stringify({ type, timestamp: occurredAt.toISOString(), data });
    const heard = (await this.#subscriptions.ofAccount(accountId)).filter((subscription) => wants(subscription, event));
    const targets: { hookId: string | null; url: string }[] = heard.map(({ _id, targetUrl }) => ({ hookId: _id, url: targetUrl }));
    if (url !== undefined && url !== null) targets.push({ hookId: null, url });
    const isFull = targets.length > 0 && (await this.#queue.waiting(accountId)) >= MAX_WAITING;
    for (const target of targets) {
      const delivery = { accountId, eventId: id, type, body, ...target };
      if (isFull) await this.#deliveries.refuse(delivery, TOO_MANY);
      else await this.#queue.add(await this.#deliveries.add(delivery));
    }
  }
}

function wants({ event, templateId, generationId, source }: SubscriptionDocument, { type, ...about }: AccountEvent): boolean {
  // Subscriptions of earlier versions have no such filter at all.
  const isOf = (filter: string | null | undefined, values: readonly (string | null | undefined)[] = []): boolean =>
    (filter ?? null) === null || values.includes(filter);
  return event === type && isOf(templateId, about.templateIds) && isOf(generationId, [about.generationId]) && isOf(source, [about.source]);
}
