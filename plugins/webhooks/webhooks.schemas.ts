import { z } from 'zod';
import { pageQuery, pageReply } from '../../server/contract/index.ts';
import { SOURCES } from '../generation/contract.ts';
import { EVENTS, type EventType } from './contract.ts';

export const EventName: z.ZodType<EventType> = z.enum(EVENTS, { error: `is one of ${EVENTS.join(', ')}` });

export const HookBody = z.strictObject({
  target_url: z.string().min(1).max(8192),
  event: EventName,
  /** Only documents of this template. */
  template_id: z.string().min(1, 'is a template id').max(1000, 'is a template id').optional(),
  /** Only this document. */
  generation_id: z
    .string()
    .regex(/^gen_\w{1,60}$/, 'is a generation id')
    .optional(),
  /** Only documents that came in this way. */
  source: z.enum(SOURCES, { error: 'is api, batch or integrations' }).optional(),
});

export const HookQuery = pageQuery({ default: 50, max: 100 }).extend({ target_url: z.string().min(1).max(8192).optional() });

const hookFields = { id: z.string(), event: EventName, target_url: z.string(), created_at: z.string() };

export const HookReply = z.object({ ...hookFields, secret: z.string() });
export const HookObject = z.object({
  ...hookFields,
  template_id: z.string().nullable(),
  generation_id: z.string().nullable(),
  source: z.string().nullable(),
});
export const HookPage = pageReply(HookObject);
export const DeletedReply = z.object({ id: z.string(), deleted: z.literal(true) });

export const DeliveryAttempt = z.object({ at: z.string(), ms: z.int(), status: z.int().nullable(), error: z.string().nullable() });
export const DeliveryObject = z.object({
  id: z.string(),
  /** The header `webhook-id` of every attempt. */
  webhook_id: z.string(),
  type: EventName,
  url: z.string(),
  hook_id: z.string().nullable(),
  state: z.enum(['pending', 'delivered', 'failed', 'blocked', 'stopped']),
  attempts: z.array(DeliveryAttempt),
  next_attempt_at: z.string().nullable(),
  created_at: z.string(),
});

export const DeliveryPage = pageReply(DeliveryObject);
export const DeliveryReply = z.object({ ...DeliveryObject.shape, body: z.string() });

export const SecretReply = z.object({ secret: z.string(), previous_valid_until: z.string().nullable() });
