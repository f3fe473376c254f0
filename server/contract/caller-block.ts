import ipaddr from 'ipaddr.js';

const NETWORK_PARTS = 4;

/**
 * What throttles count by: an IPv4 address as it is, of IPv6 the /64 network, because one caller has all addresses of it.
 * IPv4 in IPv6's notation is IPv4.
 */
export function callerBlock(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, NETWORK_PARTS).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
