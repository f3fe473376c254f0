import { z } from 'zod';
import { Timestamp, type DeclaredEvent, Forbidden, type Principal, requireScopes, type Webhook } from '../../server/contract/index.ts';
import { EVENTS, type EventType } from './contract.ts';

/** Of Standard Webhooks 1.0. */
const Headers = z.object({
  'webhook-id': z.string().describe('The id of the event: the same at each attempt, so that receivers can tell repetitions.'),
  'webhook-timestamp': z.string().describe('Seconds since 1970 at which it was sent. Refuse what is older than five minutes.'),
  'webhook-signature': z
    .string()
    .describe(
      '`v1,` and HMAC-SHA256 of `id.timestamp.body` in base64; two of them, separated by a space, while a secret is being rotated.',
    ),
});

const ANSWERS = {
  '2XX': 'Delivered.',
  '410': 'Not sent again, and the subscription ends.',
  default: 'Sent again later after 408, 425, 429 and 5xx; not after others.',
};

const isSent = ({ type }: DeclaredEvent): boolean => EVENTS.some((known) => known === type);

/**
 * Makes sure that a key may be told of an event.
 * @throws Forbidden, also for an event of a plugin that is switched off: nobody says then what it tells
 */
export function requireEvent(principal: Principal, events: readonly DeclaredEvent[], type: EventType): void {
  const event = events.find((one) => one.type === type);
  if (event === undefined) throw Forbidden(`The event ${type} is switched off on this server.`);
  requireScopes(principal, [event.scope ?? []].flat());
}

/** What subscribers are sent of each declared event. */
export const eventWebhooks = (events: readonly DeclaredEvent[]): Webhook[] =>
  events.filter(isSent).map(({ type, summary, description, data, example }) => ({
    name: type,
    summary,
    ...(description === undefined ? {} : { description }),
    ...(example === undefined ? {} : { example: { type, timestamp: '2026-11-24T09:30:00.000Z', data: example } }),
    headers: Headers,
    body: z.object({
      type: z.literal(type).describe('What happened.'),
      timestamp: Timestamp.describe('When it happened.'),
      data: data.describe('What it happened to.'),
    }),
    answers: ANSWERS,
  }));
