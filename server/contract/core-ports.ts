import type { Socket } from 'node:net';
import type { Redis as RedisClient } from 'ioredis';
import type { DeclaredEvent } from './event.ts';
import type { HealthCheck } from './plugin.ts';
import { definePort } from './port.ts';
import type { DeclaredScope, Principal, Route, RouteRef } from './route.ts';

/** Turns an `Authorization` header into a principal; every failure is the same `UNAUTHORIZED`. */
export interface Authenticator {
  authenticate(authorization: string): Promise<Principal>;
}
/** Demanded by the hub itself; any plugin may provide it. */
export const Authenticator = definePort<Authenticator>('core/authenticator');

/** Replies that are kept under Idempotency-Keys. */
export interface KeptReplies {
  /** Forgets those that hold the bytes of an object which is deleted; their keys are free again. */
  forget(id: string): Promise<void>;
}
export const KeptReplies = definePort<KeptReplies>('core/kept-replies');

/** Bound only when `redis.url` is configured; commands fail fast while the server is away. */
export const Redis = definePort<RedisClient>('core/redis');

/** One address that was checked and may be dialled. */
export interface PinnedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** At least one, in the order in which they are tried. */
export type PinnedAddresses = readonly [PinnedAddress, ...PinnedAddress[]];

/** A connection the policy refuses. The reason is for the log; callers see only that it was refused. */
export class EgressRefused extends Error {
  constructor(host: string, reason: string) {
    super(`${host}: ${reason}`);
    this.name = 'EgressRefused';
  }
}

export interface OutboundRequest {
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** From the first DNS query to the last byte of the answer. */
  readonly limitMs: number;
  /** What is read of the answer's body; a longer one is cut, or refused when `whole` is set. */
  readonly maxBytes: number;
  readonly whole?: boolean;
  /** An answer whose body breaks off, or does not come in time, is what came of it; its status stands once the head is there. */
  readonly partial?: boolean;
  /** Is given the body piece by piece, the next when it is done with one; the answer's `body` is then empty. */
  readonly into?: (chunk: Uint8Array) => Promise<void>;
  readonly signal?: AbortSignal;
}

export interface OutboundAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The one policy for connections that callers can cause. */
export interface Outbound {
  /** Why a URL can never be reached, as far as that is known without DNS; a phrase to follow the field's name. */
  rejectionReason(url: string): string | undefined;
  /**
   * One HTTP exchange with an address that was checked: no redirect is followed, nothing is decompressed.
   * @throws EgressRefused, or the network's error
   */
  request(url: string, request: OutboundRequest): Promise<OutboundAnswer>;
  /**
   * Resolves a host once and returns its addresses, of which one is to be dialled.
   * @throws EgressRefused when the port is not listed or any address of the name is not public.
   */
  resolve(host: string, port: number): Promise<PinnedAddresses>;
  /**
   * Connects to a host, trying one of its addresses after the other.
   * @throws EgressRefused as `resolve` does, or the network's error
   */
  connect(host: string, port: number, limitMs: number): Promise<Socket>;
}
export const Outbound = definePort<Outbound>('core/outbound');

export interface PluginInfo {
  readonly name: string;
  readonly version: string;
  readonly summary: string;
  /** As the hub uses it, with its defaults; what looks like a secret is masked. */
  readonly config: unknown;
}

/** What is switched on in this hub. */
export interface HubRegistry {
  readonly plugins: readonly PluginInfo[];
  readonly routes: readonly Route[];
  hasRoute(ref: RouteRef): boolean;
  readonly events: readonly DeclaredEvent[];
  /** In their order. */
  readonly scopes: readonly DeclaredScope[];
  readonly checks: readonly HealthCheck[];
  /** What `/openapi.json` answers. */
  readonly openapi: object;
}
export const HubRegistry = definePort<HubRegistry>('core/registry');
