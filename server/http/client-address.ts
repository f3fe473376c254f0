import ipaddr from 'ipaddr.js';
import type { HubContext } from '../contract/request-state.ts';
import { parseNetworks } from '../net/address.ts';

const MAX_PROXIES = 64;

/** An address as proxies write it: plain, in brackets, and perhaps with the port it came from. */
function addressIn(entry: string): string | undefined {
  const text = entry.trim();
  const bare = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(text)?.[1] ?? text;
  return ipaddr.isValid(bare) ? bare : undefined;
}

/** Finds the caller's address; `X-Forwarded-For` counts only as far as configured proxies vouch for it. */
export function clientAddress(trustedProxies: readonly string[]): (ctx: Pick<HubContext, 'req' | 'get'>) => string {
  const isTrusted = parseNetworks(trustedProxies);
  return (ctx) => {
    const socket = ctx.req.socket.remoteAddress ?? '';
    if (!isTrusted(socket)) return socket;
    // From the right: what stands left of an address that is not trusted is that caller's own claim.
    for (const entry of ctx.get('x-forwarded-for').split(',').slice(-MAX_PROXIES).reverse()) {
      const address = addressIn(entry);
      if (address !== undefined && !isTrusted(address)) return address;
    }
    return socket;
  };
}
