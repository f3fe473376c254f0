import { createHash } from 'node:crypto';
import { definePort, type ScopeSpec } from '../../server/contract/index.ts';
import type { Block } from '../dashboard/contract.ts';

export const EVENTS = [
  'generation.completed',
  'generation.failed',
  'batch.completed',
  'template.created',
  'template.updated',
  'template.deleted',
  'quota.warning',
] as const;
export type EventType = (typeof EVENTS)[number];

/** What subscriptions can be narrowed by, as their fields are named. */
export const FILTERS = ['template_id', 'generation_id', 'source'] as const;
type EventFilter = (typeof FILTERS)[number];
const OF_TEMPLATES: readonly EventFilter[] = ['template_id'];

/** What a subscription to an event can be narrowed by. */
export const EVENT_FILTERS: Readonly<Record<EventType, readonly EventFilter[]>> = {
  'generation.completed': FILTERS,
  'generation.failed': FILTERS,
  'batch.completed': ['template_id', 'source'],
  // Nobody knows the id of a template before it is there.
  'template.created': [],
  'template.updated': OF_TEMPLATES,
  'template.deleted': OF_TEMPLATES,
  'quota.warning': [],
};

/** Of the plugins that talk with other systems, whichever of them is switched on. */
export const IntegrationScope: Readonly<Record<'integrations', ScopeSpec>> = {
  integrations: { summary: 'Integrations and webhooks, for what else is ticked', order: 60 },
};

/** Something an account may want to hear of. */
export interface AccountEvent {
  /** `evt_…`, the same whenever the same event is published again: its deliveries are made once. */
  readonly id: string;
  readonly type: EventType;
  readonly accountId: string;
  readonly occurredAt: Date;
  /** As the wire has it. */
  readonly data: object;
  /** Told besides the account's subscriptions. */
  readonly url?: string | null;
  /** What subscriptions may filter by. */
  readonly templateIds?: readonly (string | null)[];
  readonly generationId?: string;
  readonly source?: string;
}

const EVENT_ID_LENGTH = 22;

/** The id of the event that a record ended at a time: the same whoever publishes it, so that it is told once. */
export function eventIdOf(id: string, at: Date | null): string {
  const hash = createHash('sha256')
    .update(`${id} ${String(at?.getTime())}`)
    .digest('base64url')
    .replace(/[-_]/g, '');
  return `evt_${hash.slice(0, EVENT_ID_LENGTH)}`;
}

/** Why a request cannot name this URL for its webhook; a phrase to follow the field's name. */
export function webhookProblem(sender: WebhookSender | undefined, url: string): string | undefined {
  return sender === undefined ? 'webhooks are disabled on this server' : sender.rejectionReason(url);
}

/** `blocked`: the outbound policy refuses the address. `stopped`: the receiver or its owner wants no more. */
export type DeliveryState = 'pending' | 'delivered' | 'failed' | 'blocked' | 'stopped';

export type TemplateCheck = (accountId: string, templateId: string) => Promise<boolean>;

/** Tells other machines, by Standard Webhooks. */
export interface WebhookSender {
  /** Why a URL cannot receive webhooks; a phrase to follow the field's name. */
  rejectionReason(url: string): string | undefined;
  /** Whether the account has a subscription for events of this type; a new subscription of another process counts within a second. */
  hasSubscribers(accountId: string, type: EventType): Promise<boolean>;
  /** Records the event's deliveries, which are then sent and retried; publishing an event again changes nothing. */
  publish(event: AccountEvent): Promise<void>;
  /** How an event fared with each of its receivers, for a page of the dashboard; nothing when it had none. */
  deliveriesOf(accountId: string, eventId: string): Promise<Block[]>;
  /** Whom to ask whether an account has a template, told by whoever keeps them: subscriptions for others are refused. */
  askForTemplates(exists: TemplateCheck): void;
}
export const WebhookSender = definePort<WebhookSender>('webhooks/sender');
