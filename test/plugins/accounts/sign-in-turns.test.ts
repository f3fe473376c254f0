import assert from 'node:assert/strict';
import { startHub, type TestHub } from '../../support/hub.ts';
import { PASSWORD, Visitor } from '../../support/visitor.ts';

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

  it('overtakes the flood, and only the flood is refused', async () => {
    const caller = await hub.account();
    await new Visitor(hub).enter(caller.email);
    let checked = 0;
    const flood = Array.from({ length: 45 }, async (_, n) => {
      const reply = await signIn(`nobody${String(n)}@example.com`, 'not the password', '203.0.113.9');
      if (reply.status === 401) checked++;
      return reply;
    });
    // Refusals of what is too much come at once; the passwords of the rest wait to be checked.
    await Promise.any(flood);
    const before = checked;
    assert.equal((await signIn(caller.email, PASSWORD, '198.51.100.7')).status, 303);
    const first = checked - before;
    const refused = (await Promise.all(flood)).filter(({ status }) => status === 429);
    // Some are checked at once, and on a busy machine more before the request arrives; without turns all that waited are.
    assert.ok(first < (checked - before) / 2, `${String(first)} of ${String(checked - before)} passwords were checked first`);
    assert.ok(refused.length > 0);
    for (const { headers } of refused) assert.match(headers.get('retry-after') ?? '', /^[1-9]/);
  });
});
