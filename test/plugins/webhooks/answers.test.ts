import assert from 'node:assert/strict';
import type { Caller } from '../../support/caller.ts';
import { startHub, type TestHub } from '../../support/hub.ts';
import { RawServer } from '../../support/raw-server.ts';
import { openSilentAddress } from '../../support/silent-address.ts';
import { until } from '../../support/until.ts';

interface Delivery {
  readonly url: string;
  readonly state: string;
  readonly attempts: readonly { readonly status: number | null; readonly error: string | null }[];
}

const CHUNKED = 'Transfer-Encoding: chunked\r\n\r\n';
/** What a receiver sends before it closes, or goes silent. */
const ANSWERS: Readonly<
  Record<string, { readonly bytes: string; readonly stays?: boolean; readonly state: string; readonly status: number }>
> = {
  short: { bytes: 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nok', state: 'delivered', status: 200 },
  silent: { bytes: `HTTP/1.1 201 Created\r\n${CHUNKED}2\r\nok\r\n`, stays: true, state: 'delivered', status: 201 },
  broken: { bytes: `HTTP/1.1 202 Accepted\r\n${CHUNKED}2\r\nok\r\nnonsense\r\n`, state: 'delivered', status: 202 },
  refused: { bytes: 'HTTP/1.1 400 Bad Request\r\nContent-Length: 100\r\n\r\nno', state: 'failed', status: 400 },
  gone: { bytes: 'HTTP/1.1 410 Gone\r\nContent-Length: 100\r\n\r\nno', state: 'stopped', status: 410 },
};

const SILENT = { address: '127.0.0.3', family: 4 } as const;
const NOWHERE = [
  { address: '::1', family: 6 },
  { address: '127.0.0.2', family: 4 },
] as const;

describe('a webhook whose answer breaks off', function () {
  this.timeout(60_000);
  const asked: string[] = [];
  let hub: TestHub;
  let server: RawServer;
  let caller: Caller;
  before(async () => {
    server = await RawServer.open((path, socket) => {
      asked.push(path);
      const { bytes = '', stays = false } = ANSWERS[path.slice(1)] ?? {};
      socket.write(bytes);
      if (!stays) socket.end();
    });
    hub = await startHub({
      config: { egress: { allow: ['127.0.0.1:*', 'receiver.test.example:*', 'silent.test.example:*'] } },
      // Nothing listens at the first addresses of one name, and the first one of the other takes no connection.
      resolver: (host) => Promise.resolve([...(host.startsWith('silent') ? [SILENT] : NOWHERE), { address: '127.0.0.1', family: 4 }]),
      plugins: { webhooks: { config: { retrySeconds: [0.1, 0.2] } } },
    });
    caller = await hub.account();
  });
  after(async () => {
    await hub.stop();
    await server.close();
  });

  const settled = (url: string): Promise<Delivery> =>
    until(`the delivery to ${url}`, async () => {
      const { body } = await caller.send<{ data: Delivery[] }>('GET', '/v1/webhooks/deliveries');
      return body.data.find((delivery) => delivery.url === url && delivery.state !== 'pending');
    });

  for (const [name, { state, status }] of Object.entries(ANSWERS)) {
    it(`is ${state} after one request: ${String(status)}, ${name}`, async () => {
      const url = `http://127.0.0.1:${String(server.port)}/${name}`;
      await caller.generate({ html: '<p>x', webhook: url });
      const delivery = await settled(url);
      assert.equal(delivery.state, state);
      assert.deepEqual(
        delivery.attempts.map((attempt) => attempt.status),
        [status],
      );
      assert.equal(asked.filter((path) => path === `/${name}`).length, 1);
    });
  }

  it('reaches a receiver at whichever address of its name answers; so do documents and files that are fetched', async () => {
    const origin = `http://receiver.test.example:${String(server.port)}`;
    const { warnings } = await caller.generate({ html: `<p>x<img src="${origin}/picture.png">`, webhook: `${origin}/short` });
    assert.ok(warnings.length > 0, 'the answer is no picture');
    assert.equal((await settled(`${origin}/short`)).state, 'delivered');
    await caller.refused('POST', '/v1/pdf/info', { pdf_url: `${origin}/short` }, 400, 'VALIDATION_ERROR');
    assert.ok(asked.includes('/picture.png'));
    assert.equal(asked.filter((path) => path === '/short').length, 3);
  });

  it('waits for no address that takes no connection', async () => {
    const silent = await openSilentAddress(SILENT.address, server.port);
    try {
      const origin = `http://silent.test.example:${String(server.port)}`;
      await caller.generate({ html: `<p>x<img src="${origin}/at-silent.png">`, webhook: `${origin}/refused` });
      assert.equal((await settled(`${origin}/refused`)).attempts.length, 1);
      await caller.refused('POST', '/v1/pdf/info', { pdf_url: `${origin}/gone` }, 400, 'VALIDATION_ERROR');
      assert.ok(asked.includes('/at-silent.png'));
    } finally {
      silent.close();
    }
  });
});
