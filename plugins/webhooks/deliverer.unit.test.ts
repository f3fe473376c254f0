import assert from 'node:assert/strict';
import { deliverer, type DelivererParts } from './deliverer.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const RETRY_SECONDS = [10, 100];

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Recorded {
  readonly state: string;
  readonly nextAttemptAt: Date | null;
  readonly attempt: { readonly status: number | null; readonly error: string | null };
}

interface Circumstances {
  readonly tries: number;
  readonly hookId: string | null;
  readonly isDisabled: boolean;
  readonly hookExists: boolean;
}

/** One attempt of a delivery whose receiver answers so, and what is written down about it. */
async function attempt(
  answer: Answer | Error,
  { tries = 1, hookId = 'hook_1', isDisabled = false, hookExists = true }: Partial<Circumstances> = {},
) {
  const recorded: Recorded[] = [];
  const events: string[] = [];
  let sent: { readonly url: string; readonly headers: Record<string, string>; readonly body: string } | undefined;
  const delivery = {
    _id: 'dlv_1',
    accountId: 'acct_1',
    eventId: 'evt_1',
    url: 'https://example.com/hook',
    body: '{}',
    tries,
    hookId,
    traceparent: null,
  };
  const parts = {
    deliveries: {
      claim: async () => delivery,
      claimableAt: async () => undefined,
      record: async (_: unknown, result: Recorded) => void recorded.push(result),
      drop: async () => void events.push('dropped'),
    },
    subscriptions: { exists: async () => hookExists, remove: async () => void events.push('hook removed') },
    secrets: { signing: async () => ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'] },
    outbound: {
      request: async (url: string, request: { headers: Record<string, string>; body: string }) => {
        sent = { url, headers: request.headers, body: request.body };
        if (answer instanceof Error) throw answer;
        return { headers: {}, body: Buffer.from('ok'), ...answer };
      },
    },
    disabled: { has: async () => isDisabled },
    retrySeconds: RETRY_SECONDS,
    metrics: { counter: () => () => undefined, histogram: () => () => undefined, gauge: () => undefined },
    clock: () => NOW,
    log: { info: () => undefined, warn: () => undefined },
  } as unknown as DelivererParts;
  const next = await deliverer(parts)('dlv_1');
  const pause = next === undefined ? undefined : (next.getTime() - NOW.getTime()) / 1000;
  return { next, pause, recorded, events, sent };
}

const isAround = (pause: number | undefined, seconds: number): boolean =>
  pause !== undefined && pause >= seconds * 0.8 && pause <= seconds * 1.2;

describe('an attempt to deliver a webhook', () => {
  for (const status of [200, 201, 204, 299])
    it(`has succeeded with ${String(status)}`, async () => {
      const { recorded, next } = await attempt({ status });
      assert.deepEqual([recorded[0]?.state, recorded[0]?.nextAttemptAt, next], ['delivered', null, undefined]);
    });

  // contract.md, section 6: retried on network errors, 408, 425, 429 and 5xx.
  for (const status of [408, 425, 429, 500, 502, 503, 504, 599])
    it(`is made again after ${String(status)}, with up to a fifth of jitter`, async () => {
      const { recorded, pause } = await attempt({ status });
      assert.equal(recorded[0]?.state, 'pending');
      assert.ok(isAround(pause, 10), String(pause));
    });

  for (const status of [301, 302, 400, 401, 403, 404, 422])
    it(`is not made again after ${String(status)}`, async () => {
      const { recorded, next } = await attempt({ status });
      assert.deepEqual([recorded[0]?.state, next], ['failed', undefined]);
    });

  it('ends the subscription after 410', async () => {
    const { recorded, next, events } = await attempt({ status: 410 });
    assert.deepEqual([recorded[0]?.state, next, events], ['stopped', undefined, ['hook removed']]);
  });

  it('removes no subscription after 410 where there is none', async () => {
    assert.deepEqual((await attempt({ status: 410 }, { hookId: null })).events, []);
  });

  it('waits longer from try to try, and ends with the last', async () => {
    assert.ok(isAround((await attempt({ status: 500 }, { tries: 2 })).pause, 100));
    const last = await attempt({ status: 500 }, { tries: 3 });
    assert.deepEqual([last.recorded[0]?.state, last.next], ['failed', undefined]);
  });

  // RFC 9110, 10.2.3: a number of seconds or a date.
  it('honours Retry-After in seconds', async () => {
    assert.equal((await attempt({ status: 503, headers: { 'retry-after': '120' } })).pause, 120);
  });

  it('honours Retry-After as a date', async () => {
    assert.equal((await attempt({ status: 429, headers: { 'retry-after': 'Sat, 21 Nov 2026 12:02:00 GMT' } })).pause, 120);
  });

  it('does not come back sooner than planned for a small Retry-After', async () => {
    assert.ok(isAround((await attempt({ status: 503, headers: { 'retry-after': '1' } })).pause, 10));
  });

  it('waits at most an hour for a Retry-After', async () => {
    assert.equal((await attempt({ status: 503, headers: { 'retry-after': '999999' } })).pause, 3600);
  });

  for (const value of ['soon', '-5', '', 'Sat, 21 Nov 2020 12:00:00 GMT'])
    it(`takes no notice of the Retry-After “${value}”`, async () => {
      assert.ok(isAround((await attempt({ status: 503, headers: { 'retry-after': value } })).pause, 10));
    });

  it('is made again after an error of the network, which is told in its own word', async () => {
    const { recorded, pause } = await attempt(Object.assign(new Error('connect ECONNREFUSED 10.1.1.1:443'), { code: 'ECONNREFUSED' }));
    assert.ok(isAround(pause, 10));
    assert.deepEqual([recorded[0]?.attempt.status, recorded[0]?.attempt.error], [null, 'the connection failed (ECONNREFUSED)']);
  });

  it('is made again when no answer comes in time', async () => {
    const { recorded } = await attempt(Object.assign(new Error('x'), { name: 'TimeoutError' }));
    assert.deepEqual([recorded[0]?.state, recorded[0]?.attempt.error], ['pending', 'no answer within 10 s']);
  });

  it('is signed and says what it sends', async () => {
    const { sent } = await attempt({ status: 200 });
    assert.deepEqual([sent?.url, sent?.body], ['https://example.com/hook', '{}']);
    assert.equal(sent?.headers['content-type'], 'application/json');
    assert.equal(sent.headers['webhook-id'], 'evt_1');
    assert.equal(sent.headers['webhook-timestamp'], String(NOW.getTime() / 1000));
    assert.match(sent.headers['webhook-signature'] ?? '', /^v1,[\w+/]{43}=$/);
  });

  it('is not made for a disabled account, nor for a subscription that ended', async () => {
    for (const why of [{ isDisabled: true }, { hookExists: false }]) {
      const { sent, events, recorded } = await attempt({ status: 200 }, why);
      assert.deepEqual([sent, events, recorded], [undefined, ['dropped'], []]);
    }
  });
});
