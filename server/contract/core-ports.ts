import type { Redis as RedisClient } from 'ioredis';
import type { DashboardPage } from './page.ts';
import { definePort } from './port.ts';
import type { Principal, Route } from './route.ts';

/** Turns an `Authorization` header into a principal; every failure is the same `UNAUTHORIZED`. */
export interface Authenticator {
  authenticate(authorization: string): Promise<Principal>;
}
/** Demanded by the hub itself; any plugin may provide it. */
export const Authenticator = definePort<Authenticator>('core/authenticator');

/** Bound only when `redis.url` is configured; commands fail fast while the server is away. */
export const Redis = definePort<RedisClient>('core/redis');

/** One address that was checked and may be dialled. */
export interface PinnedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** The one policy for connections that callers can cause. */
export interface Outbound {
  /**
   * Resolves a host once and returns the address to dial.
   * @throws EgressRefused when the port is not listed or any address of the name is not public.
   */
  resolve(host: string, port: number): Promise<PinnedAddress>;
}
export const Outbound = definePort<Outbound>('core/outbound');

export interface PluginInfo {
  readonly name: string;
  readonly version: string;
  readonly summary: string;
}

/** What is switched on in this hub. */
export interface HubRegistry {
  readonly plugins: readonly PluginInfo[];
  readonly routes: readonly Route[];
  readonly pages: readonly DashboardPage[];
}
export const HubRegistry = definePort<HubRegistry>('core/registry');
