import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, relative } from 'node:path';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';
import type { Caller } from '../support/caller.ts';
import { startHub, type TestHub } from '../support/hub.ts';
import { BUILT_IN, expressionsOf, parseExpression } from '../support/iml.ts';
import { APP, MakeEngine, MakeError, readApp, readJson } from '../support/make-engine.ts';
import { textOf } from '../support/pdf.ts';
import { Receiver } from '../support/receiver.ts';
import { form } from '../plugins/pdf-tools/fixtures.ts';

const LINES = '<h1>{{title}}</h1><p>{{customer.name}}</p>{{#each items}}<p>{{name}}: {{price}}</p>{{/each}}';

const TYPES = [
  'text',
  'uinteger',
  'number',
  'boolean',
  'date',
  'url',
  'filename',
  'buffer',
  'select',
  'array',
  'collection',
  'any',
  'password',
] as const;
interface Parameter {
  name: string;
  spec?: string | Parameter[] | undefined;
}
const Parameter: z.ZodType<Parameter> = z.lazy(() =>
  z.strictObject({
    name: z.string().regex(/^\w+$/),
    type: z.enum(TYPES),
    label: z.string().regex(/^[A-Z]/),
    help: z.string().optional(),
    required: z.boolean().optional(),
    default: z.unknown().optional(),
    editable: z.boolean().optional(),
    mappable: z.boolean().optional(),
    advanced: z.boolean().optional(),
    multiline: z.boolean().optional(),
    semantic: z.enum(['file:name', 'file:data']).optional(),
    options: z.union([z.string().startsWith('rpc://'), z.array(z.strictObject({ label: z.string(), value: z.string() }))]).optional(),
    spec: z.union([z.string().startsWith('rpc://'), z.array(Parameter)]).optional(),
  }),
);
const CodeFiles = z.record(z.string(), z.string());
const Module = z.strictObject({
  label: z
    .string()
    .refine((label) => /^[A-Z][^A-Z]*$/.test(label.replace(/(?<=.)\b(PDF\/A|PDFs?|API|AI|HTML)\b/g, '')), 'is in sentence case'),
  description: z.string().endsWith('.'),
  moduleType: z.enum(['trigger', 'action', 'search', 'instant_trigger', 'universal']),
  connection: z.literal('platen'),
  actionCrud: z.enum(['create', 'read', 'update', 'delete']).optional(),
  webhook: z.literal('events').optional(),
  codeFiles: CodeFiles,
});
const Other = z.strictObject({
  label: z.string().optional(),
  connection: z.string().optional(),
  connectionType: z.string().optional(),
  webhookType: z.string().optional(),
  codeFiles: CodeFiles,
});
const Manifest = z.strictObject({
  fileVersion: z.literal(1),
  generalCodeFiles: CodeFiles,
  components: z.strictObject({
    connection: z.record(z.string(), Other),
    module: z.record(z.string(), Module),
    function: z.record(z.string(), Other),
    rpc: z.record(z.string(), Other),
    webhook: z.record(z.string(), Other),
    endpoint: z.record(z.string(), Other),
  }),
  origins: z.array(z.never()),
});

