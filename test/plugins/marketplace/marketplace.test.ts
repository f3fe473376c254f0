import assert from 'node:assert/strict';
import type { Caller } from '../../support/caller.ts';
import { startHub, type TestHub } from '../../support/hub.ts';
import { textOf } from '../../support/pdf.ts';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly category: string | null;
  readonly downloads: number;
}
interface Page {
  readonly data: readonly Row[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

describe('the marketplace', () => {
  let hub: TestHub;
  let publisher: Caller;
  let viewer: Caller;
  before(async () => {
    hub = await startHub();
    [publisher, viewer] = await Promise.all([hub.account(), hub.account()]);
  });
  after(() => hub.stop());

  const create = async (name: string, html: string): Promise<string> =>
    (await publisher.send<{ id: string }>('POST', '/v1/templates', { name, html_content: html })).body.id;
  const publish = async (id: string, body?: object) => publisher.send<object>('POST', `/v1/marketplace/${id}/publish`, body);
  const list = async (query = ''): Promise<Page> => (await viewer.send<Page>('GET', `/v1/marketplace${query}`)).body;

  it('shows what is public, with the current version, to every account', async () => {
    const id = await create('Shared', '<p>one');
    await viewer.refused('GET', `/v1/marketplace/${id}`, undefined, 404, 'NOT_FOUND');
    const published = await publish(id);
    assert.deepEqual([published.status, published.body], [200, { id, name: 'Shared', is_public: true }]);
    await publisher.send('PUT', `/v1/templates/${id}`, { html_content: '<p>two {{x}}' });
    const seen = await viewer.send<Record<string, unknown>>('GET', `/v1/marketplace/${id}`);
    assert.deepEqual([seen.body['version'], seen.body['html_content'], seen.body['name']], [2, '<p>two {{x}}', 'Shared']);
    for (const field of ['id', 'name', 'html_content', 'schema', 'version', 'created_at', 'updated_at'])
      assert.ok(field in seen.body, field);
    assert.ok(!('accountId' in seen.body) && !('account_id' in seen.body));
    assert.ok((await list()).data.some((row) => row.id === id));
    assert.equal((await publisher.send<{ is_public: boolean }>('GET', `/v1/templates/${id}`)).body.is_public, true);

    const hidden = await publisher.send<object>('POST', `/v1/marketplace/${id}/unpublish`);
    assert.deepEqual([hidden.status, hidden.body], [200, { id, name: 'Shared', is_public: false }]);
    await viewer.refused('GET', `/v1/marketplace/${id}`, undefined, 404, 'NOT_FOUND');
    await viewer.refused('POST', `/v1/marketplace/${id}/clone`, undefined, 404, 'NOT_FOUND');
    assert.equal((await publisher.send('GET', `/v1/templates/${id}`)).status, 200, 'it stays with its owner');
  });

  it('is browsed by pages and category', async () => {
    const ids: string[] = [];
    for (const name of ['A', 'B', 'C']) {
      const id = await create(name, 'x');
      const reply = await publish(id, { category: name === 'B' ? 'letters' : 'bills', description: `About ${name}` });
      assert.equal(reply.status, 200, JSON.stringify(reply.body));
      ids.unshift(id);
    }
    assert.deepEqual(
      (await list('?category=bills')).data.map(({ id, category }) => [id, category]),
      [
        [ids[0], 'bills'],
        [ids[2], 'bills'],
      ],
    );
    const first = await list('?category=bills&limit=1');
    assert.deepEqual([first.data.length, first.has_more], [1, true]);
    assert.equal((await list(`?category=bills&limit=1&cursor=${first.next_cursor ?? ''}`)).data[0]?.id, ids[2]);
    assert.equal((await list('?category=bills&offset=1')).data[0]?.id, ids[2]);
    assert.deepEqual((await list('?category=none')).data, []);
    for (const [query, field] of [
      ['?limit=101', 'limit'],
      ['?limit=0', 'limit'],
      ['?offset=-1', 'offset'],
      ['?category=', 'category'],
      ['?sort=x', 'sort'],
    ] as const) {
      await viewer.refused('GET', `/v1/marketplace${query}`, undefined, 400, 'VALIDATION_ERROR', [field]);
    }
    const id = ids[0] ?? '';
    for (const [body, field] of [
      [{ category: '' }, 'category'],
      [{ category: 'x'.repeat(51) }, 'category'],
      [{ description: 7 }, 'description'],
      [{ price: 1 }, 'price'],
    ] as const) {
      await publisher.refused('POST', `/v1/marketplace/${id}/publish`, body, 400, 'VALIDATION_ERROR', [field]);
    }
  });

  it('gives copies that belong to whoever took them', async () => {
    const id = await create('Letter', '<p>Dear {{name}}');
    await publish(id);
    const cloned = await viewer.send<{ id: string; name: string; version: number; created_at: string }>(
      'POST',
      `/v1/marketplace/${id}/clone`,
    );
    assert.equal(cloned.status, 201);
    assert.deepEqual(Object.keys(cloned.body).sort(), ['created_at', 'id', 'name', 'version']);
    assert.deepEqual([cloned.body.name, cloned.body.version], ['Letter (copy)', 1]);
    assert.notEqual(cloned.body.id, id);
    const own = await viewer.send<{ is_public: boolean; schema: object }>('GET', `/v1/templates/${cloned.body.id}`);
    assert.deepEqual([own.body.is_public, own.body.schema], [false, { name: 'string' }]);
    assert.equal(await textOf(await viewer.pdf({ template: cloned.body.id, data: { name: 'Ada' } })), 'Dear Ada');
    await viewer.refused('POST', '/v1/generate', { template: id }, 404, 'NOT_FOUND');
    await publisher.send('DELETE', `/v1/templates/${id}`);
    assert.equal((await viewer.send('GET', `/v1/templates/${cloned.body.id}`)).status, 200);

    const long = await create('x'.repeat(255), 'x');
    await publish(long);
    const copy = await viewer.send<{ name: string }>('POST', `/v1/marketplace/${long}/clone`);
    assert.deepEqual([copy.body.name.length, copy.body.name.endsWith(' (copy)')], [255, true]);
    assert.equal((await list()).data.find((row) => row.id === long)?.downloads, 1);
    const key = { 'idempotency-key': 'clone-1' };
    const [a, b] = [
      await viewer.send<{ id: string }>('POST', `/v1/marketplace/${long}/clone`, undefined, key),
      await viewer.send<{ id: string }>('POST', `/v1/marketplace/${long}/clone`, undefined, key),
    ];
    assert.equal(a.body.id, b.body.id);
  });

  it('lets only the owner publish, and needs a key', async () => {
    const id = await create('Mine', 'x');
    for (const verb of ['publish', 'unpublish']) {
      const theirs = await viewer.refused('POST', `/v1/marketplace/${id}/${verb}`, undefined, 404, 'NOT_FOUND');
      const none = await viewer.refused('POST', `/v1/marketplace/tmpl_none/${verb}`, undefined, 404, 'NOT_FOUND');
      assert.equal(theirs.message, none.message);
    }
    for (const [method, path] of [
      ['GET', '/v1/marketplace'],
      ['GET', `/v1/marketplace/${id}`],
      ['POST', `/v1/marketplace/${id}/clone`],
    ] as const) {
      assert.equal((await fetch(hub.url + path, { method })).status, 401);
    }
  });
});
