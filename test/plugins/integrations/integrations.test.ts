import assert from 'node:assert/strict';
import { assertEnvelope, type Caller, download } from '../../support/caller.ts';
import { finished, submit } from '../../support/batches.ts';
import { Gate } from '../../support/gate.ts';
import { startHub, type TestHub } from '../../support/hub.ts';
import { readPdf, textOf } from '../../support/pdf.ts';
import { Receiver } from '../../support/receiver.ts';
import { heldDocument } from '../../support/slow-picture.ts';
import { until } from '../../support/until.ts';

interface Made {
  readonly id: string;
  readonly url: string;
  readonly pages: number;
  readonly file_size: number;
  readonly status?: string;
}
interface Item {
  readonly id: string;
  readonly status: string;
  readonly source: string;
  readonly error: string | null;
}

const plans = { free: { requestsPerSecond: 1000, documentsPerMonth: 1 }, enterprise: { requestsPerSecond: 1000, documentsPerMonth: null } };
const PATH = '/v1/integrations/actions/generate';

describe('integrations', () => {
  let hub: TestHub;
  let receiver: Receiver;
  let gate: Gate;
  let caller: Caller;
  let other: Caller;
  before(async () => {
    receiver = await Receiver.open();
    gate = await Gate.open();
    hub = await startHub({
      mongoPort: gate.port,
      config: { egress: { allow: ['127.0.0.1:*'] } },
      plugins: { limits: { config: { plans } }, rendering: { config: { deadlineMs: 8000 } } },
    });
    [caller, other] = await Promise.all([hub.account(), hub.account()]);
  });
  after(async () => {
    await hub.stop();
    gate.shut();
    await receiver.close();
  });

  const act = async (body: object): Promise<Made> => {
    const reply = await caller.send<Made>('POST', PATH, body);
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    return reply.body;
  };
  const feed = async (account = caller, query = ''): Promise<Item[]> =>
    (await account.send<Item[]>('GET', `/v1/integrations/triggers/new-generation${query}`)).body;

  it('test the connection', async () => {
    const { status, body } = await caller.send<object>('GET', '/v1/integrations/auth/test');
    assert.deepEqual([status, body], [200, { authenticated: true, email: caller.email, plan: 'enterprise' }]);
    assert.equal((await fetch(`${hub.url}/v1/integrations/auth/test`)).status, 401);
  });

  it('make a document from flat fields', async () => {
    const made = await act({
      html: '<p>Hello {{name}}</p>',
      data: { name: 'Ada' },
      format: 'Letter',
      orientation: 'landscape',
      filename: 'hello.pdf',
    });
    assert.deepEqual(Object.keys(made).sort(), ['file_size', 'id', 'pages', 'url', 'warnings']);
    const pdf = await download(made.url);
    assert.equal(await textOf(pdf), 'Hello Ada');
    assert.equal(pdf.byteLength, made.file_size);
    const [page] = await readPdf(pdf);
    assert.deepEqual([page?.width, page?.height], [792, 612]);
    const template = await caller.send<{ id: string }>('POST', '/v1/templates', { name: 't', html_content: '<p>T {{x}}' });
    assert.equal(await textOf(await download((await act({ template_id: template.body.id, data: { x: 1 } })).url)), 'T 1');
    const plain = await act({ html: '<p>x' });
    const [a4] = await readPdf(await download(plain.url));
    assert.ok(Math.abs((a4?.width ?? 0) - 595.3) < 1 && Math.abs((a4?.height ?? 0) - 841.9) < 1);
  });

  it('make a document with flat page options, of a version of a template, as a test', async () => {
    const margins = {
      margin_top: '50mm',
      margin_left: '40mm',
      header: '<p style="font-size:9px">Top',
      footer: '<p style="font-size:9px">End',
    };
    const made = await act({ html: '<p>{{formatNumber n}}', data: { n: 1234.5 }, locale: 'de', ...margins });
    const text = await textOf(await download(made.url));
    for (const part of ['1.234,5', 'Top', 'End']) assert.ok(text.includes(part), text);
    const { body: template } = await caller.send<{ id: string }>('POST', '/v1/templates', { name: 'v', html_content: '<p>one' });
    await caller.send('PUT', `/v1/templates/${template.id}`, { html_content: '<p>two' });
    assert.equal(await textOf(await download((await act({ template_id: template.id, template_version: 1 })).url)), 'one');
    assert.match(await textOf(await download((await act({ html: '<p>x', test: true })).url)), /TEST/);
    const free = await hub.account({ plan: 'free' });
    for (let i = 0; i < 2; i++) assert.equal((await free.send('POST', PATH, { html: 'x', test: true })).status, 200, 'it does not count');
    await caller.refused('POST', PATH, { html: 'x', margin_top: 'wide' }, 400, 'VALIDATION_ERROR', ['margin_top']);
  });

  it('show the variables of a template as fields of a form, as its author described them', async () => {
    const customer = { $type: { name: { $type: 'string', title: 'Customer', examples: ['Ada'], required: true } }, title: 'Who' };
    const due = { $type: 'string', format: 'date', description: 'The last day to pay.', examples: ['2026-12-24'] };
    const schema = { customer, due, lines: [{ price: { $type: 'number', title: 'Price each' } }], tags: 'array', x: 'object' };
    const html_content = '{{customer.name}}{{due}}{{#each lines}}{{price}}{{/each}}{{printed}}';
    const { body } = await caller.send<{ id: string; schema: object }>('POST', '/v1/templates', { name: 'f', html_content, schema });
    assert.deepEqual(body.schema, schema);
    const path = `/v1/integrations/templates/${body.id}/fields`;
    const optional = { required: false };
    assert.deepEqual((await caller.send('GET', path)).body, [
      {
        ...{ name: 'customer', label: 'Who', type: 'collection', required: false },
        spec: [{ name: 'name', label: 'Customer', help: 'For example: Ada', type: 'text', required: true }],
      },
      { name: 'due', label: 'Due', help: 'The last day to pay. For example: 2026-12-24', type: 'date', ...optional, time: false },
      {
        name: 'lines',
        label: 'Lines',
        type: 'array',
        ...optional,
        spec: [{ name: 'price', label: 'Price each', type: 'number', ...optional }],
      },
      { name: 'printed', label: 'Printed', type: 'text', ...optional },
      { name: 'tags', label: 'Tags', type: 'array', ...optional, spec: { type: 'text' } },
      { name: 'x', label: 'X', type: 'collection', ...optional, spec: [] },
    ]);
    assertEnvelope(await other.send('GET', path), 404, 'NOT_FOUND');
  });

  it('list the subscriptions of one URL', async () => {
    const account = await hub.account();
    for (const name of ['a', 'b'])
      await account.send('POST', '/v1/integrations/hooks', { target_url: receiver.url(`/of-${name}`), event: 'batch.completed' });
    const query = new URLSearchParams({ target_url: receiver.url('/of-b') });
    const { body } = await account.send<{ data: { target_url: string }[] }>('GET', `/v1/integrations/hooks?${query.toString()}`);
    assert.deepEqual(
      body.data.map(({ target_url }) => target_url),
      [receiver.url('/of-b')],
    );
  });

  it('answer 202 when a document takes longer than it is waited for, and finish it all the same', async () => {
    const hook = { target_url: receiver.url('/done'), event: 'generation.completed', source: 'integrations' };
    await caller.send('POST', '/v1/integrations/hooks', hook);
    const slow = await caller.send<Made>('POST', PATH, { html: '<script>1</script><p>slow', wait: 0 });
    assert.deepEqual([slow.status, Object.keys(slow.body).sort(), slow.body.status], [202, ['id', 'status'], 'processing']);
    assert.equal((await caller.send<Made>('POST', PATH, { html: '<p>fast', wait: 20 })).status, 200);
    await caller.refused('POST', PATH, { template_id: 'tmpl_none', wait: 0 }, 404, 'NOT_FOUND');
    const { id } = slow.body;
    const item = await until('the slow document', async () => (await feed()).find((one) => one.id === id));
    assert.deepEqual([item.status, item.source], ['completed', 'integrations']);
    await receiver.wait('/done', 2);
  });

  it('make a document anew under its key when it failed for a reason that may pass, or was deleted', async () => {
    const send = async (key: string, body: object): Promise<{ status: number; id: string }> => {
      const reply = await caller.send<Made>('POST', PATH, body, { 'idempotency-key': key });
      return { status: reply.status, id: reply.body.id };
    };
    const stateOf = async (id: string): Promise<Item> => (await caller.send<Item>('GET', `/v1/generations/${id}`)).body;
    const ended = (id: string): Promise<Item> =>
      until(
        'its end',
        async () => {
          const found = await stateOf(id);
          return found.status === 'failed' || found.status === 'completed' ? found : undefined;
        },
        60_000,
      );

    const held = await heldDocument();
    try {
      const slow = { html: held.html, wait: 0 };
      const first = await send('passes', slow);
      assert.equal(first.status, 202);
      assert.match((await ended(first.id)).error ?? '', /took longer than/);
      // Its key is free a moment after its record says that it failed.
      await until('another document', async () => {
        const again = await send('passes', slow);
        assert.equal(again.status, 202);
        return again.id === first.id ? undefined : true;
      });
    } finally {
      held.close();
    }

    const wrong = { html: '<p>{{barcode "abc" "ean13"}}', data: {}, wait: 0 };
    const refused = await send('stays', wrong);
    // Quick as it is, it may be refused before it is answered; what was answered with an id has a record.
    if (refused.status === 202) {
      const { status, error } = await ended(refused.id);
      assert.equal(status, 'failed');
      assert.match(error ?? '', /EAN-13|ean13|barcode/i);
      assert.deepEqual(await send('stays', wrong), refused, 'what is the fault of its caller stays');
    } else {
      assert.equal(refused.status, 400);
    }

    const whole = await send('deleted', { html: '<p>x' });
    assert.deepEqual(await send('deleted', { html: '<p>x' }), whole);
    assert.equal((await caller.raw('DELETE', `/v1/generations/${whole.id}`)).status, 200);
    const anew = await send('deleted', { html: '<p>x' });
    assert.equal(anew.status, 200);
    assert.notEqual(anew.id, whole.id);
  });

  it('refuse a document, or answer with its id and tell its end, however slow the database is', async () => {
    await caller.send('POST', '/v1/integrations/hooks', { target_url: receiver.url('/failed'), event: 'generation.failed' });
    const wrong = { html: '<p>{{barcode "abc" "ean13"}}', data: {}, wait: 0 };
    // Found to be wrong long before its record is written.
    gate.delayMs = 250;
    const { status, body } = await caller.send<Item>('POST', PATH, wrong).finally(() => {
      gate.delayMs = 0;
    });
    if (status === 400) return;
    assert.equal(status, 202);
    const [told] = await receiver.wait('/failed', 1);
    assert.equal(told?.event.data['id'], body.id);
  });

  it('make a document anew under its key when it was deleted before its reply was stored', async () => {
    const account = await hub.account();
    const send = () => account.send<Made>('POST', PATH, { html: '<p>x' }, { 'idempotency-key': 'deleted-early' });
    const release = gate.hold('done\u0000');
    const first = send();
    try {
      const id = await until('its record', async () => (await feed(account))[0]?.id);
      assert.equal((await account.raw('DELETE', `/v1/generations/${id}`)).status, 200);
    } finally {
      release();
    }
    const before = await first;
    const anew = await send();
    assert.deepEqual([before.status, anew.status], [200, 200]);
    assert.notEqual(anew.body.id, before.body.id);
    assert.equal((await account.raw('GET', `/v1/generations/${anew.body.id}`)).status, 200);
  });

  it('answer errors by the words of the flat body', async () => {
    for (const [body, fields] of [
      [{}, ['html']],
      [{ html: 'x', template_id: 'tmpl_x' }, ['template_id']],
      [{ html: '' }, ['html']],
      [{ html: 'x', format: 'A99' }, ['format']],
      [{ html: 'x', orientation: 'up' }, ['orientation']],
      [{ html: 'x', data: [] }, ['data']],
      [{ html: 'x', wait: 26 }, ['wait']],
      [{ html: 'x', options: {} }, ['options']],
      [{ template_id: { $ne: 1 } }, ['template_id']],
      [{ html: '{{#if', data: {} }, ['html']],
    ] as const) {
      await caller.refused('POST', PATH, body, 400, 'VALIDATION_ERROR', fields);
    }
    await caller.refused('POST', PATH, { template_id: 'tmpl_none' }, 404, 'NOT_FOUND');
    const foreign = await other.send<{ id: string }>('POST', '/v1/templates', { name: 't', html_content: 'x' });
    await caller.refused('POST', PATH, { template_id: foreign.body.id }, 404, 'NOT_FOUND');
    const free = await hub.account({ plan: 'free' });
    assert.equal((await free.send('POST', PATH, { html: 'x' })).status, 200);
    await free.refused('POST', PATH, { html: 'x' }, 403, 'USAGE_LIMIT_EXCEEDED');
    const scoped = await hub.account({ flags: ['--scopes', 'generate'] });
    assertEnvelope(await scoped.send('POST', PATH, { html: 'x' }), 403, 'FORBIDDEN');
  });

  it('feed finished documents only, the last to finish first, with the keys of a webhook', async () => {
    const account = await hub.account();
    await account.send('POST', '/v1/integrations/hooks', { target_url: receiver.url('/keys'), event: 'generation.completed' });
    const held = await heldDocument();
    after(() => held.close());
    const { batch_id, generations } = await submit(account, {
      items: [{ html: held.html }, { html: 'fast' }, { react: "export default () => { throw new Error('no') }" }],
    });
    const early = await until('the others to finish', async () => {
      const items = await feed(account);
      return items.length === 2 ? items : undefined;
    });
    assert.ok(early.every(({ status }) => ['completed', 'failed'].includes(status)));
    assert.ok(!early.some(({ id }) => id === generations[0]?.id), 'what is still being made is not listed');
    held.release();
    await finished(account, batch_id);
    const all = await feed(account);
    assert.equal(all.length, 3);
    assert.equal(all[0]?.id, generations[0]?.id, 'it was sent first and finished last');
    assert.ok(all.some(({ status, error }) => status === 'failed' && error?.includes('no') === true));
    const [told] = await receiver.wait('/keys');
    assert.deepEqual(Object.keys(told?.event.data ?? {}).sort(), Object.keys(all[0] ?? {}).sort());
    assert.equal((await feed(account, '?limit=1')).length, 1);
    assert.deepEqual(await feed(await hub.account()), []);
    for (const query of ['?limit=0', '?limit=101', '?limit=x', '?limit=']) {
      await account.refused('GET', `/v1/integrations/triggers/new-generation${query}`, undefined, 400, 'VALIDATION_ERROR', ['limit']);
    }
  });

  it('feed templates, newest first', async () => {
    const account = await hub.account();
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      ids.unshift((await account.send<{ id: string }>('POST', '/v1/templates', { name, html_content: 'x' })).body.id);
    }
    const { body } = await account.send<{ id: string }[]>('GET', '/v1/integrations/triggers/new-template?limit=2');
    assert.deepEqual(
      body.map(({ id }) => id),
      ids.slice(0, 2),
    );
    assert.deepEqual(Object.keys(body[0] ?? {}).sort(), ['created_at', 'id', 'is_public', 'name', 'updated_at', 'version']);
    assert.deepEqual(
      (await other.send<{ id: string }[]>('GET', '/v1/integrations/triggers/new-template')).body.filter(({ id }) => ids.includes(id)),
      [],
    );
  });
});
