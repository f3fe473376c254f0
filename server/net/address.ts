import ipaddr from 'ipaddr.js';

type Cidr = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

const cidrs = (...list: string[]): Cidr[] => list.map((text) => ipaddr.parseCIDR(text));

/** IANA special-purpose IPv4 blocks, and Azure's wire server, which lies in public space. */
const FORBIDDEN_V4 = cidrs(
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '168.63.129.16/32',
);

/** Only global unicast is allowed in IPv6, less the blocks that embed or document other addresses. */
const GLOBAL_V6 = cidrs('2000::/3');
const FORBIDDEN_V6 = cidrs('2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '2620:4f:8000::/48');

const within = (address: ipaddr.IPv4 | ipaddr.IPv6, list: readonly Cidr[]): boolean =>
  list.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));

/** True only for addresses of the public Internet; whatever cannot be parsed is not one. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return address.kind() === 'ipv4' ? !within(address, FORBIDDEN_V4) : within(address, GLOBAL_V6) && !within(address, FORBIDDEN_V6);
}

export interface AllowList {
  allowsHost(host: string): boolean;
  allowsAddress(address: string): boolean;
}

/** Reads `egress.allow`: CIDRs and addresses on one side, host names on the other. */
export function parseAllowList(entries: readonly string[]): AllowList {
  const networks: Cidr[] = [];
  const hosts = new Set<string>();
  for (const entry of entries) {
    if (ipaddr.isValidCIDR(entry)) networks.push(ipaddr.parseCIDR(entry));
    else if (ipaddr.isValid(entry)) networks.push([ipaddr.process(entry), ipaddr.process(entry).kind() === 'ipv4' ? 32 : 128]);
    else hosts.add(canonicalHost(entry));
  }
  return {
    allowsHost: (host) => hosts.has(host),
    allowsAddress: (address) => ipaddr.isValid(address) && within(ipaddr.process(address), networks),
  };
}

/** Lower case, without brackets and trailing dots: `[::1]` and `Example.COM.` compare equal to their plain forms. */
export function canonicalHost(host: string): string {
  return host
    .trim()
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.+$/, '');
}

const INTERNAL_SUFFIXES = ['.localhost', '.local', '.internal', '.home.arpa', '.lan', '.intranet', '.corp', '.home'];

/** Names that mean this machine or its network; refused before any DNS query. */
export function isInternalName(host: string): boolean {
  return host === 'localhost' || !host.includes('.') || INTERNAL_SUFFIXES.some((suffix) => host.endsWith(suffix));
}
