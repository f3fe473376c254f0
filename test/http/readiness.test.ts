import assert from 'node:assert/strict';
import { freePort } from '../support/ports.ts';
import { checkRunner } from '../../server/http/operations.ts';
import { createLog } from '../../server/log.ts';
import { sharedReading } from '../../server/shared-reading.ts';
import { startHub } from '../support/hub.ts';

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('readiness', () => {
  it('is asked of each part once a second at most, by however many', async () => {
    let runs = 0;
    const check = async (): Promise<void> => {
      runs++;
      await after(100);
    };
    const run = checkRunner([{ name: 'part', check }], createLog('silent'));
    const results = await Promise.all(Array.from({ length: 200 }, () => run()));
    assert.equal(runs, 1, 'those who ask while it runs share it');
    assert.deepEqual(results[199], [['part', 'ok']]);
    await run();
    assert.equal(runs, 1, 'and so do those who ask right after');
    await after(1100);
    await run();
    assert.equal(runs, 2);
  });

  it('is asked again after a failure, and never by two at once', async () => {
    let runs = 0;
    const read = sharedReading(50, async () => {
      runs++;
      await after(20);
      if (runs === 1) throw new Error('away');
      return runs;
    });
    await Promise.all([assert.rejects(read()), assert.rejects(read())]);
    await after(100);
    assert.equal(await read(), 2);
  });

  it('is told on the operations port only, where there is one', async () => {
    const port = await freePort();
    const hub = await startHub({ config: { operations: { port } } });
    try {
      // A browser that has to start first may take longer than its check waits.
      await (await hub.account()).generate({ html: '<p>x' });
      assert.equal((await fetch(`${hub.url}/readyz`)).status, 404);
      assert.equal((await fetch(`${hub.url}/metrics`)).status, 404);
      assert.equal((await fetch(`${hub.url}/healthz`)).status, 200);
      assert.equal((await fetch(`http://127.0.0.1:${String(port)}/readyz`)).status, 200);
    } finally {
      await hub.stop();
    }
  });
});
