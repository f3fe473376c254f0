import assert from 'node:assert/strict';
import { finished, submit } from '../support/batches.ts';
import type { Caller } from '../support/caller.ts';
import { type SharedHub, sharedHub } from '../support/hub.ts';
import { localPage } from '../support/local-server.ts';
import { slowDocument } from '../support/slow-picture.ts';
import { Engine, type Item } from '../support/n8n-engine.ts';
import { builtConnector } from '../support/n8n-tools.ts';
import { sizesOf, textOf } from '../support/pdf.ts';
import { Receiver } from '../support/receiver.ts';
import { temporaryFolder } from '../support/services.ts';
import { form } from '../plugins/pdf-tools/fixtures.ts';

const LINES = '<h1>{{title}}</h1><p>{{customer.name}}</p>{{#each items}}<p>{{name}}: {{price}}</p>{{/each}}';

describe('the n8n connector', function () {
  this.timeout(600_000);
  const home = temporaryFolder('n8n');
  let engine: Engine;
  let hub: SharedHub;
  let caller: Caller;
  let receiver: Receiver;
  let template: string;
  const done = new Set<string>();

  before(async () => {
    const built = builtConnector();
    engine = await Engine.start(built.engine, built.connector, home.path);
    receiver = await Receiver.open();
    hub = await sharedHub();
    caller = await hub.account();
    engine.webhookBase = receiver.url('/n8n');
    template = (await caller.send<{ id: string }>('POST', '/v1/templates', { name: 'Lines', html_content: LINES })).body.id;
  });
  after(async () => {
    await hub.stop();
    await receiver.close();
    home.remove();
  });

  beforeEach(() => {
    engine.credentials = { baseUrl: hub.url, apiKey: caller.key };
  });

  const run = async (
    resource: string,
    operation: string,
    parameters: object = {},
    items?: readonly Item[],
    executionId?: string,
  ): Promise<Item[]> => {
    done.add(`${resource} ${operation}`);
    return engine.run({ resource, operation, ...parameters }, items, {}, executionId);
  };
  const fileOf = async (item: Item | undefined, field = 'data'): Promise<string> => {
    const binary = item?.binary?.[field];
    assert.equal(binary?.mimeType, 'application/pdf');
    return textOf(Buffer.from(binary.data, 'base64'));
  };
  const withPdf = (...pdfs: readonly Uint8Array[]): Item[] => [
    {
      json: {},
      binary: Object.fromEntries(
        pdfs.map((pdf, i) => [
          i === 0 ? 'data' : `data_${String(i)}`,
          { data: Buffer.from(pdf).toString('base64'), mimeType: 'application/pdf' },
        ]),
      ),
    },
  ];

  it('tests its credential', async () => {
    assert.equal(await engine.testCredential(), undefined);
    const { credentials } = engine;
    engine.credentials = { ...credentials, apiKey: 'wrong' };
    assert.equal(await engine.testCredential(), '401');
    await assert.rejects(run('pdf', 'get', { id: 'gen_x' }), (error: Error & { httpCode?: string }) => error.httpCode === '401');
    engine.credentials = { ...credentials, baseUrl: 'nowhere' };
    await assert.rejects(run('pdf', 'get', { id: 'gen_x' }), /must look like/);
    for (const baseUrl of [`${hub.url}/`, `${hub.url}/v1`, ` ${hub.url}/v1/`]) {
      engine.credentials = { ...credentials, baseUrl };
      assert.equal(await engine.testCredential(), undefined, baseUrl);
      assert.ok((await run('pdf', 'getAll', { returnAll: false, limit: 1 })).length <= 1, 'the node agrees');
    }
    for (const body of ['<html>Welcome', '{"hello":"world"}']) {
      const other = await localPage(body);
      engine.credentials = { ...credentials, baseUrl: other.url };
      assert.match(String(await engine.testCredential()), /not that of a Platen/);
      if (body.startsWith('<')) await assert.rejects(run('pdf', 'get', { id: 'gen_x' }), /did not come from Platen/);
      other.close();
    }
  });

  it('lists templates to choose from, a page at a time, and shows their variables as fields', async () => {
    const { listSearch, resourceMapping } = engine.type('platen').methods;
    const found = (await listSearch['searchTemplates']?.call(engine.loadOptions({}), 'line')) as {
      results: { name: string; value: string }[];
    };
    assert.deepEqual(found.results, [{ name: 'Lines', value: template }]);
    const parameters = { resource: 'pdf', operation: 'generateFromTemplate', templateId: { __rl: true, mode: 'list', value: template } };
    const { fields } = (await resourceMapping['getVariables']?.call(engine.loadOptions(parameters))) as {
      fields: { id: string; displayName: string; type: string; required: boolean }[];
    };
    assert.deepEqual(
      fields.map(({ displayName, required }) => [displayName, required]),
      [
        ['Title', false],
        ['Customer – Name', false],
        ['Items (a list, each entry with name, price)', false],
      ],
      'a variable that is merely printed may be empty',
    );
    assert.deepEqual(Object.fromEntries(fields.map(({ id, type }) => [id, type])), {
      title: 'string',
      'customer.name': 'string',
      items: 'array',
    });
  });

  it('makes PDFs from templates and HTML, once a run', async () => {
    const templateId = { __rl: true, mode: 'list', value: template };
    const items = [{ name: 'Ink', price: 7 }];
    const variables = { mappingMode: 'defineBelow', value: { title: 'Order 7', 'customer.name': 'Ada', items } };
    const parameters = { templateId, variables, format: 'Letter', filename: 'order.pdf', download: true, minutes: 1 };
    const [made] = await run('pdf', 'generateFromTemplate', parameters, undefined, '77');
    assert.equal(await fileOf(made), 'Order 7 Ada Ink: 7');
    assert.deepEqual(made?.pairedItem, { item: 0 });
    assert.equal(made.binary?.['data']?.fileName, 'order.pdf');
    assert.equal(made.json['status'], 'completed', 'the whole document');
    const rows = [{ name: null, price: 7 }, null, { name: 'Ink', price: null }];
    const empty = { mappingMode: 'defineBelow', value: { title: null, 'customer.name': null, items: rows } };
    const more = {
      variables: empty,
      outputProperty: 'invoice',
      test: true,
      additional: { header: '<p>Top', margin_top: '3cm', locale: '' },
    };
    const [test] = await run('pdf', 'generateFromTemplate', { ...parameters, ...more });
    for (const word of ['Top', 'TEST', ': 7 Ink:']) assert.ok((await fileOf(test, 'invoice')).includes(word), word);
    const quick = Object.keys(made.json).sort();
    assert.deepEqual(quick, Object.keys((await run('pdf', 'get', { id: made.json['id'] }))[0]?.json ?? {}).sort(), 'one shape');
    const [again] = await run('pdf', 'generateFromTemplate', parameters, undefined, '77');
    assert.equal(again?.json['id'], made.json['id'], 'a retried execution makes nothing new');
    const auto = { ...parameters, variables: { mappingMode: 'autoMapInputData', value: null } };
    const [mapped] = await run('pdf', 'generateFromTemplate', auto, [
      { json: { title: 'Mapped', customer: { name: 'Bo' }, items: [], extra: null } },
    ]);
    assert.equal(await fileOf(mapped), 'Mapped Bo');
    const html = { html: '={{ "<p>" + $json.word }}', download: false, minutes: 1 };
    const both = await run('pdf', 'generateFromHtml', html, [{ json: { word: 'one' } }, { json: { word: 'two' } }]);
    assert.equal(both.length, 2);
    assert.equal(both[1]?.binary, undefined);
    const id = String(both[0]?.json['id']);
    assert.equal((await run('pdf', 'get', { id }))[0]?.json['status'], 'completed');
    assert.equal(await fileOf((await run('pdf', 'download', { id }))[0]), 'one');
    assert.equal((await run('pdf', 'getAll', { returnAll: false, limit: 2 })).length, 2);
    assert.ok((await run('pdf', 'getAll', { returnAll: true })).length >= 4);
    const bars = '<style>body{margin:0}div{height:1500px}</style><div></div><div></div>';
    const [image] = await run('pdf', 'htmlToImage', { html: bars, width: 640 });
    assert.deepEqual([image?.binary?.['data']?.mimeType, image?.json['width'], image?.json['height']], ['image/png', 640, 3000]);
    const { url, close } = await localPage('<p>from the web');
    assert.equal(await fileOf((await run('pdf', 'generateFromUrl', { url, minutes: 1, download: true }))[0]), 'from the web');
    assert.equal((await run('pdf', 'urlToImage', { url, width: 300 }))[0]?.json['width'], 300);
    close();
    const [photo] = await run('pdf', 'htmlToImage', { html: bars, width: 320, imageOptions: { height: 200, scale: 2, type: 'jpeg' } });
    assert.deepEqual([photo?.binary?.['data']?.mimeType, photo?.json['width'], photo?.json['height']], ['image/jpeg', 640, 400]);
    assert.deepEqual((await run('pdf', 'delete', { id }))[0]?.json, { deleted: true });
  });

  it('waits for a slow PDF as long as it takes', async () => {
    const { html, close } = await slowDocument(14_000);
    const [made] = await run('pdf', 'generateFromHtml', { html, download: true, minutes: 2 });
    assert.equal(await fileOf(made), 'slow');
    close();
  });

  it('makes batches and waits for them', async () => {
    const [ended] = await run('batch', 'generate', { items: '[{ "html": "<p>a" }, { "html": "<p>b" }]', minutes: 2 });
    assert.equal(ended?.json['completed'], 2);
    const two = { items: '[{ "html": "<p>a" }, { "html": "<p>b" }]', minutes: 2 };
    const [merged] = await run('batch', 'generate', { ...two, result: 'merged', outputProperty: 'all' });
    assert.match(String(merged?.json['result_url']), /^http/);
    assert.equal(await fileOf(merged, 'all'), 'a b');
    const [zipped] = await run('batch', 'generate', { ...two, result: 'zip', download: true });
    const { data = '', mimeType, fileName } = zipped?.binary?.['data'] ?? {};
    assert.deepEqual([Buffer.from(data, 'base64').toString('latin1', 0, 2), mimeType, fileName], ['PK', 'application/zip', 'batch.zip']);
    assert.equal((await run('batch', 'generate', { ...two, result: 'zip', download: false }))[0]?.binary, undefined);
    const [begun] = await run('batch', 'generate', { items: [{ html: 'c' }], minutes: 0 });
    const batchId = String(begun?.json['batch_id']);
    await finished(caller, batchId);
    const [got] = await run('batch', 'get', { batchId });
    assert.equal(got?.json['completed'], 1);
    const shape = (item: Item | undefined): string[] => Object.keys(item?.json ?? {}).sort();
    for (const one of [ended, merged, zipped, got]) assert.deepEqual(shape(one), shape(begun), 'one shape');
    await assert.rejects(run('batch', 'generate', { items: '[', minutes: 0 }), /must be JSON/);
    await assert.rejects(run('batch', 'generate', { items: '[{}]', minutes: 0 }), (error: Error & { description?: string }) =>
      /items\.0/.test(error.description ?? ''),
    );
  });

  it('works on PDF files', async () => {
    const pages = await caller.pdf({ html: '<p>one<p style="break-before:page">two' });
    const filled = await run(
      'tool',
      'fillForm',
      { binaryProperty: 'data', values: '{ "short": "new", "agree": true }', flatten: true },
      withPdf(await form()),
    );
    assert.match(await fileOf(filled[0]), /new/);
    const [listed] = await run('tool', 'listFields', { binaryProperty: 'data' }, withPdf(await form()));
    assert.equal(listed?.json['total'], 8);
    const fields = '[{ "name": "added", "type": "text", "page": 2, "x": 20, "y": 20, "defaultValue": "here" }]';
    const [added] = await run('tool', 'addFields', { binaryProperty: 'data', fields }, withPdf(pages));
    const [{ json: found } = { json: {} }] = await run('tool', 'listFields', { binaryProperty: 'data' }, [added as Item]);
    assert.deepEqual((found as { fields: { pages: number[] }[] }).fields[0]?.pages, [2]);
    await assert.rejects(
      run('tool', 'addFields', { binaryProperty: 'data', fields: '[{ "name": "x", "page": 0 }]' }, withPdf(pages)),
      /is 1 or more/,
    );
    const parts = await run('tool', 'split', { binaryProperty: 'data', ranges: '2, 1-2' }, withPdf(pages));
    assert.deepEqual(await Promise.all(parts.map(async (part) => fileOf(part))), ['two', 'one two']);
    const [merged] = await run('tool', 'merge', { mergeFrom: 'fields', binaryProperties: 'data, data_1' }, withPdf(pages, pages));
    assert.equal(merged?.json['pages'], 4);
    const incoming = [...withPdf(pages), ...withPdf(pages), ...withPdf(pages)];
    const all = await run('tool', 'merge', { mergeFrom: 'items', binaryProperties: 'data', outputProperty: 'whole' }, incoming);
    assert.deepEqual([all.length, all[0]?.json['pages'], all[0]?.binary?.['whole']?.fileName], [1, 6, 'merged.pdf']);
    assert.deepEqual(all[0]?.pairedItem, [{ item: 0 }, { item: 1 }, { item: 2 }]);
    const draft = { binaryProperty: 'data', text: 'DRAFT', opacity: 0.2, rotation: 30, color: '#ff0000', layer: 'over' };
    assert.match(await fileOf((await run('tool', 'watermark', draft, withPdf(pages)))[0]), /DRAFT/);
    const [image] = await run('tool', 'pageToImage', { binaryProperty: 'data', page: 1, dpi: 48 }, withPdf(pages));
    assert.equal(image?.binary?.['data']?.mimeType, 'image/png');
    const { url } = await caller.generate({ html: '<p>linked' });
    const link = { pdfUrl: url, dpi: 48, outputProperty: 'picture' };
    assert.equal((await run('tool', 'pageToImage', link))[0]?.binary?.['picture']?.mimeType, 'image/png');
    const sign = { binaryProperty: 'data', name: 'Ada', reason: 'Approved', page: 2, certificate: false };
    assert.equal((await run('tool', 'sign', sign, withPdf(pages)))[0]?.json['cryptographically_signed'], false);
    await assert.rejects(run('tool', 'sign', { ...sign, certificate: true }, withPdf(pages)), /no certificate/);
    assert.equal((await run('tool', 'pdfa', { binaryProperty: 'data', level: '2b', title: 'A' }, withPdf(pages)))[0]?.json['level'], '2b');
    const [locked] = await run('tool', 'protect', { binaryProperty: 'data', ownerPassword: 'owner', userPassword: '' }, withPdf(pages));
    assert.equal(locked?.json['protected'], true);
    await assert.rejects(run('tool', 'listFields', { binaryProperty: 'data' }, [{ json: {} }]), /binary/i);
  });

  it('manages templates', async () => {
    const pageOptions = { format: 'Letter', orientation: 'landscape', margin_top: '3cm', locale: 'de', footer: '' };
    const [created] = await run('template', 'create', { name: 'From n8n', htmlContent: '<p>{{a}}', pageOptions });
    const id = String(created?.json['id']);
    const locator = { template: { __rl: true, mode: 'id', value: id } };
    const saved = { format: 'Letter', orientation: 'landscape', margin: { top: '3cm' }, locale: 'de' };
    assert.deepEqual(created?.json['options'], saved);
    const [asSaved] = await run('pdf', 'generateFromTemplate', { templateId: locator.template });
    assert.deepEqual(
      await sizesOf(Buffer.from(asSaved?.binary?.['data']?.data ?? '', 'base64')),
      [[792, 612]],
      'as the template was saved',
    );
    assert.equal((await run('template', 'update', { ...locator, name: '', htmlContent: '<p>{{b}}' }))[0]?.json['version'], 2);
    const [updated] = await run('template', 'get', locator);
    assert.deepEqual([updated?.json['html_content'], updated?.json['options']], ['<p>{{b}}', saved]);
    assert.deepEqual(
      (await run('template', 'getAll', { search: 'from n8n', returnAll: true })).map(({ json }) => json['id']),
      [id],
    );
    const [starter] = await run('template', 'cloneStarter', { slug: 'invoice' });
    assert.equal(starter?.json['version'], 1);
    await caller.send('POST', `/v1/marketplace/${id}/publish`);
    assert.match(String((await run('template', 'cloneShared', { sharedId: id }))[0]?.json['name']), /\(copy\)/);
    assert.deepEqual((await run('template', 'delete', locator))[0]?.json, { deleted: true });
    await assert.rejects(run('template', 'get', locator), (error: Error & { httpCode?: string }) => error.httpCode === '404');
    await assert.rejects(run('template', 'write', { prompt: 'x', type: 'other', style: 'modern' }), /AI/);
    const [kept] = await engine.run({ resource: 'template', operation: 'get', ...locator }, undefined, {
      onError: 'continueRegularOutput',
    });
    assert.match(String(kept?.json['error']), /template/i, 'a node that goes on after errors says what happened');
  });

  it('gives data back as a template takes it, whatever its variables are called', async () => {
    const html_content = '<p>{{[a.b]}}|{{c.[d%]}}|{{__proto__.polluted}}';
    const { body } = await caller.send<{ id: string }>('POST', '/v1/templates', { name: 'Odd', html_content });
    const templateId = { __rl: true, mode: 'id', value: body.id };
    const parameters = { resource: 'pdf', operation: 'generateFromTemplate', templateId };
    const { fields } = (await engine.type('platen').methods.resourceMapping['getVariables']?.call(engine.loadOptions(parameters))) as {
      fields: { id: string; displayName: string }[];
    };
    const value = { ...Object.fromEntries(fields.map(({ id, displayName }) => [id, displayName])), '__proto__.polluted': 'yes' };
    const [made] = await run('pdf', 'generateFromTemplate', { templateId, variables: { mappingMode: 'defineBelow', value } });
    const [first, second] = (await fileOf(made)).split('|');
    assert.ok(first !== '' && second !== '', 'names with dots and percent signs');
    assert.equal(Reflect.get({}, 'polluted'), undefined);
    await caller.send('DELETE', `/v1/templates/${body.id}`);
  });

  it('has run everything it offers', () => {
    const offered = (['pdf', 'batch', 'tool', 'template'] as const).flatMap((resource) =>
      engine
        .type('platen')
        .description.properties.filter(({ name }) => name === 'operation')
        .flatMap(({ options = [], ...property }) =>
          JSON.stringify(property).includes(`["${resource}"]`) ? options.map(({ value }) => `${resource} ${value}`) : [],
        ),
    );
    assert.equal(offered.length, 29);
    assert.deepEqual(
      offered.filter((one) => !done.has(one)),
      [],
    );
  });

  it('starts workflows by webhooks, which it makes and removes', async () => {
    const trigger = engine.trigger('platenTrigger', { events: ['generation.completed', 'batch.completed'] });
    assert.equal(await trigger.checkExists(), false);
    assert.equal(await trigger.create(), true);
    assert.equal(await trigger.checkExists(), true);
    const made = await caller.generate({ html: 'told' });
    const { batch_id } = await submit(caller, { items: [{ html: 'x' }] });
    await finished(caller, batch_id);
    const target = (await caller.send<{ data: { target_url: string }[] }>('GET', '/v1/integrations/hooks')).body.data[0]?.target_url ?? '';
    const [told] = await receiver.wait(new URL(target).pathname, 3);
    assert.ok(told);
    const { items } = await trigger.webhook(told.body, told.headers);
    assert.deepEqual([items?.[0]?.json['event'], items?.[0]?.json['id']], ['generation.completed', made.id]);
    const forged = told.body.replace(made.id, 'gen_forged');
    const late = String(Number(told.headers['webhook-timestamp']) - 3600);
    for (const [body, headers] of [
      [forged, told.headers],
      [told.body, { ...told.headers, 'webhook-signature': 'v1,AAAA' }],
      [told.body, { ...told.headers, 'webhook-timestamp': late }],
      [told.body, {}],
    ] as const) {
      assert.deepEqual(await trigger.webhook(body, headers), { items: undefined, refusedWith: 401 });
    }
    // As after the data of a workflow was lost: what is there is found, and removed with the workflow.
    const again = engine.trigger('platenTrigger', { events: ['generation.completed', 'batch.completed'] });
    assert.equal(await again.checkExists(), true);
    await again.delete();
    await trigger.delete();
    assert.deepEqual((await caller.send<{ data: unknown[] }>('GET', '/v1/integrations/hooks')).body.data, []);
  });

  it('starts workflows by looking for new templates', async () => {
    const trigger = engine.trigger('platenTemplateTrigger', {});
    assert.equal(((await trigger.poll('manual')) as Item[][])[0]?.length, 1);
    assert.equal(await trigger.poll(), null, 'what is there already starts nothing');
    const { body } = await caller.send<{ id: string }>('POST', '/v1/templates', { name: 'Fresh', html_content: '<p>x' });
    assert.deepEqual(
      ((await trigger.poll()) as Item[][])[0]?.map(({ json }) => json['id']),
      [body.id],
    );
    assert.equal(await trigger.poll(), null);
    const other = await hub.account();
    engine.credentials = { baseUrl: hub.url, apiKey: other.key };
    for (let i = 0; i < 101; i++) await other.send('POST', '/v1/templates', { name: 'Old', html_content: 'x' });
    const watching = engine.trigger('platenTemplateTrigger', {});
    assert.equal(await watching.poll(), null);
    const newest = (await other.send<{ data: { id: string }[] }>('GET', '/v1/templates?limit=1')).body.data[0]?.id ?? '';
    await other.send('DELETE', `/v1/templates/${newest}`);
    assert.equal(await watching.poll(), null, 'an old one that comes into sight is not new');
  });
});
