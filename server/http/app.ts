import { createServer, type Server } from 'node:http';
import { Router } from '@koa/router';
import Koa from 'koa';
import type { Logger } from 'pino';
import type { Authenticator } from '../contract/core-ports.ts';
import { MethodNotAllowed, NotFound, ValidationError } from '../contract/errors.ts';
import type { Idempotency } from '../idempotency/idempotency.ts';
import type { ComposedPlugin } from '../kernel/compose.ts';
import { clientAddress } from './client-address.ts';
import { errorBoundary, errorEnvelope } from './errors.ts';
import { mountRoutes } from './mount.ts';
import { requestMetrics, requestTrace } from './observe.ts';
import { mountHealth, mountMetrics, type OperationsOptions } from './operations.ts';
import { requestLog } from './request-log.ts';

export interface AppOptions {
  readonly plugins: readonly ComposedPlugin[];
  readonly authenticator: Authenticator;
  readonly operations: OperationsOptions;
  /** Whether `/metrics` is answered here and not on a port of its own. */
  readonly withMetrics: boolean;
  readonly idempotency: Idempotency;
  readonly bodyLimit: number;
  readonly trustedProxies: readonly string[];
  readonly openapi: object;
  readonly log: Logger;
}

const SLOW_REQUEST_MS = 30_000;
const SLOW_HEADERS_MS = 10_000;
const KEEP_ALIVE_MS = 65_000;

/** The HTTP face of the hub: the order of its middleware is the order of this function. */
export function createApp(options: AppOptions): Server {
  const { plugins, operations, log } = options;
  const app = new Koa();
  const router = new Router({ strict: true, sensitive: true });
  const routes = plugins.flatMap(({ parts }) => parts.routes ?? []);

  const addressOf = clientAddress(options.trustedProxies);

  app.use(requestTrace());
  app.use(requestMetrics(operations.metrics));
  app.use(requestLog(log));
  app.use((ctx, next) => {
    // A connection that is kept would have its next request cut off.
    if (operations.isStopping()) ctx.set('Connection', 'close');
    return next();
  });
  app.use((ctx, next) => {
    ctx.state['address'] = addressOf(ctx);
    return next();
  });
  app.use(errorBoundary(log));
  mountHealth(router, operations);
  if (options.withMetrics) mountMetrics(router, operations);
  router.get('/openapi.json', (ctx) => {
    ctx.body = options.openapi;
  });
  const mounting = {
    gates: plugins.flatMap(({ parts }) => parts.gates ?? []),
    idempotency: options.idempotency,
    bodyLimit: options.bodyLimit,
    addressOf,
  };
  const byKey = routes.filter(({ auth }) => auth !== 'face');
  mountRoutes(router, byKey, '', {
    ...mounting,
    identify: ({ header }) => options.authenticator.authenticate(header('authorization')),
  });
  for (const { prefix, identify } of plugins.flatMap(({ parts }) => parts.faces ?? [])) {
    const known = routes.filter(({ auth }) => auth !== 'none');
    mountRoutes(router, known, prefix, { ...mounting, identify });
  }
  for (const { parts } of plugins) parts.mount?.(router);
  app.use(async (ctx, next) => {
    if (!isDecodable(ctx.path)) throw ValidationError('The path is not valid percent-encoded UTF-8.');
    await next();
  });
  app.use(router.routes());
  app.use((ctx) => {
    const allowed = router.match(ctx.path, ctx.method).path.flatMap(({ methods }) => methods);
    if (allowed.length === 0) throw NotFound('There is nothing at this path; see /openapi.json.');
    ctx.set('Allow', [...new Set(allowed)].join(', '));
    throw MethodNotAllowed(`This path answers ${[...new Set(allowed)].join(', ')} only.`);
  });
  app.on('error', (error: Error) => {
    log.warn({ err: error }, 'a reply could not be sent');
  });

  // Koa's own typings lag Node's: the callback is a plain request listener.
  const handle = app.callback();
  const server = createServer((request, response) => void handle(request, response));
  server.requestTimeout = SLOW_REQUEST_MS;
  server.headersTimeout = SLOW_HEADERS_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return;
    const body = JSON.stringify(errorEnvelope(ValidationError('The request is not valid HTTP or its headers are too large.'), 'none'));
    socket.end(
      `HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${String(Buffer.byteLength(body))}\r\n\r\n${body}`,
    );
  });
  return server;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
