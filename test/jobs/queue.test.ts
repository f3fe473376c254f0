import assert from 'node:assert/strict';
import { Redis } from 'ioredis';
import { setTimeout as pause } from 'node:timers/promises';
import { finished, submit } from '../support/batches.ts';
import { openDatabase, startHub } from '../support/hub.ts';
import { Gate } from '../support/gate.ts';
import { hasRedis, startRedis } from '../support/services.ts';
import { freePort } from '../support/ports.ts';
import { until } from '../support/until.ts';

const jobPlugin = { from: new URL('../fixtures/plugins/job-times.ts', import.meta.url).pathname };

interface Times {
  readonly started: readonly number[];
}

describe('jobs', () => {
  it('run in another process at once through Redis, and by polling while Redis is away', async function () {
    if (!hasRedis()) this.skip();
    const port = await freePort();
    let redis = await startRedis(port);
    const config = { redis: { url: redis.url } };
    const web = await startHub({ config: { ...config, roles: ['web'] } });
    const worker = await startHub({
      config: { ...config, roles: ['worker'], http: { port: 0, publicUrl: web.url } },
      database: web.database,
    });
    try {
      const account = await web.account();
      const makeOne = async (): Promise<void> => {
        const { batch_id } = await submit(account, { items: [{ html: '<p>x' }] });
        assert.equal((await finished(account, batch_id)).completed, 1);
      };
      await makeOne();
      const heard = new Redis(redis.url);
      const messages: string[] = [];
      heard.on('message', (_, text: string) => messages.push(text));
      await heard.subscribe('platen:jobs');
      await makeOne();
      assert.ok(messages.some((text) => text.includes('batches.render-queued')));
      heard.disconnect();
      await redis.kill();
      await makeOne();
      redis = await startRedis(port);
      await makeOne();
    } finally {
      await worker.stop();
      await web.stop();
      await redis.kill();
    }
  });

  it('of a web process wait for a worker; a worker answers no requests', async () => {
    const web = await startHub({ config: { roles: ['web'] } });
    try {
      const account = await web.account();
      const { batch_id } = await submit(account, { items: [{ html: '<p>x' }] });
      assert.equal((await account.generate({ html: '<p>at once' })).status, 'completed');
      await pause(1500); // several polls, of which none may take it
      const database = await openDatabase(web.database);
      assert.equal(await database.collection('generations').countDocuments({ batchId: batch_id, status: 'queued' }), 1);
      await database.close();
      const port = await freePort();
      const worker = await startHub({ config: { roles: ['worker'], http: { port, publicUrl: web.url } }, database: web.database });
      try {
        await assert.rejects(fetch(`http://127.0.0.1:${String(port)}/healthz`));
        assert.equal((await finished(account, batch_id)).completed, 1);
      } finally {
        await worker.stop();
      }
    } finally {
      await web.stop();
    }
  });

  it('that fail are not kept, and leave nothing locked when the hub stops', async () => {
    const hub = await startHub({ plugins: { 'job-times': jobPlugin } });
    const account = await hub.account();
    await account.send('POST', '/v1/job-times', { count: 3, fail: true });
    await until('the jobs', async () => ((await account.send<Times>('GET', '/v1/job-times')).body.started.length === 3 ? true : undefined));
    await account.send('POST', '/v1/job-times', { count: 20 });
    await hub.stop();
    const database = await openDatabase(hub.database);
    const jobs = await database.collection('jobs').find({ name: 'job-times.note-time' }).toArray();
    await database.close();
    assert.deepEqual(
      jobs.filter(({ lockedAt }) => lockedAt !== null && lockedAt !== undefined),
      [],
    );
    // What is left of the twenty waits unlocked for the next start.
    assert.deepEqual(
      jobs.filter(({ data }) => (data as { fail: boolean }).fail),
      [],
    );
  });

  it('cost the database little while there are none', async () => {
    const gate = await Gate.open();
    const hub = await startHub({ mongoPort: gate.port });
    try {
      await pause(1000);
      const [before, started] = [gate.chunks, performance.now()];
      await until('some polls', () => (gate.chunks - before >= 8 ? true : undefined));
      await pause(3000);
      const perSecond = ((gate.chunks - before) * 1000) / (performance.now() - started);
      // Two polls a second, and what the sweeps ask every ten seconds. A poll of each type of job would be about 22.
      assert.ok(perSecond < 15, `${perSecond.toFixed(1)} commands a second`);
    } finally {
      await hub.stop();
      gate.shut();
    }
  });

  it('are taken with the next poll when another process listed them, or died over them', async () => {
    const hub = await startHub({ plugins: { 'job-times': jobPlugin } });
    const database = await openDatabase(hub.database);
    try {
      const account = await hub.account();
      const entry = { name: 'job-times.note-time', data: { fail: false }, type: 'normal', priority: 0 };
      const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);
      await database.collection('jobs').insertMany([
        { ...entry, nextRunAt: minutesAgo(0), lockedAt: null },
        { ...entry, nextRunAt: minutesAgo(3), lockedAt: minutesAgo(2), lastModifiedBy: 'a process that died' },
        { ...entry, nextRunAt: minutesAgo(1), lockedAt: minutesAgo(0.5), lastModifiedBy: 'a process at work' },
      ]);
      const isStarted = async () => ((await account.send<Times>('GET', '/v1/job-times')).body.started.length === 2 ? true : undefined);
      await until('two jobs', isStarted);
      await pause(1000);
      assert.ok(await isStarted(), 'the one that is at work is left alone');
    } finally {
      await database.close();
      await hub.stop();
    }
  });
});
