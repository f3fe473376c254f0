import assert from 'node:assert/strict';
import { assertEnvelope, type Caller } from '../../support/caller.ts';
import { finished, submit } from '../../support/batches.ts';
import { openDatabase, type SharedHub, sharedHub } from '../../support/hub.ts';
import { textOf } from '../../support/pdf.ts';
import { download } from '../../support/caller.ts';
import { Receiver } from '../../support/receiver.ts';

interface Template {
  readonly id: string;
  readonly name: string;
  readonly html_content: string;
  readonly schema: object;
  readonly options: object;
  readonly version: number;
  readonly is_public: boolean;
  readonly created_at: string;
  readonly updated_at: string;
}

describe('templates', () => {
  let hub: SharedHub;
  let receiver: Receiver;
  let caller: Caller;
  let other: Caller;
  before(async () => {
    receiver = await Receiver.open();
    hub = await sharedHub();
    [caller, other] = await Promise.all([hub.account(), hub.account()]);
  });
  after(async () => {
    await hub.stop();
    await receiver.close();
  });

  const create = async (body: object, account = caller): Promise<Template> => {
    const reply = await account.send<Template>('POST', '/v1/templates', body);
    assert.equal(reply.status, 201, JSON.stringify(reply.body));
    return reply.body;
  };
  const read = async (id: string): Promise<Template> => (await caller.send<Template>('GET', `/v1/templates/${id}`)).body;
  const put = async (id: string, body: object): Promise<Template> => {
    const reply = await caller.send<Template>('PUT', `/v1/templates/${id}`, body);
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    return reply.body;
  };
  const pdfText = async (body: object): Promise<string> => textOf(await caller.pdf(body));

  it('are saved, read, listed, changed and deleted', async () => {
    const made = await create({ name: 'Invoice', html_content: '<p>Dear {{name}}</p>', schema: { name: 'string' } });
    assert.match(made.id, /^tmpl_\w{22}$/);
    const { id, created_at, updated_at, ...rest } = made;
    assert.deepEqual(rest, {
      name: 'Invoice',
      html_content: '<p>Dear {{name}}</p>',
      schema: { name: 'string' },
      options: {},
      version: 1,
      is_public: false,
    });
    assert.equal(created_at, updated_at);
    assert.deepEqual(await read(id), made);

    const renamed = await put(id, { name: 'Bill' });
    assert.deepEqual([renamed.name, renamed.version, renamed.html_content], ['Bill', 1, made.html_content]);
    assert.ok(renamed.updated_at >= updated_at);
    assert.equal((await put(id, { html_content: made.html_content })).version, 1, 'the same text is no new version');
    const changed = await put(id, { html_content: '<p>Hello {{name}}</p>', schema: { name: 'string', n: 'integer' } });
    assert.deepEqual([changed.version, changed.name, changed.schema], [2, 'Bill', { name: 'string', n: 'integer' }]);

    const list = await caller.send<{ data: Template[]; has_more: boolean }>('GET', '/v1/templates');
    assert.deepEqual(Object.keys(list.body.data[0] ?? {}).sort(), ['created_at', 'id', 'is_public', 'name', 'updated_at', 'version']);
    const removed = await caller.send<object>('DELETE', `/v1/templates/${id}`);
    assert.deepEqual([removed.status, removed.body], [200, { deleted: true }]);
    assertEnvelope(await caller.send('GET', `/v1/templates/${id}`), 404, 'NOT_FOUND');
    assertEnvelope(await caller.send('DELETE', `/v1/templates/${id}`), 404, 'NOT_FOUND');
  });

  it('are listed newest first by pages, and found by a part of their name', async () => {
    const account = await hub.account();
    const ids: string[] = [];
    for (const name of ['Alpha', 'beta (x)', 'ALPHABET']) ids.unshift((await create({ name, html_content: 'x' }, account)).id);
    const list = async (query: string) =>
      (await account.send<{ data: Template[]; has_more: boolean; next_cursor: string }>('GET', `/v1/templates${query}`)).body;
    assert.deepEqual(
      (await list('')).data.map(({ id }) => id),
      ids,
    );
    const first = await list('?limit=2');
    assert.deepEqual([first.data.length, first.has_more], [2, true]);
    assert.deepEqual(
      (await list(`?cursor=${first.next_cursor}`)).data.map(({ id }) => id),
      ids.slice(2),
    );
    const names = async (search: string) => (await list(`?search=${encodeURIComponent(search)}`)).data.map(({ name }) => name);
    assert.deepEqual(await names('alpha'), ['ALPHABET', 'Alpha']);
    assert.deepEqual(await names('(x)'), ['beta (x)']);
    assert.deepEqual(await names('.*'), []);
    for (const query of ['?limit=0', '?limit=101', '?search=']) {
      await account.refused('GET', `/v1/templates${query}`, undefined, 400, 'VALIDATION_ERROR', [
        query.includes('limit') ? 'limit' : 'search',
      ]);
    }
  });

  it('are checked when saved: fields, limits, and Handlebars by line and column', async () => {
    const good = { name: 'x', html_content: 'x' };
    for (const [body, fields] of [
      [{}, ['name', 'html_content']],
      [{ ...good, name: '' }, ['name']],
      [{ ...good, name: '   ' }, ['name']],
      [{ ...good, name: 'x'.repeat(256) }, ['name']],
      [{ ...good, name: { $ne: 1 } }, ['name']],
      [{ ...good, html_content: '' }, ['html_content']],
      [{ ...good, html_content: 'x'.repeat(5 * 1024 * 1024 + 1) }, ['html_content']],
      [{ ...good, is_public: true, version: 7, owner: 'x' }, ['is_public', 'version', 'owner']],
      [{ ...good, schema: [] }, ['schema']],
      [{ ...good, schema: { a: 'text' } }, ['schema.a']],
      [{ ...good, schema: { a: { b: ['number', 'string'] } } }, ['schema.a.b']],
      [{ ...good, schema: Object.fromEntries(Array.from({ length: 501 }, (_, i) => [`v${String(i)}`, 'string'])) }, ['schema']],
    ] as const) {
      await caller.refused('POST', '/v1/templates', body, 400, 'VALIDATION_ERROR', fields);
    }
    const { id } = await create(good);
    for (const [html_content, message] of [
      ['<p>\n{{#if a}}\n<b>', /line 3, column 4: the template ends before a block or expression is closed/],
      ['<p>\n  {{a..b}}', /line 2, column \d+/],
      ['<p>{{#each a}}{{/if}}', /each doesn't match if at line 1|line 1.*each doesn't match if/],
      ['{{#if a}}{{shout a}}{{/if}}', /line 1, column 10: there is no helper shout/],
      ['x\n{{> footer}}', /line 2, column 1: there is no partial footer/],
      [`${'{{#if a}}'.repeat(101)}${'{{/if}}'.repeat(101)}`, /deeper than 100 levels/],
    ] as const) {
      for (const [method, path] of [
        ['POST', '/v1/templates'],
        ['PUT', `/v1/templates/${id}`],
      ] as const) {
        const error = await caller.refused(method, path, { name: 'x', html_content }, 400, 'VALIDATION_ERROR', ['html_content']);
        assert.match(error.message, message);
      }
    }
    await caller.refused('PUT', `/v1/templates/${id}`, {}, 400, 'VALIDATION_ERROR', ['']);
    assert.equal((await read(id)).version, 1);
    await caller.refused('PUT', '/v1/templates/tmpl_none', { name: 'x' }, 404, 'NOT_FOUND');
  });

  it('get one number for each change, however many come at once', async () => {
    const { id } = await create({ name: 'busy', html_content: 'start' });
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        put(id, i % 5 === 0 ? { html_content: `text ${String(i)}`, name: `name ${String(i)}` } : { html_content: `text ${String(i)}` }),
      ),
    );
    const versions = replies.map(({ version }) => version).sort((a, b) => a - b);
    assert.deepEqual(
      versions,
      Array.from({ length: 50 }, (_, i) => i + 2),
    );
    assert.equal((await read(id)).version, 51);
    for (const { version, html_content } of replies) {
      const kept = await caller.send<{ html_content: string }>('GET', `/v1/templates/${id}/versions/${String(version)}`);
      assert.equal(kept.body.html_content, html_content);
    }
    const current = replies.find(({ version }) => version === 51);
    assert.equal((await read(id)).html_content, current?.html_content);
    const list = await caller.send<{ data: { version: number }[]; has_more: boolean }>('GET', `/v1/templates/${id}/versions?limit=3`);
    assert.deepEqual([list.body.data.map(({ version }) => version), list.body.has_more], [[51, 50, 49], true]);
  });

  it('go on where an update died between its two writes', async () => {
    const { id } = await create({ name: 'half', html_content: 'one' });
    const database = await openDatabase(hub.database);
    await database.collection<{ _id: string }>('template_versions').insertOne({
      _id: `${id}@2`,
      templateId: id,
      accountId: caller.accountId,
      version: 2,
      html: 'two, never made current',
      schema: null,
      name: null,
      createdAt: new Date(),
    } as { _id: string });
    await database.close();
    assert.equal((await read(id)).version, 1);
    assertEnvelope(await caller.send('GET', `/v1/templates/${id}/versions/2`), 404, 'NOT_FOUND');
    assert.deepEqual([(await put(id, { html_content: 'three' })).version, (await read(id)).html_content], [3, 'three']);
  });

  it('keep their versions, which can be used and restored', async () => {
    const { id } = await create({ name: 'v', html_content: '<p>one {{x}}' });
    await put(id, { html_content: '<p>two {{x}}' });
    const data = { x: '!' };
    assert.equal(await pdfText({ template: id, data }), 'two !');
    assert.equal(await pdfText({ template: `${id}@1`, data }), 'one !');
    assert.equal(await pdfText({ template: id, template_version: 1, data }), 'one !');
    await caller.refused('POST', '/v1/generate', { template: `${id}@3`, data }, 404, 'NOT_FOUND');
    const restored = await caller.send<Template>('POST', `/v1/templates/${id}/versions/1/restore`);
    assert.deepEqual([restored.status, restored.body.version, restored.body.html_content], [200, 3, '<p>one {{x}}']);
    assert.equal(await pdfText({ template: id, data }), 'one !');
    for (const [method, path] of [
      ['GET', `/v1/templates/${id}/versions/9`],
      ['POST', `/v1/templates/${id}/versions/9/restore`],
    ] as const) {
      await caller.refused(method, path, undefined, 404, 'NOT_FOUND');
    }
    await caller.refused('GET', `/v1/templates/${id}/versions/0`, undefined, 400, 'VALIDATION_ERROR', ['version']);

    const batch = await submit(caller, {
      items: [
        { template: id, data, wait: { delay_ms: 300 } },
        { template: `${id}@2`, data },
      ],
    });
    await put(id, { html_content: '<p>four' });
    const state = await finished(caller, batch.batch_id);
    const texts = await Promise.all(state.generations.map(async ({ url }) => textOf(await download(url ?? ''))));
    assert.deepEqual(texts, ['one !', 'two !'], 'an item keeps the version that was current when it was sent');
  });

  it('leave their documents readable when they are deleted', async () => {
    const { id } = await create({ name: 'gone', html_content: '<p>kept' });
    const made = await caller.generate({ template: id });
    await caller.send('DELETE', `/v1/templates/${id}`);
    const { body } = await caller.send<{ template_id: string; input_type: string; url: string }>('GET', `/v1/generations/${made.id}`);
    assert.deepEqual([body.template_id, body.input_type], [id, 'template']);
    assert.equal(await textOf(await download(body.url)), 'kept');
    await caller.refused('POST', '/v1/generate', { template: id }, 404, 'NOT_FOUND');
    await caller.refused('POST', '/v1/generate/batch', { items: [{ html: 'x' }, { template: id }] }, 404, 'NOT_FOUND', [
      'items.1.template',
    ]);
  });

  it('describe their data as JSON Schema, from their text and what was declared', async () => {
    const { id, schema } = await create({
      name: 'Order',
      html_content: `{{#*inline "row"}}{{sku}}{{/inline}}<h1>{{customer.full_name}}</h1>{{#each lines}}{{> row}}{{formatCurrency price}}{{/each}}
        {{#if paid}}{{formatDate paid_on}}{{/if}}{{#each tags}}{{this}}{{/each}}{{default note "-"}}`,
    });
    assert.deepEqual(schema, {
      customer: { full_name: 'string' },
      lines: [{ sku: 'string', price: 'number' }],
      paid: 'boolean',
      paid_on: 'date',
      tags: 'array',
      note: 'string',
    });
    const { body } = await caller.send<object>('GET', `/v1/templates/${id}/schema`);
    const text = (title: string) => ({ title, type: 'string' });
    assert.deepEqual(body, {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'Order',
      type: 'object',
      properties: {
        customer: { title: 'Customer', type: 'object', properties: { full_name: text('Full name') }, required: ['full_name'] },
        lines: {
          title: 'Lines',
          type: 'array',
          items: {
            type: 'object',
            properties: { sku: text('Sku'), price: { title: 'Price', type: 'number' } },
            required: ['sku', 'price'],
          },
        },
        paid: { title: 'Paid', type: 'boolean' },
        paid_on: { title: 'Paid on', type: 'string', format: 'date' },
        tags: { title: 'Tags', type: 'array', items: { type: 'string' } },
        note: text('Note'),
      },
      required: ['customer', 'lines', 'tags'],
    });
    const declared = await create({ name: 'D', html_content: '{{a}}', schema: { a: 'integer', b: [{ c: 'date' }], d: 'object' } });
    assert.deepEqual((await caller.send<{ properties: object }>('GET', `/v1/templates/${declared.id}/schema`)).body.properties, {
      a: { title: 'A', type: 'integer' },
      b: { title: 'B', type: 'array', items: { type: 'object', properties: { c: { title: 'C', type: 'string', format: 'date' } } } },
      d: { title: 'D', type: 'object' },
    });
  });

  it('keep what their author says of a variable to people, in JSON Schema’s words', async () => {
    const number = { $type: 'integer', title: 'Invoice number', description: 'As in the books.', examples: [1042], required: false };
    const schema = { number, to: { $type: { mail: { $type: 'string', format: 'email', required: true } }, title: 'Recipient' } };
    const { id } = await create({ name: 'described', html_content: '{{number}} {{to.mail}}', schema });
    const { body } = await caller.send<object>('GET', `/v1/templates/${id}/schema`);
    assert.deepEqual(body, {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'described',
      type: 'object',
      properties: {
        number: { title: 'Invoice number', type: 'integer', description: 'As in the books.', examples: [1042] },
        to: {
          ...{ title: 'Recipient', type: 'object' },
          properties: { mail: { title: 'Mail', type: 'string', format: 'email' } },
          required: ['mail'],
        },
      },
      required: ['to'],
    });
    await caller.refused(
      'POST',
      '/v1/generate',
      { template: id, data: { number: 'x', to: { mail: 'a' } }, strict: true },
      400,
      'VALIDATION_ERROR',
      ['data.number'],
    );
    for (const [wrong, field] of [
      [{ a: { $type: 'text' } }, 'schema.a'],
      [{ a: { $type: 'string', titel: 'x' } }, 'schema.a'],
      [{ a: { $type: 'string', title: 7 } }, 'schema.a.title'],
      [{ a: { $type: { $type: 'string' } } }, 'schema.a.$type'],
    ] as const)
      await caller.refused('POST', '/v1/templates', { name: 'x', html_content: 'x', schema: wrong }, 400, 'VALIDATION_ERROR', [field]);
  });

  it('warn of data that is not as the schema says or is missing, and refuse it in strict mode', async () => {
    const { id } = await create({
      name: 's',
      html_content: '{{n}} {{#each list}}{{x}}{{/each}} {{gone}}',
      schema: { n: 'integer', list: [{ x: 'number' }], when: 'date' },
    });
    const data = { n: 1.5, list: [{ x: 1 }, { x: 'y' }], when: 'soon', gone: '' };
    const { warnings } = await caller.generate({ template: id, data });
    assert.deepEqual(
      warnings.map(({ code, subject }) => [code, subject]),
      ['n', 'list.1.x', 'when'].map((subject) => ['WRONG_TYPE', subject]),
    );
    await caller.refused('POST', '/v1/generate', { template: id, data, strict: true }, 400, 'VALIDATION_ERROR', [
      'data.n',
      'data.list.1.x',
      'data.when',
    ]);
    await caller.refused('POST', '/v1/generate', { template: id, data: { n: 1, list: 'x' }, strict: true }, 400, 'VALIDATION_ERROR', [
      'data.list',
    ]);
    const good = { n: 1, list: [{ x: 1 }], when: '2026-01-02' };
    const loose = await caller.generate({ template: id, data: good });
    assert.deepEqual(
      loose.warnings.map(({ code, subject }) => [code, subject]),
      [['MISSING_VARIABLE', 'gone']],
    );
    await caller.refused('POST', '/v1/generate', { template: id, data: good, strict: true }, 400, 'VALIDATION_ERROR', ['template']);
  });

  it('tell hooks of new ones', async () => {
    const account = await hub.account();
    await account.send('POST', '/v1/integrations/hooks', { target_url: receiver.url('/template'), event: 'template.created' });
    const made = await create({ name: 'told', html_content: 'x' }, account);
    const [told] = await receiver.wait('/template');
    assert.equal(told?.event.type, 'template.created');
    const { html_content: _html, schema: _schema, options: _options, ...row } = made;
    assert.deepEqual(told.event.data, row);
  });

  it('are one for one Idempotency-Key', async () => {
    const account = await hub.account();
    const body = { name: 'once', html_content: 'x' };
    const key = { 'idempotency-key': 'template-1' };
    const [a, b] = await Promise.all([1, 2].map(() => account.send<Template>('POST', '/v1/templates', body, key)));
    assert.equal(a?.body.id, b?.body.id);
    assert.equal((await account.send<{ data: unknown[] }>('GET', '/v1/templates')).body.data.length, 1);
  });

  it('of other accounts are as if they were not there', async () => {
    const { id } = await create({ name: 'mine', html_content: '<p>mine' });
    for (const [method, path, body] of [
      ['GET', `/v1/templates/${id}`, undefined],
      ['PUT', `/v1/templates/${id}`, { name: 'theirs' }],
      ['PUT', `/v1/templates/${id}`, { html_content: 'theirs' }],
      ['DELETE', `/v1/templates/${id}`, undefined],
      ['GET', `/v1/templates/${id}/schema`, undefined],
      ['GET', `/v1/templates/${id}/versions`, undefined],
      ['GET', `/v1/templates/${id}/versions/1`, undefined],
      ['POST', `/v1/templates/${id}/versions/1/restore`, undefined],
      ['POST', '/v1/generate', { template: id }],
      ['POST', '/v1/generate', { template: `${id}@1` }],
    ] as const) {
      const theirs = await other.refused(method, path, body, 404, 'NOT_FOUND');
      const fake = `tmpl_${'0'.repeat(22)}`;
      const none = await other.refused(
        method,
        path.replace(id, fake),
        body === undefined ? undefined : JSON.parse(JSON.stringify(body).replace(id, fake)),
        404,
        'NOT_FOUND',
      );
      assert.equal(theirs.message, none.message, `${method} ${path}`);
    }
    assert.deepEqual((await other.send<{ data: unknown[] }>('GET', '/v1/templates')).body.data, []);
    assert.equal((await read(id)).name, 'mine');
  });
});
