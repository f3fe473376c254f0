import type { Readable } from 'node:stream';
import type { Router, RouterContext } from '@koa/router';
import type { z } from 'zod';
import { publicId } from '../../db/public-id.ts';
import { type FieldProblem, Forbidden, HubError, invalidFields } from '../contract/errors.ts';
import { type ApiFace, type Caller, type Gate, isBinaryReply, type Principal, type Route } from '../contract/route.ts';
import type { Idempotency, NewId, StoredReply } from '../idempotency/idempotency.ts';
import { readJson } from './body.ts';

export interface MountOptions {
  /** Finds out who calls; throws what the caller is answered. */
  readonly identify: ApiFace['identify'];
  readonly gates: readonly Gate[];
  readonly idempotency: Idempotency;
  readonly bodyLimit: number;
  readonly addressOf: (ctx: RouterContext) => string;
}

/** Puts declared routes on the router: caller, gates, body, schemas, handler, output filter, in this order. */
export function mountRoutes(router: Router, routes: readonly Route[], prefix: string, options: MountOptions): void {
  for (const route of routes) {
    router[route.method](prefix + route.path, async (ctx) => {
      ctx.state['route'] = `${route.method.toUpperCase()} ${prefix}${route.path}`;
      const principal = await admit(ctx, route, options);
      const sent = await parseInput(ctx, route, options.bodyLimit);
      const input = { ...sent, principal };
      // A header that is there but empty is a mistake to be told, not the absence of a key.
      const keyed = route.idempotent === true && ctx.req.headers['idempotency-key'] !== undefined;
      const reply = keyed
        ? await options.idempotency.perform({
            key: ctx.get('idempotency-key'),
            scope: [principal?.accountId ?? '', ctx.method, ctx.path],
            body: sent,
            run: async (newId) => keepable(await handle(ctx, route, input, newId, new AbortController().signal)),
          })
        : await handle(ctx, route, input, publicId, hangUpSignal(ctx));
      ctx.status = reply.status;
      ctx.set({ ...reply.headers });
      ctx.body = reply.body;
    });
  }
}

type ParsedInput = Awaited<ReturnType<typeof parseInput>> & { readonly principal: Principal | undefined };
type Reply = Omit<StoredReply, 'body'> & { readonly body: Buffer | Readable };

async function keepable({ body, ...rest }: Reply): Promise<StoredReply> {
  return { ...rest, body: Buffer.isBuffer(body) ? body : Buffer.concat((await body.toArray()) as Buffer[]) };
}

function hangUpSignal(ctx: RouterContext): AbortSignal {
  const hangUp = new AbortController();
  ctx.res.once('close', () => {
    if (!ctx.res.writableFinished) hangUp.abort(new Error('the caller hung up'));
  });
  return hangUp.signal;
}

async function handle(ctx: RouterContext, route: Route, input: ParsedInput, newId: NewId, signal: AbortSignal): Promise<Reply> {
  const headers: Record<string, string> = {};
  let status: number = route.status ?? 200;
  const reply = await route.handle({
    ...input,
    requestId: String(ctx.state['requestId']),
    signal,
    newId,
    header: (name) => ctx.get(name),
    setStatus: (other) => {
      status = other;
    },
    setHeader: (name, value) => {
      headers[name] = value;
      ctx.set(name, value);
    },
  });
  if (!isBinaryReply(reply)) {
    const body = Buffer.from(JSON.stringify(route.response.parse(reply)));
    return { status, headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8' }, body };
  }
  const { type, body } = reply;
  return {
    status,
    headers: { ...headers, 'Content-Type': type },
    body: body instanceof Uint8Array ? Buffer.from(body.buffer, body.byteOffset, body.byteLength) : body,
  };
}

async function passGates(ctx: RouterContext, gates: readonly Gate[], caller: Caller): Promise<void> {
  for (const gate of gates) ctx.set(await gate.admit(caller));
}

async function admit(ctx: RouterContext, route: Route, options: MountOptions): Promise<Principal | undefined> {
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
  ctx.state['accountId'] = principal.accountId;
  await passGates(ctx, options.gates, { kind: 'account', principal });
  if (route.scope !== undefined && !principal.scopes.includes(route.scope)) {
    throw Forbidden(`This key lacks the scope ${route.scope}; use a key that has it.`);
  }
  return principal;
}

async function parseInput(ctx: RouterContext, route: Route, bodyLimit: number) {
  const problems: FieldProblem[] = [];
  const params = parsePart(route.params, ctx.params, problems);
  const query = parsePart(route.query, { ...ctx.query }, problems);
  const body = route.body === undefined ? undefined : parsePart(route.body, await bodyOf(ctx, route, bodyLimit), problems);
  if (problems.length > 0) throw invalidFields(problems);
  return { params, query, body };
}

async function bodyOf(ctx: RouterContext, route: Route, bodyLimit: number): Promise<unknown> {
  const { headers } = ctx.req;
  const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
  return route.optionalBody === true && isEmpty ? {} : readJson(ctx.req, route.bodyLimit ?? bodyLimit);
}

function parsePart(schema: z.ZodType | undefined, value: unknown, problems: FieldProblem[]): unknown {
  if (schema === undefined) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) problems.push(...describeIssue(issue));
  return undefined;
}

/** Unknown keys become one problem each, under their own name; the other issues are already one a field. */
function describeIssue(issue: z.core.$ZodIssue): FieldProblem[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ field: [...path, key].join('.'), message: 'is not a known field; check the spelling' }));
  }
  return [{ field: path.join('.'), message: issue.message }];
}
