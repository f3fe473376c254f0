import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../support/ports.ts';
import { atWork } from '../support/at-work.ts';
import { suiteDatabase } from '../support/hub.ts';
import { readMetrics } from '../support/metrics.ts';
import { callerOf, ready, ROOT, start } from '../support/process.ts';
import { endProcess } from '../support/processes.ts';
import { temporaryFolder } from '../support/services.ts';
import { until } from '../support/until.ts';

const database = (): Record<string, string> => ({ PLATEN_MONGO_URL: suiteDatabase() });

describe('a hub that is told to stop', function () {
  this.timeout(120_000);
  const folder = temporaryFolder('signals');
  after(() => folder.remove());

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    it(`ends what is in flight when ${signal} comes twice within a moment, as from a terminal`, async () => {
      const data = join(folder.path, signal);
      const running = await start(data, await freePort(), 'server/main.ts', database());
      try {
        await ready(running);
        const caller = callerOf(data, running.url);
        const slow = caller.raw('POST', '/v1/generate', { body: { html: '<p>x', wait: { delay_ms: 2500 } } });
        await atWork(caller);
        running.child.kill(signal);
        running.child.kill(signal);
        setTimeout(() => running.child.kill(signal), 300);
        assert.equal((await slow).status, 201);
        assert.equal(await running.ended, 0, running.output());
      } finally {
        running.child.kill('SIGKILL');
      }
    });
  }

  it('ends at once when it is told again later', async () => {
    const data = join(folder.path, 'again');
    const running = await start(data, await freePort(), 'server/main.ts', database());
    try {
      await ready(running);
      const caller = callerOf(data, running.url);
      const slow = caller.raw('POST', '/v1/generate', { body: { html: '<p>x', wait: { delay_ms: 15_000 } } }).catch(() => undefined);
      await atWork(caller);
      running.child.kill('SIGTERM');
      setTimeout(() => running.child.kill('SIGTERM'), 1500);
      assert.equal(await running.ended, 1);
      await slow;
    } finally {
      running.child.kill('SIGKILL');
    }
  });

  it('works on when its log cannot be written', async () => {
    const data = join(folder.path, 'full');
    const port = await freePort();
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, ['server/main.ts'], {
      cwd: ROOT,
      env: { ...process.env, ...database(), PLATEN_DATA: data, PLATEN_PORT: String(port) },
      stdio: ['ignore', full, full],
    });
    try {
      const url = `http://127.0.0.1:${String(port)}`;
      await until(
        'readiness',
        () =>
          fetch(`${url}/readyz`).then(
            ({ ok }) => (ok ? true : undefined),
            () => undefined,
          ),
        60_000,
      );
      // The file of its key may be there a moment before the key is.
      await until('a document', async () => {
        try {
          return (await callerOf(data, url).raw('POST', '/v1/generate', { body: { html: '<p>x' } })).status === 201 ? true : undefined;
        } catch {
          return undefined; // the file is not written yet
        }
      });
      assert.equal(await endProcess(child, 'SIGTERM'), 0);
    } finally {
      child.kill('SIGKILL');
    }
  });
});

/** Longer than a browser may take for anything that is short. */
const STILL_MS = 5000;
/** Each time some of the pages are being closed. */
const TIMES = 2;

describe('a hub that stood still', function () {
  this.timeout(120_000);
  const folder = temporaryFolder('still');
  after(() => folder.remove());

  it('reads what its browsers answered meanwhile, and ends none of them', async () => {
    const running = await start(join(folder.path, 'data'), await freePort(), 'server/main.ts', database());
    try {
      await ready(running);
      const caller = callerOf(join(folder.path, 'data'), running.url);
      const make = () => caller.generate({ html: '<p>x</p><script></script>' });
      const started = async (): Promise<number> => (await readMetrics(running.url)).sum('platen_browser_starts_total');
      await make();
      const before = await started();
      for (let n = 0; n < TIMES; n++) {
        const documents = Array.from({ length: 10 }, make);
        await Promise.race(documents);
        running.child.kill('SIGSTOP');
        await pause(STILL_MS);
        running.child.kill('SIGCONT');
        await Promise.all(documents);
      }
      assert.equal(await started(), before, running.output());
    } finally {
      running.child.kill('SIGKILL');
    }
  });
});
