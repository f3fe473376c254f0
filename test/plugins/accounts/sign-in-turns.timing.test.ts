import assert from 'node:assert/strict';
import { startHub, type TestHub } from '../../support/hub.ts';
import { PASSWORD, Visitor } from '../../support/visitor.ts';

const SAMPLES = 5;

describe('signing in beside an address that floods', function () {
  this.timeout(120_000);
  let hub: TestHub;
  before(async () => {
    hub = await startHub({ config: { http: { port: 0, trustedProxies: ['127.0.0.1'] } } });
  });
  after(() => hub.stop());

  const signIn = (email: string, password: string, address: string) =>
    fetch(`${hub.url}/dashboard/sign-in`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: hub.url, 'x-forwarded-for': address },
      body: new URLSearchParams({ email, password }),
    });

  it('takes at most three times as long as alone, and only the flood is refused', async () => {
    const caller = await hub.account();
    await new Visitor(hub).enter(caller.email);
    const medianOf = async (): Promise<number> => {
      const times: number[] = [];
      for (let n = 0; n < SAMPLES; n++) {
        const started = performance.now();
        assert.equal((await signIn(caller.email, PASSWORD, '198.51.100.7')).status, 303);
        times.push(performance.now() - started);
      }
      return times.sort((a, b) => a - b)[Math.floor(SAMPLES / 2)] ?? Infinity;
    };
    const alone = await medianOf();
    const flood = Array.from({ length: 45 }, (_, n) => signIn(`nobody${String(n)}@example.com`, 'not the password', '203.0.113.9'));
    const beside = await medianOf();
    const replies = await Promise.all(flood);
    assert.ok(beside <= 3 * alone + 100, `alone ${String(alone)} ms, beside ${String(beside)} ms`);
    const refused = replies.filter(({ status }) => status === 429);
    assert.ok(refused.length > 0);
    for (const { status, headers } of refused) {
      assert.equal(status, 429);
      assert.match(headers.get('retry-after') ?? '', /^[1-9]/);
    }
  });
});
