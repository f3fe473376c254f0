import assert from 'node:assert/strict';
import type { Caller } from '../../support/caller.ts';
import { startHub, type TestHub } from '../../support/hub.ts';
import { until } from '../../support/until.ts';
import { PASSWORD, Visitor } from '../../support/visitor.ts';

const PAGES = ['accounts', 'queue', 'failures', 'storage', 'audit'].map((name) => `/dashboard/operator/${name}`);

describe('pages for operators', () => {
  let hub: TestHub;
  let shift = 0;
  let operator: Visitor;
  let self: Caller;
  let caller: Caller;
  let customer: Visitor;
  before(async () => {
    // Waiting until a key is refused, or works again, takes many requests with a refused key.
    const limits = { config: { failedKeysPerMinute: 100_000 } };
    hub = await startHub({ clock: () => new Date(Date.now() + shift), plugins: { limits } });
    [self, caller] = [await hub.account(), await hub.account({ plan: 'starter' })];
    await hub.command('account', 'operator', self.email, 'on');
    operator = await new Visitor(hub).enter(self.email);
    customer = await new Visitor(hub).enter(caller.email);
  });
  after(() => hub.stop());

  const account = (of: Caller): string => `/dashboard/operator/accounts/${of.accountId}`;
  const act = async (form: Record<string, string>, at = account(caller)) => {
    await operator.open(at);
    return operator.post(at, form);
  };

  it('are not there for anybody else: neither pages, nor files, nor actions, nor in the menu', async () => {
    for (const path of [...PAGES, account(self), account(caller), '/dashboard/operator/audit.csv', '/dashboard/plugins'])
      assert.equal((await customer.get(path)).status, 404, path);
    assert.doesNotMatch(await customer.open('/dashboard'), /dashboard\/operator/);
    for (const action of ['plan', 'disable', 'enable', 'operator-on', 'operator-off', 'password-link', 'revoke-key']) {
      const { status } = await customer.post(account(self), { _do: action, plan: 'enterprise', id: self.keyId, _password: PASSWORD });
      assert.equal(status, 404, action);
      assert.equal((await customer.post(account(caller), { _do: action, plan: 'enterprise' })).status, 404, action);
    }
    assert.equal(
      (await customer.post('/dashboard/operator/accounts', { _do: 'create', email: 'x@example.com', plan: 'free' })).status,
      404,
    );
    assert.equal((await caller.send('GET', '/v1/generations')).status, 200);
    for (const path of PAGES) assert.match(await operator.open('/dashboard'), new RegExp(`href="${path}"`));
  });

  it('refuse a form that the page did not make', async () => {
    await operator.open(account(caller));
    assert.equal((await operator.post(account(caller), { _do: 'disable', _csrf: 'forged' })).status, 403);
    assert.equal((await operator.post(account(caller), { _do: 'disable' }, { origin: 'https://evil.example' })).status, 403);
    assert.equal((await caller.send('GET', '/v1/generations')).status, 200);
  });

  it('list accounts with plan, usage and when they were last seen, and find them', async () => {
    await caller.generate({ html: '<p>counted</p>' });
    const page = await until('the key’s use is noted', async () => {
      const text = await operator.open(`/dashboard/operator/accounts?q=${caller.email}`);
      return /1 of [\d,]+/.test(text) ? text : undefined;
    });
    assert.ok(page.includes(caller.email) && !page.includes(`>${self.email}</a></span>`));
    assert.match(page, /starter/);
    assert.match(await operator.open('/dashboard/operator/accounts?q=nobody-is-called-so'), /No accounts match/);
    const one = await operator.open(account(caller));
    for (const part of ['Documents this month', 'made in the shell', 'maxTemplates', 'Last API request'])
      assert.ok(one.includes(part), part);
    assert.ok(!one.includes(caller.key));
    assert.equal((await operator.get('/dashboard/operator/accounts/acct_none')).status, 404);
  });

  it('create an account, change its plan, and make the link that sets its password', async () => {
    const made = await act({ _do: 'create', email: 'new@example.com', plan: 'free' }, '/dashboard/operator/accounts');
    const at = made.location ?? '';
    assert.match(at, /^\/dashboard\/operator\/accounts\/acct_/, made.text);
    assert.match(
      (await act({ _do: 'create', email: 'new@example.com', plan: 'free' }, '/dashboard/operator/accounts')).text,
      /belongs to an account already/,
    );
    assert.match(
      (await act({ _do: 'create', email: 'nonsense', plan: 'free' }, '/dashboard/operator/accounts')).text,
      /is not an e-mail address/,
    );
    assert.equal((await act({ _do: 'plan', plan: 'pro' }, at)).status, 303);
    assert.match(await operator.open(at), /is on the plan pro/);
    assert.match((await act({ _do: 'plan', plan: 'gold' }, at)).text, /must be one of/);

    shift += 11 * 60_000;
    assert.match((await act({ _do: 'password-link' }, at)).text, /Your password is required|password/i);
    const { text } = await act({ _do: 'password-link', _password: PASSWORD }, at);
    const [link = ''] = /http[^<\s]*\/dashboard\/password\/[\w-]+/.exec(text) ?? [];
    const entered = await new Visitor(hub).enterBy(link);
    assert.match(await entered.open('/dashboard/account'), /new@example\.com/);
    customer = await new Visitor(hub).enter(caller.email);
  });

  it('disable and enable an account, at once, and never the operator’s own', async () => {
    assert.equal((await act({ _do: 'disable' })).status, 303);
    await until('the key is refused', async () => ((await caller.send('GET', '/v1/generations')).status === 401 ? true : undefined));
    assert.equal((await customer.get('/dashboard/history')).status, 303);
    assert.equal((await act({ _do: 'enable' })).status, 303);
    await until('the key works again', async () => ((await caller.send('GET', '/v1/generations')).status === 200 ? true : undefined));
    assert.doesNotMatch(await operator.open(account(self)), /Disable account|Remove operator access/);
    for (const action of ['disable', 'operator-off']) assert.equal((await act({ _do: action }, account(self))).status, 400, action);
    assert.equal((await operator.get('/dashboard/operator/accounts')).status, 200);
  });

  it('revoke a key of an account, and of no other', async () => {
    const { keyId } = await hub.account();
    assert.equal((await act({ _do: 'revoke-key', id: keyId })).status, 404);
    const extra = JSON.parse(await hub.command('account', 'key', 'create', caller.email, '--name', 'leaked', '--json')) as {
      id: string;
      key: string;
    };
    assert.equal((await act({ _do: 'revoke-key', id: extra.id })).status, 303);
    await until('the key is refused', async () => {
      const reply = await fetch(`${hub.url}/v1/generations`, { headers: { authorization: `Bearer ${extra.key}` } });
      return reply.status === 401 ? true : undefined;
    });
  });

  it('write down everything that is done, for operators with who it was, for the account without', async () => {
    const all = await operator.open(`/dashboard/operator/audit?q=${caller.accountId}`);
    for (const words of ['Disabled the account', 'Enabled the account', 'Revoked an API key']) assert.ok(all.includes(words), words);
    assert.ok(all.includes(self.email));
    const own = await (await new Visitor(hub).enter(caller.email)).open('/dashboard/audit');
    assert.ok(own.includes('Disabled the account') && own.includes('Operator'));
    assert.ok(!own.includes(self.email), 'who the operator is, is not told');
  });

  it('show failures of all accounts, and why', async () => {
    const { status } = await caller.send('POST', '/v1/generate', {
      html: '<p>hidden words</p>',
      wait: { selector: '#never', timeout_ms: 50 },
    });
    assert.equal(status, 422);
    const page = await operator.open('/dashboard/operator/failures');
    assert.match(page, /wait\.selector was not met/);
    assert.ok(page.includes(caller.email) && !page.includes('hidden words'));
    assert.ok((await operator.open(`/dashboard/operator/failures?account=${caller.accountId}`)).includes(caller.email));
    assert.match(await operator.open(`/dashboard/operator/failures?account=${self.accountId}`), /No failed documents/);
  });

  it('show the queue, the processes, and what is stored by whom', async () => {
    const queue = await until('the process reports again, after the clock was moved', async () => {
      const text = await operator.open('/dashboard/operator/queue');
      return text.includes('web, worker') ? text : undefined;
    });
    for (const part of ['Batch items waiting', String(process.pid), 'Nothing is waiting']) assert.ok(queue.includes(part), part);
    const storage = await operator.open('/dashboard/operator/storage');
    for (const part of ['Stored files', 'Free on the disk', '30 days', caller.email]) assert.ok(storage.includes(part), part);
  });
});
