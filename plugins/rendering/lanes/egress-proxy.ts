import { createServer, type IncomingMessage, request as httpRequest, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { EgressRefused, type Outbound } from '../../../server/contract/index.ts';

export interface EgressBudget {
  readonly maxRequests: number;
  readonly maxBytes: number;
}

const CONNECT_LIMIT_MS = 10_000;
const IDLE_LIMIT_MS = 20_000;
const SWITCHING_PROTOCOLS = 101;
const HOP_BY_HOP = new Set([
  'connection',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-status',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'proxy-authorization',
]);

/** What the proxy answers by itself, with the error's name by RFC 9209. */
const REFUSALS = {
  refused: { status: 403, reason: 'Forbidden', error: 'destination_ip_prohibited' },
  unreachable: { status: 502, reason: 'Bad Gateway', error: 'destination_unavailable' },
  malformed: { status: 502, reason: 'Bad Gateway', error: 'http_protocol_error' },
} as const;
type Refusal = keyof typeof REFUSALS;

/** The header by which answers of the proxy are told from those of a server. */
export const PROXY_STATUS = 'proxy-status';

/**
 * The only way out for one document: a forward proxy on loopback that dials addresses the outbound policy has
 * checked, counts requests and bytes, and closes everything when the document is done. Whatever a server sends
 * ends as an answer, a 502 or a closed connection.
 */
export class EgressProxy {
  readonly #outbound: Outbound;
  readonly #budget: EgressBudget;
  readonly #server: Server;
  readonly #sockets = new Set<Duplex>();
  #requests = 0;
  #bytes = 0;
  #admits = false;
  #closed = false;

  private constructor(outbound: Outbound, budget: EgressBudget) {
    this.#outbound = outbound;
    this.#budget = budget;
    this.#server = createServer((request, response) => {
      this.#forward(request, response).catch(() => response.destroy()); // one side went away: the document sees the other end
    });
    this.#server.on('connection', (socket) => {
      this.#track(socket);
      if (!this.#admits) socket.destroy();
    });
    this.#server.on('connect', (request, socket: Socket, head: Buffer) => {
      this.#tunnel(request, socket, head).catch(() => socket.destroy()); // as above
    });
    this.#server.on('clientError', (_, socket) => socket.destroy());
  }

  static async open(outbound: Outbound, budget: EgressBudget): Promise<EgressProxy> {
    const proxy = new EgressProxy(outbound, budget);
    await new Promise<void>((resolve, reject) => {
      proxy.#server.once('error', reject).listen(0, '127.0.0.1', resolve);
    });
    proxy.#server.on('error', () => undefined); // a connection that could not be accepted fails for the document alone
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** It refuses every connection before. */
  admit(): void {
    this.#admits = true;
  }

  close(): void {
    this.#closed = true;
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #track(socket: Duplex): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  }

  async #dial(host: string, port: number): Promise<Socket> {
    if (++this.#requests > this.#budget.maxRequests) throw new EgressRefused(host, 'too many requests');
    const socket = await this.#outbound.connect(host, port, CONNECT_LIMIT_MS);
    this.#track(socket);
    if (this.#closed) {
      socket.destroy();
      throw new Error('the document is done');
    }
    socket.setTimeout(IDLE_LIMIT_MS, () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      this.#bytes += chunk.byteLength;
      if (this.#bytes > this.#budget.maxBytes) this.close();
    });
    return socket;
  }

  async #tunnel(request: IncomingMessage, client: Socket, head: Buffer): Promise<void> {
    let upstream: Socket;
    try {
      const { hostname, port } = new URL(`http://${request.url ?? ''}`);
      upstream = await this.#dial(hostname, Number(port === '' ? 80 : port));
    } catch (error) {
      const { status, reason, error: name } = REFUSALS[refusalOf(error)];
      client.end(
        `HTTP/1.1 ${String(status)} ${reason}\r\nProxy-Status: platen; error=${name}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      );
      return;
    }
    try {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      if (head.byteLength > 0) upstream.write(head);
      await Promise.race([pipeline(upstream, client), pipeline(client, upstream)]);
    } finally {
      client.destroy();
      upstream.destroy();
    }
  }

  async #forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let url: URL;
    let socket: Socket;
    try {
      url = new URL(request.url ?? '');
      if (url.protocol !== 'http:') throw new EgressRefused(url.hostname, 'only http and https');
      socket = await this.#dial(url.hostname, Number(url.port === '' ? 80 : url.port));
    } catch (error) {
      refuse(response, refusalOf(error));
      return;
    }
    response.once('close', () => socket.destroy());
    let answer: IncomingMessage;
    try {
      answer = await ask(request, url, socket);
      passHead(answer, response);
    } catch {
      socket.destroy();
      refuse(response, 'malformed');
      return;
    }
    await pipeline(answer, response);
  }
}

const refusalOf = (error: unknown): Refusal => (error instanceof EgressRefused ? 'refused' : 'unreachable');

function refuse(response: ServerResponse, why: Refusal): void {
  const { status, error } = REFUSALS[why];
  if (response.headersSent || response.destroyed) response.destroy();
  else response.writeHead(status, { [PROXY_STATUS]: `platen; error=${error}`, 'content-length': '0', connection: 'close' }).end();
}

/** @throws whatever keeps an answer from coming: none, one that is no HTTP, another protocol */
function ask(request: IncomingMessage, url: URL, socket: Socket): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const upstream = httpRequest({
      createConnection: () => socket,
      method: request.method,
      path: url.pathname + url.search,
      headers: { ...endToEnd(request), host: url.host, connection: 'close' },
    });
    upstream.once('response', resolve);
    const isOtherProtocol = (): void => {
      reject(new Error('the server speaks another protocol'));
    };
    upstream.once('upgrade', isOtherProtocol).on('information', ({ statusCode }) => {
      if (statusCode === SWITCHING_PROTOCOLS) isOtherProtocol();
    });
    upstream.on('error', reject); // stays: what is wrong with a body comes here, and as an early end of the answer
    upstream.once('close', () => {
      reject(new Error('no answer'));
    });
    pipeline(request, upstream).catch(reject);
  });
}

/** @throws for an answer that HTTP/1.1 cannot pass on, or that would speak for the proxy */
function passHead(answer: IncomingMessage, response: ServerResponse): void {
  const { statusCode = 0 } = answer;
  if (statusCode < 200 || statusCode > 599 || statusCode === 407) throw new Error(`status ${String(statusCode)}`);
  response.writeHead(statusCode, endToEnd(answer));
}

function endToEnd({ headers }: IncomingMessage): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (HOP_BY_HOP.has(name) || value === undefined ? [] : [[name, value] as const])),
  );
}
