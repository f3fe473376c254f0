import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:net';
import { freePort, PER_PROCESS } from '../support/ports.ts';

const COUNT = 300;

/** What a process is given that runs test files as the worker of Mocha with this number. */
function portsOf(worker: number): number[] {
  const code = `const { freePort } = await import('./test/support/ports.ts');
    const ports = []; for (let n = 0; n < ${String(COUNT)}; n++) ports.push(await freePort());
    console.log(JSON.stringify(ports));`;
  const env = { ...process.env, MOCHA_WORKER_ID: String(worker) };
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', code], { env, encoding: 'utf8' })) as number[];
}

describe('ports for servers of tests', () => {
  it('are given once, though nobody listens on them yet, and to no file that runs beside', async () => {
    const own = await Promise.all(Array.from({ length: COUNT }, freePort));
    const others = [6, 7].flatMap(portsOf);
    assert.equal(new Set([...own, ...others]).size, 3 * COUNT);
  });

  it('are free', async () => {
    const port = await freePort();
    const taken = createServer();
    await new Promise<void>((resolve, reject) => taken.once('error', reject).listen(port, '127.0.0.1', resolve));
    try {
      const given = await Promise.all(Array.from({ length: PER_PROCESS }, freePort));
      assert.ok(!given.includes(port), 'it would have had its turn again');
    } finally {
      taken.close();
    }
  });
});
