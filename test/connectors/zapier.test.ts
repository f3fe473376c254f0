import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { finished, submit } from '../support/batches.ts';
import type { Caller } from '../support/caller.ts';
import { type SharedHub, sharedHub } from '../support/hub.ts';
import { killableHub } from '../support/killable-hub.ts';
import { textOf } from '../support/pdf.ts';
import { type Received, Receiver } from '../support/receiver.ts';
import { documentHeldOnce, documentThatFailsLate, slowDocument } from '../support/slow-picture.ts';
import {
  type App,
  type Core,
  core as loadCore,
  type Item,
  loadApp,
  type Operation,
  type Part,
  type Perform,
  type Tester,
  ZAPIER,
} from '../support/zapier-packages.ts';
import { base64, form } from '../plugins/pdf-tools/fixtures.ts';
import { assertKeepsDays } from './days.ts';

/** Zapier's own store of files, of which its core asks over HTTP. */
class FileStore {
  readonly files: Buffer[] = [];
  readonly #server: Server;
  url = '';

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<FileStore> {
    const server = createServer();
    const store = new FileStore(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks);
        if (request.url === '/platform/rpc/cli') {
          const { id } = JSON.parse(body.toString()) as { id: string };
          const result = { url: `${store.url}/upload`, fields: { key: `file-${String(store.files.length)}` } };
          response.setHeader('content-type', 'application/json');
          response.end(JSON.stringify({ id, result }));
          return;
        }
        const start = body.indexOf('%PDF');
        store.files.push(body.subarray(start, body.lastIndexOf('%%EOF') + 5));
        response.statusCode = 204;
        response.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    store.url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    return store;
  }

