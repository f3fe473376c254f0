import assert from 'node:assert/strict';
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';
import { finished, readBatch, submit, type BatchState } from '../../support/batches.ts';
import { assertEnvelope, type Caller, download } from '../../support/caller.ts';
import { Door } from '../../support/door.ts';
import { openDatabase, startHub, type TestHub } from '../../support/hub.ts';
import { readPdf, textOf } from '../../support/pdf.ts';
import { until } from '../../support/until.ts';

const plans = {
  free: { requestsPerSecond: 1000, documentsPerMonth: 5 },
  enterprise: { requestsPerSecond: 1000, documentsPerMonth: null },
};
const failing = { react: "export default () => { throw new Error('no data') }" };

async function unzip(bytes: Uint8Array): Promise<Map<string, Buffer>> {
  const archive = await new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(Buffer.from(bytes), { lazyEntries: true }, (error, zip) => {
      if (error !== null) reject(error);
      else resolve(zip);
    });
  });
  const files = new Map<string, Buffer>();
  await new Promise<void>((resolve, reject) => {
    archive.on('entry', (entry: Entry) => {
      archive.openReadStream(entry, (error, stream) => {
        if (error !== null) {
          reject(error);
          return;
        }
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          files.set(entry.fileName, Buffer.concat(chunks));
          archive.readEntry();
        });
      });
    });
    archive.once('end', resolve);
    archive.once('error', reject);
    archive.readEntry();
  });
  return files;
}

