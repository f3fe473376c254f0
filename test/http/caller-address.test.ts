import assert from 'node:assert/strict';
import { callerBlock } from '../../server/contract/caller-block.ts';
import { startHub, type TestHub } from '../support/hub.ts';

describe('the address that is counted', () => {
  let hub: TestHub;
  before(async () => {
    hub = await startHub({
      config: { http: { port: 0, trustedProxies: ['127.0.0.1', '10.0.0.0/8'] } },
      plugins: { limits: { config: { failedKeysPerMinute: 3 } } },
    });
  });
  after(() => hub.stop());

  /** How a proxy passes a request with a wrong key on. */
  const status = async (forwarded: string): Promise<number> =>
    (await fetch(`${hub.url}/v1/generations`, { headers: { 'x-forwarded-for': forwarded } })).status;
  const use = async (...entries: string[]): Promise<number[]> => {
    const statuses: number[] = [];
    for (const entry of entries) statuses.push(await status(entry));
    return statuses;
  };

  it('is that of a proxy’s header also with a port beside it', async () => {
    assert.deepEqual(await use('198.51.100.7:1111', '198.51.100.7:2222', '198.51.100.7'), [401, 401, 401]);
    assert.equal(await status('198.51.100.7:3333'), 429);
    assert.equal(await status('198.51.100.8:3333'), 401, 'another caller');
    assert.deepEqual(await use('[2001:db8:1::5]:80', '[2001:db8:1::5]', '2001:db8:1::5'), [401, 401, 401]);
    assert.equal(await status('[2001:db8:1::5]:81'), 429);
  });

  it('is the network of 64 bits in IPv6', async () => {
    assert.deepEqual(await use('2001:db8:2::1', '2001:db8:2::2', '2001:db8:2:0:ffff::3'), [401, 401, 401]);
    assert.equal(await status('2001:db8:2:0:1:2:3:4'), 429);
    assert.equal(await status('2001:db8:2:1::1'), 401, 'the next network');
  });

  it('is the last that no trusted proxy vouches for, however much stands before it', async () => {
    const claims = Array.from({ length: 500 }, (_, i) => `203.0.113.${String(i % 250)}`).join(',');
    assert.deepEqual(
      await use(`${claims}, 198.51.100.9`, `${claims}, 198.51.100.9, 10.1.1.1`, 'garbage, 198.51.100.9:1, 10.1.1.1:443'),
      [401, 401, 401],
    );
    assert.equal(await status('198.51.100.9'), 429);
  });

  it('is written in one way', () => {
    assert.equal(callerBlock('::ffff:192.0.2.1'), '192.0.2.1');
    assert.equal(callerBlock('2001:DB8::1'), callerBlock('2001:db8:0:0:9::'));
    assert.equal(callerBlock('not an address'), 'not an address');
  });
});
