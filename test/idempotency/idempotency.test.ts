import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { dereference } from '../../plugins/dashboard/pages/dereference.ts';
import { finished, submit, type Submitted } from '../support/batches.ts';
import { assertEnvelope, type Caller, type Envelope, type Generated, type Reply } from '../support/caller.ts';
import { claimed } from '../support/claimed.ts';
import { openDatabase, startHub, type TestHub } from '../support/hub.ts';
import { textOf } from '../support/pdf.ts';
import { Receiver } from '../support/receiver.ts';

interface KeyRecord {
  _id: string;
  state: string;
  lockedUntil: Date;
}

/** Switched off here, or it makes nothing. */
const NOTHING_TO_REPEAT = new Set(['/v1/pdf/protect', '/v1/generations/{id}/replay']);

describe('an Idempotency-Key', () => {
  let hub: TestHub;
  let receiver: Receiver;
  let caller: Caller;
  let ahead = 0;
  before(async () => {
    receiver = await Receiver.open();
    hub = await startHub({ config: { egress: { allow: ['127.0.0.1:*'] } }, clock: () => new Date(Date.now() + ahead) });
    caller = await hub.account();
  });
  afterEach(() => (ahead = 0));
  after(async () => {
    await hub.stop();
    await receiver.close();
  });

  const keyed = (key: string) => ({ 'idempotency-key': key });
  const send = async <T = Envelope>(path: string, body: unknown, key: string, account = caller): Promise<Reply<T>> =>
    account.send<T>('POST', path, body, keyed(key));
  const total = async (account = caller): Promise<number> =>
    (await account.send<{ data: unknown[] }>('GET', '/v1/generations?limit=100')).body.data.length;

  it('makes one batch of 50 requests at once, and gives all of them the same reply', async () => {
    const account = await hub.account();
    const key = randomUUID();
    const body = { items: [{ html: 'a' }, { html: 'b' }] };
    const replies = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const reply = await account.raw('POST', '/v1/generate/batch', { body, headers: keyed(key) });
        return { status: reply.status, replayed: reply.headers.get('idempotent-replayed'), text: await reply.text() };
      }),
    );
    assert.deepEqual([...new Set(replies.map(({ status }) => status))], [202]);
    assert.equal(new Set(replies.map(({ text }) => text)).size, 1);
    assert.equal(replies.filter(({ replayed }) => replayed === 'true').length, 49);
    const { batch_id } = JSON.parse(replies[0]?.text ?? '') as Submitted;
    await finished(account, batch_id);
    assert.equal(await total(account), 2);
    assert.equal((await account.send<{ data: unknown[] }>('GET', '/v1/batches')).body.data.length, 1);
  });

  it('works on every POST that makes something', async () => {
    const failed = await caller.send('POST', '/v1/generate', { react: "export default () => { throw new Error('x') }" });
    assertEnvelope(failed, 422, 'RENDER_FAILED');
    const { batch_id } = await submit(caller, { items: [{ html: 'x', wait: { delay_ms: 8000 } }] });
    const told = await caller.generate({ html: 'x', webhook: receiver.url('/x') });
    assert.ok(told.id);
    await receiver.wait('/x');
    const [delivery] = (await caller.send<{ data: { id: string }[] }>('GET', '/v1/webhooks/deliveries')).body.data;
    const template = await caller.send<{ id: string }>('POST', '/v1/templates', { name: 'x', html_content: 'x' });
    const bodies: Record<string, unknown> = {
      '/v1/templates': { name: 'once', html_content: 'x' },
      [`/v1/templates/${template.body.id}/versions/1/restore`]: undefined,
      [`/v1/marketplace/${template.body.id}/publish`]: { category: 'x' },
      [`/v1/marketplace/${template.body.id}/clone`]: undefined,
      [`/v1/marketplace/${template.body.id}/unpublish`]: undefined,
      '/v1/starter-templates/letter/clone': undefined,
      '/v1/generate': { html: 'x' },
      '/v1/generate/batch': { items: [{ html: 'x' }] },
      '/v1/integrations/actions/generate': { html: 'x' },
      '/v1/integrations/hooks': { target_url: receiver.url('/hook'), event: 'template.created' },
      [`/v1/batches/${batch_id}/cancel`]: undefined,
      '/v1/webhooks/secret/rotate': undefined,
      [`/v1/webhooks/deliveries/${delivery?.id ?? ''}/resend`]: undefined,
    };
    for (const [path, body] of Object.entries(bodies)) {
      const key = randomUUID();
      const first = await send<object>(path, body, key);
      assert.ok(first.status < 300, `${path}: ${JSON.stringify(first.body)}`);
      const second = await send<object>(path, body, key);
      assert.deepEqual([second.status, second.body, second.headers.get('idempotent-replayed')], [first.status, first.body, 'true'], path);
    }
  });

  it('is promised by the API description exactly where it is kept', async () => {
    const { paths } = dereference((await (await fetch(`${hub.url}/openapi.json`)).json()) as object) as {
      paths: Record<string, Record<string, { parameters: { name: string; in: string }[] }>>;
    };
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, { parameters }] of Object.entries(methods)) {
        const promised = parameters.some(({ name, in: place }) => place === 'header' && name === 'Idempotency-Key');
        if (!NOTHING_TO_REPEAT.has(path)) assert.equal(promised, method === 'post', `${method} ${path}`);
      }
    }
  });

  it('replays the bytes of a PDF, and large replies', async () => {
    const key = randomUUID();
    const body = { html: '<p>bytes' };
    const get = async () => {
      const reply = await caller.raw('POST', '/v1/generate', { body, headers: { ...keyed(key), accept: 'application/pdf' } });
      return {
        id: reply.headers.get('x-generation-id'),
        type: reply.headers.get('content-type'),
        bytes: Buffer.from(await reply.arrayBuffer()),
      };
    };
    const [first, second] = [await get(), await get()];
    assert.deepEqual([second.id, second.type], [first.id, 'application/pdf']);
    assert.ok(first.bytes.equals(second.bytes));
    assert.equal(await textOf(second.bytes), 'bytes');

    const noise = Array.from({ length: 900 }, () => `<p>${randomUUID().repeat(60)}`).join('');
    const large = { html: `<style>p{font-size:3px}</style>${noise}`, output: 'base64' };
    const big = randomUUID();
    const made = await send<Generated>('/v1/generate', large, big);
    assert.equal(made.status, 201, JSON.stringify(made.body).slice(0, 500));
    assert.deepEqual((await send<Generated>('/v1/generate', large, big)).body, made.body);
  });

  it('gives the first reply to another body too, and says so', async () => {
    const key = randomUUID();
    const first = await send<Generated>('/v1/generate', { html: 'one', metadata: { a: 1, b: 2 } }, key);
    const same = await send<Generated>('/v1/generate', { metadata: { b: 2, a: 1 }, html: 'one' }, key);
    assert.deepEqual([same.body.id, same.headers.get('idempotency-mismatch')], [first.body.id, null]);
    const other = await send<Generated>('/v1/generate', { html: 'two' }, key);
    assert.deepEqual([other.body, other.headers.get('idempotency-mismatch')], [first.body, 'true']);
  });

  it('belongs to one body, where the caller says so: the same request again is a repetition, any other is done', async () => {
    const headers = { ...keyed(randomUUID()), 'idempotency-scope': 'body' };
    const make = async (html: string): Promise<Reply<Generated>> => caller.send<Generated>('POST', '/v1/generate', { html }, headers);
    const [one, two, again] = [await make('one'), await make('two'), await make('one')];
    assert.notEqual(one.body.id, two.body.id);
    assert.equal(again.body.id, one.body.id);
    for (const reply of [one, two, again]) assert.equal(reply.headers.get('idempotency-mismatch'), null);
    const wrong = { ...headers, 'idempotency-scope': 'run' };
    assertEnvelope(await caller.send('POST', '/v1/generate', { html: 'x' }, wrong), 400, 'VALIDATION_ERROR');
  });

  it('refuses another body where the operator says so', async () => {
    const strict = await startHub({ config: { idempotency: { strict: true } } });
    try {
      const account = await strict.account();
      const key = randomUUID();
      await send('/v1/generate', { html: 'one' }, key, account);
      assertEnvelope(await send('/v1/generate', { html: 'two' }, key, account), 422, 'IDEMPOTENCY_MISMATCH');
      assert.equal((await send<Generated>('/v1/generate', { html: 'one' }, key, account)).status, 201);
    } finally {
      await strict.stop();
    }
  });

  it('belongs to one account and one path', async () => {
    const key = randomUUID();
    const account = await hub.account();
    const mine = await send<Generated>('/v1/generate', { html: 'x' }, key);
    const theirs = await send<Generated>('/v1/generate', { html: 'x' }, key, account);
    assert.notEqual(theirs.body.id, mine.body.id);
    assert.equal((await send<Submitted>('/v1/generate/batch', { items: [{ html: 'x' }] }, key)).status, 202);
  });

  it('is free again after a refusal', async () => {
    const key = randomUUID();
    assertEnvelope(await send('/v1/generate', { html: '{{#if', data: {} }, key), 400, 'VALIDATION_ERROR');
    assertEnvelope(await send('/v1/generate', {}, key), 400, 'VALIDATION_ERROR');
    assert.equal((await send<Generated>('/v1/generate', { html: 'x' }, key)).headers.get('idempotent-replayed'), null);
  });

  it('is visible ASCII of 1 to 255 characters', async () => {
    for (const key of ['', ' ', 'x'.repeat(256), 'a b', 'caf\u00e9']) {
      const reply = await send('/v1/generate', { html: 'x' }, key);
      assertEnvelope(reply, 400, 'VALIDATION_ERROR');
      assert.deepEqual(
        reply.body.error.fields?.map(({ field }) => field),
        ['Idempotency-Key'],
      );
    }
    assert.equal((await send('/v1/generate', { html: 'x' }, 'x'.repeat(255))).status, 201);
  });

  it('is forgotten after 24 hours', async () => {
    const key = randomUUID();
    const first = await send<Generated>('/v1/generate', { html: 'x' }, key);
    ahead = 24 * 3600_000 - 60_000;
    assert.equal((await send<Generated>('/v1/generate', { html: 'x' }, key)).body.id, first.body.id);
    ahead += 120_000;
    const later = await send<Generated>('/v1/generate', { html: 'x' }, key);
    assert.notEqual(later.body.id, first.body.id);
    assert.equal(later.headers.get('idempotent-replayed'), null);
  });

  it('answers 409 while the first request is still at work after 10 s', async () => {
    const key = randomUUID();
    const body = { html: 'x', wait: { delay_ms: 12_000 } };
    const first = send<Generated>('/v1/generate', body, key);
    await claimed(hub.database);
    const second = await send('/v1/generate', body, key);
    assertEnvelope(second, 409, 'IDEMPOTENCY_IN_PROGRESS');
    assert.equal(second.headers.get('retry-after'), '1');
    const made = await first;
    assert.equal(made.status, 201);
    assert.equal((await send<Generated>('/v1/generate', body, key)).body.id, made.body.id);
  });

  it('keeps the work of a caller that hangs up', async () => {
    const key = randomUUID();
    const body = { html: 'kept', wait: { delay_ms: 1500 } };
    const hangUp = new AbortController();
    const first = caller.raw('POST', '/v1/generate', { body, headers: keyed(key), signal: hangUp.signal });
    first.catch(() => undefined); // it is awaited below
    await claimed(hub.database);
    hangUp.abort();
    await assert.rejects(first);
    const second = await send<Generated>('/v1/generate', body, key);
    assert.deepEqual([second.status, second.headers.get('idempotent-replayed')], [201, 'true']);
  });

  describe('whose first request died', () => {
    /** What a process leaves that is killed after its work and before its reply is kept. */
    const forgetReply = async (): Promise<void> => {
      const database = await openDatabase(hub.database);
      const keys = database.collection<KeyRecord>('idempotency_keys');
      const { modifiedCount } = await keys.updateMany(
        { state: 'done' },
        { $set: { state: 'running', lockedUntil: new Date(0), status: null, body: null } },
      );
      assert.ok(modifiedCount > 0);
      await database.close();
    };

    it('is taken over with the same ids: a document', async () => {
      const account = await hub.account();
      const key = randomUUID();
      const first = await send<Generated>('/v1/generate', { html: '<p>same' }, key, account);
      await forgetReply();
      const again = await send<Generated>('/v1/generate', { html: '<p>same' }, key, account);
      assert.deepEqual([again.status, again.body.id, again.body.pages], [201, first.body.id, 1]);
      assert.equal(await total(account), 1);
    });

    it('is taken over with the same ids: a document that was never finished', async () => {
      const account = await hub.account();
      const key = randomUUID();
      const first = await send<Generated>('/v1/generate', { html: '<p>half' }, key, account);
      await forgetReply();
      const database = await openDatabase(hub.database);
      await database
        .collection<{ _id: string }>('generations')
        .updateOne({ _id: first.body.id }, { $set: { status: 'processing', leaseToken: 'dead', leaseUntil: new Date(0), file: null } });
      await database.close();
      const again = await send<Generated>('/v1/generate', { html: '<p>half' }, key, account);
      assert.deepEqual([again.status, again.body.id], [201, first.body.id]);
      assert.equal(await total(account), 1);
    });

    it('is taken over with the same ids: a batch, accepted or not', async () => {
      for (const accepted of [true, false]) {
        const account = await hub.account();
        const key = randomUUID();
        const body = { items: [{ html: 'a' }, { html: 'b' }, { html: 'c' }] };
        const first = await send<Submitted>('/v1/generate/batch', body, key, account);
        await finished(account, first.body.batch_id);
        await forgetReply();
        if (!accepted) {
          const database = await openDatabase(hub.database);
          await database
            .collection<{ _id: string }>('batches')
            .updateOne({ _id: first.body.batch_id }, { $set: { status: 'submitting', open: true, finished: [], finishedAt: null } });
          await database.collection<{ _id: string }>('generations').deleteOne({ _id: first.body.generations[1]?.id ?? '' });
          await database.close();
        }
        const again = await send<Submitted>('/v1/generate/batch', body, key, account);
        assert.deepEqual([again.status, again.body], [202, first.body]);
        assert.equal((await finished(account, first.body.batch_id)).completed, 3);
        assert.equal(await total(account), 3);
      }
    });

    it('is taken over with the same ids: a hook', async () => {
      const account = await hub.account();
      const key = randomUUID();
      const body = { target_url: receiver.url('/same'), event: 'batch.completed' };
      const first = await send<{ id: string }>('/v1/integrations/hooks', body, key, account);
      await forgetReply();
      assert.deepEqual((await send<{ id: string }>('/v1/integrations/hooks', body, key, account)).body, first.body);
    });
  });
});
