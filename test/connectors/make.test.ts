import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, relative } from 'node:path';
import { finished, submit } from '../support/batches.ts';
import { type Caller, download } from '../support/caller.ts';
import { startHub, type TestHub } from '../support/hub.ts';
import { expressionsOf, parseExpression } from '../support/iml.ts';
import { LossyProxy } from '../support/lossy-proxy.ts';
import { APP, MakeEngine, MakeError, readJson } from '../support/make-engine.ts';
import { deployProblems, doubledNames } from '../support/make-deploy.ts';
import { objectionsTo, objectionsToParameters } from '../support/make-format.ts';
import { sizesOf, textOf } from '../support/pdf.ts';
import { Receiver } from '../support/receiver.ts';
import { slowDocument } from '../support/slow-picture.ts';
import { form } from '../plugins/pdf-tools/fixtures.ts';
import { assertKeepsDaysOfOrganization } from './make-days.ts';
import { assertMakesImages } from './make-images.ts';
import { assertRetriesLateFailure, assertSurvivesRestart } from './make-retries.ts';

const LINES = '<h1>{{title}}</h1><p>{{customer.name}}</p>{{#each items}}<p>{{name}}: {{price}}</p>{{/each}}';

const plans = {
  free: { requestsPerSecond: 1000, documentsPerMonth: 3, maxHooks: 200 },
  enterprise: { requestsPerSecond: 1000, documentsPerMonth: null },
};

