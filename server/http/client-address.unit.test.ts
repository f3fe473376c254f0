import assert from 'node:assert/strict';
import type { Context } from 'koa';
import { clientAddress } from './client-address.ts';

const addressOf = (trusted: readonly string[], socket: string, forwarded = ''): string =>
  clientAddress(trusted)({ req: { socket: { remoteAddress: socket } }, get: () => forwarded } as unknown as Context);

interface Case {
  readonly name: string;
  readonly trusted: readonly string[];
  readonly socket: string;
  readonly forwarded?: string;
  readonly expected: string;
}

const CASES: readonly Case[] = [
  { name: 'is the socket without proxies', trusted: [], socket: '203.0.113.9', expected: '203.0.113.9' },
  {
    name: 'ignores X-Forwarded-For of who is no trusted proxy',
    trusted: ['10.0.0.0/8'],
    socket: '203.0.113.9',
    forwarded: '198.51.100.1',
    expected: '203.0.113.9',
  },
  { name: 'is what a trusted proxy saw', trusted: ['10.0.0.0/8'], socket: '10.1.2.3', forwarded: '198.51.100.1', expected: '198.51.100.1' },
  {
    name: 'is the rightmost address that is no proxy, as what stands left of it is the caller’s own claim',
    trusted: ['10.0.0.0/8'],
    socket: '10.1.2.3',
    forwarded: '1.1.1.1, 198.51.100.1, 10.9.9.9',
    expected: '198.51.100.1',
  },
  {
    name: 'drops the port behind an IPv4 address',
    trusted: ['10.1.2.3'],
    socket: '10.1.2.3',
    forwarded: '198.51.100.1:55123',
    expected: '198.51.100.1',
  },
  {
    name: 'drops the brackets and port of an IPv6 address',
    trusted: ['::1'],
    socket: '::1',
    forwarded: '[2001:db8::7]:443',
    expected: '2001:db8::7',
  },
  {
    name: 'skips entries that are no address',
    trusted: ['10.1.2.3'],
    socket: '10.1.2.3',
    forwarded: '198.51.100.1, unknown, _hidden',
    expected: '198.51.100.1',
  },
  { name: 'is the proxy when it says nothing', trusted: ['10.1.2.3'], socket: '10.1.2.3', expected: '10.1.2.3' },
  {
    name: 'recognises a proxy in IPv6’s notation of IPv4',
    trusted: ['10.0.0.0/8'],
    socket: '::ffff:10.1.2.3',
    forwarded: '198.51.100.1',
    expected: '198.51.100.1',
  },
];

describe('the caller’s address', () => {
  for (const { name, trusted, socket, forwarded, expected } of CASES) {
    it(name, () => {
      assert.equal(addressOf(trusted, socket, forwarded), expected);
    });
  }

  it('looks at the last 64 entries only', () => {
    const forwarded = ['198.51.100.1', ...Array.from({ length: 64 }, () => '10.0.0.1')].join(', ');
    assert.equal(addressOf(['10.0.0.0/8'], '10.1.2.3', forwarded), '10.1.2.3');
  });
});
