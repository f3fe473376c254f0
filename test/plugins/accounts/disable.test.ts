import assert from 'node:assert/strict';
import { readBatch, submit } from '../../support/batches.ts';
import type { Caller } from '../../support/caller.ts';
import { openDatabase, startHub, type TestHub } from '../../support/hub.ts';
import { Receiver } from '../../support/receiver.ts';
import { until } from '../../support/until.ts';
import { PASSWORD, Visitor } from '../../support/visitor.ts';

const SLOW = { html: '<p>x', wait: { delay_ms: 1000 } };
const ITEMS = 6;

describe('an account that the operator disables', () => {
  let hub: TestHub;
  /** The operator's, in another process than the hub. */
  let shell: TestHub;
  let receiver: Receiver;
  before(async () => {
    receiver = await Receiver.open();
    hub = await startHub({
      config: { egress: { allow: ['127.0.0.1:*'] } },
      plugins: {
        batches: { config: { concurrency: 1 } },
        webhooks: { config: { retrySeconds: Array.from({ length: 500 }, () => 0.5) } },
      },
    });
    shell = await startHub({ database: hub.database, start: false });
  });
  after(async () => {
    await shell.stop();
    await hub.stop();
    await receiver.close();
  });

  const refusedAt = (caller: Caller) =>
    until('the key to be refused', async () => ((await caller.raw('GET', '/v1/generations')).status === 401 ? true : undefined), 10_000);

  it('has keys, sessions and listings no more, and has them back but for the sessions', async () => {
    const [caller, other] = await Promise.all([hub.account(), hub.account()]);
    const { body: template } = await caller.send<{ id: string }>('POST', '/v1/templates', { name: 'spam', html_content: '<p>x' });
    assert.equal((await caller.send('POST', `/v1/marketplace/${template.id}/publish`, {})).status, 200);
    const listed = async () =>
      (await other.send<{ data: { id: string }[] }>('GET', '/v1/marketplace')).body.data.some(({ id }) => id === template.id);
    assert.equal(await listed(), true);
    const visitor = await new Visitor(hub).enter(caller.email);

    assert.match(await shell.command('account', 'disable', caller.email), /disabled since 20/);
    await refusedAt(caller);
    await until('the listing to vanish', async () => ((await listed()) ? undefined : true), 10_000);
    await other.refused('GET', `/v1/marketplace/${template.id}`, undefined, 404, 'NOT_FOUND');
    await other.refused('POST', `/v1/marketplace/${template.id}/clone`, undefined, 404, 'NOT_FOUND');
    assert.match((await visitor.get('/dashboard/keys')).location ?? '', /sign-in/);
    assert.equal((await visitor.get('/dashboard/api/v1/generations')).status, 401);
    const signInLink = new Visitor(hub);
    await signInLink.get('/dashboard/sign-in');
    const refused = await signInLink.post('/dashboard/sign-in', { email: caller.email, password: PASSWORD });
    assert.match(refused.text, /This account is disabled/);
    assert.equal((await other.raw('GET', '/v1/generations')).status, 200, 'another account goes on');

    await shell.command('account', 'enable', caller.email);
    await until('the key to work', async () => ((await caller.raw('GET', '/v1/generations')).status === 200 ? true : undefined), 10_000);
    await until('the listing to be back', async () => ((await listed()) ? true : undefined), 10_000);
    assert.match((await visitor.get('/dashboard/keys')).location ?? '', /sign-in/, 'a session that ended stays ended');
    assert.equal((await signInLink.post('/dashboard/sign-in', { email: caller.email, password: PASSWORD })).location, '/dashboard');
  });

  it('has what it queued cancelled, and its webhooks stopped', async () => {
    const caller = await hub.account();
    receiver.answer = (_, response) => response.writeHead(500).end();
    await caller.generate({ html: 'x', webhook: receiver.url('/failing') });
    await receiver.wait('/failing', 2);
    const { batch_id } = await submit(caller, { items: Array.from({ length: ITEMS }, () => SLOW), webhook: receiver.url('/batch') });
    await shell.command('account', 'disable', caller.email);
    await refusedAt(caller);
    const database = await openDatabase(hub.database);
    const count = (collection: string, filter: object) =>
      database.collection(collection).countDocuments({ accountId: caller.accountId, ...filter });
    await until('the batch to end', async () =>
      (await count('generations', { status: { $in: ['queued', 'processing'] } })) === 0 ? true : undefined,
    );
    await until('the webhooks to stop', async () => ((await count('webhook_deliveries', { state: 'pending' })) === 0 ? true : undefined));
    await until('nothing to be due', async () => ((await count('webhook_due', {})) === 0 ? true : undefined));
    await database.close();
    assert.deepEqual(receiver.at('/batch'), []);
    await shell.command('account', 'enable', caller.email);
    await until('the key to work', async () => ((await caller.raw('GET', '/v1/generations')).status === 200 ? true : undefined), 10_000);
    const batch = await until('the batch to be closed', async () => {
      const found = await readBatch(caller, batch_id);
      return found.status === 'completed' ? found : undefined;
    });
    assert.equal(batch.total, ITEMS);
    const cancelled = batch.generations.filter(({ error }) => error === 'The account is disabled.');
    assert.ok(cancelled.length >= 1 && cancelled.length === batch.failed, JSON.stringify(batch));
  });

  it('loses a listing alone when the operator takes it out of the marketplace', async () => {
    const [caller, other] = await Promise.all([hub.account(), hub.account()]);
    const { body: template } = await caller.send<{ id: string }>('POST', '/v1/templates', { name: 'wrong', html_content: '<p>x' });
    await caller.send('POST', `/v1/marketplace/${template.id}/publish`, {});
    assert.match(await shell.command('marketplace', 'unpublish', template.id), /no longer public/);
    await other.refused('GET', `/v1/marketplace/${template.id}`, undefined, 404, 'NOT_FOUND');
    assert.equal((await caller.raw('GET', `/v1/templates/${template.id}`)).status, 200);
    await assert.rejects(shell.command('marketplace', 'unpublish', template.id), /there is no public template/);
    await assert.rejects(shell.command('marketplace'), /marketplace unpublish TEMPLATE_ID/);
  });
});
