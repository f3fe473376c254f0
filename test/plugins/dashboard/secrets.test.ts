import assert from 'node:assert/strict';
import type { Caller } from '../../support/caller.ts';
import { startHub, type TestHub } from '../../support/hub.ts';
import { PASSWORD, Visitor } from '../../support/visitor.ts';

const SECRET = /whsec_[\w+/=]{20,}/;
const ELEVEN_MINUTES = 11 * 60_000;

describe('the secret of webhooks', () => {
  let hub: TestHub;
  let caller: Caller;
  let visitor: Visitor;
  let now = Date.now();
  before(async () => {
    hub = await startHub({ config: { egress: { allow: ['127.0.0.1:*'] } }, clock: () => new Date(now), plugins: { rendering: {} } });
    caller = await hub.account();
    visitor = await new Visitor(hub).enter(caller.email);
  });
  after(() => hub.stop());

  /** The API as a module of the dashboard calls it. */
  const api = async (method: string, path: string, body?: object) => {
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await fetch(`${hub.url}/dashboard/api${path}`, {
      method,
      headers: { cookie, origin: hub.url, 'x-csrf-token': visitor.token, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: reply.status, text: await reply.text() };
  };
  const hook = { target_url: 'http://127.0.0.1/hook', event: 'generation.completed' };

  it('is not for a session whose password was given long ago, and is again when it is given on the page', async () => {
    now += ELEVEN_MINUTES;
    await visitor.open('/dashboard/webhooks');
    for (const [method, path] of [
      ['GET', '/v1/webhooks/secret'],
      ['POST', '/v1/webhooks/secret/rotate'],
    ] as const) {
      const refused = await api(method, path);
      assert.equal(refused.status, 403, refused.text);
      assert.match(refused.text, /FORBIDDEN.*Give your password again/);
      assert.doesNotMatch(refused.text, SECRET);
    }
    const before = (await caller.send<{ secret: string; previous_valid_until: string | null }>('GET', '/v1/webhooks/secret')).body;
    assert.equal(before.previous_valid_until, null, 'nothing was rotated');
    await visitor.post('/dashboard/webhooks', { _do: 'reveal', _password: PASSWORD });
    const shown = await api('GET', '/v1/webhooks/secret');
    assert.equal(shown.status, 200, shown.text);
    assert.equal(SECRET.exec(shown.text)?.[0], before.secret);
  });

  it('is shown by a new hook to who has a key, and to no session', async () => {
    const made = await api('POST', '/v1/integrations/hooks', hook);
    assert.equal(made.status, 201, made.text);
    assert.doesNotMatch(made.text, SECRET);
    assert.equal((JSON.parse(made.text) as { secret: string }).secret, 'whsec_…');
    const again = await caller.send<{ secret: string }>('POST', '/v1/integrations/hooks', hook);
    assert.equal(again.status, 201);
    assert.match(again.body.secret, SECRET);
  });
});
