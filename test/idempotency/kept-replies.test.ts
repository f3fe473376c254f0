import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Caller, type Generated } from '../support/caller.ts';
import { openDatabase, startHub, type TestHub } from '../support/hub.ts';

describe('replies kept under an Idempotency-Key', () => {
  let hub: TestHub;
  let caller: Caller;
  before(async () => {
    hub = await startHub();
    caller = await hub.account();
  });
  after(() => hub.stop());

  const keyed = (key: string, more: Record<string, string> = {}) => ({ 'idempotency-key': key, ...more });
  const make = (key: string, body: object, account = caller, more: Record<string, string> = {}) =>
    account.raw('POST', '/v1/generate', { body, headers: keyed(key, more) });
  /** Replies of documents, heads and further parts. */
  const kept = async (): Promise<number> => {
    const database = await openDatabase(hub.database);
    const heads = await database.collection('idempotency_keys').countDocuments({ contentOf: { $type: 'string' } });
    const parts = await database.collection('idempotency_reply_parts').countDocuments({});
    await database.close();
    return heads + parts;
  };

  it('of a live key are not given to a test key, nor the other way round', async () => {
    const made = JSON.parse(await hub.command('account', 'key', 'create', caller.email, '--test', '--json')) as { id: string; key: string };
    const tester = new Caller(hub.url, made.key, { accountId: caller.accountId, email: caller.email, keyId: made.id });
    for (const [first, second] of [
      [caller, tester],
      [tester, caller],
    ] as const) {
      const key = randomUUID();
      const body = { html: '<p>marked or not' };
      const one = await make(key, body, first);
      const other = await make(key, body, second);
      assert.equal(other.headers.get('idempotent-replayed'), null);
      assert.notEqual(((await one.json()) as Generated).id, ((await other.json()) as Generated).id);
      assert.equal((await make(key, body, second)).headers.get('idempotent-replayed'), 'true');
    }
  });

  it('are forgotten with the document whose bytes they hold', async () => {
    const noise = Array.from({ length: 900 }, () => `<p>${randomUUID().repeat(60)}`).join('');
    const large = { html: `<style>p{font-size:3px}</style>${noise}`, output: 'base64' };
    const before = await kept();
    for (const [body, headers] of [
      [{ html: 'x', output: 'base64' }, {}],
      [large, {}],
      [{ html: 'x' }, { accept: 'application/pdf' }],
    ] as const) {
      const key = randomUUID();
      const first = await make(key, body, caller, headers);
      assert.equal(first.status, 201);
      const id = first.headers.get('x-generation-id') ?? '';
      await first.arrayBuffer();
      assert.equal((await make(key, body, caller, headers)).headers.get('idempotent-replayed'), 'true');
      assert.ok((await kept()) > before);
      assert.equal((await caller.send('DELETE', `/v1/generations/${id}`)).status, 200);
      assert.equal(await kept(), before, 'nothing of the document is left');
      const again = await make(key, body, caller, headers);
      assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [201, null], 'the key is free again');
      const anew = again.headers.get('x-generation-id') ?? '';
      await again.arrayBuffer();
      await caller.send('DELETE', `/v1/generations/${anew}`);
    }
  });

  it('that hold links only are forgotten with their document, too: it is made anew, and no dead id is answered', async () => {
    const key = randomUUID();
    const body = { html: 'x' };
    const first = (await (await make(key, body)).json()) as Generated;
    await caller.send('DELETE', `/v1/generations/${first.id}`);
    const second = await make(key, body);
    assert.equal(second.headers.get('idempotent-replayed'), null);
    assert.notEqual(((await second.json()) as Generated).id, first.id);
  });
});
