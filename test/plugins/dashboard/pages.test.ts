import assert from 'node:assert/strict';
import type { Caller } from '../../support/caller.ts';
import { startHub, type TestHub } from '../../support/hub.ts';
import { Receiver } from '../../support/receiver.ts';
import { until } from '../../support/until.ts';
import { PASSWORD, Visitor } from '../../support/visitor.ts';

interface Account {
  readonly caller: Caller;
  readonly visitor: Visitor;
}

describe('pages of the dashboard', () => {
  let now = Date.now();
  let hub: TestHub;
  let receiver: Receiver;
  let one: Account;
  let other: Account;
  before(async () => {
    receiver = await Receiver.open();
    hub = await startHub({
      clock: () => new Date(now),
      config: { egress: { allow: ['127.0.0.1:*'] } },
    });
    const enter = async (): Promise<Account> => {
      const caller = await hub.account();
      return { caller, visitor: await new Visitor(hub).enter(caller.email) };
    };
    [one, other] = [await enter(), await enter()];
  });
  after(async () => {
    await hub.stop();
    await receiver.close();
  });

  describe('for keys', () => {
    it('make one that works, show it once, and end it at once', async () => {
      const { visitor } = one;
      await visitor.open('/dashboard/keys');
      const made = await visitor.post('/dashboard/keys', {
        _do: 'create',
        name: '<b>ledger</b>',
        kind: 'live',
        expires: '',
        scopes: ['generate', 'templates:read'],
      });
      const [key = ''] = /plt_live_sk_[0-9A-Za-z]{38}/.exec(made.text) ?? [];
      assert.ok(key !== '', made.text);
      assert.ok(made.text.includes('&lt;b>ledger&lt;/b>'), 'names are text');
      assert.match(made.text, /curl -sS/);
      const call = () => fetch(`${hub.url}/v1/generations`, { headers: { authorization: `Bearer ${key}` } });
      assert.equal((await call()).status, 200);
      const list = await visitor.open('/dashboard/keys');
      assert.ok(!list.includes(key));
      assert.ok(list.includes(`plt_live_sk_…${key.slice(-4)}`));
      assert.ok(list.includes('generate, templates:read'));
      const [, id = ''] = /ledger[\s\S]*?name="id" value="(key_\w+)"/.exec(list) ?? [];
      const stranger = await other.visitor.get('/dashboard/keys');
      assert.ok(!stranger.text.includes('ledger'));
      assert.equal((await other.visitor.post('/dashboard/keys', { _do: 'revoke', id })).status, 404);
      assert.equal((await call()).status, 200);
      await visitor.open('/dashboard/keys');
      const revoked = await visitor.post('/dashboard/keys', { _do: 'revoke', id });
      assert.equal(revoked.location, '/dashboard/keys');
      assert.equal((await call()).status, 401);
      assert.match(await visitor.open('/dashboard/keys'), /is revoked/);
    });

    it('ask for the password again after ten minutes, and fix mistakes in place', async () => {
      const { visitor } = one;
      await visitor.open('/dashboard/keys');
      for (const [form, problem] of [
        [{ name: '', scopes: ['generate'] }, /Name must have 1 to 100 characters/],
        [{ name: 'x'.repeat(101), scopes: ['generate'] }, /Name must have 1 to 100 characters/],
        [{ name: 'kept name', scopes: [] }, /May needs at least one/],
        [{ name: 'kept name', scopes: ['everything'] }, /May needs at least one/],
        [{ name: 'kept name', scopes: ['generate'], expires: '2001-01-01' }, /Expires is a day that is not over/],
        [{ name: 'kept name', scopes: ['generate'], expires: 'soon' }, /Expires is a day that is not over/],
      ] as const) {
        const refused = await visitor.post('/dashboard/keys', {
          _do: 'create',
          kind: 'live',
          expires: '',
          ...form,
          scopes: [...form.scopes],
        });
        assert.equal(refused.status, 400);
        assert.match(refused.text, problem);
        if (form.name === 'kept name') assert.match(refused.text, /value="kept name"/);
      }
      now += 11 * 60_000;
      assert.match(await visitor.open('/dashboard/keys'), /name="_password"/);
      const create = { _do: 'create', name: 'later', kind: 'test', expires: '', scopes: ['generate'] };
      assert.match((await visitor.post('/dashboard/keys', create)).text, /Your password is required/);
      assert.match((await visitor.post('/dashboard/keys', { ...create, _password: 'not the password' })).text, /Your password is wrong/);
      const made = await visitor.post('/dashboard/keys', { ...create, _password: PASSWORD });
      assert.match(made.text, /plt_test_sk_/);
      assert.doesNotMatch(await visitor.open('/dashboard/keys'), /name="_password"/);
      assert.equal((await visitor.post('/dashboard/keys', { _do: 'constructor' })).status, 404);
    });
  });

  describe('for documents', () => {
    it('show what was made, filter it, and say why something failed', async () => {
      const { caller, visitor } = one;
      const made = await caller.generate({
        html: '<h1>Seen {{missing}}</h1>',
        data: {},
        filename: 'a <i>name<i>.pdf',
        metadata: { order: 7 },
      });
      const { status } = await caller.send('POST', '/v1/generate', { html: '<p>x</p>', wait: { selector: '#never', timeout_ms: 50 } });
      assert.equal(status, 422);
      const history = await visitor.open('/dashboard/history');
      assert.ok(history.includes(made.id) && !history.includes('<i>name'));
      const failed = await visitor.open('/dashboard/history?status=failed&template=&source=api');
      assert.ok(!failed.includes(made.id));
      assert.match(failed, /wait\.selector was not met/);
      assert.ok(!(await visitor.open('/dashboard/history?source=batch')).includes(made.id));
      assert.ok(!(await visitor.open('/dashboard/history?template=tmpl_none')).includes(made.id));
      assert.ok((await visitor.open('/dashboard/history?status=nonsense&cursor=nonsense')).includes(made.id));

      const page = await visitor.open(`/dashboard/history/${made.id}`);
      for (const part of ['MISSING_VARIABLE', 'order', 'Printing', 'Storing the file', `/dashboard/history/${made.id}/pages/1.png`]) {
        assert.ok(page.includes(part), part);
      }
      const pdf = await visitor.get(`/dashboard/history/${made.id}/document.pdf`);
      assert.equal(pdf.headers.get('content-type'), 'application/pdf');
      assert.match(pdf.text, /^%PDF-/);
      const picture = await visitor.get(`/dashboard/history/${made.id}/pages/1.png`);
      assert.equal(picture.headers.get('content-type'), 'image/png');
      for (const path of ['pages/2.png', 'pages/0.png', 'pages/x.png']) {
        assert.equal((await visitor.get(`/dashboard/history/${made.id}/${path}`)).status, 404, path);
      }
    });

    it('are nobody else’s: neither pages nor files nor actions', async () => {
      const { id } = await one.caller.generate({ html: '<p>private</p>' });
      const { body } = await one.caller.send<{ batch_id: string }>('POST', '/v1/generate/batch', { items: [{ html: '<p>private</p>' }] });
      const { visitor } = other;
      const document = `/dashboard/history/${id}`;
      const batch = `/dashboard/batches/${body.batch_id}`;
      for (const path of [document, `${document}/document.pdf`, `${document}/pages/1.png`, batch]) {
        assert.equal((await visitor.get(path)).status, 404, path);
      }
      await visitor.open('/dashboard/history');
      for (const [path, action] of [
        [document, 'delete'],
        [document, 'retry'],
        [batch, 'cancel'],
        [batch, 'retry'],
      ] as const) {
        assert.equal((await visitor.post(path, { _do: action })).status, 404, `${action} ${path}`);
      }
      assert.ok(!(await visitor.open('/dashboard/history')).includes(id));
      assert.ok(!(await visitor.open('/dashboard/batches')).includes(body.batch_id));
      assert.match(await visitor.open('/dashboard'), /Nothing yet/);
      assert.equal((await one.caller.send('GET', `/v1/generations/${id}`)).status, 200);
    });

    it('make a failed one again, and delete', async () => {
      const { caller, visitor } = one;
      now += 1000;
      const failing = await caller.send('POST', '/v1/generate', { html: '<p>later</p>', wait: { selector: '#never', timeout_ms: 50 } });
      assert.equal(failing.status, 422);
      const [, id = ''] = /href="\/dashboard\/history\/(gen_\w+)"/.exec(await visitor.open('/dashboard/history')) ?? [];
      assert.match(await visitor.open(`/dashboard/history/${id}`), /#never/);
      const again = await visitor.post(`/dashboard/history/${id}`, { _do: 'retry' });
      assert.equal(again.location, `/dashboard/history/${id}`);
      assert.match(await visitor.open(`/dashboard/history/${id}`), /The retry failed/);
      assert.equal((await visitor.post(`/dashboard/history/${id}`, { _do: 'delete' })).location, '/dashboard/history');
      assert.equal((await visitor.get(`/dashboard/history/${id}`)).status, 404);
      assert.equal((await caller.send('GET', `/v1/generations/${id}`)).status, 404);
    });

    it('show batches', async () => {
      const { caller, visitor } = one;
      const { body } = await caller.send<{ batch_id: string }>('POST', '/v1/generate/batch', {
        items: [{ html: '<p>a</p>' }, { html: '<p>b</p>' }],
        result: 'zip',
      });
      await until('the batch ends', async () => {
        const { body: batch } = await caller.send<{ status: string }>('GET', `/v1/batches/${body.batch_id}`);
        return batch.status === 'completed' ? batch : undefined;
      });
      assert.ok((await visitor.open('/dashboard/batches')).includes(body.batch_id));
      const page = await visitor.open(`/dashboard/batches/${body.batch_id}`);
      assert.match(page, /2 of 2/);
      assert.match(page, /Download the zip file/);
      const refused = await visitor.post(`/dashboard/batches/${body.batch_id}`, { _do: 'cancel' });
      assert.equal(refused.status, 409);
      assert.match(refused.text, /completed already/);
    });

    it('count what the month and the last days brought', async () => {
      const text = await one.visitor.open('/dashboard');
      assert.match(text, /Documents this month, plan/);
      assert.match(text, /Documents a day/);
      assert.match(text, /Time, p95/);
    });
  });

  describe('for webhooks', () => {
    it('add an endpoint, try it, show what it answered, and send again', async () => {
      const { visitor } = one;
      await visitor.open('/dashboard/webhooks');
      const bad = await visitor.post('/dashboard/webhooks', { _do: 'add', target_url: 'http://10.0.0.1/x', event: 'generation.completed' });
      assert.equal(bad.status, 400);
      assert.match(bad.text, /Address .*public address/);
      assert.match(
        (await visitor.post('/dashboard/webhooks', { _do: 'add', target_url: receiver.url('/hook'), event: 'nonsense' })).text,
        /Event is one of/,
      );
      const added = await visitor.post('/dashboard/webhooks', {
        _do: 'add',
        target_url: receiver.url('/hook'),
        event: 'generation.completed',
      });
      assert.equal(added.location, '/dashboard/webhooks', added.text);
      await visitor.open('/dashboard/webhooks');
      assert.equal((await visitor.post('/dashboard/webhooks', { _do: 'test' })).location, '/dashboard/webhooks');
      assert.equal((await receiver.wait('/hook'))[0]?.event.data['test'], true);
      const log = await until('the delivery is recorded', async () => {
        const text = await visitor.open('/dashboard/webhooks');
        return text.includes('delivered') ? text : undefined;
      });
      const [, path = ''] = /href="(\/dashboard\/webhooks\/deliveries\/[^"]+)"/.exec(log) ?? [];
      assert.match(await visitor.open(path), /Attempts/);
      assert.equal((await other.visitor.get(path)).status, 404);
      assert.equal((await other.visitor.post(path, { _do: 'resend' })).status, 404);
      await visitor.open(path);
      assert.equal((await visitor.post(path, { _do: 'resend' })).status, 303);
      await receiver.wait('/hook', 2);
    });

    it('show and rotate the secret for who knows the password', async () => {
      const { visitor } = one;
      now += 11 * 60_000;
      await visitor.open('/dashboard/webhooks');
      assert.match((await visitor.post('/dashboard/webhooks', { _do: 'reveal' })).text, /The form has errors/);
      const [secret = ''] =
        /whsec_[\w+/=]+/.exec((await visitor.post('/dashboard/webhooks', { _do: 'reveal', _password: PASSWORD })).text) ?? [];
      assert.ok(secret.length > 20);
      await visitor.open('/dashboard/webhooks');
      const rotated = await visitor.post('/dashboard/webhooks', { _do: 'rotate' });
      const [next = ''] = /whsec_[\w+/=]+/.exec(rotated.text) ?? [];
      assert.ok(next.length > 20 && next !== secret);
      assert.match(await visitor.open('/dashboard/webhooks'), /still signs as well/);
    });
  });

  describe('for templates', () => {
    it('copy starters and what others published, with pictures', async () => {
      const { visitor } = one;
      const starters = await visitor.open('/dashboard/starters');
      assert.match(starters, /\/dashboard\/starters\/invoice\/picture\.png/);
      const picture = await visitor.get('/dashboard/starters/invoice/picture.png');
      assert.equal(picture.headers.get('content-type'), 'image/png');
      const mine = await visitor.post('/dashboard/starters', { _do: 'clone', slug: 'invoice' });
      assert.match(mine.location ?? '', /^\/dashboard\/templates\/tmpl_/);
      const studio = await visitor.open(mine.location ?? '');
      assert.match(studio, /Northlight|invoice_number/);
      const id = mine.location?.split('/').at(-1) ?? '';
      assert.equal((await other.visitor.get(mine.location ?? '')).status, 404);
      assert.equal((await other.visitor.get(`${mine.location ?? ''}/picture-1.png`)).status, 404);
      assert.equal((await other.visitor.post(mine.location ?? '', { _do: 'delete' })).status, 404);

      assert.equal((await one.caller.send('POST', `/v1/marketplace/${id}/publish`, { category: 'billing' })).status, 200);
      const market = await other.visitor.open('/dashboard/marketplace?category=billing');
      assert.ok(market.includes(`/dashboard/marketplace/${id}/picture.png`));
      assert.equal((await other.visitor.get(`/dashboard/marketplace/${id}/picture.png`)).status, 200);
      assert.ok(!(await other.visitor.open('/dashboard/marketplace?category=legal')).includes(id));
      const copy = await other.visitor.post('/dashboard/marketplace', { _do: 'clone', id });
      assert.match(copy.location ?? '', /^\/dashboard\/templates\/tmpl_/);
      assert.match(await other.visitor.open('/dashboard/templates'), /Invoice \(copy\)/);
      const tooLong = '<p style="break-after:page">x</p>'.repeat(1001);
      const broken = await one.caller.send<{ id: string }>('POST', '/v1/templates', { name: 'x', html_content: tooLong });
      for (let n = 0; n < 2; n++) assert.equal((await one.visitor.get(`/dashboard/templates/${broken.body.id}/picture-1.png`)).status, 404);
      assert.equal((await one.visitor.post('/dashboard/starters', { _do: 'clone', slug: 'nonsense' })).status, 404);
      assert.equal((await one.visitor.get('/dashboard/starters/nonsense/picture.png')).status, 404);
    });
  });

  describe('for everybody', () => {
    it('describe the API without an account', async () => {
      const anonymous = new Visitor(hub);
      assert.equal((await anonymous.get('/reference')).location, '/dashboard/reference');
      const text = await anonymous.open('/dashboard/reference');
      for (const part of ['POST /v1/generate', 'options.format', 'USAGE_LIMIT_EXCEEDED', `${hub.url}/v1/generate`, '$PLATEN_KEY']) {
        assert.ok(text.includes(part), part);
      }
      assert.ok(!text.includes('/studio/preview'));
      assert.doesNotMatch(text, /(src|href)="https?:\/\/(?!127\.0\.0\.1)/);
    });

    it('lead to the way in whatever is asked for, and are not there where nothing is', async () => {
      const anonymous = new Visitor(hub);
      assert.equal((await anonymous.get('/')).location, '/dashboard');
      for (const path of ['/dashboard', '/dashboard/keys', '/dashboard/history/gen_x', '/dashboard/nonsense']) {
        assert.match((await anonymous.get(path)).location ?? '', /^\/dashboard\/sign-in/, path);
      }
      assert.equal((await anonymous.get('/dashboard/starters/invoice/picture.png')).status, 404);
      assert.equal((await anonymous.post('/dashboard/keys', { _do: 'create' })).location, '/dashboard/sign-in');
      assert.equal((await one.visitor.get('/dashboard/nonsense')).status, 404);
      for (const path of ['/dashboard/assets/dashboard.css', '/dashboard/assets/..%2f..%2fpackage.json', '/dashboard/api/v1/nonsense']) {
        assert.equal((await one.visitor.get(path)).status, 404, path);
      }
    });

    it('show the hub itself to its operator only, without secrets', async () => {
      assert.equal((await one.visitor.get('/dashboard/plugins')).status, 404);
      assert.doesNotMatch(await one.visitor.open('/dashboard'), /\/dashboard\/plugins/);
      const boss = await hub.account();
      await hub.command('account', 'operator', boss.email, 'on');
      const visitor = await new Visitor(hub).enter(boss.email);
      assert.match(await visitor.open('/dashboard/plugins'), /retrySeconds/);
      assert.match(await visitor.open('/dashboard'), /\/dashboard\/plugins/);
    });
  });
});

