import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startHub, type TestHub } from './hub.ts';

interface Slow {
  readonly html: string;
  close(): void;
}

const ANSWER = '<svg xmlns="http://www.w3.org/2000/svg"/>';

/** A document that waits for a picture, which comes after so many milliseconds; undefined for never. */
async function withPicture(delayOf: (request: number) => number | undefined): Promise<Slow> {
  let requests = 0;
  const server = createServer((_, response) => {
    const delay = delayOf(++requests);
    if (delay === undefined) return;
    setTimeout(() => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(ANSWER), delay);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    html: `<p>slow<img src="http://127.0.0.1:${String(port)}/late.svg">`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A document that takes so long. */
export const slowDocument = (ms: number): Promise<Slow> => withPicture(() => ms);

/** Longer than any platform is answered within. */
const LIMIT_MS = 18_000;

/** A document that takes longer than it may when it is first made, and is made at once when it is made again; and a hub with that limit. */
export async function documentThatFailsLate(): Promise<{ readonly html: string; readonly hub: TestHub; close(): Promise<void> }> {
  const { html, close } = await withPicture((request) => (request === 1 ? undefined : 0));
  const hub = await startHub({
    config: { egress: { allow: ['127.0.0.1:*'] } },
    plugins: { rendering: { config: { deadlineMs: LIMIT_MS } } },
  });
  return {
    html,
    hub,
    async close() {
      close();
      await hub.stop();
    },
  };
}
