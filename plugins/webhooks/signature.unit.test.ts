import assert from 'node:assert/strict';
import { Webhook } from 'standardwebhooks';
import { newSecret, signedHeaders } from './signature.ts';

describe('signatures of webhooks', () => {
  // The vector that the libraries of Standard Webhooks test themselves by.
  const VECTOR = {
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    at: new Date(1_614_265_330_000),
    body: '{"test": 2432232314}',
    signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  };

  it('are those of the standard’s own vector', () => {
    const { secret, id, at, body, signature } = VECTOR;
    assert.deepEqual(signedHeaders(id, at, body, [secret]), {
      'webhook-id': id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': signature,
    });
    assert.equal(new Webhook(secret).sign(id, at, body), signature);
  });

  it('are verified by the standard’s library', () => {
    const secret = newSecret();
    const body = JSON.stringify({ type: 'generation.completed', data: { name: 'Zoë 😀' } });
    const headers = signedHeaders('evt_1', new Date(), body, [secret]);
    assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body));
  });

  it('are verified by either secret while one replaces the other', () => {
    const [current, previous] = [newSecret(), newSecret()];
    const headers = signedHeaders('evt_1', new Date(), '{}', [current, previous]);
    for (const secret of [current, previous]) new Webhook(secret).verify('{}', headers);
    assert.throws(() => new Webhook(newSecret()).verify('{}', headers));
  });

  it('do not fit another body, id or time', () => {
    const secret = newSecret();
    const headers = signedHeaders('evt_1', new Date(), '{}', [secret]);
    const receiver = new Webhook(secret);
    assert.throws(() => receiver.verify('{ }', headers));
    assert.throws(() => receiver.verify('{}', { ...headers, 'webhook-id': 'evt_2' }));
    assert.throws(() => receiver.verify('{}', { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) }));
  });

  it('have the second in which they were made, not the next', () => {
    assert.equal(signedHeaders('a', new Date(1999), '', [newSecret()])['webhook-timestamp'], '1');
  });

  it('come from secrets of 24 random bytes', () => {
    const secrets = Array.from({ length: 100 }, newSecret);
    assert.equal(new Set(secrets).size, 100);
    for (const secret of secrets) assert.equal(Buffer.from(/^whsec_(\S+)$/.exec(secret)?.[1] ?? '', 'base64').byteLength, 24);
  });
});
