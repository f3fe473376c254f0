import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import { publicId } from '../../db/public-id.ts';
import type { RequestState } from '../contract/request-state.ts';

/** A caller's own id is kept when it is harmless to repeat in a header and a log line. */
const VALID_ID = /^[\w.:-]{8,100}$/;

/** Gives each request its id and writes one line when it ends; route templates, never raw URLs. */
export function requestLog(log: Logger): Middleware<RequestState> {
  return async (ctx, next) => {
    const started = performance.now();
    const own = ctx.get('x-request-id');
    const requestId = VALID_ID.test(own) ? own : publicId('req');
    ctx.state.requestId = requestId;
    ctx.set('X-Request-Id', requestId);
    ctx.set('X-Content-Type-Options', 'nosniff');
    try {
      await next();
    } finally {
      log.info(
        {
          request_id: requestId,
          trace_id: ctx.state.traceId,
          account: ctx.state.accountId,
          method: ctx.method,
          route: ctx.state.route ?? 'none',
          status: ctx.status,
          ms: Math.round(performance.now() - started),
        },
        'request',
      );
    }
  };
}
