import assert from 'node:assert/strict';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { MemoryWindow, RedisWindow } from '../../../plugins/limits/sliding-window.ts';
import { assertEnvelope, type Caller, type Envelope } from '../../support/caller.ts';
import { openDatabase, startHub, type TestHub } from '../../support/hub.ts';
import { type RedisProcess, startRedis } from '../../support/services.ts';
import { until } from '../../support/until.ts';
import { freePort } from '../../support/ports.ts';

const list = (caller: Caller) => caller.raw('GET', '/v1/generations?limit=1');

/** Sends `count` requests at once, and gives those that were refused. */
async function flood(callers: readonly Caller[], count: number): Promise<Response[]> {
  const replies = await Promise.all(Array.from({ length: count }, (_, i) => list(callers[i % callers.length] as Caller)));
  const refused = replies.filter(({ status }) => status === 429);
  assert.equal(replies.filter(({ status }) => status !== 200).length, refused.length);
  return refused;
}

/** On Redis' own clock, so that the requests may take more than the one second that ten are allowed in. */
async function assertFloodIsRefused(callers: readonly Caller[], count: number): Promise<void> {
  const started = performance.now();
  const admitted = count - (await flood(callers, count)).length;
  const most = 10 * (1 + Math.floor((performance.now() - started) / 1000));
  assert.ok(admitted >= 10 && admitted <= most, `${String(admitted)} were admitted where ${String(most)} may be`);
}

describe('rate limits', () => {
  let hub: TestHub;
  /** Stands still but for what a case adds. */
  let now = Date.now();
  before(async () => {
    hub = await startHub({ clock: () => new Date(now), plugins: { limits: { config: { failedKeysPerMinute: 5 } } } });
  });
  after(() => hub.stop());

  it('admits what the plan allows in any second and says when to come back', async () => {
    const caller = await hub.account({ plan: 'free' });
    const refused = await flood([caller], 60);
    assert.equal(refused.length, 50);
    for (const response of refused.slice(0, 5)) {
      const body = (await response.json()) as Envelope;
      assertEnvelope({ status: response.status, headers: response.headers, body }, 429, 'RATE_LIMITED');
      assert.match(response.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
      assert.deepEqual([response.headers.get('x-ratelimit-limit'), response.headers.get('x-ratelimit-remaining')], ['10', '0']);
      assert.equal(body.error.retry_after, Number(response.headers.get('retry-after')));
    }
    now += 999;
    assert.equal((await list(caller)).status, 429);
    now += 1;
    const again = await list(caller);
    assert.deepEqual(
      ['x-ratelimit-limit', 'x-ratelimit-remaining', 'ratelimit-policy'].map((name) => again.headers.get(name)),
      ['10', '9', '"plan";q=10;w=1'],
    );
  });

  it('does not let one account slow another, and follows a change of plan within a second', async () => {
    const [busy, quiet] = await Promise.all([hub.account({ plan: 'free' }), hub.account({ plan: 'free' })]);
    assert.equal((await flood([busy], 15)).length, 5);
    assert.equal((await list(quiet)).status, 200);
    assert.equal((await list(busy)).status, 429);
    await hub.command('account', 'plan', busy.email, 'pro');
    await until('the new plan', async () => ((await list(busy)).headers.get('x-ratelimit-limit') === '100' ? true : undefined));
    assert.equal((await list(busy)).status, 200);
  });

  it('slows down an address that tries keys', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 8; i++) statuses.push((await fetch(`${hub.url}/v1/generations`)).status);
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429, 429]);
  });
});

