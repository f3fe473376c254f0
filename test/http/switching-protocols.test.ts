import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import type { Caller } from '../support/caller.ts';
import { startHub, type TestHub } from '../support/hub.ts';
import { textOf } from '../support/pdf.ts';
import { RawServer } from '../support/raw-server.ts';
import { until } from '../support/until.ts';

const SWITCH = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n';
const ANSWERS: Readonly<Record<string, (socket: Socket) => void>> = {
  held: (socket) => socket.write(SWITCH),
  ended: (socket) => socket.end(SWITCH),
  'followed-by-bytes': (socket) => socket.write(`${SWITCH}\x81\x05hello`),
  'said-twice': (socket) => socket.write(SWITCH + SWITCH),
  'after-100': (socket) => socket.write(`HTTP/1.1 100 Continue\r\n\r\n${SWITCH}`),
  'without-upgrade': (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
  reset: (socket) => socket.write(SWITCH, () => socket.resetAndDestroy()),
};

describe('a server that answers 101 Switching Protocols', () => {
  let hub: TestHub;
  let server: RawServer;
  let callers: readonly [Caller, Caller];
  before(async () => {
    server = await RawServer.open((path, socket) => ANSWERS[path.slice(1)]?.(socket));
    hub = await startHub({
      config: { egress: { allow: ['127.0.0.1:*'] } },
      plugins: { webhooks: { config: { retrySeconds: [3600] } } },
    });
    callers = [await hub.account(), await hub.account()];
  });
  after(async () => {
    await hub.stop();
    await server.close();
  });

  const address = (answer: string): string => `http://127.0.0.1:${String(server.port)}/${answer}`;
  const othersAreServed = async (): Promise<void> => {
    await until('the connections to be closed', () => (server.connections === 0 ? true : undefined));
    assert.equal(await textOf(await callers[1].pdf({ html: '<p>unharmed' })), 'unharmed');
  };

  it('is refused as a pdf_url, and harms nobody else', async () => {
    for (const answer of Object.keys(ANSWERS)) {
      await callers[0].refused('POST', '/v1/pdf/info', { pdf_url: address(answer) }, 400, 'VALIDATION_ERROR', ['pdf_url']);
      await othersAreServed();
    }
  });

  it('has not taken a webhook, and harms nobody else', async () => {
    for (const answer of Object.keys(ANSWERS)) {
      await callers[0].generate({ html: '<p>x', webhook: address(answer) });
      await until(`the attempt at ${answer}`, async () => {
        const { body } = await callers[0].send<{ data: { url: string; state: string; attempts: { status: number | null }[] }[] }>(
          'GET',
          '/v1/webhooks/deliveries',
        );
        const delivery = body.data.find(({ url }) => url === address(answer));
        return delivery !== undefined &&
          delivery.attempts.length > 0 &&
          delivery.attempts.every(({ status }) => status === null) &&
          delivery.state === 'pending'
          ? true
          : undefined;
      });
      await othersAreServed();
    }
  });
});
