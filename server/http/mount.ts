import type { Readable } from 'node:stream';
import { publicId } from '../../db/public-id.ts';
import { CallerHungUp, HubError, invalidFields } from '../contract/errors.ts';
import {
  type Caller,
  type Gate,
  isBinaryReply,
  type KeylessCallers,
  type Principal,
  requireScopes,
  type Route,
} from '../contract/route.ts';
import type { HubContext, HubRouter } from '../contract/request-state.ts';
import type { Idempotency, NewId, StoredReply } from '../idempotency/idempotency.ts';
import { jsonReply } from './reply-json.ts';
import { type BodyReading, type Incoming, parseInput, type SentInput } from './route-input.ts';

export interface MountOptions {
  /** Finds out who calls; throws what the caller is answered. */
  readonly identify: KeylessCallers['identify'];
  /** Absent where callers have keys. */
  readonly confirm?: KeylessCallers['confirm'];
  readonly gates: readonly Gate[];
  readonly idempotency: Idempotency;
  readonly bodies: BodyReading;
  readonly addressOf: (ctx: HubContext) => string;
}

const JSON_TYPE = 'application/json';

/** Puts declared routes on the router: caller, gates, body, schemas, handler, output filter, in this order. */
export function mountRoutes(router: HubRouter, routes: readonly Route[], prefix: string, options: MountOptions): void {
  for (const route of routes) {
    router[route.method](prefix + route.path, async (ctx) => {
      ctx.state.route = `${route.method.toUpperCase()} ${prefix}${route.path}`;
      const principal = await admit(ctx, route, options);
      const share = options.bodies.budget.open(principal?.accountId ?? options.addressOf(ctx));
      // A header that is there but empty is a mistake to be told, not the absence of a key.
      const keyed = route.idempotent === true && ctx.req.headers['idempotency-key'] !== undefined;
      try {
        const reply = await serve({ ctx, route, principal, share, wantsDigest: keyed }, options);
        ctx.status = reply.status;
        ctx.set({ ...reply.headers });
        ctx.body = reply.body;
      } finally {
        share.release();
      }
    });
  }
}

async function serve(incoming: Incoming, { bodies, idempotency, confirm }: MountOptions): Promise<Reply> {
  const { ctx, route, principal, wantsDigest: keyed } = incoming;
  const { digest, ...sent } = await parseInput(incoming, bodies);
  const input = { ...sent, principal, hasKey: principal !== undefined && confirm === undefined };
  if (!keyed) return handle(ctx, route, input, publicId, hangUpSignal(ctx));
  return idempotency.perform({
    key: ctx.get('idempotency-key'),
    // A test document is never the answer to a live key, nor the other way round.
    scope: [
      principal?.accountId ?? '',
      ...(principal?.test === true ? ['test'] : []),
      ...[ctx.method, ctx.path],
      ...(isScopedToBody(ctx) ? [digest] : []),
    ],
    digest,
    run: async (newId) => keepable(await handle(ctx, route, input, newId, new AbortController().signal)),
  });
}

/** For callers that know which run they are in, but cannot tell its requests apart. */
function isScopedToBody(ctx: HubContext): boolean {
  const scope = ctx.req.headers['idempotency-scope'];
  if (scope === undefined || scope === 'body') return scope === 'body';
  throw invalidFields([{ field: 'Idempotency-Scope', message: 'is body, or left out' }]);
}

type ParsedInput = SentInput & { readonly principal: Principal | undefined; readonly hasKey: boolean };
type Reply = Omit<StoredReply, 'body'> & { readonly body: Buffer | Readable };

async function keepable({ body, ...rest }: Reply): Promise<StoredReply> {
  return { ...rest, body: Buffer.isBuffer(body) ? body : Buffer.concat((await body.toArray()) as Buffer[]) };
}

function hangUpSignal(ctx: HubContext): AbortSignal {
  const hangUp = new AbortController();
  const abort = (): void => {
    if (!ctx.res.writableFinished) hangUp.abort(new CallerHungUp());
  };
  // A caller can be gone before its body is parsed, and the event does not come again.
  if (ctx.res.closed) abort();
  else ctx.res.once('close', abort);
  return hangUp.signal;
}

async function handle(ctx: HubContext, route: Route, input: ParsedInput, newId: NewId, signal: AbortSignal): Promise<Reply> {
  const headers: Record<string, string> = {};
  let status: number = route.status ?? 200;
  let contentOf: string | null = null;
  const reply = await route.handle({
    ...input,
    requestId: ctx.state.requestId,
    address: ctx.state.address,
    signal,
    newId,
    header: (name) => ctx.get(name),
    preferredType: ctx.accepts([JSON_TYPE, ...(route.produces ?? [])]) || JSON_TYPE,
    setStatus: (other) => {
      status = other;
    },
    setHeader: (name, value) => {
      headers[name] = value;
      ctx.set(name, value);
    },
    holdsContentOf: (id) => {
      contentOf = id;
    },
  });
  if (!isBinaryReply(reply)) {
    if (route.response === undefined) throw new Error(`${route.method} ${route.path} gave JSON that it does not declare`);
    const body = await jsonReply(route.response.parse(reply));
    return { status, headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8' }, body, contentOf };
  }
  const { type, body } = reply;
  return {
    status,
    headers: { ...headers, 'Content-Type': type },
    body: body instanceof Uint8Array ? Buffer.from(body.buffer, body.byteOffset, body.byteLength) : body,
    contentOf,
  };
}

async function passGates(ctx: HubContext, gates: readonly Gate[], caller: Caller): Promise<void> {
  for (const gate of gates) ctx.set(await gate.admit(caller));
}

async function admit(ctx: HubContext, route: Route, options: MountOptions): Promise<Principal | undefined> {
  if (route.auth === 'none') {
    await passGates(ctx, options.gates, { kind: 'anonymous', address: options.addressOf(ctx) });
    return undefined;
  }
  const request = { method: ctx.method, header: (name: string) => ctx.get(name) };
  const principal = await options.identify(request).catch(async (error: unknown) => {
    if (HubError.is(error) && error.status === 401) {
      await passGates(ctx, options.gates, { kind: 'rejected', address: options.addressOf(ctx) });
    }
    throw error;
  });
  ctx.state.accountId = principal.accountId;
  if (options.confirm === undefined) ctx.state.keyId = principal.keyId;
  await passGates(ctx, options.gates, { kind: 'account', principal });
  requireScopes(principal, [route.scope ?? []].flat());
  if (route.confirmsPassword === true) await options.confirm?.(request);
  return principal;
}
