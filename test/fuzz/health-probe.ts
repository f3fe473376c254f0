import { Agent, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const EVERY_MS = 50;
const LIMIT_MS = 30_000;

/** Whoever asked may be gone already. */
function tell(message: object | string): void {
  if (process.connected) process.send?.(message);
}

/** Time until `url` answered, in milliseconds; the limit when it does not. */
async function timed(url: string, agent: Agent): Promise<number> {
  const started = performance.now();
  return new Promise((resolve) => {
    const done = (): void => {
      resolve(performance.now() - started);
    };
    get(url, { agent, timeout: LIMIT_MS }, (response) => response.resume().once('close', done))
      .once('timeout', function (this: { destroy(): void }) {
        this.destroy();
      })
      .once('error', done);
  });
}

async function measure(name: string, url: string): Promise<never> {
  const agent = new Agent({ keepAlive: true });
  for (;;) {
    const at = Date.now();
    const ms = await timed(url, agent);
    tell({ name, at, ms });
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, EVERY_MS - ms)));
  }
}

/** A server that does nothing else: what it takes longer than nothing is the machine's doing. */
function answer(): void {
  const server = createServer((_, response) => response.end('{}'));
  server.listen(0, '127.0.0.1', () => tell(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`));
  process.once('disconnect', () => process.exit(0));
}

const [url] = process.argv.slice(2);
if (url === undefined) answer();
else {
  fork(fileURLToPath(import.meta.url)).once('message', (address) => void measure('machine', address as string));
  process.once('disconnect', () => process.exit(0));
  void measure('hub', `${url}/healthz`);
}
