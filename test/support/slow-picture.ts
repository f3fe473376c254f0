import { setTimeout as pause } from 'node:timers/promises';
import { startHub, type TestHub } from './hub.ts';
import { localServer } from './local-server.ts';

interface Slow {
  readonly html: string;
  close(): void;
}

const ANSWER = '<svg xmlns="http://www.w3.org/2000/svg"/>';

/** A document that waits for a picture, which comes once it may. */
async function withPicture(mayCome: (request: number) => Promise<unknown>): Promise<Slow> {
  let requests = 0;
  const { url, close } = await localServer((_, response) => {
    void mayCome(++requests).then(() => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(ANSWER));
  });
  return { html: `<p>slow<img src="${url}/late.svg">`, close };
}

/** A document that takes so long. */
export const slowDocument = (ms: number): Promise<Slow> => withPicture(() => pause(ms));

/** A document that is not finished before it is released. */
export async function heldDocument(): Promise<Slow & { release(): void }> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  return {
    ...(await withPicture(() => promise)),
    release() {
      resolve(undefined);
    },
  };
}

/** A document that is never finished when it is first made, and is made at once when it is made again. */
export const documentHeldOnce = (): Promise<Slow> =>
  withPicture((request) => (request === 1 ? new Promise(() => undefined) : Promise.resolve()));

/** Longer than any platform is answered within. */
const LIMIT_MS = 18_000;

/** Such a document, and a hub with a limit that it meets. */
export async function documentThatFailsLate(): Promise<{ readonly html: string; readonly hub: TestHub; close(): Promise<void> }> {
  const { html, close } = await documentHeldOnce();
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
