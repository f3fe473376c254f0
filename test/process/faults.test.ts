import assert from 'node:assert/strict';
import { readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { finished, readBatch, submit } from '../support/batches.ts';
import { download } from '../support/caller.ts';
import { Cluster } from '../support/cluster.ts';
import { textOf } from '../support/pdf.ts';
import { Receiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';

const DISK_BYTES = 2 * 1024 * 1024;
const LEFT_BYTES = 64 * 1024;
/** Of the storage by a batch that waits for it: after 2, 4 and 8 s. */
const TRIES = 4;

describe('what happens to the machine', function () {
  this.timeout(300_000);

  it('a disk that fills up during a batch: no partial file, and the batch goes on by itself when there is room', async function () {
    if (process.getuid?.() !== 0) this.skip(); // a disk of one's own needs root, as .ci/run has
    const cluster = await Cluster.start({ workers: 1, redis: false, filesDiskBytes: DISK_BYTES });
    const database = await mongoose.createConnection(cluster.mongoUrl).asPromise();
    try {
      const caller = await cluster.account();
      const filler = join(cluster.filesFolder, 'filler');
      const partialFiles = (): readonly string[] => readdirSync(join(cluster.filesFolder, 'tmp'));
      const usedAfter = async (): Promise<number> =>
        until('the counter', async () => {
          const [counter] = await database.collection('usage').find().toArray();
          const { used, journal } = counter as unknown as { used: number; journal: unknown[] };
          return journal.length === 0 ? used : undefined;
        });
      const { bavail, bsize } = statfsSync(cluster.filesFolder);
      writeFileSync(filler, Buffer.alloc(bavail * bsize - LEFT_BYTES));

      const items = Array.from({ length: 20 }, (_, n) => ({ html: `<p>item ${String(n)}`, wait: { delay_ms: 100 } }));
      const { batch_id } = await submit(caller, { items });
      await until('a full disk', () => (cluster.output.includes('batches wait for the file storage') ? true : undefined));
      await caller.refused('POST', '/v1/generate', { html: '<p>no room' }, 503, 'SERVICE_UNAVAILABLE');
      // More tries than an item has attempts.
      await until(
        'more tries',
        () => (cluster.output.split('batches wait for the file storage').length > TRIES ? true : undefined),
        60_000,
      );
      // The first item that fails tells of a try, while others of it are still being written.
      let recorded = 0;
      const full = await until(
        () => `${String(recorded)} whole files and no other: ${String(cluster.storedFiles())}, ${partialFiles().join(', ')}`,
        async () => {
          const state = await readBatch(caller, batch_id);
          recorded = state.completed;
          return partialFiles().length === 0 && cluster.storedFiles() === recorded ? state : undefined;
        },
      );
      assert.ok(full.completed > 0 && full.completed < 20 && full.failed === 0 && full.finished_at === null, JSON.stringify(full));

      rmSync(filler);
      const whole = await finished(caller, batch_id, 120_000);
      assert.deepEqual([whole.completed, whole.failed], [20, 0]);
      for (const { index, url } of whole.generations) assert.equal(await textOf(await download(url ?? '')), `item ${String(index)}`);
      assert.equal(await usedAfter(), 20);
      assert.equal(cluster.storedFiles(), 20);
      assert.deepEqual(partialFiles(), []);
    } finally {
      await database.close();
      await cluster.stop();
    }
  });

  it('a sender killed after the receiver said yes: the event comes again under its id, and nothing else twice', async () => {
    const receiver = await Receiver.open();
    const cluster = await Cluster.start({ workers: 1, redis: false, egressAllow: ['127.0.0.1:*'] });
    try {
      const caller = await cluster.account();
      let restarted: Promise<void> | undefined;
      receiver.answer = (_, response) => {
        restarted ??= cluster.restart('worker 0');
        response.end('ok');
      };
      const { batch_id } = await submit(caller, { items: [{ html: 'a' }, { html: 'b' }], webhook: receiver.url('/killed') });
      const [first, second] = await receiver.wait('/killed', 2, 90_000);
      await restarted;
      assert.equal(second?.headers['webhook-id'], first?.headers['webhook-id']);
      assert.equal(second?.body, first?.body);
      const { completed, failed } = await readBatch(caller, batch_id);
      assert.deepEqual([completed, failed, cluster.storedFiles()], [2, 0, 2]);
      const deliveries = await until('the record', async () => {
        const { body } = await caller.send<{ data: { state: string; attempts: unknown[] }[] }>('GET', '/v1/webhooks/deliveries');
        return body.data.every(({ state }) => state === 'delivered') ? body.data : undefined;
      });
      assert.equal(deliveries.length, 1);
      assert.equal(receiver.at('/killed').length, 2);
    } finally {
      await cluster.stop();
      await receiver.close();
    }
  });
});
