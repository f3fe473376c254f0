import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import type { Caller } from '../../support/caller.ts';
import { openDatabase, startHub, type TestHub } from '../../support/hub.ts';
import { Receiver } from '../../support/receiver.ts';
import { until } from '../../support/until.ts';

const SLOW_MS = 9000;
/** An account may hold 16 places, and 5 of them for one receiver. */
const SHARE = 16;
const SHARE_OF_RECEIVER = 5;
const MAX_WAITING = 10_000;

interface Delivery {
  readonly id: string;
  readonly state: string;
  readonly attempts: readonly { readonly error: string | null }[];
}

describe('senders of webhooks', () => {
  let hub: TestHub;
  let slow: Receiver[];
  let quick: Receiver;
  /** What slow receivers were asked, and how many of it were ever open at once, by account. */
  const asked = new Map<string, ServerResponse[]>();
  const most = new Map<string, number>();
  /** Those for whose answers the hub waits: on a busy machine it may have given up before. */
  const heldBy = (account: string): number => (asked.get(account) ?? []).filter((one) => !one.writableEnded && !one.destroyed).length;
  before(async () => {
    slow = await Promise.all(Array.from({ length: 4 }, () => Receiver.open()));
    for (const receiver of slow) {
      receiver.answer = ({ path }, response) => {
        const account = path.split('/')[1] ?? '';
        asked.set(account, [...(asked.get(account) ?? []), response]);
        most.set(account, Math.max(most.get(account) ?? 0, heldBy(account)));
        setTimeout(() => {
          response.end();
        }, SLOW_MS);
      };
    }
    quick = await Receiver.open();
    hub = await startHub({
      config: { egress: { allow: ['127.0.0.1:*'] } },
      plugins: { webhooks: { config: { retrySeconds: [0.3, 3600] } } },
    });
  });
  after(async () => {
    await Promise.all(slow.map((receiver) => receiver.close()));
    await hub.stop();
    await quick.close();
  });

  /** Hooks of the account, in turns on the slow receivers. */
  const subscribe = async (account: Caller, count: number): Promise<void> => {
    for (let n = 0; n < count; n++) {
      const url = slow[n % slow.length]?.url(`/${account.accountId}/${String(n)}`);
      const reply = await account.send('POST', '/v1/integrations/hooks', { target_url: url, event: 'generation.completed' });
      assert.equal(reply.status, 201, JSON.stringify(reply.body));
    }
  };
  const begunBy = (account: Caller, receivers = slow): number =>
    receivers.flatMap(({ received }) => received).filter(({ path }) => path.startsWith(`/${account.accountId}/`)).length;
  const begun = (account: Caller, count: number) =>
    until(`${String(count)} webhooks to be on their way`, () => (begunBy(account) >= count ? true : undefined));

  it('tell an account at once while 18 receivers of another take nine seconds each', async () => {
    const [busy, other] = await Promise.all([hub.account(), hub.account()]);
    await subscribe(busy, 18);
    await busy.generate({ html: 'x' });
    await begun(busy, SHARE);
    await other.generate({ html: 'x', webhook: quick.url('/other') });
    await quick.wait('/other', 1, 3000);
    await other.generate({ html: 'x', webhook: slow[0]?.url(`/${other.accountId}/same receiver`) ?? '' });
    await until('the same receiver to be told', () => (begunBy(other) === 1 ? true : undefined), 3000);
    assert.equal(most.get(busy.accountId), SHARE, 'the rest of the busy account waits for its own places');
  });

  it('tell an account at once beside a thousand due webhooks of another, retries too', async () => {
    const [busy, other] = await Promise.all([hub.account(), hub.account()]);
    await subscribe(busy, 40);
    await Promise.all(Array.from({ length: 25 }, () => busy.generate({ html: 'x' })));
    await begun(busy, SHARE);
    const database = await openDatabase(hub.database);
    const waiting = await database.collection('webhook_due').countDocuments({ accountId: busy.accountId });
    await database.close();
    assert.ok(waiting > 900, `${String(waiting)} wait`);
    let count = 0;
    quick.answer = (_, response) => response.writeHead(count++ === 0 ? 500 : 200).end();
    await other.generate({ html: 'x', webhook: quick.url('/beside') });
    await quick.wait('/beside', 2, 6000);
    assert.ok(heldBy(busy.accountId) > 0, 'the busy account is still being served');
    assert.equal(most.get(busy.accountId), SHARE);
  });

  it("do not let one receiver take all of its account's places", async () => {
    const account = await hub.account();
    const [one] = slow as [Receiver];
    for (let n = 0; n < SHARE; n++) {
      const body = { target_url: one.url(`/${account.accountId}/${String(n)}`), event: 'generation.completed' };
      await account.send('POST', '/v1/integrations/hooks', body);
    }
    await account.generate({ html: 'x', webhook: quick.url('/mine') });
    await quick.wait('/mine', 1, 3000);
    await begun(account, SHARE_OF_RECEIVER);
    assert.equal(most.get(account.accountId), SHARE_OF_RECEIVER);
  });

  it('refuse what comes when ten thousand wait, in the record of the delivery, and send it when asked to', async () => {
    const account = await hub.account();
    const database = await openDatabase(hub.database);
    const [at, { accountId }] = [new Date(Date.now() + 3600_000), account];
    const due = database.collection<{ _id: string; accountId: string; lane: string; at: Date }>('webhook_due');
    await due.insertMany(
      Array.from({ length: MAX_WAITING }, (_, n) => ({ _id: `evt_${accountId}.${String(n)}`, accountId, lane: 'x', at })),
    );
    await account.generate({ html: 'x', webhook: quick.url('/full') });
    const refused = await until('the delivery', async () => {
      const { body } = await account.send<{ data: Delivery[] }>('GET', '/v1/webhooks/deliveries');
      return body.data[0];
    });
    assert.deepEqual([refused.state, refused.attempts.length], ['failed', 1]);
    assert.match(refused.attempts[0]?.error ?? '', /10,000 webhooks of this account waited already/);
    assert.deepEqual(quick.at('/full'), []);
    await due.deleteMany({ accountId });
    await database.close();
    assert.equal((await account.send('POST', `/v1/webhooks/deliveries/${refused.id}/resend`)).status, 200);
    await quick.wait('/full');
  });
});
