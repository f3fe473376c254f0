import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../support/ports.ts';
import { processorTime } from '../bench/parts.ts';
import { finished, submit } from '../support/batches.ts';
import { suiteDatabase } from '../support/hub.ts';
import { callerOf, ready, type Running, start, stop } from '../support/process.ts';
import { temporaryFolder } from '../support/services.ts';
import { until } from '../support/until.ts';

/** Worker processes that a hub started and that are still there. */
const workersOf = ({ child: { pid } }: Running): number[] =>
  readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8')
    .split(' ')
    .filter((one) => one !== '' && readFileSync(`/proc/${one}/cmdline`, 'utf8').includes('main.ts'))
    .map(Number);

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('worker processes beside the hub', function () {
  this.timeout(180_000);
  const folder = temporaryFolder('workers');
  const data = join(folder.path, 'data');
  const config = join(folder.path, 'platen.json');
  let env: Record<string, string>;
  before(() => (env = { PLATEN_CONFIG: config, PLATEN_MONGO_URL: suiteDatabase() }));
  after(() => folder.remove());

  it('make items of batches, are replaced when they die, and end with the hub', async () => {
    writeFileSync(config, JSON.stringify({ data, workers: 1, plugins: { batches: { config: { concurrency: 1 } } } }));
    const hub = await start(data, await freePort(), 'server/main.ts', env);
    try {
      await ready(hub);
      const [first = 0] = await until('the worker', () => (workersOf(hub).length === 1 ? workersOf(hub) : undefined), 60_000);
      const caller = callerOf(data, hub.url);
      const items = Array.from({ length: 8 }, () => ({ html: '<p>x<script>document.title = 1</script>', wait: { delay_ms: 1000 } }));
      await until(
        'documents of the worker',
        async () => {
          assert.equal((await finished(caller, (await submit(caller, { items })).batch_id)).completed, items.length);
          return processorTime(first).browser > 100 ? true : undefined;
        },
        120_000,
      );

      process.kill(first, 'SIGKILL');
      const [second = 0] = await until(
        'another worker',
        () => (workersOf(hub).some((pid) => pid !== first) ? workersOf(hub) : undefined),
        60_000,
      );
      assert.equal((await finished(caller, (await submit(caller, { items })).batch_id)).completed, items.length);
      assert.equal(await stop(hub), 0, hub.output());
      assert.equal(isAlive(second), false);
      assert.equal(hub.output().match(/Platen is ready/g)?.length, 1);
    } finally {
      hub.child.kill('SIGKILL');
    }
  });

  it('end when the hub is killed', async () => {
    const hub = await start(data, await freePort(), 'server/main.ts', env);
    await ready(hub);
    const [worker = 0] = await until('the worker', () => (workersOf(hub).length === 1 ? workersOf(hub) : undefined), 60_000);
    hub.child.kill('SIGKILL');
    await until('its end', () => (isAlive(worker) ? undefined : true), 90_000);
  });

  it('are no number that is allowed: the start says what is', async () => {
    writeFileSync(config, JSON.stringify({ data, workers: -1 }));
    const hub = await start(data, await freePort(), 'server/main.ts', env);
    assert.equal(await hub.ended, 1);
    assert.match(hub.output(), /workers: must be auto or a whole number from 0 to 32/);
  });
});
