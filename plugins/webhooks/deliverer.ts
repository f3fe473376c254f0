import type { Logger } from 'pino';
import { continueTrace, EgressRefused, type Metrics, type Outbound, traced, traceHeaders } from '../../server/contract/index.ts';
import type { DisabledAccounts } from '../accounts/contract.ts';
import { Breaker } from './breaker.ts';
import type { DeliveryState } from './contract.ts';
import type { DeliveryStore, LeasedDelivery } from './delivery.store.ts';
import type { Send } from './dispatcher.ts';
import type { SubscriptionStore } from './subscription.store.ts';
import type { SecretStore } from './secret.store.ts';
import { signedHeaders } from './signature.ts';

const LIMIT_MS = 10_000;
const READ_BYTES = 64 * 1024;
const KEPT_CHARACTERS = 500;
const JITTER = 0.2;
const SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const MAX_RETRY_AFTER_S = 60 * 60;
const GONE = 410;
const RETRIED = new Set([408, 425, 429]);

export interface DelivererParts {
  readonly deliveries: DeliveryStore;
  readonly subscriptions: SubscriptionStore;
  readonly secrets: SecretStore;
  readonly outbound: Outbound;
  readonly disabled: DisabledAccounts | undefined;
  /** Pauses between attempts. */
  readonly retrySeconds: readonly number[];
  readonly metrics: Metrics;
  readonly clock: () => Date;
  readonly log: Logger;
}

interface Outcome {
  readonly status: number | null;
  readonly error: string | null;
  readonly response: string | null;
  readonly retryAfterSeconds: number;
  readonly verdict: 'delivered' | 'gone' | 'refused' | 'blocked' | 'retry';
}

/** Sends one delivery; what comes back decides whether and when it is sent again. */
export function deliverer(parts: DelivererParts): Send {
  const { deliveries, subscriptions, clock, log } = parts;
  const breaker = new Breaker(clock);
  const count = parts.metrics.counter({
    name: 'platen_webhook_attempts_total',
    help: 'Webhook delivery attempts by outcome; retry means that the attempt failed, and is repeated or given up.',
    labels: ['outcome'],
  });
  const time = parts.metrics.histogram({
    name: 'platen_webhook_attempt_seconds',
    help: 'From the first DNS query to the last byte of the answer.',
    buckets: SECONDS,
  });

  return async (id) => {
    const delivery = await deliveries.claim(id);
    if (delivery === undefined) return deliveries.claimableAt(id);
    const isDisabled = (await parts.disabled?.has(delivery.accountId)) === true;
    if (isDisabled || (delivery.hookId !== null && !(await subscriptions.exists(delivery.hookId)))) {
      await deliveries.drop(delivery);
      return undefined;
    }
    const { traceparent } = delivery;
    return continueTrace({ traceparent }, () => traced('webhook', { 'platen.delivery': delivery._id }, () => attempt(delivery)));
  };

  /** When the next attempt is due. */
  async function attempt(delivery: LeasedDelivery): Promise<Date | undefined> {
    const at = clock();
    const started = performance.now();
    const pauseAfter = parts.retrySeconds[delivery.tries - 1];
    const receiver = `${delivery.accountId} ${delivery.url}`;
    const shut = pauseAfter === undefined ? undefined : breaker.openUntil(receiver);
    const { verdict, retryAfterSeconds, ...seen } = shut === undefined ? await send(delivery, at) : notSent(shut);
    if (verdict === 'delivered' || verdict === 'refused') breaker.succeeded(receiver);
    else if (verdict === 'retry' && shut === undefined) breaker.failed(receiver);
    count({ outcome: verdict });
    time({}, (performance.now() - started) / 1000);
    const pause = verdict === 'retry' ? pauseAfter : undefined;
    const wait = pause === undefined ? undefined : Math.max(pause * (1 + (Math.random() * 2 - 1) * JITTER), retryAfterSeconds);
    const nextAttemptAt = wait === undefined ? null : new Date(clock().getTime() + wait * 1000);
    const state = nextAttemptAt === null ? STATES[verdict] : 'pending';
    await deliveries.record(delivery, {
      attempt: { at, ms: Math.round(performance.now() - started), ...seen },
      state,
      nextAttemptAt,
    });
    log.info({ delivery: delivery._id, account: delivery.accountId, status: seen.status, state }, 'webhook sent');
    if (verdict === 'gone' && delivery.hookId !== null) await subscriptions.remove(delivery.accountId, delivery.hookId);
    return nextAttemptAt ?? undefined;
  }

  async function send({ accountId, eventId, url, body }: LeasedDelivery, at: Date): Promise<Outcome> {
    try {
      const signed = signedHeaders(eventId, at, body, await parts.secrets.signing(accountId));
      const headers = { 'content-type': 'application/json', 'user-agent': 'Platen-Webhooks/1', ...signed, ...traceHeaders() };
      const answer = await parts.outbound.request(url, {
        method: 'POST',
        headers,
        body,
        limitMs: LIMIT_MS,
        maxBytes: READ_BYTES,
        partial: true,
      });
      const { status } = answer;
      return {
        status,
        error: null,
        response: answer.body.toString().slice(0, KEPT_CHARACTERS),
        retryAfterSeconds: retryAfter(answer.headers['retry-after'], at),
        verdict: status >= 200 && status < 300 ? 'delivered' : status === GONE ? 'gone' : isRetried(status) ? 'retry' : 'refused',
      };
    } catch (error) {
      if (error instanceof EgressRefused) {
        log.warn({ err: error, account: accountId }, 'a webhook was not sent: the address is refused');
        return { ...NOTHING, error: 'the address is not allowed', verdict: 'blocked' };
      }
      return { ...NOTHING, error: describe(error), verdict: 'retry' };
    }
  }
}

const NOTHING = { status: null, response: null, retryAfterSeconds: 0 };

const STATES: Readonly<Record<Outcome['verdict'], DeliveryState>> = {
  delivered: 'delivered',
  gone: 'stopped',
  refused: 'failed',
  blocked: 'blocked',
  retry: 'failed',
};

/** Counts as a try, so that a dead receiver's deliveries end; the last try is always sent. */
const notSent = (until: Date): Outcome => ({
  ...NOTHING,
  error: `not sent: the receiver failed too often in a row, and is left alone until ${until.toISOString()}`,
  verdict: 'retry',
});

const isRetried = (status: number): boolean => status >= 500 || RETRIED.has(status);

/** RFC 9110: seconds or a date; more than an hour is not believed. */
function retryAfter(header: string | undefined, now: Date): number {
  if (header === undefined) return 0;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER_S) : 0;
}

/** For the account's owner: what happened on the wire, in the network's own word. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'the connection failed';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return `no answer within ${String(LIMIT_MS / 1000)} s`;
  return 'code' in error && typeof error.code === 'string' ? `the connection failed (${error.code})` : 'the connection failed';
}
