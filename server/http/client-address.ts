import ipaddr from 'ipaddr.js';
import type { Context } from 'koa';
import { parseAllowList } from '../net/address.ts';

/** Finds the caller's address; `X-Forwarded-For` counts only as far as configured proxies vouch for it. */
export function clientAddress(trustedProxies: readonly string[]): (ctx: Context) => string {
  const trusted = parseAllowList(trustedProxies);
  return (ctx) => {
    const socket = ctx.req.socket.remoteAddress ?? '';
    const chain = [...ctx.get('x-forwarded-for').split(','), socket].map((entry) => entry.trim()).filter((entry) => ipaddr.isValid(entry));
    for (const address of chain.reverse()) if (!trusted.allowsAddress(address)) return address;
    return socket;
  };
}
