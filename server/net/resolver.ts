import { lookup, Resolver as NameServers } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import type { PinnedAddress } from '../contract/core-ports.ts';
import { withinLimit } from '../kernel/lifecycle.ts';

/** All addresses of a name, the preferred one first. */
export type Resolver = (host: string) => Promise<readonly PinnedAddress[]>;

const LIMIT_MS = 5000;
const TRY_MS = 2000;
const TRIES = 2;

/**
 * The system's own way: the hosts file, then its name servers. Two threads do this for the whole process, so it is only for names
 * that the operator chose.
 */
export const systemResolver: Resolver = async (host) =>
  withinLimit(
    lookup(host, { all: true, order: 'verbatim' }).then((found) =>
      found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }) as const),
    ),
    LIMIT_MS,
    `the address of ${host}`,
  );

/**
 * Asks name servers without a thread: one that does not answer delays only who asked for its names. The hosts file is not read.
 * @param servers `address:port`; those of the system when left out
 */
export function nameServerResolver(servers?: readonly string[]): Resolver {
  return (host) => {
    // Each name has its own: a resolver that met silence asks less for all its names.
    const dns = new NameServers({ timeout: TRY_MS, tries: TRIES });
    if (servers !== undefined) dns.setServers(servers);
    return withinLimit(askBoth(dns, host), LIMIT_MS, `the address of ${host}`);
  };
}

async function askBoth(dns: NameServers, host: string): Promise<PinnedAddress[]> {
  const [four, six] = await Promise.allSettled([dns.resolve4(host), dns.resolve6(host)]);
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
  const addresses = (answer: PromiseSettledResult<string[]>, family: 4 | 6): PinnedAddress[] =>
    answer.status === 'rejected' ? [] : answer.value.map((address) => ({ address, family }));
  return hasIpv4() ? [...addresses(four, 4), ...addresses(six, 6)] : [...addresses(six, 6), ...addresses(four, 4)];
}

const hasIpv4 = (): boolean =>
  Object.values(networkInterfaces()).some((list) => list?.some(({ family, internal }) => family === 'IPv4' && !internal));
