import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { CoreConfig } from '../config/schema.ts';
import { ServiceUnavailable } from '../contract/errors.ts';
import { createHttpServer, sendError } from './http-server.ts';
import { listen } from './listen.ts';

const RETRY_AFTER_S = 2;
const SLOW_REQUEST_MS = 10_000;
/** For replies on their way when the hub takes over. */
const CLOSE_MS = 200;

/** Answers on the ports of a hub that does not run yet: alive, and not ready. */
export class StandIn {
  readonly #config: CoreConfig;
  readonly #log: Logger;
  readonly #servers = new Map<number, Server>();
  /** What it waits for, as `/readyz` names it. */
  #missing: string | undefined;

  constructor(config: CoreConfig, log: Logger) {
    this.#config = config;
    this.#log = log;
  }

  /**
   * Answers from now on; what answers already stays.
   * @throws BootRefused for a port that is in use
   */
  async open(): Promise<void> {
    const { http, operations, roles } = this.#config;
    const places = [
      ...(operations.port === undefined ? [] : [{ port: operations.port, host: operations.host, setting: 'operations.port' }]),
      ...(roles.includes('web') ? [{ port: http.port, host: http.host, setting: 'PLATEN_PORT' }] : []),
    ];
    for (const place of places) {
      // Port 0 is another one each time.
      if (place.port === 0 || this.#servers.has(place.port)) continue;
      const server = createHttpServer({ headersTimeout: SLOW_REQUEST_MS, requestTimeout: SLOW_REQUEST_MS }, (request, response) => {
        this.#answer(request, response);
      });
      await listen(server, { ...place, log: this.#log });
      this.#servers.set(place.port, server);
    }
  }

  waitsFor(part: string): void {
    this.#missing = part;
  }

  /** Leaves a port to the hub. */
  async leave(port: number): Promise<void> {
    const server = this.#servers.get(port);
    if (server === undefined) return;
    this.#servers.delete(port);
    const closed = new Promise<void>((resolve) => {
      server.close(() => {
        resolve();
      });
    });
    server.closeIdleConnections();
    await Promise.race([closed, pause(CLOSE_MS)]);
    server.closeAllConnections();
    await closed;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#servers.keys()].map((port) => this.leave(port)));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const [path] = (request.url ?? '').split('?');
    const json = (status: number, body: object): void => {
      response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Retry-After': String(RETRY_AFTER_S) });
      response.end(JSON.stringify(body));
    };
    // A reply before the end of a large body would be lost with the connection.
    request.resume().once('end', () => {
      if (path === '/healthz') json(200, { status: 'ok' });
      else if (path === '/readyz' && this.#missing === undefined) json(503, { status: 'starting', checks: {} });
      else if (path === '/readyz') json(503, { status: 'unavailable', checks: { [this.#missing ?? '']: 'unavailable' } });
      else {
        const what = this.#missing === undefined ? 'The service is starting' : `The ${this.#missing} is unavailable`;
        sendError(response, ServiceUnavailable(`${what}. Try again in a few seconds.`, { retryAfter: RETRY_AFTER_S }));
      }
    });
  }
}