describe('rate limits through Redis', function () {
  let redis: RedisProcess | undefined;
  let hubs: TestHub[] = [];
  let port = 0;
  const needsRedis = process.env['PLATEN_SUITE_REDIS'] === 'yes' ? it : it.skip; // skipped by name: install the package redis-server

  before(async () => {
    if (process.env['PLATEN_SUITE_REDIS'] !== 'yes') return;
    port = await freePort();
    redis = await startRedis(port);
    const first = await startHub({ config: { redis: { url: redis.url } } });
    const second = await startHub({ config: { redis: { url: redis.url } }, database: first.database });
    hubs = [first, second];
  });
  after(async () => {
    await Promise.all(hubs.map((hub) => hub.stop()));
    await redis?.kill();
  });

  needsRedis('counts once for two processes (needs the package redis-server)', async () => {
    const [first, second] = hubs as [TestHub, TestHub];
    const caller = await first.account({ plan: 'free' });
    const twin = Object.assign(Object.create(Object.getPrototypeOf(caller) as object) as Caller, caller, { url: second.url });
    await assertFloodIsRefused([caller, twin], 60);
  });

  needsRedis('counts each of many at the same moment, whichever process they came to (needs the package redis-server)', async () => {
    const clients = [0, 1].map(() => new Redis(redis?.url ?? ''));
    const windows = clients.map((client) => new RedisWindow(client, new MemoryWindow(() => performance.now()), pino({ level: 'silent' })));
    for (let round = 0; round < 20; round++) {
      const verdicts = await Promise.all(
        Array.from({ length: 20 }, () => windows.map((window) => window.hit(`round ${String(round)}`, 10, 60_000))).flat(),
      );
      assert.equal(verdicts.filter(({ admitted }) => admitted).length, 10);
    }
    for (const client of clients) client.disconnect();
  });

  needsRedis('falls back to counting alone while Redis is away, and heals (needs the package redis-server)', async () => {
    const [first] = hubs as [TestHub];
    const caller = await first.account({ plan: 'free' });
    // Readiness asks for a browser that rendered lately, and gives it three seconds, which a start may exceed on a busy machine.
    await caller.generate({ html: '<p>x' });
    await redis?.kill();
    const degraded = await fetch(`${first.url}/readyz`);
    assert.equal(degraded.status, 200, 'a hub without its Redis does less, and no other process does more');
    const { status, checks } = (await degraded.json()) as { status: string; checks: Record<string, string> };
    assert.deepEqual([status, checks['redis'], checks['database']], ['degraded', 'degraded', 'ok']);
    await assertFloodIsRefused([caller], 40);
    redis = await startRedis(port);
    await until('the hub to be well again', async () => {
      const answer = (await (await fetch(`${first.url}/readyz`)).json()) as { status: string };
      return answer.status === 'ready' ? true : undefined;
    });
    const other = await first.account({ plan: 'free' });
    await assertFloodIsRefused([other], 40);
  });
});

describe('monthly allowance', () => {
  let hub: TestHub;
  let now: Date | undefined;
  const plans = {
    tiny: { requestsPerSecond: 500, documentsPerMonth: 5 },
    hundred: { requestsPerSecond: 500, documentsPerMonth: 100 },
    enterprise: { requestsPerSecond: 500, documentsPerMonth: null },
  };
  before(async () => {
    hub = await startHub({
      clock: () => now ?? new Date(),
      plugins: {
        limits: { config: { plans } },
        accounts: { config: { plans: Object.keys(plans) } },
        rendering: { config: { queueLimit: 500, queueLimitPerAccount: 500 } },
      },
    });
  });
  after(() => hub.stop());

  /** The counter, once everything in its journal is settled. */
  const used = async (caller: Caller): Promise<number> => {
    const database = await openDatabase(hub.database);
    const _id = `${caller.accountId}:${(now ?? new Date()).toISOString().slice(0, 7)}`;
    const counters = database.collection<{ _id: string; used: number; journal: unknown[] }>('usage');
    try {
      return await until('the journal to be settled', async () => {
        const counter = await counters.findOne({ _id });
        return (counter?.journal ?? []).length === 0 ? (counter?.used ?? 0) : undefined;
      });
    } finally {
      await database.close();
    }
  };

  it('admits exactly the allowance under 200 requests at once', async () => {
    const caller = await hub.account({ plan: 'hundred' });
    const replies = await Promise.all(Array.from({ length: 200 }, () => caller.send('POST', '/v1/generate', { html: '<p>x' })));
    assert.equal(replies.filter(({ status }) => status === 201).length, 100);
    const refused = replies.filter(({ status }) => status === 403);
    assert.equal(refused.length, 100);
    const [first] = refused;
    assert.ok(first);
    assertEnvelope(first, 403, 'USAGE_LIMIT_EXCEEDED');
    assert.match(first.body.error.message, /\d{4}-\d\d-01/);
    assert.deepEqual([first.headers.get('x-quota-limit'), first.headers.get('x-quota-remaining')], ['100', '0']);
    assert.equal(await used(caller), 100);
  });

  it('gives back what fails, and reports what is left', async () => {
    const caller = await hub.account({ plan: 'tiny' });
    await caller.refused('POST', '/v1/generate', { react: 'export default () => { throw 1 }' }, 422, 'RENDER_FAILED');
    await caller.refused('POST', '/v1/generate', { html: '{{#if', data: {} }, 400, 'VALIDATION_ERROR');
    assert.equal(await used(caller), 0);
    const reply = await caller.send('POST', '/v1/generate', { html: '<p>x' });
    assert.deepEqual([reply.headers.get('x-quota-limit'), reply.headers.get('x-quota-remaining')], ['5', '4']);
    assert.match(reply.headers.get('x-quota-reset') ?? '', /^\d{4}-\d\d-01T00:00:00\.000Z$/);
  });

  it('starts anew with the month', async () => {
    now = new Date('2031-05-31T23:59:59.900Z');
    const caller = await hub.account({ plan: 'tiny' });
    for (let i = 0; i < 5; i++) await caller.generate({ html: '<p>x' });
    await caller.refused('POST', '/v1/generate', { html: '<p>x' }, 403, 'USAGE_LIMIT_EXCEEDED');
    now = new Date('2031-06-01T00:00:00.000Z');
    await caller.generate({ html: '<p>x' });
    assert.equal(await used(caller), 1);
    now = undefined;
  });
});
