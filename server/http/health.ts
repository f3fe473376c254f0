import type { Router } from '@koa/router';
import type { Logger } from 'pino';
import type { HealthCheck } from '../contract/plugin.ts';
import { withinLimit } from '../kernel/lifecycle.ts';

const CHECK_LIMIT_MS = 3000;

/** `/healthz`: the process answers. `/readyz`: every part it needs answered within three seconds. */
export function mountHealth(router: Router, checks: readonly HealthCheck[], isStopping: () => boolean, log: Logger): void {
  router.get('/healthz', (ctx) => {
    ctx.body = { status: 'ok' };
  });
  router.get('/readyz', async (ctx) => {
    const results = await Promise.all(
      checks.map(async ({ name, check }) => {
        try {
          await withinLimit(check(), CHECK_LIMIT_MS, name);
          return [name, 'ok'] as const;
        } catch (error) {
          log.warn({ err: error, check: name }, 'not ready');
          return [name, 'unavailable'] as const;
        }
      }),
    );
    const ready = !isStopping() && results.every(([, state]) => state === 'ok');
    ctx.status = ready ? 200 : 503;
    ctx.body = { status: ready ? 'ready' : 'unavailable', checks: Object.fromEntries(results) };
  });
}
