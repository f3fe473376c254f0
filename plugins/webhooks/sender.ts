import type { JobQueue, Outbound } from '../../server/contract/index.ts';
import type { AccountEvent, DeliverySummary, EventType, WebhookSender } from './contract.ts';
import { DeliverRef } from './deliver.job.ts';
import type { DeliveryStore } from './delivery.store.ts';
import type { HookDocument } from './hook.model.ts';
import type { HookStore } from './hook.store.ts';

/** Turns events into recorded deliveries; a job sends them, so that a slow receiver delays nobody. */
export class Sender implements WebhookSender {
  readonly #hooks: HookStore;
  readonly #deliveries: DeliveryStore;
  readonly #outbound: Outbound;
  readonly #jobs: JobQueue;

  constructor(hooks: HookStore, deliveries: DeliveryStore, outbound: Outbound, jobs: JobQueue) {
    this.#hooks = hooks;
    this.#deliveries = deliveries;
    this.#outbound = outbound;
    this.#jobs = jobs;
  }

  objection(url: string): string | undefined {
    return this.#outbound.objection(url);
  }

  async isHeard(accountId: string, type: EventType): Promise<boolean> {
    return (await this.#hooks.ofAccount(accountId)).some(({ event }) => event === type);
  }

  async deliveriesOf(accountId: string, eventId: string): Promise<DeliverySummary[]> {
    return (await this.#deliveries.ofEvent(accountId, eventId)).map(({ _id, url, state, attempts }) => ({ id: _id, url, state, attempts }));
  }

  async publish(event: AccountEvent): Promise<void> {
    const { id, type, accountId, occurredAt, data, url } = event;
    const body = JSON.stringify({ type, timestamp: occurredAt.toISOString(), data });
    const heard = (await this.#hooks.ofAccount(accountId)).filter((hook) => wants(hook, event));
    const targets: { hookId: string | null; url: string }[] = heard.map(({ _id, targetUrl }) => ({ hookId: _id, url: targetUrl }));
    if (url !== undefined && url !== null) targets.push({ hookId: null, url });
    for (const target of targets) {
      const delivery = await this.#deliveries.add({ accountId, eventId: id, type, body, ...target });
      await this.#jobs.enqueue(DeliverRef, { id: delivery });
    }
  }
}

function wants({ event, templateId, generationId, source }: HookDocument, { type, ...about }: AccountEvent): boolean {
  // Hooks of earlier versions have no such filter at all.
  const isOf = (filter: string | null | undefined, value: string | null | undefined): boolean =>
    (filter ?? null) === null || filter === value;
  return event === type && isOf(templateId, about.templateId) && isOf(generationId, about.generationId) && isOf(source, about.source);
}
