import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from './until.ts';

export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly event: { readonly type: string; readonly timestamp: string; readonly data: Record<string, unknown> };
}

type Answer = (request: Received, response: ServerResponse, raw: IncomingMessage) => void;

/** Somebody else's machine: records what webhooks it gets and answers as a test says. */
export class Receiver {
  readonly received: Received[] = [];
  answer: Answer = (_, response) => response.end('ok');
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
        const entry = { path: request.url ?? '', headers, body, event: JSON.parse(body) as Received['event'] };
        receiver.received.push(entry);
        receiver.answer(entry, response, request);
      });
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(0, '127.0.0.1', resolve);
    });
    return receiver;
  }

  /** A URL of this receiver; each test uses a path of its own. */
  url(path: string): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}${path}`;
  }

  at(path: string): Received[] {
    return this.received.filter((entry) => entry.path === path);
  }

  /** Waits until a path got this many. */
  async wait(path: string, count = 1, limitMs = 20_000): Promise<Received[]> {
    return until(`${String(count)} webhooks at ${path}`, () => (this.at(path).length >= count ? this.at(path) : undefined), limitMs);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
