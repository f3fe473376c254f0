import type { Readable } from 'node:stream';
import type { z } from 'zod';
import { type ErrorKind, type FieldProblem, Forbidden } from './errors.ts';

/** Something a key may be allowed. */
export interface ScopeSpec {
  /** What it allows, for whoever chooses it for a key. */
  readonly summary: string;
  /** Its place among all scopes. */
  readonly order: number;
}

/** A scope that some enabled plugin declares, under its name such as `templates:read`. */
export interface DeclaredScope extends ScopeSpec {
  readonly name: string;
}

/** Who is calling, as the authenticator found out. */
export interface Principal {
  readonly accountId: string;
  readonly email: string;
  readonly plan: string;
  readonly keyId: string;
  /** A test key's documents are watermarked and not metered. */
  readonly test: boolean;
  /** By name; also of plugins that are switched off. */
  readonly scopes: readonly string[];
}

/** @throws Forbidden naming what the key lacks */
export function requireScopes({ scopes }: Pick<Principal, 'scopes'>, wanted: readonly string[]): void {
  const missing = wanted.find((scope) => !scopes.includes(scope));
  if (missing !== undefined) throw Forbidden(`This key lacks the scope ${missing}; use a key that has it.`);
}

/** The caller as a gate sees it: known, not known on a public route, or refused by the authenticator. */
export type Caller =
  | { readonly kind: 'account'; readonly principal: Principal }
  | { readonly kind: 'anonymous'; readonly address: string }
  | { readonly kind: 'rejected'; readonly address: string };

/** A header of replies, for the description of the API. */
export interface ReplyHeader {
  readonly description: string;
  readonly type: 'integer' | 'string';
  readonly format?: 'date-time';
}

/** By their names. */
export type ReplyHeaders = Readonly<Record<string, ReplyHeader>>;

/** Runs on every API route right after authentication; throws to refuse, returns headers for the reply. */
export interface Gate {
  readonly name: string;
  /** What replies to callers with a key get from it. */
  readonly headers?: ReplyHeaders;
  admit(caller: Caller): Promise<Readonly<Record<string, string>>>;
}

/** What a request tells of its caller. */
export interface CallerRequest {
  readonly method: string;
  header(name: string): string;
}

/** How callers are known who have no key. */
export interface KeylessCallers {
  /** @throws Unauthorized, Forbidden */
  identify(request: CallerRequest): Promise<Principal>;
  /**
   * Makes sure that the caller gave the password lately.
   * @throws Forbidden, saying where the password is given
   */
  confirm(request: CallerRequest): Promise<void>;
}

/** Puts routes on the hub's router below a prefix, for callers who are known by something else than a key. */
export type MountRoutes = (prefix: `/${string}`, routes: readonly Route[], callers: KeylessCallers) => void;

/** Whom a route serves: holders of a key, or anybody. */
export type RouteAuth = 'key' | 'none';

/** Which route, for plugins that do something only where it is. */
export interface RouteRef {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** A koa-router path: `/v1/generations/:id`. */
  readonly path: `/${string}`;
}

/** What two routes may not share. */
export const routeName = ({ method, path }: RouteRef): string => `route ${method.toUpperCase()} ${path.replace(/:[^/]+/g, ':param')}`;

type Parsed<S, Fallback = undefined> = S extends z.ZodType ? z.output<S> : Fallback;

export interface RouteInput<P, Q, B, A extends RouteAuth> {
  readonly params: Parsed<P>;
  readonly query: Parsed<Q>;
  readonly body: Parsed<B>;
  readonly principal: A extends 'none' ? undefined : Principal;
  /** The caller has a key, and not only a session in a browser: secrets that the route shows beside other things are for them. */
  readonly hasKey: boolean;
  readonly requestId: string;
  /** The caller's network address, behind the proxies that the operator trusts. */
  readonly address: string;
  /** Aborts when the caller hangs up; never for work under an Idempotency-Key, whose reply is kept for the next try. */
  readonly signal: AbortSignal;
  /**
   * Makes the public ids this request gives out. Under an Idempotency-Key whose first request died, the same calls give
   * the same ids again: what exists already under such an id is this request's own earlier work.
   */
  newId(prefix: string): string;
  /** One request header by its lower-case name; empty when absent. */
  header(name: string): string;
  /** What the caller prefers by `Accept` (RFC 9110, 12.5.1), of JSON and what the route `produces`; JSON when neither. */
  readonly preferredType: string;
  /** Answers with another success than the route's own. */
  setStatus(status: 200 | 201 | 202): void;
  /** Adds a header to the reply, also when the handler throws afterwards. */
  setHeader(name: string, value: string): void;
  /** Says which object the reply is about: one kept under an Idempotency-Key is forgotten with the object. */
  holdsContentOf(id: string): void;
}

