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
  allowsHost(host: string, port: number): boolean;
  allowsAddress(address: string, port: number): boolean;
}

interface AllowEntry {
  readonly target: Cidr | string;
  /** `*` is every port; none means those of `egress.ports`. */
  readonly port: number | '*' | undefined;
}

const HOST_NAME = /^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?\.?$/i;

function readEntry(text: string): AllowEntry | undefined {
  const colons = text.split(':').length - 1;
  const [, bracketed, plain = bracketed, portText] = /^(?:\[([^\]]+)\]|([^[\]:]+))(?::(\d{1,5}|\*))?$/.exec(text) ?? [];
  const host = plain ?? (colons > 1 ? text : '');
  const port = portText === undefined || portText === '*' ? portText : Number(portText);
  if (port !== undefined && port !== '*' && (port < 1 || port > 65535)) return undefined;
  if (ipaddr.isValidCIDR(host)) return { target: ipaddr.parseCIDR(host), port };
  if (ipaddr.isValid(host)) {
    const address = ipaddr.process(host);
    return { target: [address, address.kind() === 'ipv4' ? 32 : 128], port };
  }
  return HOST_NAME.test(host) ? { target: canonicalHost(host), port } : undefined;
}

/** What is wrong with an entry of `egress.allow`; undefined when nothing is. */
export function allowEntryProblem(text: string): string | undefined {
  return readEntry(text) === undefined
    ? 'is a host name, an address or a CIDR, each with a port, * for every port, or none for those of egress.ports: ' +
        'n8n, n8n:5678, 10.1.0.0/16, 10.1.0.0/16:8080, [fd00::1]:8080, [fd00::/8]:*'
    : undefined;
}

/** Addresses and CIDRs, whatever the port; other entries match nothing. */
export function parseNetworks(entries: readonly string[]): (address: string) => boolean {
  const networks = entries.map((entry) => readEntry(entry)?.target).filter((target): target is Cidr => typeof target === 'object');
  return (address) => ipaddr.isValid(address) && within(ipaddr.process(address), networks);
}

/** Whether this is an address or a CIDR. */
export const isNetwork = (entry: string): boolean => {
  const read = readEntry(entry);
  return typeof read?.target === 'object' && read.port === undefined;
};

/** Reads `egress.allow`; an entry without a port is reached on `ports`. */
export function parseAllowList(entries: readonly string[], ports: readonly number[]): AllowList {
  const read = entries.map(readEntry).filter((entry) => entry !== undefined);
  const opens = (entry: AllowEntry, port: number): boolean =>
    entry.port === undefined ? ports.includes(port) : entry.port === '*' || entry.port === port;
  return {
    allowsHost: (host, port) => read.some((entry) => entry.target === host && opens(entry, port)),
    allowsAddress: (address, port) =>
      ipaddr.isValid(address) &&
      read.some((entry) => typeof entry.target !== 'string' && within(ipaddr.process(address), [entry.target]) && opens(entry, port)),
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
