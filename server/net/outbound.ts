import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { EgressRefused, type Outbound, type PinnedAddress, type PinnedAddresses } from '../contract/core-ports.ts';
import { connectTo, exchange } from './exchange.ts';
import { nameServerResolver, type Resolver, systemResolver } from './resolver.ts';
import { canonicalHost, isInternalName, isPublicAddress, parseAllowList } from './address.ts';

export interface EgressPolicy {
  /** Host names, addresses and CIDRs, each with or without a port, that may be reached although they are not public. */
  readonly allow: readonly string[];
  /** Ports that may be dialled, on public addresses and on allowed ones that name no port. */
  readonly ports: readonly number[];
}

const MAX_URL = 2048;

const portOf = ({ port, protocol }: URL): number => (port !== '' ? Number(port) : protocol === 'https:' ? 443 : 80);

function parse(text: string): URL | undefined {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) ? url : undefined;
}

/** This machine's own addresses, public ones included: nothing rendered here may talk to it. */
function ownAddresses(): Set<string> {
  return new Set(Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address)));
}

/**
 * The policy behind every connection a caller can cause: a name is resolved once, every address of it must be
 * public, and only addresses that were checked are dialled.
 * @param resolver for all names; left out, the system resolves those of `policy.allow`, and name servers all others
 */
export function createOutbound(policy: EgressPolicy, resolver?: Resolver): Outbound {
  const [resolveAllowed, resolvePublic] = [resolver ?? systemResolver, resolver ?? nameServerResolver()];
  const allowed = parseAllowList(policy.allow, policy.ports);
  const outbound: Outbound = {
    rejectionReason(text) {
      const url = parse(text);
      if (url === undefined || text.length > MAX_URL) return `is an http or https URL of at most ${String(MAX_URL)} characters`;
      if (url.username !== '' || url.password !== '') return 'must not hold a user name or password';
      const host = canonicalHost(url.hostname);
      if (allowed.allowsHost(host, portOf(url)) || allowed.allowsAddress(host, portOf(url))) return undefined;
      if (!policy.ports.includes(portOf(url))) return `may use the ports ${policy.ports.join(', ')} only`;
      const literal = ipaddr.isValid(host);
      return (literal ? isPublicAddress(host) : !isInternalName(host)) ? undefined : 'must be a public address';
    },
    async request(text, request) {
      const url = parse(text);
      if (url === undefined) throw new EgressRefused('', 'not an http or https URL');
      const signal = AbortSignal.any([AbortSignal.timeout(request.limitMs), ...(request.signal === undefined ? [] : [request.signal])]);
      return exchange(url, await outbound.resolve(url.hostname, portOf(url)), request, signal);
    },
    async connect(host, port, limitMs) {
      return connectTo(await outbound.resolve(host, port), port, limitMs);
    },
    async resolve(rawHost, port) {
      const host = canonicalHost(rawHost);
      if (ipaddr.isValid(host)) {
        const parsed = ipaddr.process(host);
        const literal: PinnedAddress = { address: parsed.toString(), family: parsed.kind() === 'ipv6' ? 6 : 4 };
        if (allowed.allowsAddress(host, port)) return [literal];
        return admit(host, port, [literal]);
      }
      if (allowed.allowsHost(host, port)) return some(host, await resolveAllowed(host));
      if (isInternalName(host)) throw new EgressRefused(host, 'the name is internal');
      const found = await resolvePublic(host);
      return found.length > 0 && found.every(({ address }) => allowed.allowsAddress(address, port))
        ? some(host, found)
        : admit(host, port, found);
    },
  };
  return outbound;

  function admit(host: string, port: number, found: readonly PinnedAddress[]): PinnedAddresses {
    if (!policy.ports.includes(port)) throw new EgressRefused(host, `port ${String(port)} is not in egress.ports`);
    const own = ownAddresses();
    for (const { address } of found) {
      if (!isPublicAddress(address)) throw new EgressRefused(host, `${address} is not public`);
      if (own.has(address)) throw new EgressRefused(host, `${address} is this machine`);
    }
    return some(host, found);
  }
}

function some(host: string, [first, ...others]: readonly PinnedAddress[]): PinnedAddresses {
  if (first === undefined) throw new EgressRefused(host, 'the name has no address');
  return [first, ...others];
}
