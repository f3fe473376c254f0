import assert from 'node:assert/strict';
import { LimitsConfig } from './plans.ts';
import { rateGate } from './rate-gate.ts';
import { MemoryWindow } from './sliding-window.ts';

const CONFIG = LimitsConfig.parse({
  plans: { tiny: { requestsPerSecond: 2, documentsPerMonth: 10 } },
  anonymousPerSecond: 1,
  failedKeysPerMinute: 1,
});

function gate() {
  let now = 0;
  const refused: string[] = [];
  const made = rateGate(CONFIG, new MemoryWindow(() => now), {
    counter: () => (labels) => refused.push(...Object.values<string>(labels)),
    histogram: () => () => undefined,
    gauge: () => undefined,
  });
  const account = (accountId: string, plan = 'tiny') => ({
    kind: 'account' as const,
    principal: { accountId, email: '', plan, keyId: '', test: false, scopes: [] },
  });
  return { admit: made.admit, account, refused, pass: (ms: number) => (now += ms) };
}

describe('the rate gate', () => {
  it('tells an account its limit and what is left, in both sets of headers', async () => {
    const { admit, account } = gate();
    assert.deepEqual(await admit(account('a')), {
      'X-RateLimit-Limit': '2',
      'X-RateLimit-Remaining': '1',
      'X-RateLimit-Reset': '1',
      'RateLimit-Policy': '"plan";q=2;w=1',
      RateLimit: '"plan";r=1;t=1',
    });
  });

  it('refuses with 429, a whole Retry-After and the same headers', async () => {
    const { admit, account, refused } = gate();
    await admit(account('a'));
    await admit(account('a'));
    await assert.rejects(
      admit(account('a')),
      (error: { status: number; code: string; retryAfter: number; headers: Record<string, string> }) => {
        assert.deepEqual([error.status, error.code, error.retryAfter], [429, 'RATE_LIMITED', 1]);
        assert.equal(error.headers['X-RateLimit-Remaining'], '0');
        return true;
      },
    );
    assert.deepEqual(refused, ['account']);
  });

  it('counts accounts apart, and all keys of one together', async () => {
    const { admit, account } = gate();
    await admit(account('a'));
    await admit(account('a'));
    await admit(account('b'));
    await assert.rejects(admit(account('a')));
  });

  it('admits again a second later', async () => {
    const { admit, account, pass } = gate();
    await admit(account('a'));
    await admit(account('a'));
    pass(1000);
    await admit(account('a'));
  });

  it('counts callers without a key by address, all of a /64 as one', async () => {
    const { admit } = gate();
    await admit({ kind: 'anonymous', address: '2001:db8::1' });
    await assert.rejects(admit({ kind: 'anonymous', address: '2001:db8::2' }), { status: 429 });
    assert.deepEqual(await admit({ kind: 'anonymous', address: '203.0.113.1' }), {});
  });

  it('makes guessers of keys wait for a minute', async () => {
    const { admit, pass } = gate();
    await admit({ kind: 'rejected', address: '203.0.113.1' });
    pass(1000);
    await assert.rejects(admit({ kind: 'rejected', address: '203.0.113.1' }), { status: 429, retryAfter: 59 });
    pass(59_000);
    await admit({ kind: 'rejected', address: '203.0.113.1' });
  });

  it('does not make others at that address wait who have no key at all', async () => {
    const { admit } = gate();
    await admit({ kind: 'rejected', address: '203.0.113.1' });
    await admit({ kind: 'anonymous', address: '203.0.113.1' });
  });
});
