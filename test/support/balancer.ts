import { Agent, createServer, request, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const ASK_EVERY_MS = 200;
/** Failures in a row after which a backend is left that neither stops nor is gone, as HAProxy and Kubernetes have it. */
const MAX_FAILURES = 3;

export interface BackendPorts {
  readonly port: number;
  /** Where it says whether it is ready. */
  readonly operations: number;
}

interface Backend extends BackendPorts {
  ready: boolean;
  failures: number;
}

async function stateOf({ operations }: BackendPorts): Promise<'ready' | 'failing' | 'gone'> {
  try {
    const answer = await fetch(`http://127.0.0.1:${String(operations)}/readyz`, { signal: AbortSignal.timeout(5000) });
    if (answer.ok) return 'ready';
    const { status } = (await answer.json()) as { readonly status: string };
    return status === 'stopping' ? 'gone' : 'failing';
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'failing' : 'gone';
  }
}

/**
 * Without what is said of one connection (RFC 9110, 7.6.1): told how long the backend keeps its own, a caller would still use the one
 * that this server is closing.
 */
const endToEnd = ({ connection: _, 'keep-alive': __, ...headers }: IncomingHttpHeaders): IncomingHttpHeaders => headers;

/** A reverse proxy as operators have one: it asks `/readyz`, takes turns among those that are ready, and keeps connections. */
export class Balancer {
  readonly #backends: readonly Backend[];
  readonly #server: Server;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #timer: NodeJS.Timeout;
  #turn = 0;
  /** How often each answer's status was passed on; 0 is a connection that broke. */
  readonly answered = new Map<number, number>();
  readonly broken: string[] = [];

  private constructor(backends: readonly BackendPorts[]) {
    this.#backends = backends.map((ports) => ({ ...ports, ready: false, failures: 0 }));
    this.#server = createServer((incoming, outgoing) => {
      this.#pass(incoming, outgoing);
    });
    this.#timer = setInterval(() => void this.#ask(), ASK_EVERY_MS);
  }

  static async open(backends: readonly BackendPorts[]): Promise<Balancer> {
    const balancer = new Balancer(backends);
    await new Promise<void>((resolve) => balancer.#server.listen(0, '127.0.0.1', resolve));
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  isReady(n: number): boolean {
    return this.#backends[n]?.ready ?? false;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#agent.destroy();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #ask(): Promise<void> {
    await Promise.all(
      this.#backends.map(async (backend) => {
        const state = await stateOf(backend);
        backend.failures = state === 'ready' ? 0 : backend.failures + 1;
        backend.ready = state === 'ready' || (state === 'failing' && backend.ready && backend.failures < MAX_FAILURES);
      }),
    );
  }

  /** Nothing is sent twice: a request that broke off may have been done. */
  #pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const ready = this.#backends.filter((backend) => backend.ready);
    const backend = ready[this.#turn++ % Math.max(1, ready.length)];
    if (backend === undefined) {
      this.#count(502);
      outgoing.writeHead(502).end('no backend is ready');
      return;
    }
    const { method, url, headers } = incoming;
    const options = { port: backend.port, host: '127.0.0.1', method, path: url, headers: endToEnd(headers), agent: this.#agent };
    const passed = request(options, (answer) => {
      this.#count(answer.statusCode ?? 0);
      outgoing.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers));
      answer.pipe(outgoing);
    });
    passed.on('error', (error) => {
      this.#count(0);
      this.broken.push(`${method ?? ''} ${url ?? ''} at ${String(backend.port)}: ${error.message}`);
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end('the backend broke off');
    });
    incoming.pipe(passed);
  }

  #count(status: number): void {
    this.answered.set(status, (this.answered.get(status) ?? 0) + 1);
  }
}