const namesOf = (bundles: readonly Record<string, unknown>[]): unknown[] => bundles.map(({ fileName }) => fileName);

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
    hub = await startHub({
      config: { egress: { allow: ['127.0.0.1:*'] } },
      plugins: { 'pdf-tools': { config: { protect: true } }, limits: { config: { plans } } },
    });
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
    const { codeFiles = {} } = engine.manifest.components.module[name] ?? {};
    const shown = (readJson(codeFiles['interface'] ?? '') as { name: string }[]).map((field) => field.name).sort();
    assert.deepEqual(keysOf(bundle), shown, `${name}: interface`);
    assert.deepEqual(keysOf(readJson(codeFiles['samples'] ?? '') as object), shown, `${name}: sample`);
  };
  const run = async (name: string, parameters: Record<string, unknown> = {}): Promise<Record<string, unknown>[]> => {
    done.add(name);
    const bundles = await engine.module(name, parameters);
    // Each bundle has those of the names that mean something for it.
    if (name !== 'downloadGeneration') assertShown(name, Object.assign({}, ...bundles) as object);
    return bundles;
  };
  const fails = async (promise: Promise<unknown>, type: string, message: RegExp): Promise<void> =>
    assert.rejects(promise, (error) => error instanceof MakeError && error.type === type && message.test(error.message));

  it('is made of files that are as Make wants them, each of them used, each expression readable', () => {
    const { manifest } = engine;
    assert.deepEqual(deployProblems(manifest), []);
    const named = new Set([...Object.values(manifest.generalCodeFiles), 'makecomapp.json', 'icon.svg'].filter((path) => path !== null));
    for (const components of Object.values(manifest.components))
      for (const { codeFiles } of Object.values(components)) for (const path of Object.values(codeFiles)) named.add(path);
    assert.deepEqual(filesOf().sort(), [...named].sort(), 'every file is named, and every name is a file');
    for (const path of filesOf().filter((one) => one.endsWith('.json'))) {
      const text = JSON.stringify(readJson(path));
      for (const expression of expressionsOf(text.replace(/\\(["\\])/g, '$1'))) {
        parseExpression(expression);
        for (const [, name = ''] of expression.replaceAll(/'[^']*'/g, '').matchAll(/([A-Za-z]\w*)\(/g))
          assert.ok(name in engine.functions, `${path}: no function ${name}`);
      }
      assert.deepEqual(objectionsTo(path, readJson(path)), [], `${path}, by Make's format`);
      assert.deepEqual(doubledNames(readJson(path)), [], path);
      assert.notEqual(text, '[]', `${path} may be left out`);
      for (const [, rpc = ''] of text.matchAll(/rpc:\/\/(\w+)/g)) assert.ok(rpc in manifest.components.rpc, `${path}: no RPC ${rpc}`);
    }
    const grouped = (readJson('modules/groups.json') as { modules: string[] }[]).flatMap(({ modules }) => modules);
    assert.deepEqual(grouped.sort(), Object.keys(manifest.components.module).sort());
    const inCase = /^[A-Z][^A-Z]*$/;
    for (const { label } of Object.values(manifest.components.module))
      assert.match(label.replace(/(?<=.)\b(PDF\/A|PDFs?|API|AI|HTML)\b/g, ''), inCase, 'names are in sentence case');
  });

  it("is judged by schemas that object to what Make's extension would not deploy", () => {
    const communication = readJson('modules/get-generation/get-generation.communication.iml.json') as object;
    for (const wrong of [{ method: 'FETCH' }, { unknown: 1 }, { method: 'POST' }])
      assert.notDeepEqual(objectionsTo('x.communication.iml.json', { ...communication, ...wrong }), []);
    assert.notDeepEqual(objectionsToParameters([{ name: 'a', type: 'string' }]), []);
    assert.equal(objectionsTo('modules/x/x.parameters.iml.json', []), undefined);
    const { components } = engine.manifest;
    const getGeneration = { label: 'Get', connection: 'nobody', codeFiles: { parameters: 'a.params.iml.json' } };
    const problems = deployProblems({ ...engine.manifest, components: { ...components, module: { getGeneration } } });
    assert.match(problems.join(), /Unsupported component code type: module->parameters.*no connection nobody/);
  });

  it('connects, and says what is wrong with a key or an address', async () => {
    assert.equal(await engine.connect({ baseUrl: hub.url, apiKey: caller.key }), `${caller.email} (enterprise)`);
    assert.deepEqual(engine.connection, { baseUrl: hub.url, apiKey: caller.key });
    for (const baseUrl of [`${hub.url}/`, ` ${hub.url}`, `${hub.url}/v1`, `${hub.url}//v1// `]) {
      await engine.connect({ baseUrl, apiKey: caller.key });
      assert.equal(engine.connection['baseUrl'], hub.url);
    }
    await fails(engine.connect({ baseUrl: hub.url, apiKey: 'wrong' }), 'InvalidAccessTokenError', /^\[401\] /);
    const other = createServer((_, response) => response.end('{"hello":"world"}'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${String((other.address() as AddressInfo).port)}`;
    await fails(engine.connect({ baseUrl, apiKey: 'k' }), 'InvalidConfigurationError', /not that of a Platen/);
    other.close();
    engine.connection = { baseUrl: hub.url, apiKey: 'wrong' };
    await fails(engine.module('listTemplates', { limit: 1 }), 'InvalidAccessTokenError', /^\[401\] /);
  });

  it('lists templates, and asks for the variables of the one that was chosen, as its author described them', async () => {
    assert.deepEqual(await engine.rpc('listTemplateOptions'), [{ label: 'Lines', value: template }]);
    const { codeFiles = {} } = engine.manifest.components.module['generateFromTemplate'] ?? {};
    const [chosen] = readJson(codeFiles['mappableParams'] ?? '') as { name: string; options: { store: string; nested: object[] } }[];
    assert.equal(chosen?.options.store, 'rpc://listTemplateOptions');
    assert.deepEqual(chosen.options.nested, [{ name: 'data', type: 'collection', label: 'Variables', spec: ['rpc://templateVariables'] }]);
    const fields = await engine.rpc('templateVariables', { templateId: template });
    assert.deepEqual(
      fields.map(({ name, type, required }) => [name, type, required]),
      [
        ['title', 'text', false],
        ['customer', 'collection', false],
        ['items', 'array', false],
      ],
    );
    assert.deepEqual(objectionsToParameters(fields), []);
    const schema = { due: { $type: 'date', title: 'Due date', description: 'The last day to pay.', required: true } };
    const described = await caller.send<{ id: string }>('POST', '/v1/templates', { name: 'Due', html_content: '{{due}}', schema });
    const parameters = await engine.rpc('templateVariables', { templateId: described.body.id });
    assert.deepEqual(parameters, [
      { name: 'due', label: 'Due date', help: 'The last day to pay.', type: 'date', required: true, time: false },
    ]);
    await caller.send('DELETE', `/v1/templates/${described.body.id}`);
  });

  it('pages the list of templates', async () => {
    const account = await hub.account();
    for (let made = 0; made < 520; made += 40)
      await Promise.all(Array.from({ length: 40 }, async () => account.send('POST', '/v1/templates', { name: 't', html_content: 'x' })));
    engine.connection = { baseUrl: hub.url, apiKey: account.key };
    const values = (await engine.rpc('listTemplateOptions')).map(({ value }) => value);
    assert.equal(new Set(values).size, 520, 'also of an account with more than 500');
  });

  it('gives each bundle and each module of a run its own PDF under one request ID, and makes none twice', async () => {
    const account = await hub.account();
    engine.connection = { baseUrl: hub.url, apiKey: account.key };
    const parameters = (html: string): Record<string, unknown> => ({ html, download: true, requestId: 'execution-1' });
    const make = async (html: string): Promise<Record<string, unknown>> =>
      (await engine.module('generateFromHtml', parameters(html)))[0] ?? {};
    const bundles = [await make('<p>one'), await make('<p>two'), await make('<p>three')];
    assert.deepEqual(await Promise.all(bundles.map(async ({ data }) => textOf(data as Buffer))), ['one', 'two', 'three']);
    assert.equal((await make('<p>two'))['id'], bundles[1]?.['id'], 'a run that is repeated');
    const items = (word: string): object => ({ items: JSON.stringify([{ html: word }]), requestId: 'execution-1' });
    const [first] = await engine.module('generateBatch', items('a') as Record<string, unknown>);
    const [second] = await engine.module('generateBatch', items('b') as Record<string, unknown>);
    assert.notEqual(first?.['batch_id'], second?.['batch_id']);
    const proxy = await LossyProxy.open(hub.url, '/v1/integrations/actions/generate');
    engine.connection = { baseUrl: proxy.url, apiKey: account.key };
    await assert.rejects(make('<p>lost'), /fetch failed/);
    assert.equal(await textOf((await make('<p>lost'))['data'] as Buffer), 'lost');
    await proxy.close();
    const { body } = await account.send<{ data: unknown[] }>('GET', '/v1/generations?limit=100');
    assert.equal(body.data.length, 3 + 2 + 1);
    const liar = await LossyProxy.open(hub.url, undefined, { 'idempotency-mismatch': 'true' });
    engine.connection = { baseUrl: liar.url, apiKey: account.key };
    await fails(make('<p>x'), 'DataError', /another request/);
    await liar.close();
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
    const [bare] = await engine.module('generateFromHtml', { html: '<p>no file', format: 'A4', download: false });
    assert.deepEqual([bare?.['data'], bare?.['status']], [undefined, 'completed']);
    const marked = { html: '<p>x', test: true, header: '<p>Top', marginTop: '3cm', download: true };
    const [test] = await engine.module('generateFromHtml', marked);
    for (const word of ['TEST', 'Top']) assert.ok((await textOf(test?.['data'] as Buffer)).includes(word));
    assert.equal((await run('getGeneration', { id: page?.['id'] }))[0]?.['status'], 'completed');
    const [file] = await run('downloadGeneration', { id: page?.['id'] });
    assert.equal(await textOf(file?.['data'] as Buffer), 'plain');
    assert.equal((await run('listGenerations', { limit: 2 })).length, 2);
    const [batch] = await run('generateBatch', { items: '[{"html":"<p>a"},{"html":"<p>b"}]' });
    assert.equal(batch?.['completed'], 2);
    const [merged] = await engine.module('generateBatch', { items: '[{"html":"<p>a"},{"html":"<p>b"}]', result: 'merged' });
    assert.equal(await textOf(await download(String(merged?.['result_url']))), 'a b');
    const [zipped] = await engine.module('generateBatch', { items: '[{"html":"<p>a"},{"html":"<p>b"}]', result: 'zip' });
    const archive = Buffer.from(await download(String(zipped?.['result_url'])));
    assert.equal(archive.subarray(0, 2).toString(), 'PK');
    await assertMakesImages(run, file?.['data']);
    await fails(engine.module('pdfToImage', { source: 'file', data: file?.['data'], page: 0 }), 'DataError', /^\[400\].*page/);
    const [linked] = await run('pdfToImage', { source: 'link', pdfUrl: page?.['url'], dpi: 48 });
    assert.deepEqual([linked?.['width'], linked?.['height']], [672, 408], 'legal paper, across');
    assert.deepEqual(await run('deleteGeneration', { id: page?.['id'] }), [{ id: page?.['id'], deleted: true }]);
    await fails(engine.module('downloadGeneration', { id: page?.['id'] }), 'DataError', /^\[404\] /);
    await fails(engine.module('getGeneration', { id: 'gen_none' }), 'DataError', /^\[404\] /);
  });

  it('waits for a slow PDF by asking again', async () => {
    const { html, close } = await slowDocument(17_000);
    const [made] = await engine.module('generateFromHtml', { html, format: 'A4', orientation: 'portrait', download: true });
    assert.equal(await textOf(made?.['data'] as Buffer), 'slow');
    close();
  });

  it('makes a document anew that failed late, when the run is repeated', async () => assertRetriesLateFailure(engine));
  it('makes a document anew whose hub was killed, when the run is repeated', async () => assertSurvivesRestart(engine));
  it('prints a day as it is in the zone of the organization', async () => assertKeepsDaysOfOrganization(engine, caller));

  it('works on PDF files', async () => {
    const data = await caller.pdf({ html: '<p>one<p style="break-before:page">two' });
    const values = { texts: [{ name: 'short', value: 'new' }], checkboxes: [{ name: 'agree', value: true }] };
    const [filled] = await run('fillForm', { data: await form(), ...values, flatten: true });
    assert.match(await textOf(filled?.['data'] as Buffer), /new/);
    assert.match(await textOf((await run('watermarkPdf', { data, text: 'DRAFT' }))[0]?.['data'] as Buffer), /DRAFT/);
    assert.equal((await run('listFields', { data: await form(), limit: 100 })).length, 8);
    const split = { data, limit: 100 };
    const parts = await run('splitPdf', { ...split, ranges: '2, 1-2' });
    assert.deepEqual(await Promise.all(parts.map(async (part) => textOf(part['data'] as Buffer))), ['two', 'one two']);
    assert.deepEqual(namesOf(parts), ['part-1.pdf', 'part-2.pdf']);
    assert.deepEqual(namesOf(await engine.module('splitPdf', { ...split, fileName: 'Invoice 7.PDF' })), [
      'Invoice 7-1.pdf',
      'Invoice 7-2.pdf',
    ]);
    for (const ranges of ['x"', '1-', '1;2']) await fails(engine.module('splitPdf', { ...split, ranges }), 'DataError', /^\[400\].*ranges/);
    const files = (count: number) => ({ source: 'files', files: Array.from({ length: count }, () => ({ fileName: 'a.pdf', data })) });
    for (const count of [2, 3, 20]) assert.equal((await run('mergePdfs', files(count)))[0]?.['pages'], 2 * count);
    await fails(engine.module('mergePdfs', files(21)), 'DataError', /^\[400\].*pdfs/);
    const { url } = await caller.generate({ html: 'linked' });
    assert.equal((await run('mergePdfs', { source: 'links', links: [{ pdf_url: url }, { pdf_url: url }] }))[0]?.['pages'], 2);
    assert.equal((await run('signPdf', { data, name: 'Ada', page: 2, certificate: false }))[0]?.['cryptographically_signed'], false);
    await fails(engine.module('signPdf', { data, name: 'Ada', page: 1, certificate: true }), 'DataError', /no certificate/);
    assert.equal((await run('convertToPdfa', { data, level: '3b' }))[0]?.['level'], '3b');
    assert.equal((await run('protectPdf', { data, ownerPassword: 'owner-secret' }))[0]?.['protected'], true);
  });

  it('manages templates, and calls anything else', async () => {
    const page = { format: 'Letter', orientation: 'landscape', marginTop: '3cm' };
    const [created] = await run('createTemplate', { name: 'From Make', html: '<p>{{a}}', ...page });
    assert.deepEqual(created?.['options'], { format: 'Letter', orientation: 'landscape', margin: { top: '3cm' } });
    assert.equal((await engine.module('createTemplate', { name: 'Plain', html: '<p>{{a}}' }))[0]?.['version'], 1);
    const [asSaved] = await engine.module('generateFromTemplate', { templateId: created['id'], download: true });
    assert.deepEqual(await sizesOf(asSaved?.['data'] as Buffer), [[792, 612]], 'as the template was saved');
    assert.deepEqual(
      (await run('listTemplates', { search: 'from make', limit: 5 })).map(({ id }) => id),
      [created['id']],
    );
    done.add('writeTemplate');
    const wish = { prompt: 'x', type: 'other', style: 'modern' };
    await fails(engine.module('writeTemplate', wish), 'InvalidConfigurationError', /AI provider/);
    const [listed] = await run('makeApiCall', { url: '/v1/templates', method: 'GET', qs: [{ key: 'limit', value: '1' }], headers: [] });
    assert.equal((listed?.['body'] as { data: unknown[] }).data.length, 1);
    const headers = [{ key: 'Content-Type', value: 'application/json' }];
    const [made] = await run('makeApiCall', { url: 'generate', method: 'POST', headers, body: '{"html":"x"}' });
    assert.equal(made?.['statusCode'], 201);
    await fails(engine.module('makeApiCall', { url: 'generate', method: 'POST', headers, body: '{}' }), 'DataError', /^\[400\] /);
  });

  it('triggers on every event by a webhook, which it makes and removes, and shows all that comes', async () => {
    const account = await hub.account({ plan: 'free' });
    engine.connection = { baseUrl: hub.url, apiKey: account.key };
    done.add('watchEvents');
    const { codeFiles = {} } = engine.manifest.components.module['watchEvents'] ?? {};
    const shown = new Set((readJson(codeFiles['interface'] ?? '') as { name: string }[]).map(({ name }) => name));
    const unshown = (bundle: object): string[] => keysOf(bundle).filter((key) => !shown.has(key));
    assert.deepEqual(unshown(readJson(codeFiles['samples'] ?? '') as object), []);
    const template = (await account.send<{ id: string }>('POST', '/v1/templates', { name: 't', html_content: 'x' })).body;
    const CAUSES = [
      ['generation.completed', async () => account.generate({ html: 'told' })],
      ['generation.failed', async () => account.send('POST', '/v1/generate', { react: 'export default () => { throw new Error("no") }' })],
      ['batch.completed', async () => finished(account, (await submit(account, { items: [{ html: 'x' }] })).batch_id)],
      ['template.created', async () => account.send('POST', '/v1/templates', { name: 'n', html_content: 'x' })],
      ['template.updated', async () => account.send('PUT', `/v1/templates/${template.id}`, { name: 'u' })],
      ['template.deleted', async () => account.send('DELETE', `/v1/templates/${template.id}`)],
      ['quota.warning', async () => account.generate({ html: 'the last of the month' })],
    ] as const;
    const attached = [];
    const filter = (event: string) => (/created|updated|deleted|quota/.test(event) ? { templateId: template.id } : {});
    for (const [event] of CAUSES) attached.push(await engine.attach('events', { event, ...filter(event) }, receiver.url(`/make-${event}`)));
    for (const [event, cause] of CAUSES) {
      await cause();
      const [told] = await receiver.wait(`/make-${event}`);
      const bundle = engine.deliver('watchEvents', told?.event) as Record<string, unknown>;
      assert.equal(bundle['event'], event);
      assert.deepEqual(unshown(bundle), [], event);
    }
    // A hundred others, so that those of this scenario are not on the first page of the account's.
    for (let i = 0; i < 100; i++)
      await account.send('POST', '/v1/integrations/hooks', { target_url: receiver.url(`/other-${String(i)}`), event: 'batch.completed' });
    for (const webhook of [...attached, ...attached]) await engine.detach('events', webhook);
    const { body } = await account.send<{ data: { target_url: string }[] }>('GET', '/v1/integrations/hooks?limit=100');
    assert.equal(body.data.length, 100);
    assert.ok(body.data.every(({ target_url }) => target_url.includes('/other-')));
  });

  it('triggers on new templates by looking', async () => {
    assert.ok((await run('watchTemplates', { limit: 10 })).length >= 1);
    assert.deepEqual(keysOf((await engine.epoch('watchTemplates'))[0]), ['date', 'label']);
  });

  it("turns Platen's answers into Make's kinds of errors", async () => {
    const kinds: [status: number, type: string, code?: string][] = [
      [400, 'DataError'],
      [401, 'InvalidAccessTokenError'],
      [403, 'DataError', 'FORBIDDEN'],
      [403, 'OutOfSpaceError', 'USAGE_LIMIT_EXCEEDED'],
      [404, 'DataError'],
      [409, 'RateLimitError', 'IDEMPOTENCY_IN_PROGRESS'],
      [422, 'DataError'],
      [429, 'RateLimitError'],
      [500, 'ConnectionError'],
      [501, 'InvalidConfigurationError', 'NOT_IMPLEMENTED'],
      [502, 'ConnectionError'],
      [503, 'ConnectionError', 'SERVICE_UNAVAILABLE'],
      [503, 'InvalidConfigurationError', 'AI_NOT_CONFIGURED'],
      [504, 'ConnectionError'],
    ];
    let answer: [status: number, body: object, headers?: Record<string, string>] = [200, {}];
    const server = createServer((_, response) => {
      response.writeHead(answer[0], { 'content-type': 'application/json', ...answer[2] }).end(JSON.stringify(answer[1]));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    engine.connection = { baseUrl: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, apiKey: 'k' };
    for (const [status, type, code] of kinds) {
      answer = [status, { error: { code, message: 'because' } }];
      await fails(engine.module('getGeneration', { id: 'gen_1' }), type, /because/);
    }
    for (const status of [429, 503]) {
      answer = [status, { error: { message: 'Busy.' } }, { 'retry-after': '7' }];
      await fails(
        engine.module('getGeneration', { id: 'gen_1' }),
        status === 429 ? 'RateLimitError' : 'ConnectionError',
        /again after 7 s/,
      );
    }
    answer = [
      400,
      {
        error: {
          message: 'a: is wrong',
          fields: [
            { field: 'a', message: 'is wrong' },
            { field: 'b', message: 'too' },
          ],
        },
      },
    ];
    await fails(engine.module('getGeneration', { id: 'gen_1' }), 'DataError', /a: is wrong Also wrong: a, b/);
    server.close();
  });

  it('has run every module, and wrote no key and no secret into the log', () => {
    assert.deepEqual(
      Object.keys(engine.manifest.components.module).filter((name) => !done.has(name)),
      [],
    );
    const log = JSON.stringify(engine.log);
    assert.ok(log.includes('(sanitized)'));
    assert.ok(!log.includes(caller.key) && !log.includes('whsec_') && !log.includes('owner-secret'));
  });
});
