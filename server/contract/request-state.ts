import type { Router, RouterContext } from '@koa/router';

/** What the hub knows of a request while it is answered: Koa's `ctx.state`. */
export interface RequestState {
  requestId: string;
  /** The caller's network address, behind the proxies that the operator trusts. */
  address: string;
  /** Method and declared path, such as `GET /files/*`, for logs, metrics and traces; never the raw URL. */
  route?: string;
  accountId?: string;
  /** The key that the caller has; absent for a session. */
  keyId?: string;
  /** What the caller was told instead of a result. */
  error?: { readonly code: string; readonly message: string };
  /** Of a request whose trace is recorded. */
  traceId?: string;
}

export type HubRouter = Router<RequestState>;
export type HubContext = RouterContext<RequestState>;
