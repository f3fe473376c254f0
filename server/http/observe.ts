import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Middleware, ParameterizedContext } from 'koa';
import type { Logger } from 'pino';
import type { Metrics } from '../contract/metrics.ts';
import type { RequestObserver } from '../contract/request-observer.ts';
import type { RequestState } from '../contract/request-state.ts';
import { continueTrace } from '../contract/trace.ts';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The declared path, never the raw URL: callers must not be able to make series or span names. */
const routeOf = (ctx: ParameterizedContext<RequestState>): string => ctx.state.route ?? 'none';

/** Counts and times requests by route and status. */
export function requestMetrics(metrics: Metrics): Middleware<RequestState> {
  const count = metrics.counter({ name: 'platen_http_requests_total', help: 'Requests answered.', labels: ['route', 'status'] });
  const time = metrics.histogram({
    name: 'platen_http_request_duration_seconds',
    help: 'From the first byte of the request to the reply.',
    labels: ['route'],
    buckets: SECONDS,
  });
  return async (ctx, next) => {
    const started = performance.now();
    try {
      await next();
    } finally {
      count({ route: routeOf(ctx), status: String(ctx.status) });
      time({ route: routeOf(ctx) }, (performance.now() - started) / 1000);
    }
  };
}

/** Tells observers of each request once its reply is made; what one of them throws is logged and harms nobody. */
export function requestObservers(observers: readonly RequestObserver[], clock: () => Date, log: Logger): Middleware<RequestState> {
  if (observers.length === 0) return (_, next) => next();
  return async (ctx, next) => {
    const started = performance.now();
    const at = clock();
    try {
      await next();
    } finally {
      const { requestId: id, route, accountId, keyId, error } = ctx.state;
      const request = { id, at, route, status: ctx.status, ms: Math.round(performance.now() - started), accountId, keyId, error };
      try {
        for (const observe of observers) observe(request);
      } catch (cause) {
        log.error({ err: cause, request_id: id }, 'an observer of requests failed');
      }
    }
  };
}

/** One server span a request, in the caller's trace when its headers name one (OpenTelemetry's HTTP conventions). */
export function requestTrace(): Middleware<RequestState> {
  return (ctx, next) => {
    const { traceparent, tracestate } = ctx.req.headers;
    const headers = {
      ...(typeof traceparent === 'string' ? { traceparent } : {}),
      ...(typeof tracestate === 'string' ? { tracestate } : {}),
    };
    return continueTrace(headers, () =>
      trace.getTracer('platen').startActiveSpan(ctx.method, { kind: SpanKind.SERVER }, async (span) => {
        const { traceId, traceFlags } = span.spanContext();
        if (traceFlags > 0) ctx.state.traceId = traceId;
        try {
          await next();
        } finally {
          span.updateName(routeOf(ctx) === 'none' ? ctx.method : routeOf(ctx));
          span.setAttributes({
            'http.request.method': ctx.method,
            'http.route': routeOf(ctx).replace(/^\S+ /, ''),
            'http.response.status_code': ctx.status,
            'platen.request_id': ctx.state.requestId,
          });
          if (ctx.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        }
      }),
    );
  };
}
