import type { Server } from 'node:http';
import { Router } from '@koa/router';
import Koa from 'koa';
import type { Logger } from 'pino';
import type { HealthCheck } from '../contract/plugin.ts';
import type { HubRouter, RequestState } from '../contract/request-state.ts';
import { withinLimit } from '../kernel/lifecycle.ts';
import type { MetricsRegistry } from '../metrics.ts';
import { sharedReading } from '../shared-reading.ts';
import { createHttpServer } from './http-server.ts';
import { inTurn } from './pipelining.ts';

const CHECK_LIMIT_MS = 3000;
const CHECKED_EVERY_MS = 1000;
const SLOW_REQUEST_MS = 10_000;

export interface OperationsOptions {
  readonly runChecks: () => Promise<CheckResults>;
  readonly metrics: MetricsRegistry;
  isStopping(): boolean;
}

type CheckState = 'ok' | 'degraded' | 'unavailable';
type CheckResults = readonly (readonly [name: string, state: CheckState])[];

async function stateOf({ name, check, degrades = false }: HealthCheck, log: Logger): Promise<CheckState> {
  try {
    await withinLimit(check(), CHECK_LIMIT_MS, name);
    return 'ok';
  } catch (error) {
    log.warn({ err: error, check: name }, degrades ? 'degraded' : 'not ready');
    return degrades ? 'degraded' : 'unavailable';
  }
}

/** Runs every check at once, at most once a second. */
export function checkRunner(checks: readonly HealthCheck[], log: Logger): () => Promise<CheckResults> {
  return sharedReading(CHECKED_EVERY_MS, () => Promise.all(checks.map(async (one) => [one.name, await stateOf(one, log)] as const)));
}

/** `/healthz`: the process answers. */
export function mountLiveness(router: HubRouter): void {
  router.get('/healthz', (ctx) => {
    ctx.body = { status: 'ok' };
  });
}

/** `/readyz`: every part it needs answered within three seconds, in the last second. */
export function mountReadiness(router: HubRouter, { runChecks, isStopping }: OperationsOptions): void {
  router.get('/readyz', async (ctx) => {
    const results = await runChecks();
    const states = results.map(([, state]) => state);
    const isReady = !isStopping() && !states.includes('unavailable');
    ctx.status = isReady ? 200 : 503;
    if (!isReady) ctx.set('Retry-After', '2');
    const status = isStopping() ? 'stopping' : !isReady ? 'unavailable' : states.includes('degraded') ? 'degraded' : 'ready';
    ctx.body = { status, checks: Object.fromEntries(results) };
  });
}

/** `/metrics` in Prometheus' text format. */
export function mountMetrics(router: HubRouter, { metrics }: OperationsOptions): void {
  const text = sharedReading(0, () => metrics.text());
  router.get('/metrics', async (ctx) => {
    ctx.body = await text();
    ctx.type = metrics.contentType;
  });
}

/** Adds what the health checks say to the metrics. */
export function measureHealth({ runChecks, metrics }: OperationsOptions): void {
  metrics.gauge({
    name: 'platen_dependency_up',
    help: '1 when the part answers as /readyz asks it, 0 when not.',
    labels: ['check'],
    read: async () => (await runChecks()).map(([check, state]) => ({ labels: { check }, value: state === 'ok' ? 1 : 0 })),
  });
}

/** A server for operators alone, on a port that callers do not reach; the only one of a worker. */
export function createOperationsServer(options: OperationsOptions): Server {
  const app = new Koa<RequestState>();
  const router = new Router<RequestState>();
  mountLiveness(router);
  mountReadiness(router, options);
  mountMetrics(router, options);
  app.use(router.routes());
  const handle = app.callback();
  return createHttpServer(
    { requestTimeout: SLOW_REQUEST_MS, headersTimeout: SLOW_REQUEST_MS },
    inTurn((request, response) => handle(request, response)),
  );
}
