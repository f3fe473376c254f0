import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import type { Caller, Generated } from '../../support/caller.ts';
import { startHub, type TestHub } from '../../support/hub.ts';
import { MALFORMED, mutated, seeded } from '../../support/malformed.ts';
import { textOf } from '../../support/pdf.ts';
import { seedOf } from '../../support/random.ts';
import { RawServer } from '../../support/raw-server.ts';
import { until } from '../../support/until.ts';

const SEED = seedOf(17);
const MUTATIONS = 240;
const IMAGES_A_DOCUMENT = 10;
/** A document that waits for an upstream which has nothing more to say has its slot until its deadline, which is twice this. */
const SLOT_LIMIT_MS = 15_000;

/** Answers after which the server keeps the connection, as if it spoke another protocol now. */
const HELD = [
  'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
  'HTTP/1.1 101 Switching Protocols\r\n\r\n',
  'HTTP/1.1 099 X\r\n\r\n',
];

/** A body without end, as fast as it is read. */
function pour(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\nContent-Type: image/gif\r\n\r\n');
  const more = (): void => {
    while (!socket.destroyed && socket.write(Buffer.alloc(65_536)));
  };
  socket.on('drain', more);
  more();
}

describe('what a server answers to a document', function () {
  this.timeout(240_000);
  let hub: TestHub;
  let caller: Caller;
  let server: RawServer;
  let lastByte = 0;
  const answers = new Map<string, Buffer>();
  before(async () => {
    server = await RawServer.open((path, socket) => {
      if (path === '/endless') {
        pour(socket);
        return;
      }
      if (path.startsWith('/held/')) {
        socket.write(HELD[Number(path.slice('/held/'.length))] ?? '');
        return;
      }
      const bytes = answers.get(path) ?? Buffer.from('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n');
      socket.end(bytes, () => {
        lastByte = performance.now();
      });
    });
    hub = await startHub({
      config: { egress: { allow: ['127.0.0.1:*'] } },
      plugins: { rendering: { config: { concurrency: 1, maxDownloadBytes: 2 * 1024 * 1024 } } },
      resolver: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    caller = await hub.account();
    await caller.generate({ html: '<p>warm</p><script></script>' });
  });
  after(async () => {
    await hub.stop();
    await server.close();
  });

  const image = (bytes: Buffer | string, scheme: string): string => {
    const path = `/${String(answers.size)}.gif`;
    answers.set(path, Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes, 'latin1'));
    return `<img src="${scheme}://upstream.example:${String(server.port)}${path}">`;
  };

  const survives = async (bytes: readonly (Buffer | string)[], scheme = 'http'): Promise<Generated> => {
    const html = `<p>still here</p>${bytes.map((one) => image(one, scheme)).join('')}`;
    const reply = await caller.send<Generated>('POST', '/v1/generate', { html });
    const heldMs = performance.now() - lastByte;
    const said = bytes.map((one) => JSON.stringify(one.toString('latin1').slice(0, 120))).join('\n');
    assert.equal(reply.status, 201, `${JSON.stringify(reply.body)} after\n${said}`);
    assert.ok(heldMs < SLOT_LIMIT_MS, `held for ${String(Math.round(heldMs))} ms after\n${said}`);
    return reply.body;
  };

  it('never ends the hub, and frees the slot, however malformed it is', async () => {
    for (let n = 0; n < MALFORMED.length; n += IMAGES_A_DOCUMENT) await survives(MALFORMED.slice(n, n + IMAGES_A_DOCUMENT));
    const random = seeded(SEED);
    for (let n = 0; n < MUTATIONS; n += IMAGES_A_DOCUMENT) {
      await survives(Array.from({ length: IMAGES_A_DOCUMENT }, () => mutated(random)));
    }
    assert.equal(await textOf(await caller.pdf({ html: '<p>after</p>' })), 'after');
  });

  it('is a warning where an image is bad: an impossible status, a body that is cut or wrongly chunked, another protocol', async () => {
    const bad = [
      'HTTP/1.1 099 X\r\n\r\n',
      'HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\nabc',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
    ];
    const { warnings } = await survives(bad);
    assert.deepEqual([...new Set(warnings.map(({ code }) => code))], ['ASSET_FAILED']);
    assert.equal(warnings.length, bad.length);
  });

  it('may go on without end: the document gets what it may download, and the connection is closed', async () => {
    const started = performance.now();
    const { warnings } = await caller.generate({ html: `<p>x</p><img src="http://upstream.example:${String(server.port)}/endless">` });
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['ASSET_FAILED'],
    );
    assert.ok(performance.now() - started < SLOT_LIMIT_MS);
    await until('its connection to be closed', () => (server.connections === 0 ? true : undefined));
  });

  it('may be another protocol on a connection that stays open: neither an image nor a pdf_url waits for it', async () => {
    const address = (n: number): string => `http://upstream.example:${String(server.port)}/held/${String(n)}`;
    for (const n of [0, 1]) {
      const started = performance.now();
      await caller.refused('POST', '/v1/pdf/info', { pdf_url: address(n) }, 400, 'VALIDATION_ERROR', ['pdf_url']);
      assert.ok(performance.now() - started < SLOT_LIMIT_MS, 'before the limit of a download');
    }
    const { warnings } = await caller.generate({ html: `<p>x</p>${HELD.map((_, n) => `<img src="${address(n)}">`).join('')}` });
    assert.equal(warnings.length, HELD.length);
    await until('the connections to be closed', () => (server.connections === 0 ? true : undefined));
  });

  it('may end a tunnel at any byte', async () => {
    const starts = ['', 'x', '\x16\x03\x01\x00\x05', '\x15\x03\x01\x00\x02\x02\x28', 'HTTP/1.1 400 X\r\n\r\n', '\x16\x03\x03\xff\xff\x02'];
    for (const start of starts) {
      answers.set('tls', Buffer.from(start, 'latin1'));
      const { warnings } = await survives([start, start], 'https');
      assert.ok(warnings.length > 0, start);
    }
  });
});
