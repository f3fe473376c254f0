import assert from 'node:assert/strict';
import { nameServerResolver } from '../../server/net/resolver.ts';
import { NameServer } from '../support/name-server.ts';

const FOUR = Buffer.from([192, 0, 2, 7]);
const SIX = Buffer.from('20010db8000000000000000000000007', 'hex');
// Few enough for the buffer of one socket.
const SLOW_NAMES = 50;

describe('names of callers', () => {
  let server: NameServer;
  before(async () => {
    server = await NameServer.open({ 'both.example': { 4: FOUR, 6: SIX }, 'four.example': { 4: FOUR }, 'none.example': {} });
  });
  after(() => {
    server.close();
  });

  it('have all addresses that name servers know, of both families', async () => {
    const resolve = nameServerResolver([server.address]);
    assert.deepEqual(await resolve('four.example'), [{ address: '192.0.2.7', family: 4 }]);
    const both = await resolve('both.example');
    assert.deepEqual(both.map(({ address }) => address).sort(), ['192.0.2.7', '2001:db8::7']);
  });

  it('are errors without an address, or when the name server has no such name', async () => {
    const resolve = nameServerResolver([server.address]);
    await assert.rejects(resolve('none.example'), { code: 'ENODATA' });
    await assert.rejects(resolve('nothing.missing'), { code: 'ENOTFOUND' });
  });

  it('delay only who asked for them when their name server is silent', async () => {
    const resolve = nameServerResolver([server.address]);
    const silent = Promise.allSettled(Array.from({ length: SLOW_NAMES }, (_, n) => resolve(`${String(n)}.silent.example`)));
    const started = performance.now();
    assert.deepEqual(await resolve('four.example'), [{ address: '192.0.2.7', family: 4 }]);
    const ms = performance.now() - started;
    // Two threads for all would take ten seconds for the first two of them.
    assert.ok(ms < 2000, `${ms.toFixed(0)} ms`);
    const outcomes = await silent;
    assert.ok(outcomes.every(({ status }) => status === 'rejected'));
  });
});
