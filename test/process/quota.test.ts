import assert from 'node:assert/strict';
import mongoose from 'mongoose';
import { readBatch, type Submitted } from '../support/batches.ts';
import { type Generated } from '../support/caller.ts';
import { Cluster } from '../support/cluster.ts';
import { until } from '../support/until.ts';

const DOCUMENTS = 6;
const BATCHES = 3;
const ITEMS = 4;
const plans = { enterprise: { requestsPerSecond: 1000, documentsPerMonth: 1000 } };
/** Longer than what was reserved is left to its process. */
const MENDED_MS = 150_000;

describe('the count of documents when processes are killed', function () {
  this.timeout(600_000);

  it('counts each document once that was asked for again under its Idempotency-Key', async () => {
    const cluster = await Cluster.start({ workers: 1, redis: false, plugins: { limits: { config: { plans } } } });
    const database = await mongoose.createConnection(cluster.mongoUrl).asPromise();
    try {
      const caller = await cluster.account();
      await caller.generate({ html: '<p>warm' });
      /** Undefined where the process went away meanwhile. */
      const send = async <T>(path: string, body: object, key: string): Promise<T | undefined> => {
        const answer = await caller.raw('POST', path, { body, headers: { 'idempotency-key': key } }).catch(() => undefined);
        const text = await answer?.text().catch(() => undefined);
        return answer?.ok === true && text !== undefined ? (JSON.parse(text) as T) : undefined;
      };
      const documents = Array.from({ length: DOCUMENTS }, (_, n) => ({ html: `<p>${String(n)}`, wait: { delay_ms: 300 * n } }));
      const batches = Array.from({ length: BATCHES }, (_, n) => ({
        items: Array.from({ length: ITEMS }, (__, item) => ({ html: `<p>${String(n)} ${String(item)}` })),
      }));
      const sendAll = () =>
        Promise.all([
          Promise.all(documents.map((body, n) => send<Generated>('/v1/generate', body, `document ${String(n)}`.replace(' ', '-')))),
          Promise.all(batches.map((body, n) => send<Submitted>('/v1/generate/batch', body, `batch ${String(n)}`.replace(' ', '-')))),
        ]);

      const cut = sendAll();
      await new Promise((resolve) => setTimeout(resolve, 900));
      await Promise.all([cluster.restart('web 0'), cluster.restart('worker 0')]);
      await cut;
      await cluster.ready('web 0');
      const [made, submitted] = await until(
        'all to be answered',
        async () => {
          const [found, accepted] = await sendAll();
          return found.includes(undefined) || accepted.includes(undefined) ? undefined : [found, accepted];
        },
        120_000,
      );
      const ids = new Set(made.map((one) => one?.id));
      assert.equal(ids.size, DOCUMENTS);
      for (const one of submitted) {
        await until(
          'the batch',
          async () => ((await readBatch(caller, one?.batch_id ?? '')).completed === ITEMS ? true : undefined),
          120_000,
        );
      }
      // Later starts reconcile what the killed processes left; none of them may give anything back.
      await cluster.restart('web 0');
      await cluster.ready('web 0');
      const all = 1 + DOCUMENTS + BATCHES * ITEMS;
      const used = await until(
        'the counter to be settled',
        async () => {
          const [counter] = await database.collection<{ _id: never; used: number; journal: unknown[] }>('usage').find().toArray();
          return counter?.journal.length === 0 ? counter.used : undefined;
        },
        MENDED_MS,
      );
      assert.equal(used, all);
      const reply = await caller.send('POST', '/v1/generate', { html: '<p>one more' });
      assert.equal(reply.headers.get('x-quota-remaining'), String(1000 - all - 1));
      assert.equal(await database.collection('generations').countDocuments({ status: 'completed' }), all + 1);
    } finally {
      await database.close();
      await cluster.stop();
    }
  });
});
