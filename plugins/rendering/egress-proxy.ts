import { createServer, type IncomingMessage, request as httpRequest, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Outbound } from '../../server/contract/index.ts';

export interface EgressBudget {
  readonly maxRequests: number;
  readonly maxBytes: number;
}

const CONNECT_LIMIT_MS = 10_000;
const IDLE_LIMIT_MS = 20_000;
const HOP_BY_HOP = new Set([
  'connection',
  'proxy-connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'proxy-authorization',
]);

/**
 * The only way out for one document: a forward proxy on loopback that dials addresses the outbound policy has
 * checked, counts requests and bytes, and closes everything when the document is done.
 */
export class EgressProxy {
  readonly #outbound: Outbound;
  readonly #budget: EgressBudget;
  readonly #server: Server;
  readonly #sockets = new Set<Duplex>();
  #requests = 0;
  #bytes = 0;

  private constructor(outbound: Outbound, budget: EgressBudget) {
    this.#outbound = outbound;
    this.#budget = budget;
    this.#server = createServer((request, response) => void this.#forward(request, response));
    this.#server.on('connection', (socket) => {
      this.#track(socket);
    });
    this.#server.on('connect', (request, socket: Socket, head: Buffer) => void this.#tunnel(request, socket, head));
    this.#server.on('clientError', (_, socket) => socket.destroy());
  }

  static async open(outbound: Outbound, budget: EgressBudget): Promise<EgressProxy> {
    const proxy = new EgressProxy(outbound, budget);
    await new Promise<void>((resolve, reject) => {
      proxy.#server.once('error', reject).listen(0, '127.0.0.1', resolve);
    });
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #track(socket: Duplex): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  }

  async #dial(host: string, port: number): Promise<Socket> {
    if (++this.#requests > this.#budget.maxRequests) throw new Error('too many requests');
    const { address, family } = await this.#outbound.resolve(host, port);
    const socket = connect({ host: address, port, family, timeout: CONNECT_LIMIT_MS });
    this.#track(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('timeout', () => {
        reject(new Error('connecting took too long'));
      });
      socket.once('error', reject);
      socket.once('close', () => {
        reject(new Error('closed'));
      });
    });
    socket.setTimeout(IDLE_LIMIT_MS, () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      this.#bytes += chunk.byteLength;
      if (this.#bytes > this.#budget.maxBytes) this.close();
    });
    return socket;
  }

  async #tunnel(request: IncomingMessage, client: Socket, head: Buffer): Promise<void> {
    try {
      const { hostname, port } = new URL(`http://${request.url ?? ''}`);
      const upstream = await this.#dial(hostname, Number(port === '' ? 80 : port));
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      if (head.byteLength > 0) upstream.write(head);
      upstream.pipe(client).pipe(upstream);
    } catch {
      client.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'); // the refusal is the reply
    }
  }

  async #forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const url = new URL(request.url ?? '');
      if (url.protocol !== 'http:') throw new Error('only http and https');
      const socket = await this.#dial(url.hostname, Number(url.port === '' ? 80 : url.port));
      const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !HOP_BY_HOP.has(name)));
      const upstream = httpRequest({
        createConnection: () => socket,
        method: request.method,
        path: url.pathname + url.search,
        headers: { ...headers, host: url.host, connection: 'close' },
      });
      upstream.once('response', (answer) => {
        const passed = Object.entries(answer.headers).filter(([name, value]) => !HOP_BY_HOP.has(name) && value !== undefined);
        response.writeHead(answer.statusCode ?? 502, Object.fromEntries(passed));
        answer.pipe(response);
      });
      upstream.once('error', () => response.destroy());
      request.pipe(upstream);
    } catch {
      response.writeHead(403, { 'content-length': '0', connection: 'close' }).end(); // the refusal is the reply
    }
  }
}
