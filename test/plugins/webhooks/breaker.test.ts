import assert from 'node:assert/strict';
import type { Caller } from '../../support/caller.ts';
import { startHub, type TestHub } from '../../support/hub.ts';
import { Receiver } from '../../support/receiver.ts';
import { until } from '../../support/until.ts';

const DOCUMENTS = 12;
const TRIES = 3;

interface Delivery {
  readonly state: string;
  readonly attempts: readonly { readonly status: number | null; readonly error: string | null }[];
}

describe('a receiver that fails 20 times in a row', () => {
  let hub: TestHub;
  let receiver: Receiver;
  let later = 0;
  before(async () => {
    receiver = await Receiver.open();
    hub = await startHub({
      config: { egress: { allow: ['127.0.0.1:*'] } },
      plugins: { webhooks: { config: { retrySeconds: [0.1, 0.1] } } },
      clock: () => new Date(Date.now() + later),
    });
  });
  after(async () => {
    await hub.stop();
    await receiver.close();
  });

  const ended = async (caller: Caller, count: number): Promise<Delivery[]> =>
    until('the deliveries', async () => {
      const { body } = await caller.send<{ data: Delivery[] }>('GET', '/v1/webhooks/deliveries');
      return body.data.filter(({ state }) => state !== 'pending').length === count ? body.data : undefined;
    });

  it('is left alone for a minute, but for the last try of each delivery', async () => {
    const [caller, other] = await Promise.all([hub.account(), hub.account()]);
    receiver.answer = (_, response) => response.writeHead(500).end();
    const webhook = receiver.url('/dead');
    for (let n = 0; n < DOCUMENTS; n++) await caller.generate({ html: 'x', webhook });
    const failed = await ended(caller, DOCUMENTS);
    const attempts = failed.flatMap((delivery) => delivery.attempts);
    const sent = attempts.filter(({ status }) => status === 500).length;
    assert.equal(attempts.length, DOCUMENTS * TRIES);
    assert.equal(receiver.at('/dead').length, sent);

    const shut = (await caller.generate({ html: 'x', webhook }), await ended(caller, DOCUMENTS + 1))[0];
    assert.deepEqual(
      shut?.attempts.map(({ status, error }) => [status, error?.replace(/until .*/, 'until') ?? null]),
      [
        [null, 'not sent: the receiver failed too often in a row, and is left alone until'],
        [null, 'not sent: the receiver failed too often in a row, and is left alone until'],
        [500, null],
      ],
    );
    await other.generate({ html: 'x', webhook });
    assert.equal((await ended(other, 1))[0]?.attempts[0]?.status, 500, "another account's deliveries are its own matter");

    receiver.answer = (_, response) => response.end();
    later = 61_000;
    await caller.generate({ html: 'x', webhook });
    assert.deepEqual(
      (await ended(caller, DOCUMENTS + 2))[0]?.attempts.map(({ status }) => status),
      [200],
    );
    await caller.generate({ html: 'x', webhook });
    assert.equal((await ended(caller, DOCUMENTS + 3))[0]?.attempts.length, 1, 'one success opens the way for all');
  });
});
