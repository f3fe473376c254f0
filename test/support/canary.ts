import { createSocket, type Socket } from 'node:dgram';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A listener on loopback, TCP and UDP on one port, that remembers everything that reached it. */
export class Canary {
  readonly hits: string[] = [];
  readonly #servers: Server[] = [];
  readonly #udp: Socket[] = [];
  port = 0;

  static async open(reply = 'CANARY-SECRET'): Promise<Canary> {
    const canary = new Canary();
    for (const host of ['127.0.0.1', '::1']) {
      const server = createServer((request, response) => {
        canary.hits.push(`${host} ${request.method ?? ''} ${request.url ?? ''}`);
        response.setHeader('access-control-allow-origin', '*');
        response.setHeader('content-type', request.url?.endsWith('.svg') === true ? 'image/svg+xml' : 'text/html');
        response.end(reply);
      });
      server.on('connection', () => canary.hits.push(`${host} connection`));
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject).listen(canary.port, host, resolve);
      });
      canary.port = (server.address() as AddressInfo).port;
      canary.#servers.push(server);
    }
    const udp = createSocket('udp4').on('message', () => canary.hits.push('udp'));
    await new Promise<void>((resolve) => udp.bind(canary.port, '127.0.0.1', resolve));
    canary.#udp.push(udp);
    return canary;
  }

  async close(): Promise<void> {
    for (const socket of this.#udp) socket.close();
    for (const server of this.#servers) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }
}
