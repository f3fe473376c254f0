import assert from 'node:assert/strict';
import { finished, submit } from '../../support/batches.ts';
import { openDatabase, type SharedHub, sharedHub } from '../../support/hub.ts';
import { Receiver } from '../../support/receiver.ts';
import { until } from '../../support/until.ts';

describe('a hook for one document', () => {
  let hub: SharedHub;
  let receiver: Receiver;
  before(async () => {
    receiver = await Receiver.open();
    hub = await sharedHub();
  });
  after(async () => {
    await hub.stop();
    await receiver.close();
  });

  it('tells of that one only, and does not stay for ever', async () => {
    const account = await hub.account();
    const { generations, batch_id } = await submit(account, { items: [{ html: 'a' }, { html: 'b', wait: { delay_ms: 2500 } }] });
    const [, second] = generations;
    const body = { target_url: receiver.url('/one-only'), event: 'generation.completed', generation_id: second?.id };
    assert.equal((await account.send('POST', '/v1/integrations/hooks', body)).status, 201);
    await account.generate({ html: 'another' });
    await finished(account, batch_id);
    const told = await receiver.wait('/one-only');
    assert.deepEqual(
      told.map(({ event }) => event.data['id']),
      [second?.id],
    );
    const database = await openDatabase(hub.database);
    const past = new Date(Date.now() - 3 * 24 * 60 * 60_000);
    await database.collection('hooks').updateMany({ accountId: account.accountId }, { $set: { createdAt: past } });
    await database.close();
    await until('the hook to be gone', async () => {
      const { body: list } = await account.send<{ data: unknown[] }>('GET', '/v1/integrations/hooks');
      return list.data.length === 0 ? true : undefined;
    });
  });
});