describe('the Make app', function () {
  this.timeout(180_000);
  const engine = new MakeEngine();
  const done = new Set<string>();
  let hub: TestHub;
  let caller: Caller;
  let receiver: Receiver;
  let template: string;

  before(async () => {
    receiver = await Receiver.open();
    hub = await startHub({ config: { egress: { allow: ['127.0.0.1:*'] } }, plugins: { 'pdf-tools': { config: { protect: true } } } });
    caller = await hub.account();
    template = (await caller.send<{ id: string }>('POST', '/v1/templates', { name: 'Lines', html_content: LINES })).body.id;
  });
  beforeEach(() => {
    engine.connection = { baseUrl: hub.url, apiKey: caller.key };
  });
  after(async () => {
    await hub.stop();
    await receiver.close();
  });

  const filesOf = (): string[] =>
    (readdirSync(APP, { recursive: true }) as string[])
      .map((path) => relative(APP, join(APP, path)))
      .filter((path) => statSync(join(APP, path)).isFile());
  const keysOf = (item: object | undefined): string[] => Object.keys(item ?? {}).sort();
  /** The names a person sees in Make before the first run must be those that come. */
  const assertShown = (name: string, bundle: object | undefined): void => {
    const { codeFiles } = engine.manifest.components.module[name] ?? { codeFiles: {} };
    const shown = (readJson(codeFiles['interface'] ?? '') as { name: string }[]).map((field) => field.name).sort();
    assert.deepEqual(keysOf(bundle), shown, `${name}: interface`);
    assert.deepEqual(keysOf(readJson(codeFiles['samples'] ?? '') as object), shown, `${name}: sample`);
  };
  const run = async (name: string, parameters: Record<string, unknown> = {}): Promise<Record<string, unknown>[]> => {
    done.add(name);
    const bundles = await engine.module(name, parameters);
    if (name !== 'downloadGeneration') assertShown(name, bundles[0]);
    return bundles;
  };
  const fails = async (promise: Promise<unknown>, type: string, message: RegExp): Promise<void> =>
    assert.rejects(promise, (error) => error instanceof MakeError && error.type === type && message.test(error.message));

  it('is made of files that are as Make wants them, each of them used, each expression readable', () => {
    const manifest = Manifest.parse(readJson('makecomapp.json'));
    const named = new Set([...Object.values(manifest.generalCodeFiles), 'makecomapp.json', 'icon.svg']);
    for (const components of Object.values(manifest.components))
      for (const { codeFiles } of Object.values<{ codeFiles: Record<string, string> }>(components))
        for (const path of Object.values(codeFiles)) named.add(path);
    assert.deepEqual(
      filesOf().filter((path) => !named.has(path)),
      [],
      'orphans',
    );
    assert.deepEqual(
      [...named].filter((path) => !filesOf().includes(path)),
      [],
      'missing',
    );
    for (const path of filesOf().filter((one) => one.endsWith('.json'))) {
      const text = JSON.stringify(readJson(path));
      for (const expression of expressionsOf(text.replace(/\\(["\\])/g, '$1'))) {
        parseExpression(expression);
        for (const [, name = ''] of expression.matchAll(/([A-Za-z]\w*)\(/g))
          assert.ok(name in engine.functions, `${path}: no function ${name}`);
      }
      if (/params|parameters|interface/.test(path)) z.array(Parameter).parse(readJson(path));
      for (const [, rpc = ''] of text.matchAll(/rpc:\/\/(\w+)/g)) assert.ok(rpc in manifest.components.rpc, `${path}: no RPC ${rpc}`);
    }
    const grouped = (readJson('modules/groups.json') as { modules: string[] }[]).flatMap(({ modules }) => modules);
    assert.deepEqual(grouped.sort(), Object.keys(manifest.components.module).sort());
  });

  it('has functions whose own tests pass', () => {
    let ran = 0;
    for (const { codeFiles } of Object.values(engine.manifest.components.function)) {
      const it_ = (_: string, test: () => void): void => {
        test();
        ran++;
      };
      // In another realm, what is equal has other prototypes.
      const same = { deepEqual: (a: unknown, b: unknown) => assert.equal(JSON.stringify(a), JSON.stringify(b)), equal: assert.equal };
      runInNewContext(`${readApp(codeFiles['code'] ?? '')};${readApp(codeFiles['test'] ?? '')}`, { it: it_, assert: same, iml: BUILT_IN });
    }
    assert.equal(ran, Object.keys(engine.manifest.components.function).length);
  });

  it('connects, and says what is wrong with a key or an address', async () => {
    assert.equal(await engine.connect({ baseUrl: hub.url, apiKey: caller.key }), `${caller.email} (enterprise)`);
    assert.deepEqual(engine.connection, { baseUrl: hub.url, apiKey: caller.key });
    await fails(engine.connect({ baseUrl: hub.url, apiKey: 'wrong' }), 'RuntimeError', /^\[401\] /);
    engine.connection = { baseUrl: hub.url, apiKey: 'wrong' };
    await fails(engine.module('listTemplates', { limit: 1 }), 'InvalidAccessTokenError', /^\[401\] /);
  });

  it('lists templates, and shows the variables of one as fields', async () => {
    assert.deepEqual(await engine.rpc('listTemplateOptions'), [{ label: 'Lines', value: template }]);
    const fields = await engine.rpc('templateVariables', { templateId: template });
    assert.deepEqual(fields.map(({ name, type }) => [name, type]).sort(), [
      ['customer', 'collection'],
      ['items', 'array'],
      ['title', 'text'],
    ]);
    z.array(z.looseObject({ name: z.string(), label: z.string(), required: z.boolean() })).parse(fields);
  });

  it('makes PDFs, once a run, with or without their file', async () => {
    const data = { title: 'Order 7', customer: { name: 'Ada' }, items: [{ name: 'Ink', price: 7 }] };
    const parameters = {
      templateId: template,
      data,
      format: 'A4',
      orientation: 'portrait',
      filename: 'order.pdf',
      download: true,
      requestId: 'run-1',
    };
    const [made] = await run('generateFromTemplate', parameters);
    assert.equal(made?.['fileName'], 'order.pdf');
    assert.equal(await textOf(made['data'] as Buffer), 'Order 7 Ada Ink: 7');
    const [again] = await run('generateFromTemplate', parameters);
    assert.equal(again?.['id'], made['id'], 'a repeated run makes nothing new');
    const [page] = await run('generateFromHtml', { html: '<p>plain', format: 'Legal', orientation: 'landscape', download: true });
    assert.equal(await textOf(page?.['data'] as Buffer), 'plain');
    const [bare] = await engine.module('generateFromHtml', { html: '<p>no file', format: 'A4', orientation: 'portrait', download: false });
    assert.equal(bare?.['data'], undefined);
    assert.equal((await run('getGeneration', { id: page?.['id'] }))[0]?.['status'], 'completed');
    const [file] = await run('downloadGeneration', { id: page?.['id'] });
    assert.equal(await textOf(file?.['data'] as Buffer), 'plain');
    assert.equal((await run('listGenerations', { limit: 2 })).length, 2);
    const [batch] = await run('generateBatch', { items: '[{"html":"<p>a"},{"html":"<p>b"}]' });
    assert.equal(batch?.['completed'], 2);
    await fails(engine.module('getGeneration', { id: 'gen_none' }), 'DataError', /^\[404\] /);
  });

  it('waits for a slow PDF by asking again', async () => {
    const picture = createServer((_, response) => {
      setTimeout(
        () => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg xmlns="http://www.w3.org/2000/svg"/>'),
        17_000,
      );
    });
    await new Promise<void>((resolve) => picture.listen(0, '127.0.0.1', resolve));
    const html = `<p>slow<img src="http://127.0.0.1:${String((picture.address() as AddressInfo).port)}/late.svg">`;
    const [made] = await engine.module('generateFromHtml', { html, format: 'A4', orientation: 'portrait', download: true });
    assert.equal(await textOf(made?.['data'] as Buffer), 'slow');
    picture.close();
  });

  it('works on PDF files', async () => {
    const data = await caller.pdf({ html: '<p>one<p style="break-before:page">two' });
    const values = [
      { key: 'short', value: 'new' },
      { key: 'agree', value: 'true' },
    ];
    const [filled] = await run('fillForm', { data: await form(), values, flatten: true });
    assert.match(await textOf(filled?.['data'] as Buffer), /new/);
    assert.equal((await run('listFields', { data: await form(), limit: 100 })).length, 8);
    const parts = await run('splitPdf', { data, ranges: '2, 1-2', limit: 100 });
    assert.deepEqual(await Promise.all(parts.map(async (part) => textOf(part['data'] as Buffer))), ['two', 'one two']);
    assert.equal((await run('mergePdfs', { files: [{ data }, { data }] }))[0]?.['pages'], 4);
    assert.equal((await run('signPdf', { data, name: 'Ada', page: 0, certificate: false }))[0]?.['cryptographically_signed'], false);
    await fails(engine.module('signPdf', { data, name: 'Ada', page: 0, certificate: true }), 'DataError', /no certificate/);
    assert.equal((await run('convertToPdfa', { data, level: '3b' }))[0]?.['level'], '3b');
    assert.equal((await run('protectPdf', { data, ownerPassword: 'owner' }))[0]?.['protected'], true);
  });

  it('manages templates, and calls anything else', async () => {
    const [created] = await run('createTemplate', { name: 'From Make', html: '<p>{{a}}' });
    assert.deepEqual(
      (await run('listTemplates', { search: 'from make', limit: 5 })).map(({ id }) => id),
      [created?.['id']],
    );
    done.add('writeTemplate');
    await fails(engine.module('writeTemplate', { prompt: 'x', type: 'other', style: 'modern' }), 'ConnectionError', /AI provider/);
    const [listed] = await run('makeApiCall', { url: '/v1/templates', method: 'GET', qs: [{ key: 'limit', value: '1' }], headers: [] });
    assert.equal((JSON.parse(String(listed?.['body'])) as { data: unknown[] }).data.length, 1);
    const headers = [{ key: 'Content-Type', value: 'application/json' }];
    const [refused] = await run('makeApiCall', { url: 'generate', method: 'POST', headers, body: '{}' });
    assert.equal(refused?.['statusCode'], 400);
  });

  it('triggers on events by a webhook, which it makes and removes, and on new templates by looking', async () => {
    const attached = await engine.attach('events', { event: 'generation.completed' }, receiver.url('/make'));
    const made = await caller.generate({ html: 'told' });
    const [told] = await receiver.wait('/make');
    const bundle = engine.deliver('watchEvents', told?.event) as Record<string, unknown>;
    done.add('watchEvents');
    assert.deepEqual([bundle['event'], bundle['id']], ['generation.completed', made.id]);
    assertShown('watchEvents', bundle);
    await engine.detach('events', attached);
    await engine.detach('events', attached);
    assert.deepEqual((await caller.send<{ data: unknown[] }>('GET', '/v1/integrations/hooks')).body.data, []);
    assert.ok((await run('watchTemplates', { limit: 10 })).length >= 1);
    assert.deepEqual(keysOf((await engine.epoch('watchTemplates'))[0]), ['date', 'label']);
  });

  it("turns Platen's answers into Make's kinds of errors", async () => {
    const kinds: [number, string][] = [
      [403, 'OutOfSpaceError'],
      [429, 'RateLimitError'],
      [503, 'ConnectionError'],
      [400, 'DataError'],
    ];
    const server = createServer((request, response) => {
      response
        .writeHead(Number(request.url?.split('/').at(-1)), { 'content-type': 'application/json' })
        .end('{"error":{"message":"because"}}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    engine.connection = { baseUrl: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, apiKey: 'k' };
    for (const [status, type] of kinds) await fails(engine.module('getGeneration', { id: String(status) }), type, /because/);
    server.close();
  });

  it('has run every module, and wrote no key and no secret into the log', () => {
    assert.deepEqual(
      Object.keys(engine.manifest.components.module).filter((name) => !done.has(name)),
      [],
    );
    const log = JSON.stringify(engine.log);
    assert.ok(log.includes('(sanitized)'));
    assert.ok(!log.includes(caller.key) && !log.includes('whsec_'));
  });
});