describe('a batch', () => {
  let hub: TestHub;
  let caller: Caller;
  let other: Caller;
  let door: Door;
  before(async () => {
    door = await Door.build();
    hub = await startHub({ config: { egress: { allow: [door.host] } }, plugins: { limits: { config: { plans } } } });
    [caller, other] = await Promise.all([hub.account(), hub.account()]);
  });
  after(async () => {
    await hub.stop();
    await door.close();
  });

  const used = async (account: Caller): Promise<number> => {
    const database = await openDatabase(hub.database);
    const counters = await database.collection<{ _id: string; used: number }>('usage').find().toArray();
    await database.close();
    return counters.filter(({ _id }) => _id.startsWith(account.accountId)).reduce((sum, counter) => sum + counter.used, 0);
  };

  it('is accepted at once and makes every item, in every form', async () => {
    const batch = await submit(caller, {
      items: [
        { html: '<p>Zero</p>' },
        { html: '<p>Hello {{name}}</p>', data: { name: 'Ada' }, filename: 'ada.pdf', metadata: { order: 7 } },
        { react: 'export default ({ n }: { n: number }) => <p>React {n}</p>', data: { n: 3 } },
        { html: '<p>Styled</p>', styles: 'body { background: rgb(0, 128, 0) }', options: { printBackground: true, margin: '0' } },
        { html: '<p>Inline</p>', output: 'base64' },
      ],
    });
    assert.match(batch.batch_id, /^batch_\w{22}$/);
    assert.deepEqual([batch.total, batch.status], [5, 'queued']);
    assert.deepEqual(
      batch.generations.map(({ index }) => index),
      [0, 1, 2, 3, 4],
    );
    assert.equal(new Set(batch.generations.map(({ id }) => id)).size, 5);
    const state = await finished(caller, batch.batch_id);
    assert.deepEqual([state.status, state.total, state.completed, state.failed], ['completed', 5, 5, 0]);
    assert.deepEqual(
      state.generations.map(({ id, index }) => ({ id, index })),
      batch.generations,
    );
    const texts = await Promise.all(state.generations.map(async ({ url }) => textOf(await download(url ?? ''))));
    assert.deepEqual(texts, ['Zero', 'Hello Ada', 'React 3', 'Styled', 'Inline']);
    const [page] = await readPdf(await download(state.generations[3]?.url ?? ''));
    assert.deepEqual(page?.colorAt(0.5, 0.5), [0, 128, 0]);

    const one = await caller.send<Record<string, unknown>>('GET', `/v1/generations/${batch.generations[1]?.id ?? ''}`);
    assert.deepEqual(
      [one.body['status'], one.body['batch_id'], one.body['source'], one.body['filename'], one.body['metadata'], one.body['data']],
      ['completed', batch.batch_id, 'batch', 'ada.pdf', { order: 7 }, undefined],
    );
    const inline = await caller.send<{ data: string }>('GET', `/v1/generations/${batch.generations[4]?.id ?? ''}`);
    assert.equal(await textOf(Buffer.from(inline.body.data, 'base64')), 'Inline');
  });

  it("leaves margins and backgrounds to the print engine's own defaults", async () => {
    const html = '<style>html,body{background:rgb(0,0,255);margin:0}</style><p>x';
    const { batch_id } = await submit(caller, { items: [{ html }, { html, options: { margin: '0', printBackground: true } }] });
    const state = await finished(caller, batch_id);
    const [[plain], [full]] = [
      await readPdf(await download(state.generations[0]?.url ?? '')),
      await readPdf(await download(state.generations[1]?.url ?? '')),
    ];
    assert.deepEqual(plain?.colorAt(0.5, 0.5), [255, 255, 255]);
    assert.deepEqual(full?.colorAt(0.5, 0.5), [0, 0, 255]);
  });

  it('checks every item before anything is recorded, and names every wrong field', async () => {
    const good = { html: 'x' };
    for (const [body, fields] of [
      [{}, ['items']],
      [{ items: [] }, ['items']],
      [{ items: 'x' }, ['items']],
      [{ items: Array.from({ length: 101 }, () => good) }, ['items']],
      [{ items: [good, {}] }, ['items.1.html']],
      [{ items: [good, { html: '' }, 7, { html: 'x', optoins: {} }] }, ['items.1.html', 'items.2', 'items.3.optoins']],
      [{ items: [good, good, good, { html: 'x', options: { format: 'A99' } }] }, ['items.3.options.format']],
      [
        {
          items: [
            { html: 'x', options: { margin: '30in' } },
            { html: 'x', options: { format: { width: '900in', height: '1in' } } },
            { html: 'x', options: { margin: 1e300 } },
          ],
        },
        ['items.0.options.margin', 'items.1.options.format.width', 'items.2.options.margin'],
      ],
      [{ items: [good], webhook: 'ftp://example.com' }, ['webhook']],
      [{ items: [good], webhook: 'http://127.0.0.1/x' }, ['webhook']],
      [{ items: [good], webhook: 'https://user:pass@example.com' }, ['webhook']],
      [{ items: [good], webhook: `https://example.com/${'x'.repeat(3000)}` }, ['webhook']],
      [{ items: [good], result: 'tar' }, ['result']],
      [{ items: [good], output: 'url' }, ['output']],
    ] as const) {
      await other.refused('POST', '/v1/generate/batch', body, 400, 'VALIDATION_ERROR', fields);
    }
    const { body } = await other.send<{ data: unknown[] }>('GET', '/v1/generations');
    assert.deepEqual(body.data, []);
    assert.deepEqual((await other.send<{ data: unknown[] }>('GET', '/v1/batches')).body.data, []);
  });

  it('reserves its whole quota or nothing, and gives back what fails', async () => {
    const account = await hub.account({ plan: 'free' });
    const refused = await account.send('POST', '/v1/generate/batch', { items: Array.from({ length: 6 }, () => ({ html: 'x' })) });
    assertEnvelope(refused, 403, 'USAGE_LIMIT_EXCEEDED');
    assert.match(refused.body.error.message, /5 are left.*needs 6.*anew on \d{4}-\d\d-01/);
    assert.equal(refused.headers.get('x-quota-remaining'), '5');
    assert.equal(await used(account), 0);
    const { batch_id } = await submit(account, { items: [{ html: 'a' }, failing, { html: 'b' }] });
    const state = await finished(account, batch_id);
    assert.deepEqual([state.completed, state.failed], [2, 1]);
    assert.match(state.generations[1]?.error ?? '', /no data/);
    assert.equal(await used(account), 2);
  });

  it('does not count with a test key, and says TEST', async () => {
    const account = await hub.account({ plan: 'free', flags: ['--test'] });
    const { batch_id } = await submit(account, { items: Array.from({ length: 6 }, () => ({ html: '<p>x' })) });
    const state = await finished(account, batch_id);
    assert.match(await textOf(await download(state.generations[5]?.url ?? '')), /TEST/);
    assert.equal(await used(account), 0);
  });

  it('gathers its files in a ZIP archive or one PDF', async () => {
    const items = [
      { html: '<p>One</p>', filename: 'same.pdf' },
      failing,
      { html: '<p>Two</p>', filename: 'same.pdf', options: { orientation: 'landscape' } },
      { html: '<p>Three</p>' },
    ];
    const [zipped, merged] = [await submit(caller, { items, result: 'zip' }), await submit(caller, { items, result: 'merged' })];
    const zip = await finished(caller, zipped.batch_id);
    const files = await unzip(await download(zip.result_url ?? ''));
    assert.deepEqual([...files.keys()], ['same.pdf', 'same (2).pdf', `${zipped.generations[3]?.id ?? ''}.pdf`]);
    assert.deepEqual(await Promise.all([...files.values()].map((file) => textOf(file))), ['One', 'Two', 'Three']);
    const one = await finished(caller, merged.batch_id);
    const pages = await readPdf(await download(one.result_url ?? ''));
    assert.deepEqual(
      pages.map(({ text, width, height }) => [text.trim(), width > height]),
      [
        ['One', false],
        ['Two', true],
        ['Three', false],
      ],
    );
    const none = await submit(caller, { items: [failing], result: 'zip' });
    const empty = await finished(caller, none.batch_id);
    assert.deepEqual([empty.result_url, empty.result_error], [null, 'No document of the batch was made.']);
  });

  it('can be cancelled: what waits fails and does not count', async () => {
    // After quick ones, several are taken at once, of which all but the first still wait.
    const other = await hub.account();
    const quick = await submit(other, { items: Array.from({ length: 12 }, () => ({ html: 'quick' })) });
    await finished(other, quick.batch_id);
    const account = await hub.account({ plan: 'free' });
    const slow = { html: '<p>slow', wait: { delay_ms: 1500 } };
    const { batch_id } = await submit(account, { items: [slow, slow, slow, slow, slow] });
    const reply = await account.send<BatchState>('POST', `/v1/batches/${batch_id}/cancel`);
    assert.equal(reply.status, 200);
    assert.equal(reply.body.status, 'cancelled');
    const state = await finished(account, batch_id);
    const cancelled = state.generations.filter(({ error }) => error === 'cancelled');
    assert.ok(cancelled.length >= 1, JSON.stringify(state));
    assert.deepEqual([state.status, state.completed + state.failed, state.failed], ['cancelled', 5, cancelled.length]);
    assert.equal(await used(account), state.completed);
    await account.refused('POST', `/v1/batches/${batch_id}/cancel`, undefined, 409, 'CONFLICT');
  });

  it('can be retried: only what failed is made again, once', async () => {
    const account = await hub.account({ plan: 'free' });
    const { batch_id, generations } = await submit(account, { items: [{ html: 'a' }, failing, failing] });
    const first = await finished(account, batch_id);
    assert.deepEqual([first.completed, first.failed], [1, 2]);
    const retries = await Promise.all([1, 2, 3].map(() => account.send('POST', `/v1/batches/${batch_id}/retry`)));
    assert.deepEqual(retries.map(({ status }) => status).sort(), [202, 409, 409]);
    const second = await finished(account, batch_id);
    assert.deepEqual([second.completed, second.failed, second.status], [1, 2, 'completed']);
    assert.notEqual(second.finished_at, first.finished_at);
    assert.equal(await used(account), 1);
    assert.deepEqual(
      second.generations.map(({ id }) => id),
      generations.map(({ id }) => id),
    );
    const none = await submit(account, { items: [{ html: 'fine' }] });
    await finished(account, none.batch_id);
    await account.refused('POST', `/v1/batches/${none.batch_id}/retry`, undefined, 409, 'CONFLICT');
    assertEnvelope(
      await account.send('POST', `/v1/batches/${batch_id}/retry`, undefined, { 'idempotency-key': '' }),
      400,
      'VALIDATION_ERROR',
    );
  });

  it('has the result of its last run only: what the run before gathered or could not gather is gone', async () => {
    const account = await hub.account();
    const late = { html: '<p>late', wait: door.wait };
    const [none, some] = [
      await submit(account, { items: [late], result: 'zip' }),
      await submit(account, { items: [{ html: '<p>early' }, late], result: 'zip' }),
    ];
    const empty = await finished(account, none.batch_id);
    assert.deepEqual([empty.result_url, empty.result_error], [null, 'No document of the batch was made.']);
    const first = await finished(account, some.batch_id);
    assert.equal((await unzip(await download(first.result_url ?? ''))).size, 1);
    door.isOpen = true;
    for (const { batch_id } of [none, some]) assert.equal((await account.send('POST', `/v1/batches/${batch_id}/retry`)).status, 202);
    const filled = await finished(account, none.batch_id);
    assert.equal(filled.result_error, null);
    assert.equal((await unzip(await download(filled.result_url ?? ''))).size, 1);
    const second = await finished(account, some.batch_id);
    assert.equal((await unzip(await download(second.result_url ?? ''))).size, 2);
    // It goes after the batch has ended, so that there is a result at every moment.
    await until('the result of the first run to be gone', async () =>
      (await fetch(first.result_url ?? '')).status === 410 ? true : undefined,
    );
  });

  it('is listed newest first, and hidden from other accounts like a missing one', async () => {
    const account = await hub.account();
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) ids.unshift((await submit(account, { items: [{ html: 'x' }] })).batch_id);
    const list = await account.send<{ data: { batch_id: string }[]; has_more: boolean; next_cursor: string }>('GET', '/v1/batches?limit=2');
    assert.deepEqual([list.body.data.map(({ batch_id }) => batch_id), list.body.has_more], [ids.slice(0, 2), true]);
    const rest = await account.send<{ data: { batch_id: string }[] }>('GET', `/v1/batches?cursor=${list.body.next_cursor}`);
    assert.deepEqual(
      rest.body.data.map(({ batch_id }) => batch_id),
      ids.slice(2),
    );
    const [mine = ''] = ids;
    for (const [method, tail] of [
      ['GET', ''],
      ['POST', '/cancel'],
      ['POST', '/retry'],
    ] as const) {
      const theirs = await other.refused(method, `/v1/batches/${mine}${tail}`, undefined, 404, 'NOT_FOUND');
      const missing = await other.refused(method, `/v1/batches/batch_0000000000000000000000${tail}`, undefined, 404, 'NOT_FOUND');
      assert.equal(theirs.message, missing.message);
    }
    assert.deepEqual((await other.send<{ data: unknown[] }>('GET', '/v1/batches')).body.data, []);
    for (const id of ids) await finished(account, id);
    assert.equal((await readBatch(account, mine)).status, 'completed');
  });

  it("does not delay another account's single item by more than a few renders", async function () {
    this.timeout(180_000); // all 400 are awaited, also where the machine is slow
    const [greedy, modest] = await Promise.all([hub.account(), hub.account()]);
    const many = await Promise.all(
      Array.from({ length: 4 }, (_, n) => submit(greedy, { items: Array.from({ length: 100 }, () => ({ html: `<p>${String(n)}` })) })),
    );
    const single = await submit(modest, { items: [{ html: '<p>one' }] });
    const state = await finished(modest, single.batch_id);
    assert.equal(state.completed, 1);
    const before = await Promise.all(many.map(async ({ batch_id }) => (await readBatch(greedy, batch_id)).completed));
    const made = before.reduce((sum, count) => sum + count, 0);
    assert.ok(made < 40, `${String(made)} of 400 came first`);
    const document = await modest.generate({ html: '<p>now' });
    assert.ok(document.generation_time_ms < 5000);
    for (const { batch_id } of many) assert.equal((await finished(greedy, batch_id, 150_000)).completed, 100);
  });
});