describe('the dashboard without other plugins', () => {
  it('has no page of a plugin that is off, and the hub has none when it is off itself', async () => {
    const bare = await startHub({
      plugins: {
        webhooks: false,
        marketplace: false,
        studio: false,
        previews: false,
        ai: { config: { apiKey: 'sk-secret-value', baseUrl: 'http://127.0.0.1:9' } },
      },
    });
    try {
      const { email } = await bare.account();
      await bare.command('account', 'operator', email, 'on');
      const visitor = await new Visitor(bare).enter(email);
      const text = await visitor.open('/dashboard');
      for (const path of ['/webhooks', '/marketplace']) {
        assert.equal((await visitor.get(`/dashboard${path}`)).status, 404);
        assert.ok(!text.includes(`"/dashboard${path}"`));
      }
      assert.doesNotMatch(await visitor.open('/dashboard/starters'), /picture\.png/);
      const plugins = await visitor.open('/dashboard/plugins');
      assert.ok(plugins.includes('••••') && !plugins.includes('sk-secret-value'));
    } finally {
      await bare.stop();
    }
    const headless = await startHub({ plugins: { dashboard: false, quickstart: false } });
    try {
      assert.equal((await fetch(`${headless.url}/dashboard`)).status, 404);
      assert.equal((await fetch(`${headless.url}/dashboard/api/v1/generations`)).status, 404);
      const made = JSON.parse(await headless.command('account', 'create', 'ann@example.com', '--json')) as { password_url: unknown };
      assert.equal(made.password_url, null);
      assert.doesNotMatch(await headless.command('account', 'create', 'bob@example.com'), /http/);
      await assert.rejects(headless.command('account', 'password', 'ann@example.com'), /enable the plugin dashboard/);
    } finally {
      await headless.stop();
    }
  });
});
