import assert from 'node:assert/strict';
import { freePort } from '../support/ports.ts';
import { Caller } from '../support/caller.ts';
import { startHub, type TestHub } from '../support/hub.ts';
import { Engine, type Item } from '../support/n8n-engine.ts';
import { builtConnector } from '../support/n8n-tools.ts';
import { textOf } from '../support/pdf.ts';
import { temporaryFolder } from '../support/services.ts';

const locator = (value: string): object => ({ __rl: true, mode: 'id', value });

describe('items of the n8n connector', function () {
  this.timeout(600_000);
  const home = temporaryFolder('n8n-items');
  let engine: Engine;
  let hub: TestHub;
  let caller: Caller;
  let address: string;

  before(async () => {
    const built = builtConnector();
    engine = await Engine.start(built.engine, built.connector, home.path);
    // Its public address is not reached from n8n.
    const port = await freePort();
    address = `http://127.0.0.1:${String(port)}`;
    hub = await startHub({ config: { http: { port, publicUrl: 'https://pdf.invalid' }, egress: { allow: ['127.0.0.1:*'] } } });
    caller = await account();
    engine.credentials = { baseUrl: address, apiKey: caller.key };
  });
  after(async () => {
    await hub.stop();
    home.remove();
  });

  const account = async (...flags: string[]): Promise<Caller> => {
    const { key, ...known } = await hub.account({ flags });
    return new Caller(address, key, known);
  };
  const run = (resource: string, operation: string, parameters: object = {}, items?: readonly Item[]): Promise<Item[]> =>
    engine.run({ resource, operation, ...parameters }, items);
  const textIn = async (item: Item | undefined, field = 'data'): Promise<string> =>
    textOf(Buffer.from(item?.binary?.[field]?.data ?? '', 'base64'));
  const file = async (html: string, fileName?: string): Promise<Item> => {
    const reply = await caller.send<{ data: string }>('POST', '/v1/generate', { html, output: 'base64' });
    return {
      json: { order: 7 },
      binary: { data: { data: reply.body.data, mimeType: 'application/pdf', ...(fileName === undefined ? {} : { fileName }) } },
    };
  };

  it('may give numbers and nothing where text is meant', async () => {
    const parameters = {
      html: '={{ 42 }}',
      filename: '={{ 1042 }}',
      additional: { header: '={{ null }}', locale: '={{ undefined }}' },
      minutes: 1,
    };
    const [made] = await run('pdf', 'generateFromHtml', parameters);
    assert.equal(await textIn(made), '42');
    assert.equal(made?.binary?.['data']?.fileName, '1042.pdf');
    const [marked] = await run('tool', 'watermark', { binaryProperty: 'data', text: '={{ 2026 }}' }, [await file('<p>x')]);
    assert.match(await textIn(marked), /2026/);
  });

  it('keep their fields and files beside what is made, unless that is not wanted', async () => {
    const input: Item = { json: { customer: 'Ada' }, binary: { logo: { data: 'eA==', mimeType: 'text/plain' } } };
    const [kept] = await run('pdf', 'generateFromHtml', { html: '<p>x', minutes: 1 }, [input]);
    assert.deepEqual(
      [kept?.json['customer'], kept?.json['status'], Object.keys(kept?.binary ?? {}).sort()],
      ['Ada', 'completed', ['data', 'logo']],
    );
    const [alone] = await run('pdf', 'generateFromHtml', { html: '<p>x', minutes: 1, keepInput: false }, [input]);
    assert.deepEqual([alone?.json['customer'], Object.keys(alone?.binary ?? {})], [undefined, ['data']]);
    const [marked] = await run('tool', 'watermark', { binaryProperty: 'data', text: 'x' }, [await file('<p>x')]);
    assert.equal(marked?.json['order'], 7);
  });

  it('keep the name of their file through tools', async () => {
    const invoice = await file('<p>one<p style="break-before:page">two', 'Invoice 7.pdf');
    const [marked] = await run('tool', 'watermark', { binaryProperty: 'data', text: 'x' }, [invoice]);
    assert.deepEqual([marked?.binary?.['data']?.fileName, marked?.json['filename']], ['Invoice 7.pdf', 'Invoice 7.pdf']);
    const [image] = await run('tool', 'pageToImage', { binaryProperty: 'data', page: 2, dpi: 48 }, [invoice]);
    assert.equal(image?.binary?.['data']?.fileName, 'Invoice 7.png');
    const parts = await run('tool', 'split', { binaryProperty: 'data', ranges: '' }, [invoice]);
    assert.deepEqual(
      parts.map(({ binary }) => binary?.['data']?.fileName),
      ['Invoice 7-1.pdf', 'Invoice 7-2.pdf'],
    );
    const [unnamed] = await run('tool', 'watermark', { binaryProperty: 'data', text: 'x' }, [await file('<p>x')]);
    assert.equal(unnamed?.binary?.['data']?.fileName, 'watermarked.pdf');
  });

  it('may be one only where several are merged', async () => {
    const [merged] = await run('tool', 'merge', { mergeFrom: 'items', binaryProperties: 'data' }, [await file('<p>alone')]);
    assert.equal(await textIn(merged), 'alone');
    assert.equal(merged?.json['pages'], 1);
  });

  it('fail with a batch whose archive would lack documents, unless that is accepted', async () => {
    const items = JSON.stringify([{ html: '<p>a' }, { react: "export default () => { throw new Error('no data') }" }]);
    await assert.rejects(run('batch', 'generate', { items, result: 'merged', minutes: 2 }), (error: Error & { description?: string }) => {
      assert.match(error.message, /1 of 2 documents of the batch batch_\w+ could not be made/);
      assert.match(error.description ?? '', /Item 1: .*no data/);
      return true;
    });
    const [accepted] = await run('batch', 'generate', { items, result: 'merged', minutes: 2, acceptIncomplete: true });
    assert.equal(await textIn(accepted), 'a');
    assert.equal(
      (await run('batch', 'generate', { items, minutes: 2 }))[0]?.json['failed'],
      1,
      'without an archive nothing is passed off as whole',
    );
  });

  it('fail on warnings where that is wanted', async () => {
    const { body } = await caller.send<{ id: string }>('POST', '/v1/templates', { name: 'Strict', html_content: '<p>{{name}}' });
    const parameters = { templateId: locator(body.id), variables: { mappingMode: 'defineBelow', value: null }, minutes: 1 };
    const [made] = await run('pdf', 'generateFromTemplate', parameters);
    assert.equal((made?.json['warnings'] as { code: string }[])[0]?.code, 'MISSING_VARIABLE');
    await assert.rejects(run('pdf', 'generateFromTemplate', { ...parameters, strict: true }), /name/);
  });

  it('are days where a variable is a day, and moments where it is one, in the zone of the workflow', async () => {
    const schema = { day: 'date', at: { $type: 'string', format: 'date-time' } };
    const html_content = '<p>{{formatDate day "yyyy-MM-dd"}}|{{formatDate at "yyyy-MM-dd HH:mm"}}';
    const { status, body } = await caller.send<{ id: string }>('POST', '/v1/templates', { name: 'Days', html_content, schema });
    assert.equal(status, 201, JSON.stringify(body));
    for (const [zone, day, printed] of [
      ['Europe/Berlin', '2026-11-24T23:00:00.000Z', '2026-11-25|2026-11-25 00:00'],
      ['America/Los_Angeles', '2026-11-25T08:00:00.000Z', '2026-11-25|2026-11-25 00:00'],
      ['Asia/Kolkata', '2026-11-24T18:30:00.000Z', '2026-11-25|2026-11-25 00:00'],
      ['Pacific/Auckland', '2026-11-24T11:00:00.000Z', '2026-11-25|2026-11-25 00:00'],
      ['Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29|2026-03-29 00:00'],
      ['Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25|2026-10-25 00:00'],
      ['Europe/Berlin', '2026-11-25T00:00:00.000+01:00', '2026-11-25|2026-11-25 00:00'],
      ['America/Los_Angeles', '2026-11-25', '2026-11-25|2026-11-25 00:00'],
    ] as const) {
      engine.timezone = zone;
      const value = { day, at: day };
      const [mapped] = await run('pdf', 'generateFromTemplate', {
        templateId: locator(body.id),
        variables: { mappingMode: 'defineBelow', value },
        minutes: 1,
      });
      assert.equal(await textIn(mapped), printed, `${zone} ${day}`);
      const [auto] = await run(
        'pdf',
        'generateFromTemplate',
        { templateId: locator(body.id), variables: { mappingMode: 'autoMapInputData', value: null }, minutes: 1 },
        [{ json: value }],
      );
      assert.equal(await textIn(auto), printed, `${zone} ${day}, mapped by n8n`);
    }
    engine.timezone = 'UTC';
  });

  it('may hold moments of n8n, however deep', async () => {
    const html_content = '<p>{{#each lines}}{{formatDate at "yyyy-MM-dd HH:mm"}} {{note}} {{/each}}{{formatDate order.day "yyyy-MM-dd"}}';
    const schema = { lines: [{ at: { $type: 'string', format: 'date-time' }, note: 'string' }], order: { day: 'date' } };
    const { body } = await caller.send<{ id: string }>('POST', '/v1/templates', { name: 'Moments', html_content, schema });
    const moment = "DateTime.fromISO('2026-11-30T23:00:00.000Z')";
    const value = { lines: `={{ [{ at: ${moment}, note: null }] }}`, 'order.day': `={{ ${moment}.plus({ hours: 1 }) }}` };
    const variables = { mappingMode: 'defineBelow', value };
    const [made] = await run('pdf', 'generateFromTemplate', { templateId: locator(body.id), variables, minutes: 1 });
    assert.equal(await textIn(made), '2026-11-30 23:00 2026-12-01');
  });

  it('become one batch, a document of a template each', async () => {
    const html_content = '<p>{{name}} {{formatDate day format="d.M."}}{{#each lines}} {{what}}{{/each}}';
    const schema = { name: 'string', day: 'date', lines: [{ what: 'string', price: 'number' }] };
    const { body } = await caller.send<{ id: string }>('POST', '/v1/templates', { name: 'Each', html_content, schema });
    engine.timezone = 'Europe/Berlin';
    const value = { name: '={{ $json.who }}', day: '={{ $json.at }}', lines: '={{ $json.lines }}' };
    const parameters = {
      documentsFrom: 'items',
      templateId: locator(body.id),
      variables: { mappingMode: 'defineBelow', value },
      filename: '={{ $json.who }}',
      result: 'merged',
      minutes: 2,
    };
    const people = ['Ada', 'Bo', 'Cy'].map((who) => ({
      json: { who, at: '2026-11-30T23:00:00.000Z', lines: [{ what: 'Ink', price: 7 }] },
    }));
    const batches = await run('batch', 'generate', parameters, people);
    assert.equal(batches.length, 1);
    assert.deepEqual([batches[0]?.json['completed'], batches[0]?.pairedItem], [3, [{ item: 0 }, { item: 1 }, { item: 2 }]]);
    assert.equal(await textIn(batches[0]), 'Ada 1.12. Ink Bo 1.12. Ink Cy 1.12. Ink');
    const [first] = batches[0]?.json['generations'] as { id: string }[];
    assert.equal((await caller.send<{ filename: string }>('GET', `/v1/generations/${first?.id ?? ''}`)).body.filename, 'Ada');
    engine.timezone = 'UTC';
    await assert.rejects(
      run(
        'batch',
        'generate',
        parameters,
        Array.from({ length: 101 }, () => people[0] as Item),
      ),
      (error: Error & { description?: string }) =>
        /items: must contain 1 to 100 entries/.test(`${error.message} ${error.description ?? ''}`),
    );
  });

  it('become the entries of a list in one document, by the columns that its template declares', async () => {
    const html_content = '<p>{{name}}{{#each order.lines}} {{what}}:{{price}}{{/each}} {{sum order.lines "price"}}';
    const schema = { name: 'string', order: { lines: [{ what: 'string', price: 'number' }], no: 'string' }, tags: ['string'] };
    const { status, body } = await caller.send<{ id: string }>('POST', '/v1/templates', { name: 'Lines', html_content, schema });
    assert.equal(status, 201, JSON.stringify(body));
    const parameters = {
      oneForAll: true,
      templateId: locator(body.id),
      variables: { mappingMode: 'defineBelow', value: { name: '={{ $json.customer }}' } },
      list: { __rl: true, mode: 'list', value: 'order.lines' },
      columns: { mappingMode: 'defineBelow', value: { what: '={{ $json.article }}', price: '={{ $json.net }}' } },
      minutes: 1,
    };
    const { listSearch, resourceMapping } = engine.type('platen').methods;
    const asked = engine.loadOptions({ resource: 'pdf', operation: 'generateFromTemplate', ...parameters });
    const lists = (await listSearch['searchLists']?.call(asked)) as { results: { value: string }[] };
    assert.deepEqual(lists.results.map(({ value }) => value), ['order.lines']); // prettier-ignore
    const { fields } = (await resourceMapping['getColumns']?.call(asked)) as { fields: { id: string; type: string }[] };
    assert.deepEqual(fields.map(({ id, type }) => [id, type]), [['what', 'string'], ['price', 'number']]); // prettier-ignore

    const rows = [1, 2, 3].map((n): Item => ({ json: { customer: `Ada ${String(n)}`, article: `Ink ${String(n)}`, net: n } }));
    const made = await run('pdf', 'generateFromTemplate', parameters, rows);
    assert.equal(await textIn(made[0]), 'Ada 1 Ink 1:1 Ink 2:2 Ink 3:3 6');
    assert.deepEqual([made.length, made[0]?.pairedItem, made[0]?.json['article']], [1, rows.map((_, item) => ({ item })), undefined]);
    const automatic = { ...parameters, columns: { mappingMode: 'autoMapInputData', value: null } };
    const [mapped] = await run('pdf', 'generateFromTemplate', automatic, [
      { json: { what: 'Pen', price: 4 } },
      { json: { what: 'Cap', price: 5 } },
    ]);
    assert.equal(await textIn(mapped), 'Pen:4 Cap:5 9');
    await assert.rejects(run('pdf', 'generateFromTemplate', { ...parameters, list: locator('') }, rows), /List" is required/);
    await assert.rejects(run('pdf', 'generateFromTemplate', { ...parameters, list: locator("={{ '' }}") }, rows), /Choose the list/);
  });

  it('have no red notice for a template without variables, and the words of its author beside a field', async () => {
    const plain = await caller.send<{ id: string }>('POST', '/v1/templates', { name: 'Plain', html_content: '<p>x' });
    const helped = await caller.send<{ id: string }>('POST', '/v1/templates', {
      name: 'Helped',
      html_content: '<p>{{po}}{{#each lines}}{{what}}{{/each}}',
      schema: { po: { $type: 'string', description: 'The number of the order' }, lines: [{ what: 'string', price: 'number' }] },
    });
    assert.equal(helped.status, 201, JSON.stringify(helped.body));
    const fieldsOf = async (id: string) => {
      const parameters = { resource: 'pdf', operation: 'generateFromTemplate', templateId: locator(id) };
      const { resourceMapping } = engine.type('platen').methods;
      return (await resourceMapping['getVariables']?.call(engine.loadOptions(parameters))) as {
        fields: { displayName: string }[];
        emptyFieldsNotice?: string;
      };
    };
    const empty = await fieldsOf(plain.body.id);
    assert.deepEqual([empty.fields, empty.emptyFieldsNotice], [[], 'This template has no variables.']);
    const names = (await fieldsOf(helped.body.id)).fields.map(({ displayName }) => displayName);
    assert.match(names[0] ?? '', /\(The number of the order\)/);
    assert.match(names[1] ?? '', /\(a list, each entry with what, price\)/);
  });

  it('leave no hook behind where one of several events is refused', async () => {
    const limited = await account('--scopes', 'integrations,generate');
    engine.credentials = { baseUrl: address, apiKey: limited.key };
    const trigger = engine.trigger('platenTrigger', { events: ['generation.completed', 'template.created'] });
    await assert.rejects(trigger.create(), /templates:read/);
    assert.deepEqual((await limited.send<{ data: unknown[] }>('GET', '/v1/integrations/hooks')).body.data, []);
    engine.credentials = { baseUrl: address, apiKey: caller.key };
  });

  it('are told of one template only where one is chosen', async () => {
    const { body } = await caller.send<{ id: string }>('POST', '/v1/templates', { name: 'n', html_content: 'x' });
    const trigger = engine.trigger('platenTrigger', {
      events: ['template.created', 'template.updated', 'quota.warning'],
      templateId: locator(body.id),
    });
    await trigger.create();
    assert.equal(await trigger.checkExists(), true);
    const hooks = await caller.send<{ data: { event: string; template_id: string | null }[] }>('GET', '/v1/integrations/hooks');
    assert.deepEqual(hooks.body.data.map(({ event, template_id: id }) => [event, id]).sort(), [['quota.warning', null], ['template.created', null], ['template.updated', body.id]]); // prettier-ignore
    await trigger.delete();
    const all = engine.trigger('platenTrigger', { events: ['template.updated'] });
    await all.create();
    assert.deepEqual([await all.checkExists(), await trigger.checkExists()], [true, false]);
    await all.delete();
  });
});
