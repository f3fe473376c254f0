import assert from 'node:assert/strict';
import { assertEnvelope, type Caller, type Envelope, type Generated } from '../../support/caller.ts';
import { Door } from '../../support/door.ts';
import { type SharedHub, sharedHub } from '../../support/hub.ts';
import { textOf } from '../../support/pdf.ts';

interface Item {
  readonly id: string;
  readonly template_id: null;
  readonly input_type: string;
  readonly status: string;
  readonly url: string | null;
  readonly pages: number | null;
  readonly file_size: number | null;
  readonly generation_time_ms: number | null;
  readonly metadata: object;
  readonly error?: string | null;
  readonly created_at: string;
}
interface Page {
  readonly data: readonly Item[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

describe('history of documents', () => {
  let hub: SharedHub;
  let caller: Caller;
  let other: Caller;
  let door: Door;
  before(async () => {
    door = await Door.build();
    hub = await sharedHub();
    [caller, other] = await Promise.all([hub.account(), hub.account()]);
  });
  after(async () => {
    await hub.stop();
    await door.close();
  });

  it('reads one document back, with its error', async () => {
    const made = await caller.generate({ html: '<p>kept</p>', filename: 'Größe.pdf', metadata: { order: 7, paid: true } });
    const { status, body } = await caller.send<Item>('GET', `/v1/generations/${made.id}`);
    assert.equal(status, 200);
    const { url, created_at, generation_time_ms, ...rest } = body;
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.equal(generation_time_ms, made.generation_time_ms);
    assert.ok(url?.startsWith(hub.url));
    assert.deepEqual(
      { ...rest, url_expires_at: null },
      {
        id: made.id,
        template_id: null,
        input_type: 'html',
        source: 'api',
        batch_id: null,
        status: 'completed',
        url_expires_at: null,
        pages: 1,
        file_size: made.file_size,
        filename: 'Größe.pdf',
        metadata: { order: 7, paid: true },
        warnings: [],
        error: null,
      },
    );
    const file = await fetch(url ?? '');
    assert.equal(file.headers.get('content-disposition'), `inline; filename="Gr__e.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.pdf`);
  });

  it('keeps failed documents with a sentence, and makes them again on request', async () => {
    const error = await caller.refused(
      'POST',
      '/v1/generate',
      { react: "export default () => { throw new Error('no data') }" },
      422,
      'RENDER_FAILED',
    );
    const { body } = await caller.send<Page>('GET', '/v1/generations?limit=1');
    const [failed] = body.data;
    assert.equal(failed?.status, 'failed');
    assert.equal(failed.url, null);
    assert.equal(failed.pages, null);
    assert.equal('error' in failed, false, 'the list leaves the error out');
    const one = await caller.send<Item>('GET', `/v1/generations/${failed.id}`);
    assert.equal(one.body.error, error.message);
    assertEnvelope(await caller.send('GET', `/v1/generations/${failed.id}/file`), 409, 'CONFLICT');
    assertEnvelope(await caller.send('POST', `/v1/generations/${failed.id}/retry`), 422, 'RENDER_FAILED');
    const retried = await caller.send<Item>('GET', `/v1/generations/${failed.id}`);
    assert.equal(retried.body.status, 'failed');
  });

  it('makes a document again that failed for a reason that is gone', async () => {
    const html = '<p id=x>first try</p>';
    await caller.refused('POST', '/v1/generate', { html, wait: door.wait }, 422, 'RENDER_FAILED');
    const { body } = await caller.send<Page>('GET', '/v1/generations?limit=1');
    const id = body.data[0]?.id ?? '';
    door.isOpen = true;
    const [first, second] = await Promise.all([
      caller.send<Generated & Envelope>('POST', `/v1/generations/${id}/retry`),
      caller.send<Generated & Envelope>('POST', `/v1/generations/${id}/retry`),
    ]);
    assert.deepEqual([first.status, second.status].sort(), [200, 409], 'twice at once makes it once');
    const made = first.status === 200 ? first : second;
    assert.equal(made.body.id, id);
    assert.equal(made.body.status, 'completed');
    assertEnvelope(await caller.send('POST', `/v1/generations/${id}/retry`), 409, 'CONFLICT');
  });

  it('lists newest first by pages, offset and cursor, stable while documents are added', async () => {
    const account = await hub.account();
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.unshift((await account.generate({ html: `<p>${String(i)}` })).id);
    const page = async (query: string): Promise<Page> => (await account.send<Page>('GET', `/v1/generations${query}`)).body;
    const all = await page('');
    assert.deepEqual([all.data.map(({ id }) => id), all.has_more, all.next_cursor], [ids, false, null]);
    const first = await page('?limit=2');
    assert.deepEqual([first.data.map(({ id }) => id), first.has_more], [ids.slice(0, 2), true]);
    assert.deepEqual(
      (await page('?limit=2&offset=3')).data.map(({ id }) => id),
      ids.slice(3),
    );
    assert.equal((await page('?limit=2&offset=3')).has_more, false);
    assert.deepEqual((await page('?offset=1000000')).data, []);
    await account.generate({ html: '<p>newer' });
    const second = await page(`?limit=2&cursor=${first.next_cursor ?? ''}`);
    assert.deepEqual(
      second.data.map(({ id }) => id),
      ids.slice(2, 4),
    );
    const third = await page(`?limit=2&cursor=${second.next_cursor ?? ''}`);
    assert.deepEqual([third.data.map(({ id }) => id), third.has_more], [ids.slice(4), false]);
  });

  it('refuses wrong paging by its field', async () => {
    for (const [query, field] of [
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['limit=-1', 'limit'],
      ['limit=abc', 'limit'],
      ['limit=1e1', 'limit'],
      ['limit=', 'limit'],
      ['limit=1&limit=2', 'limit'],
      ['limit[$gt]=0', 'limit[$gt]'],
      ['offset=-1', 'offset'],
      ['offset=1e12', 'offset'],
      ['cursor=xyz', 'cursor'],
      ['page=2', 'page'],
    ] as const) {
      await caller.refused('GET', `/v1/generations?${query}`, undefined, 400, 'VALIDATION_ERROR', [field]);
    }
  });

  it('sends the file with the key, and deletes document and file', async () => {
    const made = await caller.generate({ html: '<p>to delete</p>' });
    const file = await caller.raw('GET', `/v1/generations/${made.id}/file`);
    assert.equal(file.headers.get('content-type'), 'application/pdf');
    assert.equal(await textOf(new Uint8Array(await file.arrayBuffer())), 'to delete');
    const deleted = await caller.send<object>('DELETE', `/v1/generations/${made.id}`);
    assert.deepEqual([deleted.status, deleted.body], [200, { id: made.id, deleted: true }]);
    assert.equal((await fetch(made.url)).status, 410);
    assertEnvelope(await caller.send('GET', `/v1/generations/${made.id}`), 404, 'NOT_FOUND');
    assertEnvelope(await caller.send('DELETE', `/v1/generations/${made.id}`), 404, 'NOT_FOUND');
  });

  it("hides another account's documents exactly like missing ones", async () => {
    const { id } = await caller.generate({ html: '<p>mine</p>' });
    const missing = `${id.slice(0, -4)}0000`;
    const strip = ({ error: { code, message } }: Envelope) => ({ code, message });
    for (const [method, tail] of [
      ['GET', ''],
      ['GET', '/file'],
      ['DELETE', ''],
    ] as const) {
      const theirs = await other.send(method, `/v1/generations/${id}${tail}`);
      const none = await other.send(method, `/v1/generations/${missing}${tail}`);
      assertEnvelope(theirs, 404, 'NOT_FOUND');
      assert.deepEqual(strip(theirs.body), strip(none.body));
    }
    const [theirs, none] = [
      await other.send('POST', `/v1/generations/${id}/retry`),
      await other.send('POST', `/v1/generations/${missing}/retry`),
    ];
    assert.deepEqual([theirs.status, strip(theirs.body)], [none.status, strip(none.body)]);
    assert.deepEqual((await other.send<Page>('GET', '/v1/generations')).body.data, []);
    assert.equal((await caller.send<Item>('GET', `/v1/generations/${id}`)).body.status, 'completed');
  });
});
