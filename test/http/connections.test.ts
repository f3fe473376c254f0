import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import type { Caller } from '../support/caller.ts';
import { startHub, type TestHub } from '../support/hub.ts';

interface Heard {
  readonly text: string;
  /** From the connection to its end. */
  readonly ms: number;
}

describe('connections', function () {
  this.timeout(120_000);
  let hub: TestHub;
  let caller: Caller;
  before(async () => {
    hub = await startHub();
    caller = await hub.account();
  });
  after(() => hub.stop());

  /** What a raw connection answers until it is closed. */
  const talk = (speak: (socket: Socket) => void): Promise<Heard> =>
    new Promise((resolve) => {
      const started = performance.now();
      let text = '';
      const socket = connect(Number(new URL(hub.url).port), '127.0.0.1', () => {
        speak(socket);
      });
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
      socket.on('error', () => undefined); // its end is what counts
      socket.on('close', () => {
        resolve({ text, ms: performance.now() - started });
      });
    });
  const post = (length: number): string =>
    `POST /v1/generate HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${caller.key}\r\nContent-Type: application/json\r\nContent-Length: ${String(length)}\r\n\r\n`;

  it('are cut when headers take longer than 10 s or the whole request longer than 30 s', async () => {
    const [headers, body] = await Promise.all([
      talk((socket) => socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ')),
      talk((socket) => {
        socket.write(`${post(1000)}{"html":"`);
        const drip = setInterval(() => socket.write('x'), 1000);
        socket.once('close', () => {
          clearInterval(drip);
        });
      }),
    ]);
    assert.match(headers.text, /^HTTP\/1\.1 408 .*"REQUEST_TIMEOUT"/s);
    assert.ok(headers.ms > 9000 && headers.ms < 18_000, `headers were cut after ${String(headers.ms)} ms`);
    assert.ok(body.ms > 29_000 && body.ms < 40_000, `the body was cut after ${String(body.ms)} ms`);
  });

  it('answer pipelined requests in order', async () => {
    const paths = ['/healthz', '/v1/nope', '/healthz', '/v1/generations', '/healthz'];
    const { text } = await talk((socket) => {
      socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
      setTimeout(() => socket.end(), 8000);
    });
    assert.deepEqual(
      [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status)),
      [200, 404, 200, 401, 200],
    );
  });

  it('are closed when they pipeline more than a caller can mean', async () => {
    const { text, ms } = await talk((socket) => socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2000)));
    assert.ok(ms < 10_000);
    assert.ok([...text.matchAll(/HTTP\/1\.1 200 /g)].length <= 33);
    assert.equal((await fetch(`${hub.url}/healthz`)).status, 200);
  });

  it('take no body before the caller is known, and none of nobody’s', async () => {
    // The reply comes while the body is still to be sent.
    const { text } = await talk((socket) => {
      socket.write('POST /v1/generate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 16000000\r\n\r\n{"html":"');
      socket.once('data', () => socket.end());
    });
    assert.match(text, /^HTTP\/1\.1 401 /);
  });

  it('are not confused by two lengths, or a length and chunks', async () => {
    for (const extra of ['Content-Length: 5\r\nContent-Length: 6', 'Content-Length: 5\r\nTransfer-Encoding: chunked']) {
      const { text } = await talk((socket) => {
        socket.write(`POST /v1/generate HTTP/1.1\r\nHost: x\r\n${extra}\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`);
        setTimeout(() => socket.end(), 2000);
      });
      assert.match(text, /^HTTP\/1\.1 4\d\d /, extra);
      assert.doesNotMatch(text, /"status":"ok"/, extra);
    }
  });

  it('are told in the envelope what is wrong with what is no request, under its own status and an id', async () => {
    const key = `Authorization: Bearer ${caller.key}\r\nContent-Type: application/json\r\n`;
    for (const [sent, status, code, message] of [
      [`GET /healthz HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'HEADERS_TOO_LARGE', /16 KB/],
      [`GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431, 'HEADERS_TOO_LARGE', /16 KB/],
      ['NONSENSE\r\n\r\n', 400, 'VALIDATION_ERROR', /not valid HTTP: Invalid method/],
      ['GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'VALIDATION_ERROR', /Host is missing/],
      [
        `POST /v1/generate HTTP/1.1\r\nHost: x\r\n${key}Expect: a-miracle\r\nContent-Length: 2\r\n\r\n{}`,
        417,
        'EXPECTATION_FAILED',
        /100-continue/,
      ],
      [`POST /v1/generate HTTP/1.1\r\nHost: x\r\n${key}Content-Length: x\r\n\r\n{}`, 400, 'VALIDATION_ERROR', /not valid HTTP/],
    ] as const) {
      const { text } = await talk((socket) => {
        socket.write(sent);
        socket.once('data', () => socket.end());
      });
      const [head = '', body = ''] = text.split('\r\n\r\n');
      const { error } = JSON.parse(body) as { error: { code: string; message: string; request_id: string } };
      assert.match(head, new RegExp(`^HTTP/1\\.1 ${String(status)} `));
      assert.equal(error.code, code);
      assert.match(error.message, message);
      assert.match(error.request_id, /^req_/);
      assert.ok(head.toLowerCase().includes(`x-request-id: ${error.request_id.toLowerCase()}`), head);
    }
    const { text } = await talk((socket) => socket.end('GET /healthz HTTP/1.0\r\n\r\n'));
    assert.match(text, /^HTTP\/1\.1 200 /, 'a client of HTTP/1.0 has no host to name');
  });

  it('refuse paths with NUL and queries of a thousand names without an error of ours', async () => {
    const names = Array.from({ length: 1500 }, (_, i) => `k${String(i)}=`).join('&');
    for (const path of [
      '/v1/generations/%00',
      '/files/2026/01/01/%00',
      '/dashboard/%00',
      '/dashboard/assets/%00',
      '/%00',
      `/v1/generations?${names}`,
    ]) {
      const { status } = await caller.raw('GET', path, {});
      assert.ok(status < 500, `${path.slice(0, 40)}: ${String(status)}`);
    }
  });
});