/** One call as it is sent and answered: shown in the reference, and made by a test. */
export interface RouteExample {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: object;
  /** The JSON that it is answered with; absent where the route answers with a file. */
  readonly response?: unknown;
}

const BINARY = Symbol.for('platen/binary-reply');

/** Bytes instead of JSON; the route names the media type in `produces`. */
export interface BinaryReply {
  readonly [BINARY]: true;
  readonly body: Uint8Array | Readable;
  readonly type: string;
}

export function binaryReply(body: Uint8Array | Readable, type: string): BinaryReply {
  return { [BINARY]: true, body, type };
}

export function isBinaryReply(value: unknown): value is BinaryReply {
  return typeof value === 'object' && value !== null && BINARY in value;
}

export interface RouteSpec<
  P extends z.ZodType | undefined,
  Q extends z.ZodType | undefined,
  B extends z.ZodType | undefined,
  R extends z.ZodType | undefined,
  A extends RouteAuth,
> extends RouteRef {
  /** Required: there is no public default. */
  readonly auth: A;
  /** A key without this scope, or without one of several, is refused. */
  readonly scope?: string | readonly string[];
  /** Makes or shows a secret: a caller without a key must have given the password lately. */
  readonly confirmsPassword?: boolean;
  /** What generated clients call it: a verb and its object, such as `listBatches`. Made of method and path when absent. */
  readonly operationId?: string;
  readonly summary: string;
  readonly description?: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly example?: RouteExample;
  /** No body at all is the same as an empty object. */
  readonly optionalBody?: boolean;
  /** Largest body in bytes; the hub's own limit when absent. */
  readonly bodyLimit?: number;
  /** Largest single text of the body, in bytes as it is written; 32 MiB when absent. */
  readonly textLimit?: number;
  /** Takes an Idempotency-Key: for every POST that makes something. */
  readonly idempotent?: boolean;
  readonly status?: 200 | 201 | 202;
  /** When it answers with another success than `status`, with the same body. */
  readonly otherStatus?: Readonly<Partial<Record<200 | 201 | 202, string>>>;
  /** Parsed before sending, so that undeclared fields cannot leak; absent where the route answers only what it `produces`. */
  readonly response?: R;
  /** Media types the route may answer instead of JSON. */
  readonly produces?: readonly string[];
  /** Of its successes, besides those of every reply. */
  readonly headers?: ReplyHeaders;
  readonly errors?: readonly ErrorKind[];
  /** What is wrong with a body besides what its schema says: asked of a body whose other fields are wrong, without these. */
  problemsOf?(input: Pick<RouteInput<P, Q, B, A>, 'body' | 'principal'>): Promise<readonly FieldProblem[]>;
  handle(input: RouteInput<P, Q, B, A>): Promise<(R extends z.ZodType ? z.input<R> : never) | BinaryReply>;
}

/** A route with its types erased, as the hub keeps it. */
export interface Route extends RouteRef {
  readonly auth: RouteAuth;
  readonly scope?: string | readonly string[];
  readonly confirmsPassword?: boolean;
  /** What generated clients call it: a verb and its object, such as `listBatches`. Made of method and path when absent. */
  readonly operationId?: string;
  readonly summary: string;
  readonly description?: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly example?: RouteExample;
  readonly optionalBody?: boolean;
  readonly bodyLimit?: number;
  /** Largest single text of the body, in bytes as it is written; 32 MiB when absent. */
  readonly textLimit?: number;
  readonly idempotent?: boolean;
  readonly status?: 200 | 201 | 202;
  readonly otherStatus?: Readonly<Partial<Record<200 | 201 | 202, string>>>;
  readonly response?: z.ZodType;
  readonly produces?: readonly string[];
  /** Of its successes, besides those of every reply. */
  readonly headers?: ReplyHeaders;
  readonly errors?: readonly ErrorKind[];
  problemsOf?(input: { readonly body: unknown; readonly principal: Principal | undefined }): Promise<readonly FieldProblem[]>;
  handle(input: RouteInput<z.ZodType, z.ZodType, z.ZodType, RouteAuth>): Promise<unknown>;
}

export function defineRoute<
  A extends RouteAuth,
  R extends z.ZodType | undefined = undefined,
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(spec: RouteSpec<P, Q, B, R, A>): Route {
  // The hub parses params, query and body by the route's own schemas before it calls `handle`.
  return spec as unknown as Route;
}
