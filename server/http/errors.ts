import { STATUS_CODES } from 'node:http';
import type { Middleware, ParameterizedContext } from 'koa';
import type { Logger } from 'pino';
import { isDatabaseAway } from '../../db/mongo.ts';
import { HubError, InternalError, ServiceUnavailable } from '../contract/errors.ts';
import type { RequestState } from '../contract/request-state.ts';
import { errorEnvelope } from './error-envelope.ts';

/** What a caller may see of an error: our own errors as they are, anything else as a fixed sentence. */
function publicError(error: unknown): HubError {
  if (HubError.is(error)) return error;
  if (isDatabaseAway(error)) {
    return ServiceUnavailable('The database is unavailable. Try again in a few seconds.', { retryAfter: 2, cause: error });
  }
  return InternalError('Something went wrong on our side. Quote the request id when you report it.', { cause: error });
}

/** Every error of every route ends here: logged whole, answered as the envelope. */
export function errorBoundary(log: Logger): Middleware<RequestState> {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      answerError(ctx, error, log);
    }
  };
}

function answerError(ctx: ParameterizedContext<RequestState>, error: unknown, log: Logger): void {
  const shown = publicError(error);
  const requestId = ctx.state.requestId;
  if (shown.status === 500) log.error({ err: error, request_id: requestId }, 'a request failed');
  else if (shown.status > 500)
    log.warn({ err: shown.cause, reason: shown.message, request_id: requestId }, 'a request could not be served');
  ctx.state.error = { code: shown.code, message: shown.message };
  ctx.status = shown.status in STATUS_CODES ? shown.status : 500;
  ctx.set({ ...shown.headers });
  if (shown.status === 401) ctx.set('WWW-Authenticate', 'Bearer');
  if (shown.retryAfter !== undefined) ctx.set('Retry-After', String(shown.retryAfter));
  ctx.body = errorEnvelope(shown, requestId);
}
