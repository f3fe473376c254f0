import assert from 'node:assert/strict';
import mongoose from 'mongoose';
import { finished } from '../support/batches.ts';
import { type Caller, download } from '../support/caller.ts';
import { atWork } from '../support/at-work.ts';
import { Cluster } from '../support/cluster.ts';
import { textOf } from '../support/pdf.ts';
import { hasRedis } from '../support/services.ts';
import { until } from '../support/until.ts';

const ITEMS = 10;
const CALLERS = 4;
/** Documents wait, so that the work of one restart is not done before the next. */
const WAIT = { wait: { delay_ms: 1000 } };
const PROCESSES = ['web 0', 'worker 0', 'web 1', 'worker 1'];

interface Reply {
  readonly status: number;
  readonly body: { readonly id?: string; readonly batch_id?: string; readonly status?: string; readonly url?: string };
}

/** What a client does that reads our documentation: a 503 with Retry-After is asked again, under the same key. */
async function send(caller: Caller, path: string, body: object, key: string): Promise<Reply> {
  for (;;) {
    const answer = await caller.raw('POST', path, { body, headers: { 'idempotency-key': key } });
    const reply = { status: answer.status, body: (await answer.json()) as Reply['body'] };
    if (answer.status !== 503) return reply;
    const seconds = Number(answer.headers.get('retry-after'));
    assert.ok(Number.isInteger(seconds) && seconds >= 1, 'a 503 says when to come back');
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

describe('a rolling restart', function () {
  this.timeout(400_000);

  it('of two web and two worker processes under load loses nothing of what is asked for meanwhile, without an error', async function () {
    if (!hasRedis()) this.skip();
    const cluster = await Cluster.start({ webs: 2, workers: 2, redis: true, drainSeconds: 1 });
    try {
      for (const name of PROCESSES) await cluster.ready(name);
      const caller = await cluster.account();
      const rolled = new AbortController();
      const ids: string[] = [];
      const batches = (async () => {
        for (let n = 0; !rolled.signal.aborted; n++) {
          const items = Array.from({ length: ITEMS }, (_, i) => ({ html: `<p>${String(n)}-${String(i)}`, ...WAIT }));
          const { status, body } = await send(caller, '/v1/generate/batch', { items }, `batch-${String(n)}`);
          assert.equal(status, 202);
          ids.push(body.batch_id ?? '');
          await finished(caller, ids.at(-1) ?? '', 120_000);
        }
      })();
      const made = new Map<number, string>();
      let next = 0;
      const singles = Promise.all(
        Array.from({ length: CALLERS }, async () => {
          for (let n = next++; !rolled.signal.aborted; n = next++) {
            const { status, body } = await send(caller, '/v1/generate', { html: `<p>single ${String(n)}`, ...WAIT }, `single-${String(n)}`);
            assert.equal(status, 201, JSON.stringify(body));
            made.set(n, body.url ?? '');
          }
        }),
      );
      const codes: (number | string)[] = [];
      for (const [n, name] of PROCESSES.entries()) {
        await until('work for each restart', () => (ids.length > n && made.size >= CALLERS * (n + 1) ? true : undefined));
        codes.push(await cluster.roll(name));
        if (name.startsWith('web')) await until('the balancer', () => (cluster.balancer.isReady(Number(name.at(-1))) ? true : undefined));
      }
      rolled.abort();
      await Promise.all([batches, singles]);

      assert.deepEqual(codes, [0, 0, 0, 0], 'every process ended in good order');
      assert.deepEqual(cluster.balancer.broken, []);
      const bad = [...cluster.balancer.answered].filter(([status]) => status === 0 || (status >= 500 && status !== 503));
      assert.deepEqual(bad, []);
      assert.ok(
        ids.length >= PROCESSES.length && made.size >= CALLERS * PROCESSES.length,
        `${String(ids.length)} and ${String(made.size)}`,
      );
      const texts = new Set<string>();
      for (const id of ids) {
        const { generations } = await finished(caller, id);
        for (const { url } of generations) texts.add(await textOf(await download(url ?? '')));
      }
      const all = ids.length * ITEMS + made.size;
      assert.equal(texts.size, ids.length * ITEMS);
      assert.equal(await textOf(await download(made.get(7) ?? '')), 'single 7');
      const database = await mongoose.createConnection(cluster.mongoUrl).asPromise();
      const records = database.collection('generations');
      assert.equal(await records.countDocuments({ status: 'completed' }), all);
      assert.equal(await records.countDocuments({ status: { $ne: 'completed' } }), 0);
      await database.close();
      assert.equal(cluster.storedFiles(), all);
    } finally {
      await cluster.stop();
    }
  });

  it('is seen by balancers before the process stops answering, and ends what is in flight', async () => {
    const cluster = await Cluster.start({ webs: 1, workers: 0, redis: false, drainSeconds: 2 });
    try {
      await cluster.ready('web 0');
      const caller = await cluster.account();
      const slow = caller.raw('POST', '/v1/generate', { body: { html: '<p>in flight', wait: { delay_ms: 4000 } } });
      await atWork(caller);
      const ended = cluster.signal('web 0', 'SIGTERM');
      const refused = await until('the process to say so', async () => {
        const answer = await fetch(`${cluster.operationsOf('web 0')}/readyz`);
        return answer.status === 503 ? answer : undefined;
      });
      assert.equal(((await refused.json()) as { status: string }).status, 'stopping');
      assert.ok(refused.headers.get('retry-after'));
      const late = await caller.raw('POST', '/v1/generate', { body: { html: '<p>late' } });
      assert.deepEqual([late.status, late.headers.get('connection')], [201, 'close'], 'it still works while it drains');
      assert.equal((await slow).status, 201);
      assert.equal(await ended, 0);
      await assert.rejects(fetch(`${cluster.url}/healthz`));
    } finally {
      await cluster.stop();
    }
  });
});
