import assert from 'node:assert/strict';
import type { Caller } from '../../support/caller.ts';
import { openDatabase, startHub, type TestHub } from '../../support/hub.ts';
import { until } from '../../support/until.ts';
import { Visitor } from '../../support/visitor.ts';

const DAY_MS = 86_400_000;

describe('the request log', () => {
  let shift = 0;
  let hub: TestHub;
  let ann: Caller;
  let bob: Caller;
  let visitor: Visitor;
  before(async () => {
    hub = await startHub({ clock: () => new Date(Date.now() + shift), plugins: { 'request-log': { config: { maxPerAccount: 100 } } } });
    [ann, bob] = [await hub.account(), await hub.account()];
    visitor = await new Visitor(hub).enter(ann.email);
  });
  after(() => hub.stop());

  const seen = (path: string, text: string | RegExp) =>
    until(`${String(text)} on ${path}`, async () => {
      const page = await visitor.open(path);
      return (typeof text === 'string' ? page.includes(text) : text.test(page)) ? page : undefined;
    });

  it('shows method, route, status, time, error, key and id of each request, and nothing of its body', async () => {
    const good = await ann.raw('POST', '/v1/generate', { body: { html: '<p>very private words</p>' } });
    const id = good.headers.get('x-request-id') ?? '';
    const bad = await ann.refused('GET', '/v1/generations/gen_not_there', undefined, 404, 'NOT_FOUND');
    const page = await seen('/dashboard/requests', bad.request_id);
    for (const part of [id, 'POST /v1/generate', 'GET /v1/generations/:id', '404 NOT_FOUND', bad.message, 'made in the shell'])
      assert.ok(page.includes(part), part);
    assert.match(page, /\d+ ms/);
    assert.ok(!page.includes('very private words') && !page.includes('gen_not_there'), 'neither bodies nor addresses');
  });

  it('is found by request id, status, method, words and day', async () => {
    const { request_id: id } = await ann.refused('POST', '/v1/generate', { html: 7 }, 400, 'VALIDATION_ERROR', ['html']);
    const rows = async (query: string): Promise<number> => (await visitor.open(`/dashboard/requests?${query}`)).split('<tr>').length - 2;
    await seen('/dashboard/requests', id);
    assert.equal(await rows(`q=${id}`), 1);
    assert.equal(await rows('q=validation_error'), 1);
    assert.ok((await rows('status=4xx')) >= 2);
    assert.ok((await rows('status=2xx')) >= 1);
    assert.equal(await rows('status=4xx&method=POST'), 1);
    const today = new Date(Date.now() + shift).toISOString().slice(0, 10);
    assert.ok((await rows(`from=${today}&to=${today}`)) >= 3);
    assert.match(await visitor.open('/dashboard/requests?to=2001-01-01'), /No requests match/);
    assert.match(await visitor.open('/dashboard/requests?q=.*%24%5B'), /No requests match/, 'what is searched is text, not a pattern');
    assert.ok((await rows('status=nonsense&method=nonsense&from=nonsense&cursor=nonsense')) >= 3);
  });

  it('belongs to the account: neither page nor file shows those of another', async () => {
    const { request_id: own } = await bob.refused('GET', '/v1/generations/x', undefined, 404, 'NOT_FOUND');
    const stranger = await new Visitor(hub).enter(bob.email);
    await until('the request is written', async () => ((await stranger.open('/dashboard/requests')).includes(own) ? true : undefined));
    assert.ok(!(await visitor.open('/dashboard/requests')).includes(own));
    assert.match(await visitor.open(`/dashboard/requests?q=${own}`), /No requests match/);
    assert.ok(!(await visitor.open('/dashboard/requests.csv')).includes(own));
    assert.ok((await stranger.open('/dashboard/requests.csv')).includes(own));
    const nobody = await fetch(`${hub.url}/dashboard/requests.csv`);
    assert.equal(nobody.status, 404);
  });

  it('is saved as a CSV file of the filtered list, in which nothing is a formula', async () => {
    const evil = '=cmd|calc!A1';
    const reply = await ann.raw('GET', '/v1/generations/y', { headers: { 'x-request-id': 'chosen-id-1234' } });
    assert.equal(reply.status, 404);
    await seen('/dashboard/requests', 'chosen-id-1234');
    const database = await openDatabase(hub.database);
    try {
      await database
        .collection('logged_requests')
        .updateOne({ requestId: 'chosen-id-1234' }, { $set: { errorMessage: `${evil}, "quoted"` } });
    } finally {
      await database.close();
    }
    const file = await visitor.get('/dashboard/requests.csv?status=4xx&q=chosen-id-1234');
    assert.equal(file.headers.get('content-type'), 'text/csv; charset=utf-8');
    assert.match(file.headers.get('content-disposition') ?? '', /^attachment; filename="requests\.csv"/);
    const [head, row, ...more] = file.text.replace('\ufeff', '').split('\r\n');
    assert.equal(head, 'time,method,route,status,ms,error_code,error_message,key_id,request_id');
    assert.ok(row?.includes(`"'${evil}, ""quoted"""`), row);
    assert.deepEqual(more, ['']);
  });

  it('keeps so many requests of an account, the newest, and those of others whatever one does', async () => {
    const before = (await (await new Visitor(hub).enter(bob.email)).open('/dashboard/requests')).split('<tr>').length;
    for (let i = 0; i < 24; i++) {
      await Promise.all(Array.from({ length: 10 }, () => ann.raw('GET', '/v1/generations?limit=1')));
    }
    const database = await openDatabase(hub.database);
    try {
      await until('the oldest are gone', async () => {
        const count = await database.collection('logged_requests').countDocuments({ accountId: ann.accountId });
        return count <= 110 ? count : undefined;
      });
    } finally {
      await database.close();
    }
    const after = (await (await new Visitor(hub).enter(bob.email)).open('/dashboard/requests')).split('<tr>').length;
    assert.equal(after, before);
  });

  it('forgets after its days', async () => {
    const last = await ann.raw('GET', '/v1/generations');
    // Requests are written in their order, so that none of those before is written after the days.
    await seen('/dashboard/requests', last.headers.get('x-request-id') ?? '');
    shift += 8 * DAY_MS;
    const late = await startHub({ database: hub.database, clock: () => new Date(Date.now() + shift) });
    try {
      const again = await new Visitor(late).enter(ann.email);
      assert.match(await again.open('/dashboard/requests'), /No requests yet/);
    } finally {
      await late.stop();
    }
  });
});
