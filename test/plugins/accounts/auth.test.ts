import assert from 'node:assert/strict';
import { assertEnvelope, Caller, type Envelope } from '../../support/caller.ts';
import { openDatabase, startHub, type TestHub } from '../../support/hub.ts';
import { until } from '../../support/until.ts';

describe('keys and accounts', () => {
  let hub: TestHub;
  let now: Date | undefined;
  before(async () => {
    hub = await startHub({ clock: () => now ?? new Date(), plugins: { limits: { config: { failedKeysPerMinute: 1000 } } } });
  });
  after(() => hub.stop());

  const ask = (headers: Record<string, string>, path = '/v1/generations'): Promise<Response> => fetch(hub.url + path, { headers });

  it('answers every wrong key with the same 401', async () => {
    const { key } = await hub.account();
    const flipped = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a');
    const wrong: Record<string, string>[] = [
      {},
      { authorization: 'Basic x' },
      { authorization: 'Bearer' },
      { authorization: 'Bearer ' },
      { authorization: `Bearer ${'x'.repeat(8000)}` },
      { authorization: `Bearer ${key} extra` },
      { authorization: `Bearer ${flipped}` },
      { authorization: key },
    ];
    const bodies = new Set<string>();
    for (const headers of wrong) {
      const response = await ask(headers);
      const body = (await response.json()) as Envelope;
      assertEnvelope({ status: response.status, headers: response.headers, body }, 401, 'UNAUTHORIZED');
      assert.equal(response.headers.get('www-authenticate'), 'Bearer');
      bodies.add(body.error.message);
    }
    assert.equal(bodies.size, 1);
    assert.equal((await ask({}, `/v1/generations?api_key=${key}`)).status, 401);
    assert.equal((await ask({ authorization: `bearer ${key}` })).status, 200, 'the scheme is case-insensitive');
  });

  it('never stores or logs a key in clear', async () => {
    const { key } = await hub.account();
    await ask({ authorization: `Bearer ${key}` });
    const database = await openDatabase(hub.database);
    for (const collection of (await database.db?.collections()) ?? []) {
      assert.doesNotMatch(JSON.stringify(await collection.find().toArray()), new RegExp(key.slice(14, 40)));
    }
    await database.close();
    assert.doesNotMatch(hub.log.join(''), new RegExp(key.slice(14, 40)));
  });

  it('revokes at once, expires on time, and notes the last use', async () => {
    const caller = await hub.account();
    const list = async () =>
      JSON.parse(await hub.command('account', 'key', 'list', caller.email, '--json')) as { id: string; lastUsedAt: string | null }[];
    assert.equal((await caller.send('GET', '/v1/generations')).status, 200);
    await until('its last use', async () => (await list())[0]?.lastUsedAt ?? undefined);
    await hub.command('account', 'key', 'revoke', caller.email, caller.keyId);
    assert.equal((await caller.send('GET', '/v1/generations')).status, 401);
    await hub.command('account', 'key', 'revoke', caller.email, caller.keyId);

    const made = JSON.parse(await hub.command('account', 'key', 'create', caller.email, '--expires', '2030-01-01', '--json')) as {
      key: string;
    };
    const expiring = new Caller(hub.url, made.key, caller);
    assert.equal((await expiring.send('GET', '/v1/generations')).status, 200);
    now = new Date('2030-01-01T00:00:00Z');
    assert.equal((await expiring.send('GET', '/v1/generations')).status, 401);
    now = undefined;
  });

  it('lets a key do what its scopes say', async () => {
    const caller = await hub.account({ flags: ['--scopes', 'templates:read,ai'] });
    const reply = await caller.send('POST', '/v1/generate', { html: 'x' });
    assertEnvelope(reply, 403, 'FORBIDDEN');
    assert.match(reply.body.error.message, /generate/);
    await assert.rejects(hub.command('account', 'key', 'create', caller.email, '--scopes', 'root'), /--scopes takes/);
  });

  it('refuses wrong operator input with a sentence', async () => {
    const { email } = await hub.account();
    await assert.rejects(hub.command('account', 'create', email), /belongs to an account already/);
    await assert.rejects(hub.command('account', 'create', 'nonsense'), /not an e-mail/);
    await assert.rejects(hub.command('account', 'create', 'a@b.test', '--plan', 'gold'), /free, starter, pro, enterprise/);
    await assert.rejects(hub.command('account', 'plan', email, 'gold'), /must be one of/);
    await assert.rejects(hub.command('account', 'key', 'create', 'nobody@b.test'), /no account/);
    await assert.rejects(hub.command('account', 'key', 'create', email, '--expires', 'soon'), /ISO 8601/);
    await assert.rejects(hub.command('account', 'dance'), /account create EMAIL/);
    await assert.rejects(hub.command('account', 'list', '--wrong'), /account create EMAIL/);
  });

  it('allows as many live keys as the plan says and no more', async () => {
    const caller = await hub.account({ plan: 'free' });
    for (let i = 0; i < 9; i++) await hub.command('account', 'key', 'create', caller.email);
    await assert.rejects(hub.command('account', 'key', 'create', caller.email), /allows 10 keys/);
    await hub.command('account', 'key', 'revoke', caller.email, caller.keyId);
    await hub.command('account', 'key', 'create', caller.email);
  });
});
