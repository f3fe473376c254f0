import type { Server } from 'node:http';
import { Router } from '@koa/router';
import Koa from 'koa';
import type { Logger } from 'pino';
import type { Authenticator } from '../contract/core-ports.ts';
import { invalidFields, MethodNotAllowed, NotFound, ValidationError } from '../contract/errors.ts';
import type { RequestState } from '../contract/request-state.ts';
import type { Idempotency } from '../idempotency/idempotency.ts';
import type { ComposedPlugin } from '../kernel/composed-plugin.ts';
import { BodyBudget, type BodyBudgetLimits } from './body-budget.ts';
import { clientAddress } from './client-address.ts';
import { errorBoundary } from './errors.ts';
import { createHttpServer } from './http-server.ts';
import { JsonParser } from './json-parser.ts';
import { mountRoutes } from './mount.ts';
import { requestMetrics, requestObservers, requestTrace } from './observe.ts';
import { mountLiveness, mountMetrics, mountReadiness, type OperationsOptions } from './operations.ts';
import { inTurn } from './pipelining.ts';
import { requestLog } from './request-log.ts';

export interface AppOptions {
  readonly plugins: readonly ComposedPlugin[];
  readonly authenticator: Authenticator;
  readonly operations: OperationsOptions;
  /** Whether `/readyz` and `/metrics` are answered here and not on a port of their own. */
  readonly withOperations: boolean;
  readonly idempotency: Idempotency;
  /** The config's `http`. */
  readonly limits: BodyBudgetLimits & { readonly bodyLimit: number; readonly maxJsonValues: number; readonly maxJsonDepth: number };
  readonly trustedProxies: readonly string[];
  openapi(): object;
  readonly clock: () => Date;
  readonly log: Logger;
}

const SLOW_REQUEST_MS = 30_000;
const SLOW_HEADERS_MS = 10_000;
const KEEP_ALIVE_MS = 65_000;

/** The HTTP side of the hub: the order of its middleware is the order of this function. */
export function createApp(options: AppOptions): Server {
  const { plugins, operations, limits, log } = options;
  const app = new Koa<RequestState>();
  const router = new Router<RequestState>({ strict: true, sensitive: true });
  const routes = plugins.flatMap(({ parts }) => parts.routes ?? []);

  const addressOf = clientAddress(options.trustedProxies);

  app.use(requestTrace());
  app.use(requestMetrics(operations.metrics));
  app.use(requestLog(log));
  app.use(
    requestObservers(
      plugins.flatMap(({ parts }) => parts.observers ?? []),
      options.clock,
      log,
    ),
  );
  app.use((ctx, next) => {
    // A connection that is kept would have its next request cut off.
    if (operations.isStopping()) ctx.set('Connection', 'close');
    return next();
  });
  app.use((ctx, next) => {
    ctx.state.address = addressOf(ctx);
    return next();
  });
  app.use(errorBoundary(log));
  mountLiveness(router);
  if (options.withOperations) {
    mountReadiness(router, operations);
    mountMetrics(router, operations);
  }
  let openapi: Buffer | undefined;
  router.get('/openapi.json', (ctx) => {
    ctx.type = 'application/json';
    ctx.body = openapi ??= Buffer.from(JSON.stringify(options.openapi()));
  });
  const mounting = {
    gates: plugins.flatMap(({ parts }) => parts.gates ?? []),
    idempotency: options.idempotency,
    bodies: {
      limit: limits.bodyLimit,
      json: { maxValues: limits.maxJsonValues, maxDepth: limits.maxJsonDepth },
      parser: new JsonParser(),
      budget: new BodyBudget(limits),
    },
    addressOf,
  };
  mountRoutes(router, routes, '', {
    ...mounting,
    identify: ({ header }) => options.authenticator.authenticate(header('authorization')),
  });
  for (const { parts } of plugins) {
    parts.mount?.(router, (prefix, others, { identify, confirm }) => {
      mountRoutes(router, others, prefix, { ...mounting, identify, confirm });
    });
  }
  app.use(async (ctx, next) => {
    // RFC 9112, 3.2.
    if (ctx.req.httpVersion === '1.1' && ctx.req.headers.host === undefined) throw ValidationError('The header Host is missing.');
    if (!isDecodable(ctx.path)) throw ValidationError('The path is not valid percent-encoded UTF-8.');
    await next();
  });
  app.use(router.routes());
  app.use((ctx) => {
    const allowed = router.match(ctx.path, ctx.method).path.flatMap(({ methods }) => methods);
    if (allowed.length === 0) {
      const field = emptyParameter(router, ctx.path, ctx.method);
      if (field !== undefined) throw invalidFields([{ field, message: 'is empty in the path' }]);
      throw NotFound('No route has this path. See /openapi.json.');
    }
    ctx.set('Allow', [...new Set(allowed)].join(', '));
    throw MethodNotAllowed(`This path answers ${[...new Set(allowed)].join(', ')} only.`);
  });
  app.on('error', (error: Error) => {
    log.warn({ err: error }, 'a reply could not be sent');
  });

  // Koa's own typings lag Node's: the callback is a plain request listener.
  const handle = app.callback();
  const server = createHttpServer(
    { requestTimeout: SLOW_REQUEST_MS, headersTimeout: SLOW_HEADERS_MS },
    inTurn((request, response) => handle(request, response)),
  );
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  return server;
}

/** The parameter of a route that a path has nothing for, as `/v1/generations/` has no id. */
function emptyParameter(router: Router<RequestState>, path: string, method: string): string | undefined {
  const parts = path.split('/');
  const at = parts.indexOf('', 1);
  if (at === -1 || parts[1] !== 'v1') return undefined;
  const filled = parts.map((part, i) => (i > 0 && part === '' ? 'x' : part)).join('/');
  const [layer] = router.match(filled, method).path;
  const named = typeof layer?.path === 'string' ? layer.path.split('/')[at] : undefined;
  return named?.startsWith(':') === true ? named.slice(1) : undefined;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