  async close(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

const LINES = '<h1>{{title}}</h1><p>{{customer.name}}</p>{{#each items}}<p>{{name}}: {{price}}</p>{{/each}}';

describe('the Zapier connector', function () {
  this.timeout(120_000);
  let app: App;
  let core: Core;
  let tester: Tester;
  let hub: SharedHub;
  let caller: Caller;
  let store: FileStore;
  let receiver: Receiver;
  let template: Item;

  before(async () => {
    store = await FileStore.open();
    receiver = await Receiver.open();
    core = loadCore(store.url);
    app = await loadApp();
    tester = core.createAppTester(app);
    hub = await sharedHub();
    caller = await hub.account();
    template = (await caller.send<Item>('POST', '/v1/templates', { name: 'Lines', html_content: LINES })).body;
  });
  after(async () => {
    await hub.stop();
    await store.close();
    await receiver.close();
  });

  const auth = (): object => ({ base_url: hub.url, api_key: caller.key });
  const call = async <T = Item>(perform: Perform, bundle: object = {}): Promise<T> =>
    (await tester(perform, { authData: auth(), ...bundle })) as T;
  const operation = (part: Part, key: string): Operation => {
    const found = part[key];
    assert.ok(found, key);
    return found.operation;
  };
  const keys = (item: object): string[] => Object.keys(item).sort();
  const fetchFile = async (placeholder: unknown): Promise<string> => {
    const details = JSON.parse(/^hydrate\|\|\|(.*)\|\|\|hydrate$/.exec(String(placeholder))?.[1] ?? '{}') as {
      method: string;
      bundle: object;
    };
    const hydrator = app.hydrators[details.method.split('.')[1] ?? ''];
    assert.ok(hydrator);
    const url = await call<string>(hydrator, { inputData: details.bundle });
    assert.match(url, /file-\d+$/);
    return textOf(store.files.at(-1) ?? Buffer.alloc(0));
  };

  it('compiles strictly, and Zapier finds nothing to object to', async () => {
    execFileSync(join(ZAPIER, '../../node_modules/.bin/tsc'), ['--noEmit', '-p', ZAPIER], { stdio: 'inherit' });
    assert.deepEqual((await core.createAppHandler(app)({ command: 'validate' })).results, []);
  });

  it('connects with an address and a key, and says in words what is wrong with them', async () => {
    assert.deepEqual(await call(app.authentication.test), { authenticated: true, email: caller.email, plan: 'enterprise' });
    assert.deepEqual(
      await tester(app.authentication.test, { authData: { ...auth(), base_url: `${hub.url}/v1/` } }),
      await call(app.authentication.test),
    );
    await assert.rejects(tester(app.authentication.test, { authData: { ...auth(), api_key: 'pl_live_sk_wrong' } }), /valid/);
    await assert.rejects(tester(app.authentication.test, { authData: { ...auth(), base_url: 'ftp://x' } }), /must look like/);
  });

  it('tells of PDFs that are ready and that failed, by hooks that end with the Zap', async () => {
    for (const [key, body] of [
      ['generation_completed', { html: '<p>told' }],
      ['generation_failed', { react: 'export default () => { throw new Error("no") }' }],
    ] as const) {
      const { performSubscribe, performUnsubscribe, perform, performList, sample } = operation(app.triggers, key);
      const hook = await call(performSubscribe, { targetUrl: receiver.url(`/${key}`), inputData: {} });
      await caller.send('POST', '/v1/generate', body);
      const [told] = await receiver.wait(`/${key}`);
      const [item] = await call<Item[]>(perform, { cleanedRequest: told?.event, inputData: {} });
      assert.ok(item);
      const [listed] = await call<Item[]>(performList, { inputData: {} });
      assert.deepEqual(keys(item), keys(sample));
      assert.deepEqual(keys(listed ?? {}), keys(sample));
      assert.equal(item.id, listed?.id);
      if (key === 'generation_completed') assert.equal(await fetchFile(item['file']), 'told');
      else assert.equal(item['file'], null);
      await call(performUnsubscribe, { subscribeData: hook, targetUrl: receiver.url(`/${key}`) });
      await call(performUnsubscribe, { subscribeData: hook });
    }
    const { body } = await caller.send<{ data: unknown[] }>('GET', '/v1/integrations/hooks');
    assert.deepEqual(body.data, []);
    const { performList } = operation(app.triggers, 'generation_completed');
    assert.deepEqual(await call(performList, { inputData: { template_id: 'tmpl_none' } }), []);
  });

  it('tells of batches and new templates', async () => {
    const batch = operation(app.triggers, 'batch_completed');
    const hook = await call(batch.performSubscribe, { targetUrl: receiver.url('/batch'), inputData: {} });
    const { batch_id } = await submit(caller, { items: [{ html: 'x' }] });
    await finished(caller, batch_id);
    const [told] = await receiver.wait('/batch');
    const [item] = await call<Item[]>(batch.perform, { cleanedRequest: told?.event });
    const [listed] = await call<Item[]>(batch.performList);
    assert.deepEqual([item?.id, listed?.id], [batch_id, batch_id]);
    assert.deepEqual(keys(listed as Item), keys(batch.sample));
    assert.deepEqual(keys(item ?? {}), keys(batch.sample));
    await call(batch.performUnsubscribe, { subscribeData: hook });
    const templates = operation(app.triggers, 'new_template');
    const [newest] = await call<Item[]>(templates.perform);
    assert.equal(newest?.id, template.id);
    assert.deepEqual(keys(newest), keys(templates.sample));
  });

  it('fills a template whose variables it shows as fields, line items included', async () => {
    const create = operation(app.creates, 'generate_from_template');
    const list = await call<Item[]>(operation(app.triggers, 'template_list').perform, { meta: { page: 0 } });
    assert.ok(list.some(({ id, name }) => id === template.id && name === 'Lines'));
    assert.deepEqual(await call(operation(app.triggers, 'template_list').perform, { meta: { page: 5 } }), []);
    const dynamic = (create.inputFields as unknown[]).find((field) => typeof field === 'function') as Perform;
    const fields = await call<{ key: string; children?: { key: string }[] }[]>(dynamic, { inputData: { template_id: template.id } });
    assert.deepEqual(fields.map(({ key }) => key).sort(), ['data__customer__name', 'data__items', 'data__title']);
    assert.deepEqual(
      fields
        .find(({ key }) => key === 'data__items')
        ?.children?.map(({ key }) => key)
        .sort(),
      ['data__items__name', 'data__items__price'],
    );
    const items = [
      { data__items__name: 'Paper', data__items__price: '3' },
      { data__items__name: 'Ink', data__items__price: '7' },
    ];
    const inputData = {
      template_id: template.id,
      data__title: 'Order 7',
      data__customer__name: 'Ada',
      data__items: items,
      format: 'Letter',
    };
    const made = await call(create.perform, { inputData: { ...inputData, request_id: 'run 1' } });
    assert.deepEqual(keys(made), keys(create.sample));
    assert.equal(await fetchFile(made['file']), 'Order 7 Ada Paper: 3 Ink: 7');
    const replay = await call(create.perform, { inputData: { ...inputData, request_id: 'run 1' } });
    assert.equal(replay.id, made.id, 'a replayed run makes nothing new');
    assert.notEqual((await call(create.perform, { inputData: { ...inputData, request_id: 'run 2' } })).id, made.id);
    await assert.rejects(call(create.perform, { inputData: { template_id: 'tmpl_none' } }), /template/i);
  });

  it('prints a day as it is in the zone of the account', async () => {
    const { perform } = operation(app.creates, 'generate_from_template');
    await assertKeepsDays(caller, async ({ templateId, data, zone, timezone }) => {
      const inputData = { template_id: templateId, data__day: data.day, data__moment: data.moment, timezone };
      return fetchFile((await call(perform, { inputData, meta: { timezone: zone } }))['file']);
    });
  });

  it('never waits for a slow PDF: Zapier is called back', async () => {
    const create = operation(app.creates, 'generate_from_html');
    const { html, close } = await slowDocument(17_000);
    const started = performance.now();
    const event = {
      command: 'execute',
      method: 'creates.generate_from_html.operation.perform',
      bundle: { authData: auth(), inputData: { html } },
      callback_url: receiver.url('/callback'),
    };
    const outputData = (await core.createAppHandler(app)(event)).results as { id: string; hooks: string[] };
    assert.ok(performance.now() - started < 25_000, 'Zapier gives a step 30 s');
    assert.equal(outputData.hooks.length, 2);
    await caller.generate({ html: 'another document of the account' });
    const [told] = await receiver.wait('/callback', 1, 60_000);
    assert.equal((told as Received).event.data['id'], outputData.id, 'only the document that is waited for calls back');
    const resumed = await call(create.performResume, { outputData, cleanedRequest: (told as Received).event });
    assert.deepEqual(keys(resumed), keys(create.sample));
    assert.equal(await fetchFile(resumed['file']), 'slow');
    const { body } = await caller.send<{ data: unknown[] }>('GET', '/v1/integrations/hooks');
    assert.deepEqual(body.data, []);
    const failed = { data: { id: outputData.id, status: 'failed', error: 'The page is broken.' } };
    await assert.rejects(call(create.performResume, { outputData: { hooks: [] }, cleanedRequest: failed }), /page is broken/);
    close();
  });

  it('makes a document anew that failed late, when the run is replayed', async () => {
    const late = await documentThatFailsLate();
    try {
      const account = await late.hub.account();
      const create = operation(app.creates, 'generate_from_html');
      const authData = { base_url: late.hub.url, api_key: account.key };
      const inputData = { html: late.html, request_id: 'run 7' };
      const event = { command: 'execute', method: 'creates.generate_from_html.operation.perform', bundle: { authData, inputData } };
      const step = { ...event, callback_url: receiver.url('/late') };
      const outputData = (await core.createAppHandler(app)(step)).results as { id: string; hooks: string[] };
      const [told] = await receiver.wait('/late', 1, 60_000);
      const bundle = { authData, outputData, cleanedRequest: (told as Received).event };
      await assert.rejects(tester(create.performResume, bundle), /took longer than 18000 ms/);
      const made = (await tester(create.perform, { authData, inputData })) as Item;
      assert.notEqual(made.id, outputData.id);
      const file = await account.raw('GET', `/v1/generations/${made.id}/file`);
      assert.equal(await textOf(new Uint8Array(await file.arrayBuffer())), 'slow');
      assert.equal(((await tester(create.perform, { authData, inputData })) as Item).id, made.id);
    } finally {
      await late.close();
    }
  });

  it('is called back after the hub was killed, and makes the document anew when the run is replayed', async () => {
    const held = await documentHeldOnce();
    const { url, caller: account, ...other } = await killableHub();
    try {
      const create = operation(app.creates, 'generate_from_html');
      const bundle = { authData: { base_url: url, api_key: account.key }, inputData: { html: held.html, request_id: 'run 8' } };
      const event = { command: 'execute', method: 'creates.generate_from_html.operation.perform', bundle };
      const step = { ...event, callback_url: receiver.url('/killed') };
      const outputData = (await core.createAppHandler(app)(step)).results as { id: string; hooks: string[] };
      await other.kill();
      await other.restart();
      const [told] = await receiver.wait('/killed', 1, 60_000);
      const resumed = { ...bundle, outputData, cleanedRequest: (told as Received).event };
      await assert.rejects(tester(create.performResume, resumed), /interrupted/i);
      const made = (await tester(create.perform, bundle)) as Item;
      const file = await account.raw('GET', `/v1/generations/${made.id}/file`);
      assert.equal(await textOf(new Uint8Array(await file.arrayBuffer())), 'slow');
    } finally {
      held.close();
      await other.stop();
    }
  });

  /** The address of something on another server. */
  const serve = async (content: Uint8Array | string, type = 'application/pdf'): Promise<string> => {
    const server = createServer((_, response) => response.writeHead(200, { 'content-type': type }).end(content));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    after(() => server.close());
    return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/file.pdf`;
  };

  it('makes images of HTML, of a PDF and of a page of the web, and a PDF of that', async () => {
    const make = async (key: string, inputData: object): Promise<Item> => {
      const made = await call(operation(app.creates, key).perform, { inputData });
      assert.deepEqual(keys(made), keys(operation(app.creates, key).sample), key);
      return made;
    };
    const html = '<style>body{margin:0}div{height:1500px}</style><div></div><div></div>';
    const image = await make('html_to_image', { html, width: '640' });
    assert.deepEqual([image['width'], image['height']], [640, 3000], 'the whole page');
    assert.equal((await fetch(String(image['url']))).headers.get('content-type'), 'image/png');
    const photo = await make('html_to_image', { html, width: '320', height: '200', scale: '2', type: 'jpeg' });
    assert.deepEqual([photo['width'], photo['height']], [640, 400]);
    assert.equal((await fetch(String(photo['url']))).headers.get('content-type'), 'image/jpeg');
    const url = await serve('<p>from the web', 'text/html');
    assert.equal((await make('url_to_image', { url, width: '300' }))['width'], 300);
    assert.equal(await fetchFile((await make('generate_from_url', { url }))['file']), 'from the web');
    const pdf = await serve(await caller.pdf({ html: '<p>one', options: { format: { width: '2in', height: '2in' } } }));
    assert.equal((await make('page_to_image', { pdf, page: '1', dpi: '72' }))['width'], 144);
    for (const page of ['0', '2'])
      await assert.rejects(call(operation(app.creates, 'page_to_image').perform, { inputData: { pdf, page } }), /page/i, page);
    const local = { inputData: { url: 'http://169.254.169.254/' } };
    await assert.rejects(call(operation(app.creates, 'generate_from_url').perform, local), /url: could not be loaded/);
  });

  it('works on files of earlier steps: fill, merge, split, archive', async () => {
    const formUrl = await serve(Buffer.from(base64(await form()), 'base64'));
    const two = await serve(await caller.pdf({ html: '<p>one<p style="break-before:page">two' }));
    const filled = await call(operation(app.creates, 'fill_form').perform, {
      inputData: { pdf: formUrl, values: { short: 'new', agree: 'true' }, flatten: true },
    });
    assert.deepEqual(keys(filled), keys(operation(app.creates, 'fill_form').sample));
    assert.match(await fetchFile(filled['file']), /new/);
    const merged = await call(operation(app.creates, 'merge_pdfs').perform, { inputData: { pdfs: [two, two] } });
    assert.deepEqual([merged['pages'], keys(merged)], [4, keys(operation(app.creates, 'merge_pdfs').sample)]);
    const split = await call(operation(app.creates, 'split_pdf').perform, { inputData: { pdf: two, ranges: ['2-2'] } });
    assert.deepEqual([split['total'], keys(split)], [1, keys(operation(app.creates, 'split_pdf').sample)]);
    assert.equal(await fetchFile((split['parts'] as Item[])[0]?.['file']), 'two');
    const archived = await call(operation(app.creates, 'convert_to_pdfa').perform, {
      inputData: { pdf: two, level: '2b', title: 'Archive' },
    });
    assert.equal(await fetchFile(archived['file']), 'one two');
  });

  it('creates and finds templates, and finds PDFs', async () => {
    const created = await call(operation(app.creates, 'create_template').perform, {
      inputData: { name: 'From Zapier', html_content: '<p>{{a}}', format: 'Letter', margin_top: '3cm', locale: '', header: null },
    });
    assert.deepEqual(created['options'], { format: 'Letter', margin: { top: '3cm' } });
    assert.deepEqual(keys(created), keys(operation(app.creates, 'create_template').sample));
    const found = await call<Item[]>(operation(app.searches, 'find_template').perform, { inputData: { name: 'from zap' } });
    assert.deepEqual(
      found.map(({ id }) => id),
      [created.id],
    );
    assert.deepEqual(keys(found[0] ?? {}), keys(operation(app.searches, 'find_template').sample));
    const made = await caller.generate({ html: 'x' });
    const [one] = await call<Item[]>(operation(app.searches, 'find_generation').perform, { inputData: { id: made.id } });
    assert.deepEqual(keys(one ?? {}), keys(operation(app.searches, 'find_generation').sample));
    assert.deepEqual(await call(operation(app.searches, 'find_generation').perform, { inputData: { id: 'gen_none' } }), []);
    await assert.rejects(call(operation(app.creates, 'write_template').perform, { inputData: { name: 'x', prompt: 'x' } }), /AI/);
  });

  it("turns Platen's answers into Zapier's kinds of errors, and keeps the key to itself", async () => {
    const seen: Record<string, string | undefined>[] = [];
    const answers: [number, Record<string, string>, object][] = [
      [429, { 'retry-after': '7' }, { error: { code: 'RATE_LIMITED', message: 'Too many requests.' } }],
      [403, {}, { error: { code: 'USAGE_LIMIT_EXCEEDED', message: 'The month is used up.' } }],
      [502, {}, {}],
    ];
    const server = createServer((request, response) => {
      seen.push({ path: request.url, key: request.headers.authorization });
      const [status, headers, body] = answers.shift() ?? [200, {}, {}];
      response.writeHead(status, headers).end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const authData = { base_url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, api_key: 'secret' };
    const { perform } = operation(app.triggers, 'new_template');
    await assert.rejects(
      tester(perform, { authData }),
      (error: Error) => error.name === 'ThrottledError' && error.message.includes('"delay":7'),
    );
    await assert.rejects(tester(perform, { authData }), /month is used up/);
    await assert.rejects(tester(perform, { authData }), /answered 502/);
    await tester(app.hydrators['downloadLink'], { authData, inputData: { url: `${authData.base_url}/files/x.pdf` } });
    server.close();
    assert.ok(seen.slice(0, 3).every(({ key }) => key === 'Bearer secret'));
    assert.equal(seen[3]?.['key'], undefined, 'the host of files never sees it');
  });
});
