import assert from 'node:assert/strict';
import { AiProvider, refuses } from '../../support/ai-provider.ts';
import { type Caller, download, type Envelope, type Reply } from '../../support/caller.ts';
import { startHub, type TestHub } from '../../support/hub.ts';
import { until } from '../../support/until.ts';
import { PASSWORD, Visitor } from '../../support/visitor.ts';

const MAX = { maxTemplates: 3, maxHooks: 2, maxKeys: 3, maxListings: 1, maxStoredBytes: 20_000, aiCallsPerMonth: 2 };
const FREE = { requestsPerSecond: 1000, documentsPerMonth: null, ...MAX };
const AT_ONCE = 15;
const TEMPLATE = '<!DOCTYPE html><html><body><h1>{{title}}</h1></body></html>';

interface Made {
  readonly id: string;
}

describe('what a plan allows to keep', () => {
  let hub: TestHub;
  let provider: AiProvider;
  before(async () => {
    provider = await AiProvider.open();
    hub = await startHub({
      config: { egress: { allow: ['127.0.0.1:*'] } },
      plugins: {
        limits: { config: { plans: { free: FREE, enterprise: { requestsPerSecond: 1000, documentsPerMonth: null } } } },
        ai: { config: { apiKey: 'sk-x', baseUrl: provider.baseUrl, timeoutMs: 20_000 } },
      },
    });
  });
  after(async () => {
    await hub.stop();
    await provider.close();
  });

  const save = (caller: Caller, name: string, headers = {}) =>
    caller.send<Made>('POST', '/v1/templates', { name, html_content: TEMPLATE }, headers);
  const hookOf = (caller: Caller, n: number) =>
    caller.send<Made>('POST', '/v1/integrations/hooks', { target_url: `http://127.0.0.1/${String(n)}`, event: 'generation.completed' });
  const atOnce = <T>(send: (n: number) => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: AT_ONCE }, (_, n) => send(n)));

  /** That many were made, and the others refused by a sentence that names the limit. */
  const assertExact = (replies: readonly Reply<unknown>[], made: number, limit: RegExp): void => {
    const refused = replies.filter(({ status }) => status === 403) as Reply<Envelope>[];
    assert.deepEqual([replies.filter(({ status }) => status === 201).length, refused.length], [made, replies.length - made]);
    for (const { body } of refused) {
      assert.equal(body.error.code, 'USAGE_LIMIT_EXCEEDED');
      assert.match(body.error.message, limit);
    }
  };

  it('bounds templates, exactly when many are saved at once, and for copies', async () => {
    const [caller, other] = await Promise.all([hub.account({ plan: 'free' }), hub.account({ plan: 'free' })]);
    const key = { 'idempotency-key': 'first-of-all' };
    const first = await save(caller, 'first', key);
    assert.equal(first.status, 201, JSON.stringify(first.body));
    assertExact(await atOnce((n) => save(caller, String(n))), MAX.maxTemplates - 1, /allows 3 templates \(maxTemplates\).*Delete one/);
    assert.deepEqual((await save(caller, 'first', key)).body, first.body, 'a reply that was given once is given again');

    const shown = await save(other, 'shown');
    await other.send('POST', `/v1/marketplace/${shown.body.id}/publish`, {});
    const starters = await caller.send<{ data: { slug: string }[] }>('GET', '/v1/starter-templates');
    const copies = [`/v1/marketplace/${shown.body.id}/clone`, `/v1/starter-templates/${starters.body.data[0]?.slug ?? ''}/clone`];
    for (const path of copies) await caller.refused('POST', path, undefined, 403, 'USAGE_LIMIT_EXCEEDED');

    assert.equal((await caller.send('DELETE', `/v1/templates/${first.body.id}`)).status, 200);
    assertExact(await atOnce(() => caller.send('POST', copies[0] ?? '')), 1, /maxTemplates/);
  });

  it('bounds hooks, but not the same one again', async () => {
    const caller = await hub.account({ plan: 'free' });
    assertExact(await atOnce((n) => hookOf(caller, n)), MAX.maxHooks, /allows 2 hooks \(maxHooks\)/);
    const { body } = await caller.send<{ data: { id: string; target_url: string }[] }>('GET', '/v1/integrations/hooks');
    assert.equal(body.data.length, MAX.maxHooks);
    const [known, unneeded] = body.data;
    const again = await atOnce(() => hookOf(caller, Number(known?.target_url.split('/').at(-1))));
    assert.deepEqual(new Set(again.map(({ body: { id } }) => id)), new Set([known?.id]));
    let last = unneeded?.id ?? '';
    for (let n = 100; n < 103; n++) {
      await caller.send('DELETE', `/v1/integrations/hooks/${last}`);
      const replies = await atOnce(() => hookOf(caller, n));
      assert.equal(new Set(replies.map(({ status, body: { id } }) => `${String(status)} ${id}`)).size, 1, JSON.stringify(replies));
      last = replies[0]?.body.id ?? '';
    }
    const visitor = await new Visitor(hub).enter(caller.email);
    await visitor.open('/dashboard/webhooks');
    const refused = await visitor.post('/dashboard/webhooks', {
      _do: 'add',
      target_url: 'http://127.0.0.1/page',
      event: 'batch.completed',
    });
    assert.equal(refused.status, 403);
    assert.match(refused.text, /allows 2 hooks/);
  });

  it('bounds keys, in the shell and on the page', async () => {
    const caller = await hub.account({ plan: 'free' });
    const made = await Promise.allSettled(Array.from({ length: 8 }, () => hub.command('account', 'key', 'create', caller.email)));
    assert.equal(made.filter(({ status }) => status === 'fulfilled').length, MAX.maxKeys - 1);
    const visitor = await new Visitor(hub).enter(caller.email);
    await visitor.open('/dashboard/keys');
    const form = { _do: 'create', name: 'more', kind: 'live', scopes: 'generate', _password: PASSWORD };
    assert.match((await visitor.post('/dashboard/keys', form)).text, /allows 3 keys \(maxKeys\).*Revoke one/);
    await hub.command('account', 'key', 'revoke', caller.email, caller.keyId);
    assert.match((await visitor.post('/dashboard/keys', form)).text, /plt_live_sk_/);
  });

  it('bounds listings, but not the same one again', async () => {
    const caller = await hub.account({ plan: 'free' });
    const [a, b] = [await save(caller, 'a'), await save(caller, 'b')];
    const publish = (id: string) => caller.send('POST', `/v1/marketplace/${id}/publish`, {});
    const replies = await Promise.all([a, b, a, b].map(({ body }) => publish(body.id)));
    assert.ok(replies.some(({ status }) => status === 200) && replies.some(({ status }) => status === 403));
    const shown = await Promise.all([a, b].map(async ({ body }) => (await caller.send('GET', `/v1/marketplace/${body.id}`)).status));
    assert.deepEqual(shown.toSorted(), [200, 404]);
    const [here, there] = shown[0] === 200 ? [a, b] : [b, a];
    assert.equal((await publish(here.body.id)).status, 200);
    assert.match((await publish(there.body.id)).body.error.message, /allows 1 listings in the marketplace \(maxListings\).*Unpublish/);
    await caller.send('POST', `/v1/marketplace/${here.body.id}/unpublish`);
    assert.equal((await publish(there.body.id)).status, 200);
  });

  it('bounds stored bytes, of test keys and tools too, and frees what is deleted', async () => {
    const caller = await hub.account({ plan: 'free', flags: ['--test'] });
    const made: string[] = [];
    const refusal = await until('the refusal', async () => {
      const reply = await caller.send<Envelope & { id: string; url: string }>('POST', '/v1/generate', { html: '<p>x' });
      if (reply.status === 201) made.push(reply.body.id);
      return reply.status === 201 ? undefined : reply;
    });
    assert.equal(refusal.status, 403);
    assert.match(refusal.body.error.message, /allows 19\.5 KB of stored files \(maxStoredBytes\).*Delete documents/);
    const { body: last } = await caller.send<{ url: string }>('GET', `/v1/generations/${made[0] ?? ''}`);
    const pdf = Buffer.from(await download(last.url)).toString('base64');
    await caller.refused('POST', '/v1/generate/batch', { items: [{ html: 'x' }] }, 403, 'USAGE_LIMIT_EXCEEDED');
    await caller.refused('POST', '/v1/pdf/watermark', { pdf, text: 'x', output: 'url' }, 403, 'USAGE_LIMIT_EXCEEDED');
    const inline = await caller.send('POST', '/v1/pdf/watermark', { pdf, text: 'x', output: 'base64' });
    assert.equal(inline.status, 200, `what is not stored is not refused: ${JSON.stringify(inline.body)}`);
    const visitor = await new Visitor(hub).enter(caller.email);
    assert.match((await visitor.open('/dashboard')).replace(/<[^>]*>/g, ' '), /Stored files\s+[\d.]+ KB of 19\.5 KB/);
    for (const id of made) await caller.send('DELETE', `/v1/generations/${id}`);
    await until('room', async () => ((await caller.send('POST', '/v1/generate', { html: 'x' })).status === 201 ? true : undefined));
  });

  it('bounds AI calls of a month before the provider is asked, and gives back those in which it failed', async () => {
    const caller = await hub.account({ plan: 'free' });
    const write = (prompt: string) => caller.send('POST', '/v1/ai/generate-template', { prompt });
    provider.next(refuses(500, 'x'), refuses(500, 'x'));
    assert.deepEqual([(await write('a')).status, (await write('b')).status], [502, 502]);
    provider.next(...Array.from({ length: AT_ONCE }, () => TEMPLATE));
    const replies = await atOnce((n) => write(String(n)));
    assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 200, ...Array.from({ length: AT_ONCE - 2 }, () => 403)]);
    assert.match(replies.find(({ status }) => status === 403)?.body.error.message ?? '', /2 AI calls of this month.*starts anew on 20/);
    assert.equal(provider.asked.length, 2);
  });

  it('is listed by plan, and for each account beside what it uses', async () => {
    const printed = await hub.command('plans');
    assert.match(printed, /3 templates, 2 hooks, 3 keys, 1 listings in the marketplace, 19\.5 KB of stored files, 2 AI calls a month/);
    assert.match(printed, /10,000 templates, .*any number of stored files, any number of AI calls/);
    const caller = await hub.account({ plan: 'free' });
    await save(caller, 'one');
    const visitor = await new Visitor(hub).enter(caller.email);
    const text = (await visitor.open('/dashboard')).replace(/<[^>]*>/g, ' ');
    for (const line of [/Templates\s+1 of 3/, /Webhook subscriptions\s+0 of 2/, /Keys\s+1 of 3/, /AI calls this month\s+0 of 2/])
      assert.match(text, line);
  });
});
