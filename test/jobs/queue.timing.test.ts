import assert from 'node:assert/strict';
import { startHub } from '../support/hub.ts';
import { until } from '../support/until.ts';

const jobPlugin = { from: new URL('../fixtures/plugins/job-times.ts', import.meta.url).pathname };

interface Times {
  readonly started: readonly number[];
}

describe('jobs', () => {
  it('start within milliseconds, not with the next poll', async () => {
    const hub = await startHub({ plugins: { 'job-times': jobPlugin } });
    try {
      const account = await hub.account();
      const waits: number[] = [];
      for (let n = 0; n < 10; n++) {
        const asked = Date.now();
        await account.send('POST', '/v1/job-times', { count: 1 });
        const started = await until('the job', async () => (await account.send<Times>('GET', '/v1/job-times')).body.started[n]);
        waits.push(started - asked);
      }
      waits.sort((a, b) => a - b);
      // By polling, each would wait for half a second, as the one before it started with a poll.
      assert.ok((waits[5] ?? Infinity) < 350, waits.join(' '));
    } finally {
      await hub.stop();
    }
  });

  it('follow each other without waiting for a poll', async () => {
    const hub = await startHub({ plugins: { 'job-times': jobPlugin } });
    try {
      const account = await hub.account();
      const asked = Date.now();
      await account.send('POST', '/v1/job-times', { count: 60 });
      const last = await until('60 jobs', async () => {
        const { started } = (await account.send<Times>('GET', '/v1/job-times')).body;
        return started.length === 60 ? Math.max(...started) : undefined;
      });
      // Five at once, polled twice a second, would take six seconds.
      assert.ok(last - asked < 4000, `${String(last - asked)} ms`);
    } finally {
      await hub.stop();
    }
  });
});
