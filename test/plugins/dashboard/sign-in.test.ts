import assert from 'node:assert/strict';
import mongoose from 'mongoose';
import { freePort } from '../../support/ports.ts';
import type { Caller } from '../../support/caller.ts';
import { startHub, type TestHub } from '../../support/hub.ts';
import { PASSWORD, Visitor } from '../../support/visitor.ts';

const MINUTE = 60_000;
const COOKIE = '__Host-sid';

describe('signing in to the dashboard', () => {
  let now = Date.parse('2026-11-21T12:00:00Z');
  let hub: TestHub;
  let caller: Caller;
  before(async () => {
    hub = await startHub({ clock: () => new Date(now), plugins: { rendering: {} } });
    caller = await hub.account();
  });
  after(() => hub.stop());

  const linkFor = async (email: string): Promise<string> => {
    const [url = ''] = (await hub.command('account', 'password', email)).split('\n');
    return new URL(url).pathname;
  };
  const signIn = (visitor: Visitor, email: string, password: string) => visitor.post('/dashboard/sign-in', { email, password });

  it('begins with a link that sets the password, once, within a day', async () => {
    const visitor = new Visitor(hub);
    const old = await linkFor(caller.email);
    const link = await linkFor(caller.email);
    assert.equal((await visitor.get(old)).status, 404);
    assert.match((await visitor.get(link)).text, new RegExp(caller.email));
    for (const [password, problem] of [
      ['', /at least 12 characters/],
      ['too short', /at least 12 characters/],
      ['x'.repeat(201), /at most 200 characters/],
      ['password1234', /first that is tried/],
      ['123456789012', /first that is tried/],
      ['platen rocks it', /must not contain/],
    ] as const) {
      const refused = await visitor.post(link, { password });
      assert.equal(refused.status, 400);
      assert.match(refused.text, problem);
    }
    const entered = await visitor.post(link, { password: PASSWORD });
    assert.equal(entered.location, '/dashboard');
    assert.equal((await visitor.get('/dashboard')).status, 200);
    assert.equal((await visitor.post(link, { password: 'another few words' })).status, 404);

    const late = await linkFor(caller.email);
    now += 25 * 60 * MINUTE;
    assert.equal((await visitor.get(late)).status, 404);
  });

  it('takes the password, and tells nothing of which part was wrong', async () => {
    const visitor = new Visitor(hub);
    assert.equal((await visitor.get('/dashboard/history')).location, '/dashboard/sign-in?next=%2Fdashboard%2Fhistory');
    await visitor.open('/dashboard/sign-in');
    const wrong = await signIn(visitor, caller.email, 'not the password');
    const unknown = await signIn(visitor, 'nobody@example.com', 'not the password');
    assert.equal(wrong.status, 401);
    assert.equal(unknown.status, 401);
    const problem = /role="alert">([^<]+)</;
    assert.equal(problem.exec(wrong.text)?.[1], problem.exec(unknown.text)?.[1]);
    const entered = await visitor.post('/dashboard/sign-in?next=%2Fdashboard%2Fhistory', { email: caller.email, password: PASSWORD });
    assert.equal(entered.location, '/dashboard/history');
    for (const next of ['//evil.example', 'https://evil.example', '/dashboard//evil', '/dashboard/\\evil', '/v1/generations']) {
      const other = await new Visitor(hub).post(`/dashboard/sign-in?next=${encodeURIComponent(next)}`, {
        email: caller.email,
        password: PASSWORD,
      });
      assert.equal(other.location, '/dashboard', next);
    }
  });

  it('gives a new session each time, in a cookie that only this hub and no script can read', async () => {
    const visitor = new Visitor(hub);
    visitor.cookies.set(COOKIE, 'x'.repeat(43));
    const entered = await signIn(visitor, caller.email, PASSWORD);
    const cookie = entered.headers.getSetCookie().find((line) => line.startsWith(COOKIE)) ?? '';
    for (const flag of ['Secure', 'HttpOnly', 'SameSite=Lax', 'Path=/']) assert.ok(cookie.includes(flag), cookie);
    assert.ok(!cookie.includes('Domain'));
    const first = visitor.cookies.get(COOKIE);
    assert.notEqual(first, 'x'.repeat(43));
    await visitor.open('/dashboard/account');
    await signIn(visitor, caller.email, PASSWORD);
    assert.notEqual(visitor.cookies.get(COOKIE), first);
    const old = new Visitor(hub);
    old.cookies.set(COOKIE, first ?? '');
    assert.equal((await old.get('/dashboard')).location, '/dashboard/sign-in');
  });

  it('ends by signing out, by 30 minutes without a page, and after 12 hours', async () => {
    const visitor = new Visitor(hub);
    await signIn(visitor, caller.email, PASSWORD);
    const secret = visitor.cookies.get(COOKIE) ?? '';
    await visitor.open('/dashboard');
    assert.equal((await visitor.post('/dashboard/sign-out', {})).location, '/dashboard/sign-in');
    visitor.cookies.set(COOKIE, secret);
    assert.equal((await visitor.get('/dashboard')).status, 303);

    await signIn(visitor, caller.email, PASSWORD);
    for (let i = 0; i < 3; i++) {
      now += 29 * MINUTE;
      await visitor.open('/dashboard/account');
    }
    now += 31 * MINUTE;
    assert.equal((await visitor.get('/dashboard/account')).status, 303);

    await signIn(visitor, caller.email, PASSWORD);
    for (let i = 0; i < 25; i++) {
      now += 28 * MINUTE;
      await visitor.open('/dashboard/account');
    }
    now += 28 * MINUTE;
    assert.equal((await visitor.get('/dashboard/account')).status, 303);
  });

  it('is limited after wrong passwords, by account and address, also when they come at once', async () => {
    const other = await hub.account();
    await new Visitor(hub).enter(other.email);
    const tries = await Promise.all(Array.from({ length: 20 }, () => signIn(new Visitor(hub), other.email, 'not the password')));
    const statuses = tries.map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 401).length, 10, statuses.join());
    assert.equal(statuses.filter((status) => status === 429).length, 10);
    const limited = await signIn(new Visitor(hub), other.email, PASSWORD);
    assert.equal(limited.status, 429);
    assert.ok(Number(limited.headers.get('retry-after')) > 800);
    assert.match(limited.text, /Too many wrong passwords/);
    assert.equal((await signIn(new Visitor(hub), caller.email, PASSWORD)).status, 303);
    now += 16 * MINUTE;
    assert.equal((await signIn(new Visitor(hub), other.email, PASSWORD)).status, 303);
  });

  it('refuses forms that are too large, or no forms', async () => {
    const visitor = new Visitor(hub);
    assert.equal((await signIn(visitor, caller.email, 'x'.repeat(1_000_000))).status, 400);
    const json = await fetch(`${hub.url}/dashboard/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: hub.url },
      body: '{}',
    });
    assert.equal(json.status, 400);
  });

  it('refuses what other sites send, and forms without the token of the session', async () => {
    const visitor = await new Visitor(hub).enter(caller.email);
    await visitor.open('/dashboard/keys');
    const create = { _do: 'create', name: 'forged', kind: 'live', scopes: ['generate'] };
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'nonsense' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of foreign)
      assert.equal((await visitor.post('/dashboard/keys', create, headers)).status, 403, JSON.stringify(headers));
    const other = await hub.account();
    const elsewhere = await new Visitor(hub).enter(other.email);
    for (const token of [
      '',
      'x',
      elsewhere.token,
      `${visitor.token}x`,
      visitor.token.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A')),
    ]) {
      assert.equal((await visitor.post('/dashboard/keys', { ...create, _csrf: token })).status, 403, token);
    }
    assert.doesNotMatch(await visitor.open('/dashboard/keys'), /forged/);
    assert.equal((await visitor.post('/dashboard/sign-out', { _csrf: 'x' })).status, 403);
    assert.equal(
      (await visitor.post('/dashboard/sign-in', { email: caller.email, password: PASSWORD }, { origin: 'https://evil.example' })).status,
      403,
    );
    await visitor.open('/dashboard/keys');

    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const api = (headers: Record<string, string>, method = 'POST') =>
      fetch(`${hub.url}/dashboard/api/v1/templates`, {
        method,
        headers: { cookie, 'content-type': 'application/json', ...headers },
        ...(method === 'POST' ? { body: JSON.stringify({ name: 'by cookie', html_content: '<p>x</p>' }) } : {}),
      });
    assert.equal((await api({ origin: hub.url })).status, 403);
    assert.equal((await api({ origin: 'https://evil.example', 'x-csrf-token': visitor.token })).status, 403);
    assert.equal((await api({ 'sec-fetch-site': 'cross-site' }, 'GET')).status, 403);
    assert.equal((await api({ origin: hub.url, 'x-csrf-token': visitor.token })).status, 201);
  });

  it('is of no use to the API, nor a key to the dashboard', async () => {
    const visitor = await new Visitor(hub).enter(caller.email);
    assert.equal((await visitor.get('/v1/generations')).status, 401);
    const byKey = await caller.raw('GET', '/dashboard/api/v1/generations');
    assert.equal(byKey.status, 401);
    const page = await new Visitor(hub).get('/dashboard', { authorization: `Bearer ${caller.key}` });
    assert.equal(page.location, '/dashboard/sign-in');
    assert.equal((await visitor.get('/dashboard/api/v1/generations')).status, 200);
    assert.equal((await caller.raw('POST', '/studio/preview', { body: { html: 'x' } })).status, 404);
  });

  it('ends everywhere at once, and when the password changes', async () => {
    const [here, there] = [await new Visitor(hub).enter(caller.email), new Visitor(hub)];
    await signIn(there, caller.email, PASSWORD);
    await there.open('/dashboard');
    const text = await here.open('/dashboard/account');
    assert.equal(text.match(/value="end"/g)?.length, 2);
    assert.equal((await here.post('/dashboard/account', { _do: 'end-all' })).status, 303);
    assert.equal((await here.get('/dashboard')).status, 303);
    assert.equal((await there.get('/dashboard')).status, 303);

    await signIn(here, caller.email, PASSWORD);
    await signIn(there, caller.email, PASSWORD);
    await here.open('/dashboard/account');
    const wrong = await here.post('/dashboard/account', { _do: 'password', current: 'not the password', password: 'other plain words' });
    assert.equal(wrong.status, 400);
    assert.match(wrong.text, /Current password is wrong/);
    const weak = await here.post('/dashboard/account', { _do: 'password', current: PASSWORD, password: 'short' });
    assert.match(weak.text, /New password must have at least 12/);
    const changed = await here.post('/dashboard/account', { _do: 'password', current: PASSWORD, password: 'other plain words' });
    assert.equal(changed.location, '/dashboard/sign-in', changed.text);
    assert.equal((await there.get('/dashboard')).status, 303);
    assert.equal((await signIn(there, caller.email, PASSWORD)).status, 401);
    assert.equal((await signIn(there, caller.email, 'other plain words')).status, 303);
  });

  it('keeps neither passwords nor session ids nor links in clear', async () => {
    const other = await hub.account();
    const visitor = await new Visitor(hub).enter(other.email);
    const link = await linkFor(other.email);
    const base = process.env['PLATEN_SUITE_MONGO'] ?? '';
    const connection = await mongoose.createConnection(base.replace('/platen', `/${hub.database}`)).asPromise();
    const dump = JSON.stringify(
      await Promise.all(
        ['accounts', 'sessions', 'password_links', 'api_keys', 'sign_in_attempts'].map((name) =>
          connection.collection(name).find().toArray(),
        ),
      ),
    );
    await connection.close();
    assert.match(dump, new RegExp(other.accountId));
    for (const secret of [PASSWORD, visitor.cookies.get(COOKIE) ?? '-', link.split('/').at(-1) ?? '-', other.key])
      assert.ok(!dump.includes(secret));
    for (const secret of [PASSWORD, visitor.cookies.get(COOKIE) ?? '-']) assert.ok(!hub.log.join('').includes(secret));
  });

  it('answers pages with headers that keep others out', async () => {
    const { headers } = await new Visitor(hub).get('/dashboard/sign-in');
    const policy = headers.get('content-security-policy') ?? '';
    for (const rule of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"]) {
      assert.ok(policy.includes(rule), policy);
    }
    assert.ok(!policy.includes('unsafe-inline'));
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
  });

  it('takes as much work for an address that nobody has', async () => {
    const other = await hub.account();
    await new Visitor(hub).enter(other.email);
    const work: Record<string, number[]> = {};
    for (let i = 0; i < 7; i++) {
      for (const email of [other.email, 'nobody2@example.com']) {
        const before = process.cpuUsage();
        await signIn(new Visitor(hub), email, 'not the password');
        (work[email] ??= []).push(process.cpuUsage(before).user);
      }
    }
    const [known = 0, unknown = 0] = Object.values(work).map((all) => all.sort((a, b) => a - b)[3]);
    // A hash costs a hundred times what the rest does: skipping it would show.
    assert.ok(unknown > known * 0.5 && unknown < known * 2, `${String(known)} and ${String(unknown)} µs of processor time`);
  });

  it('does not make the API wait for a hundred who sign in at once', async () => {
    now += 16 * MINUTE;
    let checked = 0;
    const flood = Array.from({ length: 100 }, async (_, i) => {
      const { status } = await signIn(new Visitor(hub), `flood${String(i)}@example.com`, 'not the password');
      if (status === 401) checked++;
      return status;
    });
    for (let i = 0; i < 10; i++) assert.equal((await caller.send('GET', '/v1/generations?limit=1')).status, 200);
    const before = checked;
    assert.deepEqual([...new Set(await Promise.all(flood))].sort(), [401, 429]);
    assert.ok(before < checked / 2, `${String(before)} of ${String(checked)} passwords were checked first`);
    now += 16 * MINUTE;
  });

  it('asks browsers to stay with https where the hub has it, and does without Secure only where it cannot be kept', async () => {
    const port = await freePort();
    const address = `http://127.0.0.1:${String(port)}/dashboard/sign-in`;
    for (const [publicUrl, name, isSafe] of [
      ['https://hub.example.com', '__Host-sid', true],
      ['http://hub.example.com', 'sid', false],
    ] as const) {
      const named = await startHub({ config: { http: { port, publicUrl } } });
      try {
        const caller = await named.account();
        const [url = ''] = (await named.command('account', 'password', caller.email)).split('\n');
        assert.ok(url.startsWith(`${publicUrl}/dashboard/password/`), url);
        assert.equal((await fetch(address)).headers.has('strict-transport-security'), isSafe);
        const body = new URLSearchParams({ password: PASSWORD });
        const entered = await fetch(address.replace('sign-in', url.split('/dashboard/')[1] ?? ''), {
          method: 'POST',
          body,
          redirect: 'manual',
          headers: { origin: publicUrl },
        });
        const [cookie = ''] = entered.headers.getSetCookie();
        assert.ok(cookie.startsWith(`${name}=`), cookie);
        assert.equal(/; Secure/.test(cookie), isSafe);
      } finally {
        await named.stop();
      }
    }
  });
});
