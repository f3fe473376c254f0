import assert from 'node:assert/strict';
import { runChaos } from '../chaos/run-chaos.ts';
import { finished, readBatch, submit } from '../support/batches.ts';
import { Canary } from '../support/canary.ts';
import { Cluster } from '../support/cluster.ts';
import { readMetrics } from '../support/metrics.ts';
import { seedOf } from '../support/random.ts';
import { Receiver } from '../support/receiver.ts';
import { hasRedis } from '../support/services.ts';
import { until } from '../support/until.ts';

/** The same kills in every run; `npm run chaos` takes others. */
const CHAOS_SEED = seedOf(486_170_389);

describe('several processes on one database', function () {
  this.timeout(300_000);

  it('share the work of batches: two workers, 60 documents, each rendered once', async () => {
    const canary = await Canary.open();
    const cluster = await Cluster.start({ workers: 2, redis: false, egressAllow: ['127.0.0.1:*'] });
    try {
      const caller = await cluster.account();
      const batches = await Promise.all(
        [0, 1, 2].map((batch) =>
          submit(caller, {
            items: Array.from({ length: 20 }, (_, n) => ({
              html: `<img src="http://127.0.0.1:${String(canary.port)}/${String(batch)}-${String(n)}.svg"><p>x`,
            })),
          }),
        ),
      );
      for (const { batch_id } of batches) assert.equal((await finished(caller, batch_id, 120_000)).completed, 20);
      const hits = canary.hits.filter((hit) => hit.includes('GET'));
      assert.equal(hits.length, 60);
      assert.equal(new Set(hits).size, 60);
    } finally {
      await cluster.stop();
      await canary.close();
    }
  });

  it('keep working when one of them is stopped in good order, and lose nothing', async () => {
    const cluster = await Cluster.start({ workers: 2, redis: false });
    try {
      const caller = await cluster.account();
      const items = Array.from({ length: 40 }, () => ({ html: '<p>x', wait: { delay_ms: 200 } }));
      const { batch_id } = await submit(caller, { items });
      await until('the first items', async () => {
        const { body } = await caller.send<{ completed: number }>('GET', `/v1/batches/${batch_id}`);
        return body.completed > 4 ? true : undefined;
      });
      assert.equal(await cluster.signal('worker 0', 'SIGTERM'), 0, cluster.output);
      assert.equal((await finished(caller, batch_id)).completed, 40);
    } finally {
      await cluster.stop();
    }
  });

  it('keep the result of whoever went on, when a process comes back after a long absence', async () => {
    const receiver = await Receiver.open();
    const cluster = await Cluster.start({ workers: 2, redis: false, egressAllow: ['127.0.0.1:*'] });
    try {
      const caller = await cluster.account();
      const items = Array.from({ length: 12 }, (_, n) => ({ html: `<p>item ${String(n)}`, wait: { delay_ms: 1500 } }));
      const { batch_id } = await submit(caller, { items, webhook: receiver.url('/absent') });
      await until('the first item', async () => ((await readBatch(caller, batch_id)).completed > 0 ? true : undefined));
      cluster.pause('worker 0');
      const state = await finished(caller, batch_id, 120_000);
      assert.equal(state.completed, 12);
      const urls = state.generations.map(({ url }) => new URL(url ?? '').pathname);
      cluster.resume('worker 0');
      await until('the absent one to have made what it had begun', async () => {
        const { has, sum } = await readMetrics(cluster.operationsOf('worker 0'));
        return has('platen_render_busy') && sum('platen_render_busy') === 0 ? true : undefined;
      });
      assert.equal(await cluster.signal('worker 0', 'SIGTERM'), 0, cluster.output);
      const later = await readBatch(caller, batch_id);
      assert.deepEqual(
        later.generations.map(({ url }) => new URL(url ?? '').pathname),
        urls,
      );
      assert.deepEqual([later.completed, later.failed], [12, 0]);
      assert.equal(cluster.storedFiles(), 12, 'what the absent one made belongs to nobody');
      assert.equal(receiver.at('/absent').length, 1);
    } finally {
      cluster.resume('worker 0');
      await cluster.stop();
      await receiver.close();
    }
  });

  it(`leave a batch whole when workers, browsers, database and Redis are killed (seed ${String(CHAOS_SEED)})`, async function () {
    if (!hasRedis()) this.skip();
    await runChaos(CHAOS_SEED);
  });
});
