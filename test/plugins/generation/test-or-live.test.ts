import assert from 'node:assert/strict';
import { finished, submit } from '../../support/batches.ts';
import { assertEnvelope, Caller, download, type Generated } from '../../support/caller.ts';
import { Door } from '../../support/door.ts';
import { startHub, type TestHub } from '../../support/hub.ts';
import { textOf } from '../../support/pdf.ts';
import { until } from '../../support/until.ts';
import { Visitor } from '../../support/visitor.ts';

const LIMIT = 20;
const plans = {
  free: { requestsPerSecond: 1000, documentsPerMonth: LIMIT },
  enterprise: { requestsPerSecond: 1000, documentsPerMonth: null },
};

/** One account with a key of each kind. */
interface Keys {
  readonly live: Caller;
  readonly test: Caller;
}

describe('whether a document is a test or counts', function () {
  this.timeout(180_000);
  let hub: TestHub;
  let door: Door;
  before(async () => {
    door = await Door.build();
    hub = await startHub({
      config: { egress: { allow: [door.host] } },
      plugins: { limits: { config: { plans } }, batches: { config: { concurrency: 1 } } },
    });
  });
  after(async () => {
    await hub.stop();
    await door.close();
  });
  beforeEach(() => {
    door.isOpen = false;
  });

  const keysOf = async (): Promise<Keys> => {
    const live = await hub.account({ plan: 'free' });
    const made = JSON.parse(await hub.command('account', 'key', 'create', live.email, '--test', '--json')) as { id: string; key: string };
    return { live, test: new Caller(hub.url, made.key, { accountId: live.accountId, email: live.email, keyId: made.id }) };
  };

  /** Documents counted so far, by the header of one more. */
  const counted = async ({ live }: Keys): Promise<number> => {
    const reply = await live.send('POST', '/v1/generate', { html: '<p>count' });
    assert.equal(reply.status, 201);
    return LIMIT - Number(reply.headers.get('x-quota-remaining')) - 1;
  };

  const isMarked = async (url: string | null): Promise<boolean> => /TEST/.test(await textOf(await download(url ?? '')));

  /** A document that failed and would be made now. */
  const failedWith = async (key: Caller, body: object = {}): Promise<string> => {
    door.isOpen = false;
    assertEnvelope(await key.send('POST', '/v1/generate', { html: '<p>again', wait: door.wait, ...body }), 422, 'RENDER_FAILED');
    const { body: list } = await key.send<{ data: { id: string }[] }>('GET', '/v1/generations?limit=1');
    door.isOpen = true;
    return list.data[0]?.id ?? '';
  };

  /** A batch of two whose items failed and would be made now. */
  const failedBatchWith = async (key: Caller): Promise<string> => {
    door.isOpen = false;
    const item = { html: '<p>again', wait: door.wait };
    const { batch_id } = await submit(key, { items: [item, item] });
    assert.equal((await finished(key, batch_id)).failed, 2);
    door.isOpen = true;
    return batch_id;
  };

  for (const [made, retried, marked, count] of [
    ['live', 'test', false, 1],
    ['live', 'live', false, 1],
    ['test', 'live', true, 0],
    ['test', 'test', true, 0],
  ] as const) {
    it(`a document of a ${made} key that a ${retried} key retries is ${marked ? 'marked and does not count' : 'plain and counts'}`, async () => {
      const keys = await keysOf();
      const id = await failedWith(keys[made]);
      const reply = await keys[retried].send<Generated>('POST', `/v1/generations/${id}/retry`);
      assert.equal(reply.status, 200, JSON.stringify(reply.body));
      assert.equal(reply.headers.get('x-quota-remaining'), marked ? null : String(LIMIT - 1));
      assert.equal(await isMarked(reply.body.url), marked);
      assert.equal(await counted(keys), count);
    });

    it(`and so are the items of a batch of a ${made} key that a ${retried} key retries`, async () => {
      const keys = await keysOf();
      const id = await failedBatchWith(keys[made]);
      const reply = await keys[retried].send('POST', `/v1/batches/${id}/retry`);
      assert.equal(reply.status, 202);
      assert.equal(reply.headers.get('x-quota-remaining'), marked ? null : String(LIMIT - 2));
      const { generations } = await finished(keys[made], id);
      assert.deepEqual(await Promise.all(generations.map(({ url }) => isMarked(url))), [marked, marked]);
      assert.equal(await counted(keys), 2 * count);
    });
  }

  it('a batch of a live key that was cancelled and is retried by a test key counts what it makes', async () => {
    const keys = await keysOf();
    const slow = { html: '<p>slow', wait: { delay_ms: 800 } };
    const { batch_id } = await submit(keys.live, { items: [slow, slow, slow, slow] });
    assert.equal((await keys.live.send('POST', `/v1/batches/${batch_id}/cancel`)).status, 200);
    const cancelled = await finished(keys.live, batch_id);
    assert.ok(cancelled.failed > 0);
    assert.equal((await keys.test.send('POST', `/v1/batches/${batch_id}/retry`)).status, 202);
    const { generations, completed } = await finished(keys.live, batch_id);
    assert.equal(completed, 4);
    for (const { url } of generations) assert.equal(await isMarked(url), false);
    assert.equal(await counted(keys), 4);
  });

  it('one Idempotency-Key under keys of both kinds makes one document of each', async () => {
    const keys = await keysOf();
    const send = (key: Caller) => key.send<Generated>('POST', '/v1/generate', { html: '<p>same' }, { 'idempotency-key': 'same' });
    const [live, test, again] = [await send(keys.live), await send(keys.test), await send(keys.live)];
    assert.notEqual(live.body.id, test.body.id);
    assert.equal(again.body.id, live.body.id);
    assert.deepEqual([await isMarked(live.body.url), await isMarked(test.body.url)], [false, true]);
    assert.equal(await counted(keys), 1);
  });

  it('the dashboard makes documents again as what they are', async () => {
    const keys = await keysOf();
    const visitor = await new Visitor(hub).enter(keys.live.email);
    for (const kind of ['live', 'test'] as const) {
      const id = await failedWith(keys[kind]);
      await visitor.open(`/dashboard/history/${id}`);
      await visitor.post(`/dashboard/history/${id}`, { _do: 'retry' });
      const { body } = await keys.live.send<{ url: string }>('GET', `/v1/generations/${id}`);
      assert.equal(await isMarked(body.url), kind === 'test');
      const batch = await failedBatchWith(keys[kind]);
      await visitor.open(`/dashboard/batches/${batch}`);
      await visitor.post(`/dashboard/batches/${batch}`, { _do: 'retry' });
      const { generations } = await until('the batch', async () => {
        const state = await finished(keys.live, batch);
        return state.failed === 0 ? state : undefined;
      });
      assert.deepEqual(await Promise.all(generations.map(({ url }) => isMarked(url))), [kind === 'test', kind === 'test']);
    }
    assert.equal(await counted(keys), 3);
  });

  it('a retry keeps the request: its wait, its steps and how it was to be answered', async () => {
    const keys = await keysOf();
    const id = await failedWith(keys.live, { output: 'base64', steps: [{ type: 'watermark', text: 'DRAFT' }] });
    door.isOpen = false;
    assertEnvelope(await keys.live.send('POST', `/v1/generations/${id}/retry`), 422, 'RENDER_FAILED');
    door.isOpen = true;
    const { body } = await keys.live.send<Generated>('POST', `/v1/generations/${id}/retry`);
    assert.equal(body.url, undefined);
    assert.match(await textOf(Buffer.from(body.data ?? '', 'base64')), /DRAFT/);
  });

  it('a retry beyond the allowance is refused and leaves the document as it was', async () => {
    const keys = await keysOf();
    const id = await failedWith(keys.live);
    const batch = await failedBatchWith(keys.live);
    const read = async () => (await keys.live.send<object>('GET', `/v1/generations/${id}`)).body;
    const [before, batchBefore] = [await read(), await finished(keys.live, batch)];
    await submit(keys.live, { items: Array.from({ length: LIMIT }, () => ({ html: '<p>all' })) });
    for (const path of [`/v1/generations/${id}/retry`, `/v1/batches/${batch}/retry`]) {
      assertEnvelope(await keys.live.send('POST', path), 403, 'USAGE_LIMIT_EXCEEDED');
    }
    assert.deepEqual(await read(), before);
    assert.deepEqual(await finished(keys.live, batch), batchBefore);
  });

  it('lists of batches say how many items ended how', async () => {
    const keys = await keysOf();
    const { batch_id } = await submit(keys.live, { items: [{ html: 'a' }, { html: 'b', wait: door.wait }, { html: 'c' }] });
    await finished(keys.live, batch_id);
    const { body } = await keys.live.send<{ data: Record<string, unknown>[] }>('GET', '/v1/batches');
    const [{ batch_id: id, total, completed, failed, finished: ended } = {}] = body.data;
    assert.deepEqual({ id, total, completed, failed, ended }, { id: batch_id, total: 3, completed: 2, failed: 1, ended: 3 });
  });
});
