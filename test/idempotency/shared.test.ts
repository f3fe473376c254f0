import assert from 'node:assert/strict';
import { Redis } from 'ioredis';
import { freePort } from '../support/ports.ts';
import { Caller } from '../support/caller.ts';
import { claimed } from '../support/claimed.ts';
import { startHub, type TestHub } from '../support/hub.ts';
import { hasRedis, type RedisProcess, startRedis } from '../support/services.ts';
import { until } from '../support/until.ts';

interface Reply {
  readonly status: number;
  readonly replayed: string | null;
  readonly body: { readonly id: string };
}

describe('an Idempotency-Key that two processes get at once', function () {
  this.timeout(60_000);
  let hubs: readonly TestHub[] = [];
  let callers: readonly Caller[] = [];
  let redis: RedisProcess | undefined;
  let port: number;
  before(async function () {
    if (!hasRedis()) this.skip();
    port = await freePort();
    redis = await startRedis(port);
    const config = { redis: { url: redis.url } };
    const first = await startHub({ config });
    hubs = [first, await startHub({ config, database: first.database })];
    const { key, accountId, email, keyId } = await first.account();
    callers = hubs.map(({ url }) => new Caller(url, key, { accountId, email, keyId }));
  });
  after(async () => {
    await redis?.kill();
    for (const hub of hubs) await hub.stop();
  });

  const send = async (n: number, key: string): Promise<Reply> => {
    const body = { html: '<p>once', wait: { delay_ms: 2000 } };
    const answer = await callers[n]?.raw('POST', '/v1/generate', { body, headers: { 'idempotency-key': key } });
    if (answer === undefined) throw new Error('no such caller');
    return { status: answer.status, replayed: answer.headers.get('idempotent-replayed'), body: (await answer.json()) as Reply['body'] };
  };

  /** The same request to both, the second while the first is at work; `meanwhile` happens in between. */
  async function both(key: string, meanwhile: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    const first = send(0, key);
    await claimed(hubs[0]?.database ?? '');
    const second = send(1, key);
    await meanwhile();
    const [one, other] = [await first, await second];
    assert.deepEqual([one.status, other.status, other.body.id], [201, 201, one.body.id], JSON.stringify([one, other]));
    assert.deepEqual([one.replayed, other.replayed], [null, 'true']);
  }

  it('is done by one of them, which tells the other when the reply is there', async () => {
    const ear = new Redis(`redis://127.0.0.1:${String(port)}`);
    const heard: string[] = [];
    ear.on('message', (_: string, text: string) => heard.push(text));
    await ear.subscribe('platen:idempotency');
    await both('told');
    // It is told once the reply is stored, which is a moment after it was sent.
    await until('the notice', () => (heard.length > 0 ? true : undefined));
    ear.disconnect();
    assert.equal(heard.length, 1);
    assert.match(heard[0] ?? '', /^[0-9a-f]{64}$/, 'a digest, which says nothing to others');
  });

  it('is done once also while Redis is away, and when it is back', async () => {
    await both('away', async () => {
      await redis?.kill();
      redis = undefined;
    });
    await both('still-away');
    redis = await startRedis(port);
    await both('back');
  });
});
