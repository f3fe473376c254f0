import type { Server } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import type { Logger } from 'pino';
import { BootRefused } from '../kernel/boot-refused.ts';
import { silentConnections } from './silent-connections.ts';

const CLOSE_IDLE_MS = 100;
const SILENT_MS = 1000;

export interface ListenOptions {
  readonly port: number;
  readonly host: string;
  /** What names the port, for who must change it. */
  readonly setting: string;
  readonly log: Logger;
}

/** Where callers reach the server. An IPv6 address stands in brackets (RFC 3986, 3.2.2). */
export function addressOf({
  publicUrl,
  host,
  port,
}: {
  readonly publicUrl?: string | undefined;
  readonly host: string;
  readonly port: number;
}): string {
  return publicUrl ?? `http://${isIPv6(host) ? `[${host}]` : host}:${String(port)}`;
}

/** @throws BootRefused for a port that is in use; returns the port that was taken */
export async function listen(server: Server, { port, host, setting, log }: ListenOptions): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      if (cause.code !== 'EADDRINUSE') reject(cause);
      else reject(new BootRefused('cannot listen', [`port ${String(port)} on ${host} is in use; stop what uses it, or set ${setting}`]));
    });
    server.listen(port, host, resolve);
  });
  server.on('error', (error) => {
    log.error({ err: error }, 'a connection could not be accepted');
  });
  return (server.address() as AddressInfo).port;
}

/**
 * How a server is closed: requests in flight are finished; connections that only wait are closed, also those that begin to
 * wait meanwhile, or have sent nothing for a second.
 */
export function closing(server: Server): () => Promise<void> {
  const endSilent = silentConnections(server);
  return async () => {
    const closed = new Promise<void>((resolve, reject) => {
      server.close((error) => {
        if (error === undefined) resolve();
        else reject(error);
      });
    });
    const idle = setInterval(() => {
      server.closeIdleConnections();
      endSilent(SILENT_MS);
    }, CLOSE_IDLE_MS);
    await closed.finally(() => {
      clearInterval(idle);
    });
  };
}
