import assert from 'node:assert/strict';
import { allowEntryProblem, canonicalHost, isInternalName, isPublicAddress, parseAllowList, parseNetworks } from './address.ts';

/** First and last address of blocks of the IANA special-purpose registries that are not globally reachable, and their neighbours outside. */
const BLOCKS: readonly (readonly [name: string, inside: readonly string[], outside: readonly string[]])[] = [
  ['private use 10.0.0.0/8 (RFC 1918)', ['10.0.0.0', '10.255.255.255'], ['9.255.255.255', '11.0.0.0']],
  ['private use 172.16.0.0/12 (RFC 1918)', ['172.16.0.0', '172.31.255.255'], ['172.15.255.255', '172.32.0.0']],
  ['private use 192.168.0.0/16 (RFC 1918)', ['192.168.0.0', '192.168.255.255'], ['192.167.255.255', '192.169.0.0']],
  ['shared address space (RFC 6598)', ['100.64.0.0', '100.127.255.255'], ['100.63.255.255', '100.128.0.0']],
  ['loopback (RFC 1122)', ['127.0.0.0', '127.255.255.255'], ['126.255.255.255', '128.0.0.0']],
  ['link local (RFC 3927)', ['169.254.0.0', '169.254.255.255'], ['169.253.255.255', '169.255.0.0']],
  ['benchmarking (RFC 2544)', ['198.18.0.0', '198.19.255.255'], ['198.17.255.255', '198.20.0.0']],
  ['multicast and reserved', ['224.0.0.0', '240.0.0.0', '255.255.255.255'], ['223.255.255.255']],
  ['this network (RFC 791)', ['0.0.0.0', '0.255.255.255'], ['1.0.0.0']],
  ['unique local (RFC 4193) and link local IPv6', ['fc00::', 'fdff::1', 'fe80::1'], ['2a00::1']],
  ['documentation (RFC 3849, RFC 9637)', ['2001:db8::', '2001:db8:ffff::', '3fff::1', '3fff:fff::'], ['2001:db9::', '3fff:1000::']],
  ['6to4 (RFC 3056), which embeds IPv4', ['2002:7f00:1::', '2002:808:808::'], ['2003::1']],
  ['Teredo and other protocols (RFC 2928)', ['2001::1', '2001:1ff:ffff::'], ['2001:200::1']],
  ['NAT64 (RFC 6052)', ['64:ff9b::808:808'], []],
];

describe('isPublicAddress', () => {
  for (const [name, inside, outside] of BLOCKS) {
    it(`refuses ${name} from its first to its last address`, () => {
      assert.deepEqual(inside.filter(isPublicAddress), []);
      assert.deepEqual(outside.filter(isPublicAddress), outside);
    });
  }

  it('judges IPv4 in IPv6’s notation as IPv4', () => {
    assert.equal(isPublicAddress('::ffff:8.8.8.8'), true);
    assert.equal(isPublicAddress('::ffff:a00:1'), false);
  });
});

describe('isInternalName', () => {
  for (const name of ['localhost', 'mongo', 'a.localhost', 'printer.local', 'metadata.google.internal', 'nas.home.arpa', 'git.corp'])
    it(`takes ${name} for a name of this network`, () => {
      assert.equal(isInternalName(name), true);
    });

  for (const name of ['example.com', 'localhost.example.com', 'internal.example', 'mylocal.net'])
    it(`takes ${name} for a name of the Internet`, () => {
      assert.equal(isInternalName(name), false);
    });
});

describe('canonicalHost', () => {
  const CASES: readonly (readonly [string, string])[] = [
    ['Example.COM', 'example.com'],
    ['example.com.', 'example.com'],
    ['[::1]', '::1'],
    [' n8n ', 'n8n'],
  ];
  for (const [given, expected] of CASES)
    it(`makes ${expected} of “${given}”`, () => {
      assert.equal(canonicalHost(given), expected);
    });
});

describe('entries of egress.allow', () => {
  for (const entry of [
    'n8n',
    'n8n:5678',
    'n8n:*',
    '10.1.0.0/16',
    '10.1.0.0/16:8080',
    '[fd00::1]:8080',
    '[fd00::/8]:*',
    'fd00::1',
    '::1/128',
  ])
    it(`may be ${entry}`, () => {
      assert.equal(allowEntryProblem(entry), undefined);
    });

  for (const entry of ['', 'n8n:', 'n8n:0', 'n8n:65536', 'http://n8n', '10.0.0.0/33', '[::1', 'a b', '*'])
    it(`may not be “${entry}”`, () => {
      assert.match(allowEntryProblem(entry) ?? '', /host name, an address or a CIDR/);
    });

  it('open the ports of egress.ports when they name none', () => {
    const list = parseAllowList(['n8n', '10.1.0.0/16'], [80, 443]);
    assert.equal(list.allowsHost('n8n', 443), true);
    assert.equal(list.allowsHost('n8n', 5678), false);
    assert.equal(list.allowsAddress('10.1.255.255', 80), true);
    assert.equal(list.allowsAddress('10.2.0.0', 80), false);
  });

  it('open just the port they name', () => {
    const list = parseAllowList(['n8n:5678', '[fd00::/8]:8080'], [80]);
    assert.equal(list.allowsHost('n8n', 5678), true);
    assert.equal(list.allowsHost('n8n', 80), false);
    assert.equal(list.allowsAddress('fd12::1', 8080), true);
    assert.equal(list.allowsAddress('fd12::1', 80), false);
  });

  it('open every port with *', () => {
    const list = parseAllowList(['10.6.1.1:*'], []);
    assert.equal(list.allowsAddress('10.6.1.1', 1), true);
    assert.equal(list.allowsAddress('10.6.1.1', 65_535), true);
    assert.equal(list.allowsAddress('10.6.1.2', 1), false);
  });

  it('compare names whole: neither a suffix nor a prefix counts', () => {
    const list = parseAllowList(['n8n'], [80]);
    assert.equal(list.allowsHost('n8n.evil.example', 80), false);
    assert.equal(list.allowsHost('my-n8n', 80), false);
  });

  it('do not let a name vouch for an address, nor the other way round', () => {
    const list = parseAllowList(['n8n', '10.1.1.1'], [80]);
    assert.equal(list.allowsAddress('n8n', 80), false);
    assert.equal(list.allowsHost('10.1.1.1', 80), false);
  });
});

describe('parseNetworks', () => {
  it('matches addresses of both families within their own networks only', () => {
    const isKnown = parseNetworks(['10.0.0.0/8', '2001:db8::/32']);
    assert.deepEqual(['10.1.1.1', '::ffff:10.1.1.1', '2001:db8::1'].map(isKnown), [true, true, true]);
    assert.deepEqual(['11.0.0.1', '2001:db9::1', 'nonsense', ''].map(isKnown), [false, false, false, false]);
  });

  it('matches nothing for host names', () => {
    assert.equal(parseNetworks(['proxy.example'])('10.0.0.1'), false);
  });
});
