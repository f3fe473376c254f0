import { z } from 'zod';
import { Timestamp, pageQuery, pageReply } from '../../server/contract/index.ts';
import { SOURCES } from '../generation/contract.ts';
import { EVENT_FILTERS, EVENTS, type EventType, FILTERS } from './contract.ts';

export const EventName: z.ZodType<EventType> = z.enum(EVENTS, { error: `is one of ${EVENTS.join(', ')}` });

const HookFields = z.strictObject({
  target_url: z
    .string()
    .min(1)
    .max(8192)
    .describe('Where events are sent: an http or https URL that this server may reach, up to 8192 characters.'),
  event: EventName.describe('What to be told of.'),
  template_id: z
    .string()
    .min(1, 'is a template id')
    .max(1000, 'is a template id')
    .optional()
    .describe('Only documents of this template, batches that have some, or changes and deletions of it.'),
  generation_id: z
    .string()
    .regex(/^gen_\w{1,60}$/, 'is a generation id')
    .optional()
    .describe('Only this document.'),
  source: z.enum(SOURCES, { error: 'is api, batch or integrations' }).optional().describe('Only documents that came in this way.'),
});

/** A filter that no event of the type has would be a subscription that is never told of anything. */
export const HookBody = HookFields.check(({ value, issues }) => {
  for (const field of FILTERS) {
    if (value[field] === undefined || EVENT_FILTERS[value.event].includes(field)) continue;
    issues.push({ code: 'custom', path: [field], message: `cannot narrow ${value.event}; leave it out`, input: value });
  }
});

export const HookQuery = pageQuery({ default: 50, max: 100 }).extend({
  target_url: z.string().min(1).max(8192).optional().describe('Only subscriptions of this URL.'),
});

const hookFields = {
  id: z.string().describe('The id of the subscription; begins with `hook_`.'),
  event: EventName.describe('What is told of.'),
  target_url: z.string().describe('Where events are sent.'),
  created_at: Timestamp.describe('When it was made.'),
};

export const HookReply = z.object({
  ...hookFields,
  secret: z.string().describe('What webhooks of the account are signed with (Standard Webhooks); begins with `whsec_`.'),
});
export const HookObject = z.object({
  ...hookFields,
  template_id: z.string().nullable().describe('Only documents of this template; null for all.'),
  generation_id: z.string().nullable().describe('Only this document; null for all.'),
  source: z.string().nullable().describe('Only documents that came in this way; null for all.'),
});
export const HookPage = pageReply(HookObject);
export const DeletedReply = z.object({
  id: z.string().describe('The id of the subscription that is gone.'),
  deleted: z.literal(true).describe('Always true.'),
});

export const DeliveryAttempt = z.object({
  at: Timestamp.describe('When it was sent.'),
  ms: z.int().describe('How long the receiver took, in milliseconds.'),
  status: z.int().nullable().describe('The status that it answered with; null when there was no answer.'),
  error: z.string().nullable().describe('Why there was no answer; null when there was one.'),
});
export const DeliveryObject = z.object({
  id: z.string().describe('The id of the delivery; begins with `dlv_`.'),
  webhook_id: z
    .string()
    .describe('The header `webhook-id` of every attempt: the same for one event, so that receivers can tell repetitions.'),
  type: EventName.describe('What is told of.'),
  url: z.string().describe('Where it is sent.'),
  hook_id: z.string().nullable().describe('The subscription it is for; null for the `webhook` of a request.'),
  state: z
    .enum(['pending', 'delivered', 'failed', 'blocked', 'stopped'])
    .describe(
      '`pending` until it is `delivered`, or given up: `failed` after the last attempt, `blocked` by the outbound policy, `stopped` by the receiver or its owner.',
    ),
  attempts: z.array(DeliveryAttempt).describe('What was tried so far, oldest first.'),
  next_attempt_at: Timestamp.nullable().describe('When it is tried next; null when it is not.'),
  created_at: Timestamp.describe('When the event was recorded.'),
});

export const DeliveryPage = pageReply(DeliveryObject);
export const DeliveryReply = z.object({ ...DeliveryObject.shape, body: z.string().describe('The JSON text that is sent.') });

export const SecretReply = z.object({
  secret: z.string().describe('What webhooks are signed with (Standard Webhooks); begins with `whsec_`.'),
  previous_valid_until: Timestamp.nullable().describe('Until when the secret before signs as well; null for none.'),
});
