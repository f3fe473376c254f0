import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../support/ports.ts';
import { atWork } from '../support/at-work.ts';
import { suiteDatabase } from '../support/hub.ts';
import { callerOf, ready, start, stop } from '../support/process.ts';
import { temporaryFolder } from '../support/services.ts';
import { until } from '../support/until.ts';

describe('an error that nothing catches', function () {
  this.timeout(240_000);
  const folder = temporaryFolder('crash');
  after(() => folder.remove());

  it('interrupts no document whose caller was answered before its end', async () => {
    const data = join(folder.path, 'answered');
    const config = join(folder.path, 'answered.json');
    const crash = { from: join(import.meta.dirname, '../fixtures/plugins/crash.ts') };
    writeFileSync(config, JSON.stringify({ data, plugins: { crash } }));
    const running = await start(data, await freePort(), 'server/main.ts', {
      PLATEN_CONFIG: config,
      PLATEN_MONGO_URL: suiteDatabase(),
    });
    try {
      await ready(running);
      const caller = callerOf(data, running.url);
      const slow = '<p>x</p><script>for (const from = Date.now(); Date.now() - from < 1500;);</script>';
      const ids: string[] = [];
      for (let n = 0; n < 6; n++) {
        const reply = await caller.send<{ id: string }>('POST', '/v1/integrations/actions/generate', { html: slow, wait: 0 });
        assert.equal(reply.status, 202, JSON.stringify(reply.body));
        ids.push(reply.body.id);
      }
      assert.equal((await caller.raw('POST', '/v1/crash', { body: { how: 'timer' } })).status, 200);
      await until(
        () => `the hub to run again: ${running.output()}`,
        () => (running.output().includes('the hub runs again') ? true : undefined),
        60_000,
      );
      for (const id of ids) {
        const { body } = await caller.send<{ status: string; error: string | null }>('GET', `/v1/generations/${id}`);
        assert.deepEqual([body.status, body.error], ['completed', null]);
      }
      assert.doesNotMatch(running.output(), /MongoNotConnectedError/);
      assert.equal(await stop(running), 0);
    } finally {
      await stop(running, 'SIGKILL');
    }
  });

  it('ends no other request: the hub finishes them, starts again in its process, and gives up after three times', async () => {
    const data = join(folder.path, 'data');
    const config = join(folder.path, 'crash.json');
    const crash = { from: join(import.meta.dirname, '../fixtures/plugins/crash.ts') };
    writeFileSync(config, JSON.stringify({ data, http: { drainSeconds: 2 }, plugins: { crash } }));
    const running = await start(data, await freePort(), 'server/main.ts', {
      PLATEN_CONFIG: config,
      PLATEN_MONGO_URL: suiteDatabase(),
    });
    try {
      await ready(running);
      const caller = callerOf(data, running.url);
      const restarts = (): number => running.output().split('the hub runs again').length - 1;
      for (const [n, how] of (['timer', 'promise', 'timer'] as const).entries()) {
        const inFlight = caller.generate({ html: `<p>${how}</p>`, wait: { delay_ms: 3000 } });
        // Rendering has begun: what the crash interrupts is no mere request in a queue.
        await atWork(caller);
        assert.equal((await caller.raw('POST', '/v1/crash', { body: { how } })).status, 200);
        const state = await until('it to say that it stops', async () => {
          const answer = await fetch(`${running.url}/readyz`).catch(() => undefined);
          return answer?.status === 503 ? ((await answer.json()) as { status: string }) : undefined;
        });
        assert.equal(state.status, 'stopping');
        assert.equal((await inFlight).status, 'completed');
        await until(
          () => `restart ${String(n + 1)}: ${running.output()}`,
          () => (restarts() === n + 1 ? true : undefined),
          60_000,
        );
        assert.equal((await fetch(`${running.url}/readyz`)).status, 200);
        await caller.generate({ html: '<p>again' });
      }
      assert.match(running.output(), /"level":60.*as asked: a timer.*an error reached the process/);
      assert.equal((await caller.raw('POST', '/v1/crash', { body: { how: 'timer' } })).status, 200);
      assert.equal(await running.ended, 1);
      assert.match(running.output(), /3 restarts within 10 minutes did not help/);
    } finally {
      await stop(running, 'SIGKILL');
    }
  });
});
