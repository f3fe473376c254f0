import { createServer, type Server } from 'node:http';
import { Router } from '@koa/router';
import Koa from 'koa';
import type { Logger } from 'pino';
import type { HealthCheck } from '../contract/plugin.ts';
import { withinLimit } from '../kernel/lifecycle.ts';
import type { MetricsRegistry } from '../metrics.ts';

const CHECK_LIMIT_MS = 3000;

export interface OperationsOptions {
  readonly checks: readonly HealthCheck[];
  readonly metrics: MetricsRegistry;
  readonly log: Logger;
  isStopping(): boolean;
}

type CheckState = 'ok' | 'degraded' | 'unavailable';

async function stateOf({ name, check, degrades = false }: HealthCheck, log: Logger): Promise<CheckState> {
  try {
    await withinLimit(check(), CHECK_LIMIT_MS, name);
    return 'ok';
  } catch (error) {
    log.warn({ err: error, check: name }, degrades ? 'degraded' : 'not ready');
    return degrades ? 'degraded' : 'unavailable';
  }
}

/** `/healthz`: the process answers. `/readyz`: every part it needs answered within three seconds. */
export function mountHealth(router: Router, { checks, isStopping, log }: OperationsOptions): void {
  router.get('/healthz', (ctx) => {
    ctx.body = { status: 'ok' };
  });
  router.get('/readyz', async (ctx) => {
    const results = await Promise.all(checks.map(async (one) => [one.name, await stateOf(one, log)] as const));
    const states = results.map(([, state]) => state);
    const isReady = !isStopping() && !states.includes('unavailable');
    ctx.status = isReady ? 200 : 503;
    if (!isReady) ctx.set('Retry-After', '2');
    const status = isStopping() ? 'stopping' : !isReady ? 'unavailable' : states.includes('degraded') ? 'degraded' : 'ready';
    ctx.body = { status, checks: Object.fromEntries(results) };
  });
}

/** `/metrics` in Prometheus' text format. */
export function mountMetrics(router: Router, { metrics }: OperationsOptions): void {
  router.get('/metrics', async (ctx) => {
    ctx.body = await metrics.text();
    ctx.type = metrics.contentType;
  });
}

/** Adds what the health checks say to the metrics. */
export function measureHealth({ checks, metrics, log }: OperationsOptions): void {
  metrics.gauge({
    name: 'platen_dependency_up',
    help: '1 when the part answers as /readyz asks it, 0 when not.',
    labels: ['check'],
    read: () =>
      Promise.all(checks.map(async (one) => ({ labels: { check: one.name }, value: (await stateOf(one, log)) === 'ok' ? 1 : 0 }))),
  });
}

/** A server for operators alone, on a port that callers do not reach; the only one of a worker. */
export function createOperationsServer(options: OperationsOptions): Server {
  const app = new Koa();
  const router = new Router();
  mountHealth(router, options);
  mountMetrics(router, options);
  app.use(router.routes());
  const handle = app.callback();
  return createServer((request, response) => void handle(request, response));
}
