import assert from 'node:assert/strict';
import { Webhook } from 'standardwebhooks';
import { finished, submit } from '../../support/batches.ts';
import { assertEnvelope, type Caller } from '../../support/caller.ts';
import { startHub, type TestHub } from '../../support/hub.ts';
import { Receiver, type Received } from '../../support/receiver.ts';
import { until } from '../../support/until.ts';

interface Delivery {
  readonly id: string;
  readonly webhook_id: string;
  readonly type: string;
  readonly url: string;
  readonly hook_id: string | null;
  readonly state: string;
  readonly attempts: readonly { readonly at: string; readonly ms: number; readonly status: number | null; readonly error: string | null }[];
  readonly next_attempt_at: string | null;
  readonly body?: string;
}
interface Hook {
  readonly id: string;
  readonly event: string;
  readonly target_url: string;
  readonly secret: string;
  readonly created_at: string;
}

const failing = { react: "export default () => { throw new Error('no data') }" };
const plans = { free: { requestsPerSecond: 1000, documentsPerMonth: 5 }, enterprise: { requestsPerSecond: 1000, documentsPerMonth: null } };

describe('webhooks', () => {
  let hub: TestHub;
  let receiver: Receiver;
  let caller: Caller;
  let other: Caller;
  before(async () => {
    receiver = await Receiver.open();
    hub = await startHub({
      config: { egress: { allow: ['127.0.0.1:*'] } },
      plugins: { limits: { config: { plans } }, webhooks: { config: { retrySeconds: [0.1, 0.2, 0.3] } } },
    });
    [caller, other] = await Promise.all([hub.account(), hub.account()]);
  });
  after(async () => {
    await hub.stop();
    await receiver.close();
  });
  afterEach(() => {
    receiver.answer = (_, response) => response.end('ok');
  });

  const secretOf = async (account: Caller): Promise<string> =>
    (await account.send<{ secret: string }>('GET', '/v1/webhooks/secret')).body.secret;

  const deliveriesTo = async (account: Caller, path: string): Promise<Delivery[]> => {
    const { body } = await account.send<{ data: Delivery[] }>('GET', '/v1/webhooks/deliveries');
    return body.data.filter(({ url }) => url === receiver.url(path));
  };

  const settled = async (account: Caller, path: string): Promise<Delivery> =>
    until(`the delivery to ${path}`, async () => {
      const [delivery] = await deliveriesTo(account, path);
      return delivery === undefined || delivery.state === 'pending' ? undefined : delivery;
    });

  const subscribe = async (account: Caller, body: object): Promise<Hook> => {
    const reply = await account.send<Hook>('POST', '/v1/integrations/hooks', body);
    assert.equal(reply.status, 201, JSON.stringify(reply.body));
    return reply.body;
  };

  it('tell of one document, signed so that the public library verifies it', async () => {
    const made = await caller.generate({ html: '<p>told</p>', webhook: receiver.url('/one'), metadata: { order: 1 } });
    const [told] = (await receiver.wait('/one')) as [Received];
    const read = await caller.send<Record<string, unknown>>('GET', `/v1/generations/${made.id}`);
    assert.equal(told.event.type, 'generation.completed');
    assert.match(told.event.timestamp, /^\d{4}-.*Z$/);
    assert.deepEqual(Object.keys(told.event.data).sort(), Object.keys(read.body).sort());
    assert.deepEqual(
      [told.event.data['id'], told.event.data['status'], told.event.data['metadata'], told.event.data['error']],
      [made.id, 'completed', { order: 1 }, null],
    );
    assert.equal((await fetch(String(told.event.data['url']))).status, 200);
    assert.match(told.headers['content-type'] ?? '', /^application\/json/);
    const secret = await secretOf(caller);
    assert.match(secret, /^whsec_/);
    assert.deepEqual(new Webhook(secret).verify(told.body, told.headers), told.event);
    assert.throws(() => new Webhook(secret).verify(`${told.body} `, told.headers));
    assert.throws(() => new Webhook(secret).verify(told.body, { ...told.headers, 'webhook-id': 'evt_other' }));
    const past = String(Number(told.headers['webhook-timestamp']) - 360);
    assert.throws(() => new Webhook(secret).verify(told.body, { ...told.headers, 'webhook-timestamp': past }));
    const foreign = await secretOf(other);
    assert.notEqual(foreign, secret);
    assert.throws(() => new Webhook(foreign).verify(told.body, told.headers));
    const delivery = await settled(caller, '/one');
    assert.deepEqual(
      [delivery.state, delivery.attempts.length, delivery.attempts[0]?.status, delivery.webhook_id],
      ['delivered', 1, 200, told.headers['webhook-id']],
    );
  });

  it('tell of failures, and not of requests that were refused', async () => {
    const error = await caller.refused('POST', '/v1/generate', { ...failing, webhook: receiver.url('/failed') }, 422, 'RENDER_FAILED');
    const [told] = (await receiver.wait('/failed')) as [Received];
    assert.equal(told.event.type, 'generation.failed');
    assert.deepEqual([told.event.data['status'], told.event.data['error'], told.event.data['url']], ['failed', error.message, null]);
    await caller.refused('POST', '/v1/generate', { html: '{{#if', data: {}, webhook: receiver.url('/refused') }, 400, 'VALIDATION_ERROR');
    assert.deepEqual(await deliveriesTo(caller, '/refused'), []);
  });

  it('tell of a batch once, when its last item ends, in whatever order', async () => {
    const slow = { html: '<p>slow', wait: { delay_ms: 700 } };
    const { batch_id } = await submit(caller, { items: [slow, { html: 'b' }, failing, { html: 'c' }], webhook: receiver.url('/batch') });
    const state = await finished(caller, batch_id);
    const [told] = (await receiver.wait('/batch')) as [Received];
    assert.equal(told.event.type, 'batch.completed');
    const data = told.event.data as unknown as typeof state;
    assert.deepEqual([data.batch_id, data.status, data.total, data.completed, data.failed], [batch_id, 'completed', 4, 3, 1]);
    assert.deepEqual(
      data.generations.map(({ id, index, status }) => ({ id, index, status })),
      state.generations.map(({ id, index, status }) => ({ id, index, status })),
    );
    await submit(caller, { items: [{ html: 'x' }], webhook: receiver.url('/batch-later') });
    await receiver.wait('/batch-later');
    assert.equal(receiver.at('/batch').length, 1);
    await caller.send('POST', `/v1/batches/${batch_id}/retry`);
    await finished(caller, batch_id);
    const both = await receiver.wait('/batch', 2);
    assert.equal(new Set(both.map(({ headers }) => headers['webhook-id'])).size, 2);
  });

  it('come once for each of many batches whose last items end together', async function () {
    this.timeout(240_000);
    const batches = await Promise.all(
      Array.from({ length: 100 }, () => submit(caller, { items: [{ html: 'a' }, { html: 'b' }], webhook: receiver.url('/pairs') })),
    );
    for (const { batch_id } of batches) await finished(caller, batch_id);
    const told = await receiver.wait('/pairs', 100, 120_000);
    assert.equal(told.length, 100);
    assert.deepEqual(told.map(({ event }) => event.data['batch_id']).sort(), batches.map(({ batch_id }) => batch_id).sort());
  });

  it('are sent again after errors, under one id with fresh signatures', async () => {
    let count = 0;
    receiver.answer = (_, response) => {
      response.statusCode = ++count < 3 ? 500 : 204;
      response.end();
    };
    await caller.generate({ html: 'x', webhook: receiver.url('/flaky') });
    const told = await receiver.wait('/flaky', 3);
    assert.equal(new Set(told.map(({ headers }) => headers['webhook-id'])).size, 1);
    for (const { body, headers } of told) new Webhook(await secretOf(caller)).verify(body, headers);
    const delivery = await settled(caller, '/flaky');
    assert.equal(delivery.state, 'delivered');
    assert.deepEqual(
      delivery.attempts.map(({ status }) => status),
      [500, 500, 204],
    );
    const at = delivery.attempts.map((attempt) => Date.parse(attempt.at));
    assert.ok((at[1] ?? 0) - (at[0] ?? 0) >= 80, 'the first pause is 0.1 s, a fifth more or less');
    assert.ok((at[2] ?? 0) - (at[1] ?? 0) >= 160, 'the second is 0.2 s');
  });

  it('wait as long as Retry-After says', async () => {
    let count = 0;
    receiver.answer = (_, response) => {
      if (count++ === 0) response.writeHead(429, { 'retry-after': '1' });
      response.end();
    };
    await caller.generate({ html: 'x', webhook: receiver.url('/busy') });
    const { attempts } = await settled(caller, '/busy');
    assert.deepEqual(
      attempts.map(({ status }) => status),
      [429, 200],
    );
    assert.ok(Date.parse(attempts[1]?.at ?? '') - Date.parse(attempts[0]?.at ?? '') >= 1000);
  });

  it('end as the answer says: redirects and refusals at once, broken connections and errors after the last retry', async () => {
    const answers: Record<string, Receiver['answer']> = {
      '/redirect': (_, response) => response.writeHead(302, { location: receiver.url('/never') }).end(),
      '/not-found': (_, response) => response.writeHead(404).end(),
      '/gone': (_, response) => response.writeHead(410).end(),
      '/broken': (_, __, raw) => raw.socket.destroy(),
      '/half': (_, response, raw) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('half');
        setTimeout(() => raw.socket.destroy(), 20);
      },
      '/down': (_, response) => response.writeHead(503).end(),
      '/huge': (_, response) => {
        response.writeHead(200);
        response.end(Buffer.alloc(10 * 1024 * 1024));
      },
      '/bomb': (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip at all'),
    };
    receiver.answer = (request, response, raw) => answers[request.path]?.(request, response, raw);
    await Promise.all(Object.keys(answers).map((path) => caller.generate({ html: 'x', webhook: receiver.url(path) })));
    const ends = await Promise.all(
      Object.keys(answers).map(async (path) => {
        const { state, attempts } = await settled(caller, path);
        return [path, state, attempts.length, attempts.at(-1)?.status];
      }),
    );
    assert.deepEqual(ends, [
      ['/redirect', 'failed', 1, 302],
      ['/not-found', 'failed', 1, 404],
      ['/gone', 'stopped', 1, 410],
      ['/broken', 'failed', 4, null],
      ['/half', 'delivered', 1, 200],
      ['/down', 'failed', 4, 503],
      ['/huge', 'delivered', 1, 200],
      ['/bomb', 'delivered', 1, 200],
    ]);
    assert.deepEqual(receiver.at('/never'), []);
  });

  it('do not wait for a receiver that hangs, and try it again', async () => {
    let hung = 0;
    receiver.answer = (request, response) => {
      if (request.path === '/hangs' && hung++ === 0) return;
      response.end();
    };
    await caller.generate({ html: 'x', webhook: receiver.url('/hangs') });
    await receiver.wait('/hangs');
    await caller.generate({ html: 'x', webhook: receiver.url('/meanwhile') });
    await receiver.wait('/meanwhile', 1, 3000);
    const { attempts } = await settled(caller, '/hangs');
    assert.deepEqual(
      attempts.map(({ status, error }) => [status, error]),
      [
        [null, 'no answer within 10 s'],
        [200, null],
      ],
    );
  });

  it('can be read with their attempts, sent again, and seen by nobody else', async () => {
    await caller.generate({ html: 'x', webhook: receiver.url('/again') });
    const delivery = await settled(caller, '/again');
    const read = await caller.send<Delivery>('GET', `/v1/webhooks/deliveries/${delivery.id}`);
    assert.equal(read.body.body, receiver.at('/again')[0]?.body);
    const resent = await caller.send<Delivery>('POST', `/v1/webhooks/deliveries/${delivery.id}/resend`);
    assert.equal(resent.status, 200);
    const told = await receiver.wait('/again', 2);
    assert.equal(told[0]?.headers['webhook-id'], told[1]?.headers['webhook-id']);
    assert.equal((await settled(caller, '/again')).attempts.length, 2);
    assert.doesNotMatch(JSON.stringify(read.body), /"ok"/, 'the answer of the receiver is not read back');
    await other.refused('GET', `/v1/webhooks/deliveries/${delivery.id}`, undefined, 404, 'NOT_FOUND');
    await other.refused('POST', `/v1/webhooks/deliveries/${delivery.id}/resend`, undefined, 404, 'NOT_FOUND');
    assert.deepEqual((await other.send<{ data: unknown[] }>('GET', '/v1/webhooks/deliveries')).body.data, []);
  });

  it('are signed with both secrets while one is being rotated', async () => {
    const account = await hub.account();
    const before = await secretOf(account);
    const rotated = await account.send<{ secret: string; previous_valid_until: string }>('POST', '/v1/webhooks/secret/rotate');
    assert.equal(rotated.status, 200);
    assert.notEqual(rotated.body.secret, before);
    assert.ok(Date.parse(rotated.body.previous_valid_until) > Date.now() + 23 * 3600_000);
    await account.generate({ html: 'x', webhook: receiver.url('/rotated') });
    const [told] = (await receiver.wait('/rotated')) as [Received];
    for (const secret of [before, rotated.body.secret]) new Webhook(secret).verify(told.body, told.headers);
    assert.equal(await secretOf(account), rotated.body.secret);
  });

  it('refuse targets that can never be reached, and record those whose name leads inside', async () => {
    for (const webhook of [
      'ftp://example.com/x',
      'javascript:alert(1)',
      'not a url',
      'http://10.0.0.1/x',
      'http://[::ffff:10.0.0.1]/x',
      'http://169.254.169.254/latest',
      'http://0x0a000001/x',
      'http://localhost/x',
      'https://intranet/x',
      'https://db.internal/x',
      'https://example.com:8443/x',
    ]) {
      await caller.refused('POST', '/v1/generate', { html: 'x', webhook }, 400, 'VALIDATION_ERROR', ['webhook']);
      await caller.refused('POST', '/v1/integrations/hooks', { target_url: webhook, event: 'batch.completed' }, 400, 'VALIDATION_ERROR', [
        'target_url',
      ]);
    }
    const inside = await startHub({
      resolver: async () => [{ address: '127.0.0.1', family: 4 }],
      plugins: { webhooks: { config: { retrySeconds: [0.1] } } },
    });
    try {
      const account = await inside.account();
      await account.generate({ html: 'x', webhook: 'http://rebound.example.com/x' });
      const delivery = await until('the delivery', async () => {
        const { body } = await account.send<{ data: Delivery[] }>('GET', '/v1/webhooks/deliveries');
        return body.data.find(({ state }) => state !== 'pending');
      });
      assert.deepEqual([delivery.state, delivery.attempts[0]?.error], ['blocked', 'the address is not allowed']);
    } finally {
      await inside.stop();
    }
  });

  describe('by hooks', () => {
    it('tell of every document of the account, filtered by template and source, until the hook is deleted', async () => {
      const account = await hub.account();
      const hook = await subscribe(account, { target_url: receiver.url('/hook'), event: 'generation.completed' });
      assert.match(hook.id, /^hook_\w{22}$/);
      assert.equal(hook.secret, await secretOf(account));
      const same = await subscribe(account, { target_url: receiver.url('/hook'), event: 'generation.completed' });
      assert.equal(same.id, hook.id);
      await subscribe(account, { target_url: receiver.url('/hook-batch'), event: 'generation.completed', source: 'batch' });
      const template = (await account.send<{ id: string }>('POST', '/v1/templates', { name: 'x', html_content: 'x' })).body.id;
      await subscribe(account, { target_url: receiver.url('/hook-template'), event: 'generation.completed', template_id: template });
      await subscribe(account, { target_url: receiver.url('/hook-failed'), event: 'generation.failed' });
      await subscribe(account, { target_url: receiver.url('/hook-done'), event: 'batch.completed' });
      const foreign = await subscribe(other, { target_url: receiver.url('/hook'), event: 'generation.completed' });
      assert.notEqual(foreign.id, hook.id);

      const made = await account.generate({ html: 'x' });
      assert.equal((await receiver.wait('/hook'))[0]?.event.data['id'], made.id);
      const { generations, batch_id } = await submit(account, { items: [{ html: 'x' }, failing] });
      await finished(account, batch_id);
      assert.equal((await receiver.wait('/hook-batch'))[0]?.event.data['id'], generations[0]?.id);
      assert.equal((await receiver.wait('/hook-failed'))[0]?.event.data['id'], generations[1]?.id);
      assert.equal((await receiver.wait('/hook-done'))[0]?.event.data['batch_id'], batch_id);
      assert.equal((await receiver.wait('/hook', 2)).length, 2);
      assert.deepEqual(receiver.at('/hook-template'), []);

      const list = await account.send<{ data: Hook[] }>('GET', '/v1/integrations/hooks');
      assert.equal(list.body.data.length, 5);
      assert.equal('secret' in (list.body.data[0] ?? {}), false);
      await other.refused('DELETE', `/v1/integrations/hooks/${hook.id}`, undefined, 404, 'NOT_FOUND');
      const deleted = await account.send<object>('DELETE', `/v1/integrations/hooks/${hook.id}`);
      assert.deepEqual([deleted.status, deleted.body], [200, { id: hook.id, deleted: true }]);
      assertEnvelope(await account.send('DELETE', `/v1/integrations/hooks/${hook.id}`), 404, 'NOT_FOUND');
      await account.generate({ html: 'x', webhook: receiver.url('/after') });
      await receiver.wait('/after');
      assert.equal(receiver.at('/hook').length, 2);
    });

    it('end when the receiver answers 410, and when they are deleted while a retry waits', async () => {
      const account = await hub.account();
      await subscribe(account, { target_url: receiver.url('/hook-gone'), event: 'generation.completed' });
      const dropped = await subscribe(account, { target_url: receiver.url('/hook-dropped'), event: 'generation.completed' });
      receiver.answer = (request, response) => response.writeHead(request.path === '/hook-gone' ? 410 : 500).end();
      await account.generate({ html: 'x' });
      await receiver.wait('/hook-dropped');
      await account.send('DELETE', `/v1/integrations/hooks/${dropped.id}`);
      assert.equal((await settled(account, '/hook-gone')).state, 'stopped');
      assert.equal((await settled(account, '/hook-dropped')).state, 'stopped');
      assert.deepEqual((await account.send<{ data: Hook[] }>('GET', '/v1/integrations/hooks')).body.data, []);
    });

    it('tell once a month each that 80 and 100 percent of the quota are used', async () => {
      const account = await hub.account({ plan: 'free' });
      await subscribe(account, { target_url: receiver.url('/quota'), event: 'quota.warning' });
      for (let n = 0; n < 3; n++) await account.generate({ html: 'x' });
      assert.deepEqual(receiver.at('/quota'), []);
      await account.generate({ html: 'x' });
      await account.refused('POST', '/v1/generate', failing, 422, 'RENDER_FAILED');
      await account.generate({ html: 'x' });
      await account.refused('POST', '/v1/generate', { html: 'x' }, 403, 'USAGE_LIMIT_EXCEEDED');
      const told = await receiver.wait('/quota', 2);
      assert.deepEqual(told.map(({ event }) => [event.type, event.data['percent'], event.data['limit']]).sort(), [
        ['quota.warning', 100, 5],
        ['quota.warning', 80, 5],
      ]);
      assert.equal(receiver.at('/quota').length, 2);
    });

    it('check what is sent', async () => {
      const url = receiver.url('/x');
      for (const [body, field] of [
        [{ event: 'batch.completed' }, 'target_url'],
        [{ target_url: url }, 'event'],
        [{ target_url: url, event: 'generation.deleted' }, 'event'],
        [{ target_url: url, event: 'generation.completed', template_id: { $ne: 1 } }, 'template_id'],
        [{ target_url: url, event: 'generation.completed', source: 'mail' }, 'source'],
        [{ target_url: url, event: 'generation.completed', generation_id: 'batch_x' }, 'generation_id'],
        [{ target_url: url, event: 'quota.warning', template_id: 'tmpl_x' }, 'template_id'],
        [{ target_url: url, event: 'template.created', template_id: 'tmpl_x' }, 'template_id'],
        [{ target_url: url, event: 'batch.completed', generation_id: 'gen_x' }, 'generation_id'],
        [{ target_url: url, event: 'template.deleted', source: 'api' }, 'source'],
        [{ target_url: 7, event: 'generation.completed' }, 'target_url'],
        [{ target_url: url, event: 'generation.completed', secret: 'x' }, 'secret'],
      ] as const) {
        await caller.refused('POST', '/v1/integrations/hooks', body, 400, 'VALIDATION_ERROR', [field]);
      }
    });
  });
});
