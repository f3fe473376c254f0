import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands between a connector and a hub: hands requests on, and loses one answer as a network does. */
export class LossyProxy {
  readonly #server: Server;
  /** How many answers were lost. */
  lost = 0;

  private constructor(server: Server) {
    this.#server = server;
  }

  /**
   * @param losing the path of which the first answer never arrives, after the hub has done its work
   * @param headers added to every answer
   */
  static async open(hub: string, losing: string | undefined, headers: Readonly<Record<string, string>> = {}): Promise<LossyProxy> {
    const server = createServer();
    const proxy = new LossyProxy(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { host: _host, connection: _connection, 'content-length': _length, 'transfer-encoding': _coding, ...sent } = request.headers;
        const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) };
        void fetch(hub + String(request.url), { method: request.method ?? 'GET', headers: sent as Record<string, string>, ...body })
          .then(async (answer) => {
            const bytes = Buffer.from(await answer.arrayBuffer());
            if (losing === request.url && proxy.lost === 0) {
              proxy.lost++;
              request.socket.destroy();
              return;
            }
            const { 'content-encoding': _encoding, 'content-length': _size, ...kept } = Object.fromEntries(answer.headers);
            response.writeHead(answer.status, { ...kept, ...headers }).end(bytes);
          })
          .catch((error: unknown) => request.socket.destroy(error as Error));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
