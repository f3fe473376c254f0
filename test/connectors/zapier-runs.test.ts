import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Caller } from '../support/caller.ts';
import { startHub, type TestHub } from '../support/hub.ts';
import { LossyProxy } from '../support/lossy-proxy.ts';
import { textOf } from '../support/pdf.ts';
import { Receiver } from '../support/receiver.ts';
import { core, loadApp, ZAPIER, type App, type Item, type Operation, type Tester } from '../support/zapier-packages.ts';

type Answer = readonly [status: number, headers: Record<string, string>, body: string];

const plans = { free: { requestsPerSecond: 1000, documentsPerMonth: 1 }, enterprise: { requestsPerSecond: 1000, documentsPerMonth: null } };

describe('runs of Zapier', function () {
  this.timeout(120_000);
  let app: App;
  let tester: Tester;
  let hub: TestHub;
  let caller: Caller;
  let receiver: Receiver;

  before(async () => {
    app = await loadApp();
    tester = core().createAppTester(app);
    receiver = await Receiver.open();
    hub = await startHub({ config: { egress: { allow: ['127.0.0.1:*'] } }, plugins: { limits: { config: { plans } } } });
  });
  beforeEach(async () => {
    caller = await hub.account();
  });
  after(async () => {
    await hub.stop();
    await receiver.close();
  });

  const create = (key: string): Operation => {
    const found = app.creates[key];
    assert.ok(found, key);
    return found.operation;
  };
  const call = async <T = Item>(method: unknown, bundle: object = {}, url = hub.url): Promise<T> =>
    (await tester(method, { authData: { base_url: url, api_key: caller.key }, ...bundle })) as T;
  const made = async (): Promise<number> => (await caller.send<{ data: unknown[] }>('GET', '/v1/generations?limit=100')).body.data.length;
  const textBy = async (id: string): Promise<string> =>
    textOf(new Uint8Array(await (await caller.raw('GET', `/v1/generations/${id}/file`)).arrayBuffer()));
  /** Answers as they are told, in their order, and the last one from then on. */
  const answering = async <T>(answers: readonly Answer[], use: (url: string) => Promise<T>): Promise<T> => {
    const left = [...answers];
    const server = createServer((_, response) => {
      const [status, headers, body] = (left.length > 1 ? left.shift() : left[0]) ?? [200, {}, ''];
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      return await use(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
    } finally {
      server.close();
    }
  };

  it('give two steps with one Request ID a document each, and a replay the one it had', async () => {
    const { perform } = create('generate_from_html');
    const meta = { zap: { id: '7' } };
    const step = async (html: string): Promise<Item> => call(perform, { inputData: { html, request_id: 'run 1' }, meta });
    const [first, second, replay] = [await step('<p>first'), await step('<p>second'), await step('<p>first')];
    assert.deepEqual([await textBy(first.id), await textBy(second.id), replay.id], ['first', 'second', first.id]);
    const batch = create('generate_batch').perform;
    const items = (html: string): object => ({ inputData: { items: JSON.stringify([{ html }]), request_id: 'run 1' }, meta });
    const [one, two, again] = [await call(batch, items('a')), await call(batch, items('b')), await call(batch, items('a'))];
    assert.notEqual(one.id, two.id);
    assert.equal(again.id, one.id);
    assert.equal(await made(), 4);
  });

  it('make a document once when its answer is lost and the step is tried again', async () => {
    const proxy = await LossyProxy.open(hub.url, '/v1/integrations/actions/generate');
    const bundle = { inputData: { html: '<p>once', request_id: 'run 2' } };
    const { perform } = create('generate_from_html');
    await assert.rejects(call(perform, bundle, proxy.url));
    const { id } = await call(perform, bundle, proxy.url);
    assert.deepEqual([await textBy(id), proxy.lost, await made()], ['once', 1, 1]);
    await proxy.close();
  });

  it('never pass on the reply to another request', async () => {
    const liar = await LossyProxy.open(hub.url, undefined, { 'idempotency-mismatch': 'true' });
    const bundle = { inputData: { html: '<p>x', request_id: 'run 3' } };
    await assert.rejects(call(create('generate_from_html').perform, bundle, liar.url), /another request/);
    await liar.close();
  });

  it('leave out what a person emptied', async () => {
    const schema = { title: 'string', lines: [{ name: 'string' }], tags: ['string'] };
    const html_content = '<p>{{title}}|{{#each lines}}{{name}}{{/each}}|{{#each tags}}{{this}}{{/each}}';
    const { body } = await caller.send<Item>('POST', '/v1/templates', { name: 'e', html_content, schema });
    const emptied = ['format', 'orientation', 'filename', 'margin_top', 'header', 'locale', 'template_version', 'test', 'request_id'];
    for (const nothing of ['', null]) {
      const options = Object.fromEntries(emptied.map((name) => [name, nothing]));
      const data = {
        data__title: nothing,
        data__lines: [{ data__lines__name: nothing }, { data__lines__name: 'x' }],
        data__tags: [nothing, 'y'],
      };
      const { id } = await call(create('generate_from_template').perform, { inputData: { template_id: body.id, ...options, ...data } });
      assert.equal(await textBy(id), '|x|y');
      const trigger = app.triggers['generation_completed']?.operation;
      assert.equal((await call<Item[]>(trigger?.performList, { inputData: { template_id: nothing } })).length > 0, true);
      const hook = await call(trigger?.performSubscribe, { targetUrl: receiver.url('/e'), inputData: { template_id: nothing } });
      await call(trigger?.performUnsubscribe, { subscribeData: hook });
      const url = (await caller.generate({ html: '<p>x' })) as unknown as { url: string };
      const tool = {
        pdf: url.url,
        level: nothing,
        title: nothing,
        ranges: [nothing],
        opacity: nothing,
        rotation: nothing,
        color: nothing,
        dpi: nothing,
      };
      for (const key of ['convert_to_pdfa', 'split_pdf', 'page_to_image'])
        assert.ok((await call(create(key).perform, { inputData: { ...tool, page: nothing } })).id, key);
      assert.ok((await call(create('watermark_pdf').perform, { inputData: { ...tool, text: 'DRAFT', layer: nothing } })).id);
    }
  });

  it('send the same with emptied fields as without them, in every action', async () => {
    const bodies: string[] = [];
    const needed: Record<string, unknown> = {
      ...{
        template_id: 'tmpl_1',
        html: '<p>x',
        url: 'https://x',
        html_content: '<p>x',
        name: 'n',
        prompt: 'p',
        id: 'gen_1',
        text: 'DRAFT',
      },
      ...{ pdf: 'https://x/a.pdf', pdfs: ['https://x/a.pdf', 'https://x/b.pdf'], items: '[{"html":"x"}]', values: { a: 'b' } },
    };
    const answer = {
      id: 'x',
      url: 'https://x/a.pdf',
      data: 'x',
      html: '<p>',
      parts: [],
      generations: [],
      batch_id: 'b',
      finished_at: 'x',
      result_url: null,
    };
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        bodies.push(`${String(request.method)} ${String(request.url)} ${Buffer.concat(chunks).toString()}`);
        const reply = request.url?.endsWith('/fields') === true ? [] : answer;
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    const sent = async (key: string, inputData: object): Promise<string[]> => {
      bodies.length = 0;
      await call(create(key).perform, { inputData }, url);
      return [...bodies];
    };
    for (const key of Object.keys(app.creates)) {
      const fields = (create(key).inputFields as { key: string; required?: boolean; list?: boolean }[]).filter(({ key: name }) => name);
      const required = Object.fromEntries(fields.filter((field) => field.required === true).map((field) => [field.key, needed[field.key]]));
      const left = await sent(key, required);
      assert.doesNotMatch(left.join(), /null|undefined|NaN|:false/, key);
      for (const nothing of ['', null]) {
        const optional = fields.filter((field) => field.required !== true);
        const emptied = Object.fromEntries(optional.map((field) => [field.key, field.list === true ? [nothing] : nothing]));
        assert.deepEqual(await sent(key, { ...emptied, ...required }), left, `${key} with ${JSON.stringify(nothing)}`);
      }
      for (const name of Object.keys(required)) {
        const without = call(create(key).perform, { inputData: { ...required, [name]: null } }, url).catch((error: unknown) => error);
        assert.doesNotMatch(String(await without), /TypeError/, `${key} without ${name}`);
      }
    }
    server.close();
  });

  it('show a variable as its author described it, required only where that was said', async () => {
    const due = { $type: 'date', title: 'Due date', description: 'The last day to pay.', examples: ['2026-12-24'], required: true };
    const template = { name: 'd', html_content: '{{printed}}{{due}}', schema: { due } };
    const { body } = await caller.send<Item>('POST', '/v1/templates', template);
    const dynamic = (create('generate_from_template').inputFields as unknown[]).find((field) => typeof field === 'function');
    const fields = await call<object[]>(dynamic, { inputData: { template_id: body.id } });
    assert.deepEqual(fields, [
      { key: 'data__printed', label: 'Printed', type: 'string', required: false },
      { key: 'data__due', label: 'Due date', helpText: 'The last day to pay. For example: 2026-12-24', type: 'datetime', required: true },
    ]);
  });

  it('find the template of exactly that name first', async () => {
    for (const name of ['Invoice', 'invoice', 'Invoice for Ada', 'My Invoice'])
      await caller.send('POST', '/v1/templates', { name, html_content: 'x' });
    const found = await call<Item[]>(app.searches['find_template']?.operation.perform, { inputData: { name: 'Invoice' } });
    assert.deepEqual(
      found.slice(0, 2).map(({ name }) => name),
      ['Invoice', 'invoice'],
    );
    assert.equal(found.length, 4);
    for (let i = 0; i < 105; i += 15)
      await Promise.all(
        Array.from({ length: 15 }, async () => caller.send('POST', '/v1/templates', { name: 'An invoice for Bo', html_content: 'x' })),
      );
    const [first] = await call<Item[]>(app.searches['find_template']?.operation.perform, { inputData: { name: 'Invoice' } });
    assert.equal(first?.['name'], 'Invoice', 'also behind a hundred others');
  });

  it('say in every path what Platen says', async () => {
    const find = app.searches['find_generation']?.operation.perform;
    const { performUnsubscribe } = app.triggers['generation_completed']?.operation ?? {};
    const refusal = (code: string): string => JSON.stringify({ error: { code, message: 'As Platen says.' } });
    const paths = {
      find: async (url: string) => call(find, { inputData: { id: 'gen_1' } }, url),
      unsubscribe: async (url: string) => call(performUnsubscribe, { subscribeData: { id: 'hook_1' } }, url),
      download: async (url: string) => call(app.hydrators['downloadPdf'], { inputData: { id: 'gen_1' } }, url),
      link: async (url: string) => call(app.hydrators['downloadLink'], { inputData: { url: `${url}/files/x.pdf` } }, url),
    };
    for (const [name, path] of Object.entries(paths)) {
      for (const status of [400, 401, 403, 422, 500])
        await answering([[status, {}, refusal('ERROR')]], async (url) => assert.rejects(path(url), /As Platen says/, name));
      for (const status of [429, 503])
        await answering([[status, { 'retry-after': '9' }, refusal('BUSY')]], async (url) =>
          assert.rejects(path(url), (error: Error) => error.name === 'ThrottledError' && error.message.includes('"delay":9'), name),
        );
      // A proxy's 404 says nothing of what Platen has.
      await answering([[404, { 'content-type': 'text/html' }, '<html>Not here']], async (url) => assert.rejects(path(url), /404/, name));
    }
    await answering([[404, {}, refusal('NOT_FOUND')]], async (url) => {
      assert.deepEqual(await paths.find(url), []);
      assert.deepEqual(await paths.unsubscribe(url), { id: 'hook_1' });
    });
  });

  it('take options of pages, test documents and deletion', async () => {
    const options = { header: '<p>Top', margin_top: '3cm', locale: 'de', test: 'true' };
    const { id } = await call(create('generate_from_html').perform, { inputData: { html: '<p>x', ...options } });
    for (const word of ['Top', 'TEST']) assert.ok((await textBy(id)).includes(word), word);
    assert.deepEqual(await call(create('delete_pdf').perform, { inputData: { id } }), { id, deleted: true });
    const batch = { items: '[{"html":"<p>a"},{"html":"<p>b"}]', result: 'merged' };
    const ended = await call(create('generate_batch').perform, { inputData: batch });
    assert.equal(await textOf(new Uint8Array(await (await fetch(String(ended['result_url']))).arrayBuffer())), 'a b');
    assert.match(String(ended['result_file']), /^hydrate\|\|\|/);
    const members = ended['generations'] as { file: string }[];
    assert.deepEqual(
      members.map(({ file }) => file.startsWith('hydrate|||')),
      [true, true],
    );
    const zipped = await call(create('generate_batch').perform, { inputData: { ...batch, result: 'zip' } });
    const archive = Buffer.from(await (await fetch(String(zipped['result_url']))).arrayBuffer());
    assert.equal(archive.toString('latin1', 0, 2), 'PK');
    assert.deepEqual(Object.keys(ended).sort(), Object.keys(create('generate_batch').sample).sort());
  });

  it('tell of a quota that is nearly used', async () => {
    caller = await hub.account({ plan: 'free' });
    const trigger = app.triggers['quota_warning']?.operation;
    const hook = await call(trigger?.performSubscribe, { targetUrl: receiver.url('/quota'), inputData: {} });
    await caller.generate({ html: 'the last of the month' });
    const [told] = await receiver.wait('/quota');
    const [item] = await call<Item[]>(trigger?.perform, { cleanedRequest: told?.event });
    const listed = await call<Item[]>(trigger?.performList);
    assert.deepEqual(Object.keys(item ?? {}).sort(), Object.keys(trigger?.sample ?? {}).sort());
    assert.deepEqual(
      listed.find(({ id }) => id === item?.id),
      item,
    );
    await call(trigger?.performUnsubscribe, { subscribeData: hook });
  });

  it('tell of templates that are changed and deleted', async () => {
    const save = async (name: string): Promise<string> =>
      (await caller.send<Item & { id: string }>('POST', '/v1/templates', { name, html_content: 'x' })).body.id;
    const [id, other] = [await save('one'), await save('other')];
    for (const [change, method, body] of [
      ['updated', 'PUT', { name: 'renamed' }],
      ['deleted', 'DELETE', undefined],
    ] as const) {
      const trigger = app.triggers[`template_${change}`]?.operation;
      const inputData = { template_id: id };
      const hook = await call(trigger?.performSubscribe, { targetUrl: receiver.url(`/${change}`), inputData });
      assert.deepEqual((await call<Item[]>(trigger?.performList, { inputData })).map((one) => one['id']), [id]); // prettier-ignore
      for (const one of [other, id]) await caller.send(method, `/v1/templates/${one}`, body);
      const [told, ...more] = await receiver.wait(`/${change}`);
      assert.deepEqual(more, []);
      const [item] = await call<Item[]>(trigger?.perform, { cleanedRequest: told?.event });
      assert.deepEqual([item?.['id'], item?.['name']], [id, 'renamed']);
      assert.deepEqual(Object.keys(item ?? {}).sort(), Object.keys(trigger?.sample ?? {}).sort());
      await call(trigger?.performUnsubscribe, { subscribeData: hook });
    }
  });

  it('remove the callbacks of a step that fails', async () => {
    const event = {
      command: 'execute',
      method: 'creates.generate_from_html.operation.perform',
      bundle: { authData: {}, inputData: { html: 'x' } },
      callback_url: 'http://127.0.0.1:1/callback',
    };
    const removed: string[] = [];
    let hooks = 0;
    const server = createServer((request, response) => {
      const reply = (status: number, body: object): unknown =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (request.url?.endsWith('/generate') === true) reply(202, { id: 'gen_1', status: 'processing' });
      else if (request.method === 'DELETE') reply(200, { id: removed[removed.push(String(request.url)) - 1] });
      else if (request.url?.endsWith('/hooks') === true) reply(201, { id: `hook_${String(++hooks)}` });
      else reply(500, { error: { message: 'broken' } });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const authData = { base_url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, api_key: 'k' };
    const running = core().createAppHandler(app)({ ...event, bundle: { ...event.bundle, authData } });
    await assert.rejects(running, /broken/);
    server.close();
    const later = { outputData: { hooks: ['hook_1'] }, cleanedRequest: { data: { id: 'gen_1', status: 'completed', url: null } } };
    const nowhere = 'http://127.0.0.1:9';
    const { id } = await call(create('generate_from_html').performResume, later, nowhere);
    assert.equal(id, 'gen_1', 'a callback that cannot be removed does not lose the document');
    assert.deepEqual(removed, ['/v1/integrations/hooks/hook_1', '/v1/integrations/hooks/hook_2']);
  });

  it('say what is wrong, and wait only where waiting helps', async () => {
    const perform = app.triggers['new_template']?.operation.perform;
    const says = async (answer: Answer, expected: RegExp | ((error: Error) => boolean)): Promise<void> =>
      answering([answer], async (url) => assert.rejects(call(perform, {}, url), expected));
    const waits =
      (from: number, to = from) =>
      (error: Error): boolean => {
        const delay = Number(/"delay":(\d+)/.exec(error.message)?.[1]);
        return error.name === 'ThrottledError' && delay >= from && delay <= to;
      };
    const refusal = (code: string, message: string, fields?: object): string => JSON.stringify({ error: { code, message, fields } });
    await says([503, { 'retry-after': '9' }, refusal('SERVICE_UNAVAILABLE', 'Busy.')], waits(9));
    await says([409, { 'retry-after': '1' }, refusal('IDEMPOTENCY_IN_PROGRESS', 'Still at work.')], waits(1));
    await says([429, { 'retry-after': new Date(Date.now() + 60_000).toUTCString() }, refusal('RATE_LIMITED', 'Slow.')], waits(55, 61));
    await says([429, { 'retry-after': 'soon' }, '{}'], waits(30));
    const unconfigured = refusal('AI_NOT_CONFIGURED', 'This server has no AI provider.');
    await says([503, {}, unconfigured], (error) => error.name !== 'ThrottledError' && error.message.includes('no AI provider'));
    const fields = [
      { field: 'html', message: 'is empty' },
      { field: 'wait', message: 'is 0 to 25 seconds' },
    ];
    await says([400, {}, refusal('VALIDATION_ERROR', 'html: is empty', fields)], /html: is empty; wait: is 0 to 25 seconds/);
    for (const body of ['<html>Welcome', '', '"text"'])
      await says([200, { 'content-type': 'text/html' }, body], /did not come from Platen/);
    await answering([[200, {}, '{"hello":"world"}']], async (url) =>
      assert.rejects(call(app.authentication.test, {}, url), /not that of a Platen/),
    );
  });

  it('have words for every field and every result, links that lead somewhere, and a logo that Zapier takes', () => {
    const parts = Object.values({ ...app.triggers, ...app.creates, ...app.searches }) as {
      key: string;
      display: { label: string; description: string; hidden?: boolean };
      operation: Operation & { outputFields?: { key: string; label?: string }[]; inputFields?: unknown };
    }[];
    for (const { key, display, operation } of parts) {
      assert.match(display.label, /^([A-Z][\w/]*|of|to)( ([A-Z][\w/]*|of|to))*$/, `${key}: title case`);
      const verb = app.triggers[key] === undefined ? /^[A-Z][a-z]+s .*\.$/ : /^(Triggers when .*|Fills .*)\.$/;
      assert.match(display.description, verb, key);
      const outputs = operation.outputFields ?? [];
      const heads = new Set(outputs.map((field) => field.key.split('[]')[0]));
      assert.ok(outputs.length > 0 && outputs.every(({ label }) => label !== undefined), `${key}: output fields`);
      const ofSample = Object.keys(operation.sample).filter((name) => !['metadata', 'schema', 'options'].includes(name));
      assert.deepEqual(
        ofSample.filter((name) => !heads.has(name)),
        [],
        `${key}: output fields of the sample`,
      );
      for (const field of (operation.inputFields ?? []) as { key: string; label?: string; helpText?: string }[]) {
        if (typeof field === 'function') continue;
        assert.match(field.label ?? '', /^[A-Z]/, `${key} ${field.key}`);
        assert.ok((field.helpText ?? '').length >= 10, `${key} ${field.key} has help`);
      }
    }
    const source = readFileSync(join(ZAPIER, 'src/authentication.ts'), 'utf8');
    const [, anchor] = /github\.com\/platen\/platen#([\w-]+)/.exec(source) ?? [];
    const headings = [...readFileSync(join(ZAPIER, '../../README.md'), 'utf8').matchAll(/^#+ (.*)$/gm)];
    assert.ok(
      headings.some(([, text = '']) => text.toLowerCase().replaceAll(' ', '-') === anchor),
      `README has #${String(anchor)}`,
    );
    const png = readFileSync(join(ZAPIER, 'icon.png'));
    assert.equal(png.subarray(1, 4).toString(), 'PNG');
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [256, 256]);
  });
});
