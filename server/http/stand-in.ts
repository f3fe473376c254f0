import { createServer } from 'node:http';
import type { CoreConfig } from '../config/schema.ts';

const RETRY_AFTER_S = '2';

/** Answers in place of a hub that has no database yet: alive, and not ready. */
export async function answerWhileWaiting({ http, operations, roles }: CoreConfig): Promise<() => Promise<void>> {
  const listeners = [
    ...(operations.port === undefined ? [] : [{ port: operations.port, host: operations.host }]),
    ...(roles.includes('web') ? [http] : []),
  ];
  const closing = await Promise.all(
    listeners.map(async ({ port, host }) => {
      const server = createServer((request, response) => {
        const isAlive = request.url === '/healthz';
        const body = isAlive ? { status: 'ok' } : { status: 'unavailable', checks: { database: 'unavailable' } };
        response.writeHead(isAlive ? 200 : 503, { 'Content-Type': 'application/json', 'Retry-After': RETRY_AFTER_S, Connection: 'close' });
        response.end(JSON.stringify(body));
      });
      await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
      return (): Promise<void> =>
        new Promise((resolve) => {
          server.closeAllConnections();
          server.close(() => {
            resolve();
          });
        });
    }),
  );
  return async () => {
    await Promise.all(closing.map((close) => close()));
  };
}
