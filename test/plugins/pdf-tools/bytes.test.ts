import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { assertEnvelope, type Caller } from '../../support/caller.ts';
import { startHub, type TestHub } from '../../support/hub.ts';
import { until } from '../../support/until.ts';
import { base64, pages } from './fixtures.ts';
import { Tools } from './tools.ts';

const MB = 1024 * 1024;
const PIECE = Buffer.alloc(MB, 'x');

/** Somebody's machine with large files: `/24` answers with so many megabytes, `/wait/…` when it is let. */
class Files {
  readonly server: Server;
  readonly #held: (() => void)[] = [];
  readonly asked: string[] = [];
  open = 0;
  most = 0;

  constructor() {
    this.server = createServer((request, response) => void this.#answer(request, response));
  }

  async #answer({ url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
    this.asked.push(url);
    this.most = Math.max(this.most, ++this.open);
    response.once('close', () => this.open--);
    if (url.startsWith('/wait/')) await new Promise<void>((resolve) => this.#held.push(resolve));
    const count = Number(/\d+$/.exec(url)?.[0]);
    for (let i = 0; i < count && !response.destroyed; i++) if (!response.write(PIECE)) await once(response, 'drain').catch(() => undefined);
    response.end();
  }

  letGo(): void {
    for (const resolve of this.#held.splice(0)) resolve();
  }

  url(path: string): string {
    return `http://127.0.0.1:${String(this.port)}${path}`;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }
}

describe('the bytes of PDFs', function () {
  this.timeout(240_000);
  const files = new Files();
  let hub: TestHub;
  let caller: Caller;
  let other: Caller;
  const start = async (config: object = {}): Promise<TestHub> =>
    startHub({ config: { egress: { allow: ['127.0.0.1'], ports: [80, 443, files.port] } }, plugins: { 'pdf-tools': { config } } });
  before(async () => {
    files.server.listen(0, '127.0.0.1');
    await once(files.server, 'listening');
    hub = await start();
    [caller, other] = await Promise.all([hub.account(), hub.account()]);
  });
  after(async () => {
    await hub.stop();
    files.letGo();
    files.server.close();
  });

  it('are named as they were sent where they are no PDF', async () => {
    const tools = new Tools(caller);
    await tools.refused('info', { pdf_url: files.url('/1') }, ['pdf_url'], /is not a PDF/);
    await tools.refused('info', { pdf: base64(PIECE) }, ['pdf'], /is not a PDF/);
    const good = { pdf: base64(await pages(1)) };
    await tools.refused('merge', { pdfs: [good, { pdf_url: files.url('/1') }] }, ['pdfs.1.pdf_url'], /is not a PDF/);
    await tools.refused('merge', { pdfs: [good, { pdf: base64(PIECE) }] }, ['pdfs.1.pdf'], /is not a PDF/);
  });

  it('of one call have a limit, found while they are fetched two at once', async () => {
    await new Tools(caller).call('info', { pdf: base64(await pages(1)) });
    files.asked.length = 0;
    files.most = 0;
    const pdfs = Array.from({ length: 40 }, () => ({ pdf_url: files.url('/24') }));
    const reply = await caller.send('POST', '/v1/pdf/merge', { pdfs });
    assertEnvelope(reply, 400, 'VALIDATION_ERROR');
    assert.match(reply.body.error.message, /^pdfs\.[345]\.pdf_url: goes over the limit of 100 MB for all PDFs of one call/);
    assert.ok(files.asked.length <= 6 && files.most <= 2, JSON.stringify([files.asked.length, files.most]));
    const spool = join(hub.dataFolder, 'pdf-tools', 'spool');
    assert.deepEqual(existsSync(spool) ? readdirSync(spool) : [], []);
  });

  it('are counted in base64 as well, and the field that goes over is named', async () => {
    const small = await start({ maxBytes: 2 * MB, maxJobBytes: 3 * MB });
    try {
      const account = await small.account();
      const pdf = base64(Buffer.alloc(1.4 * MB, 'x'));
      const error = await account.refused('POST', '/v1/pdf/merge', { pdfs: [{ pdf }, { pdf }, { pdf }] }, 400, 'VALIDATION_ERROR', [
        'pdfs.2.pdf',
      ]);
      assert.match(error.message, /goes over the limit of 3 MB/);
      const large = base64(Buffer.alloc(2.1 * MB, 'x'));
      assert.match(
        (await account.refused('POST', '/v1/pdf/info', { pdf: large }, 400, 'VALIDATION_ERROR', ['pdf'])).message,
        /is 2\.1 MB; the limit is 2 MB/,
      );
    } finally {
      await small.stop();
    }
  });

  it('are decoded strictly, however they are broken into lines', async () => {
    const { call, refused } = new Tools(caller);
    const text = base64(await pages(60));
    const lines = text.replace(/.{76}/g, '$&\r\n');
    for (const pdf of [text, lines, `data:application/pdf;base64,${lines}`, text.replace(/=+$/, '')])
      assert.equal((await call<{ pages: number }>('info', { pdf })).pages, 60);
    for (const pdf of ['', '=', 'A', 'AAAAA', 'AA=A', 'AAA=AAAA', '%%%%', 'data:application/pdf;base64,', `${text}*`])
      await refused('info', { pdf }, ['pdf'], /must be a PDF as base64/);
  });

  it('in flight have a limit: an account waits for itself, and others do not wait for it', async () => {
    const tight = await start({ maxBytes: 2 * MB, maxJobBytes: 4 * MB, maxBytesInFlight: 8 * MB });
    try {
      const [greedy, modest] = [await tight.account(), await tight.account()];
      const pdfs = [{ pdf_url: files.url('/wait/1') }, { pdf_url: files.url('/wait/1') }];
      files.asked.length = 0;
      const held = Array.from({ length: 30 }, () => greedy.send('POST', '/v1/pdf/merge', { pdfs }));
      await until('the first call to hold its bytes', () => (files.asked.length >= 2 ? true : undefined));
      const answer = await modest.send<{ pages: number }>('POST', '/v1/pdf/info', { pdf: base64(await pages(2)) });
      assert.deepEqual([answer.status, answer.body.pages], [200, 2]);
      const replies = await Promise.all(held.slice(-4));
      for (const reply of replies) {
        assertEnvelope(reply, 429, 'RATE_LIMITED');
        assert.ok(Number(reply.headers.get('retry-after')) >= 1);
      }
      const release = setInterval(() => files.letGo(), 20);
      const all = await Promise.all(held).finally(() => clearInterval(release));
      assert.deepEqual([...new Set(all.map(({ status }) => status))].sort(), [400, 429]);
      assert.equal((await modest.send('POST', '/v1/pdf/info', { pdf: base64(await pages(2)) })).status, 200);
    } finally {
      await tight.stop();
    }
  });

  it('of all accounts that do not fit are answered 503, with when to try again', async () => {
    const tight = await start({ maxBytes: 2 * MB, maxJobBytes: 4 * MB, maxBytesInFlight: 4 * MB });
    try {
      const [first, second] = [await tight.account(), await tight.account()];
      files.asked.length = 0;
      const held = first.send('POST', '/v1/pdf/merge', { pdfs: [{ pdf_url: files.url('/wait/1') }, { pdf_url: files.url('/wait/1') }] });
      await until('the first call to hold its bytes', () => (files.asked.length >= 2 ? true : undefined));
      const reply = await second.send('POST', '/v1/pdf/info', { pdf_url: files.url('/1') });
      assertEnvelope(reply, 503, 'SERVICE_UNAVAILABLE');
      assert.ok(Number(reply.headers.get('retry-after')) >= 1);
      files.letGo();
      await held;
      assert.equal((await second.send('POST', '/v1/pdf/info', { pdf: base64(await pages(1)) })).status, 200);
    } finally {
      await tight.stop();
    }
  });

  it('are let go when the caller hangs up', async () => {
    const caught = new AbortController();
    files.asked.length = 0;
    const gone = other.raw('POST', '/v1/pdf/info', { body: { pdf_url: files.url('/wait/2') }, signal: caught.signal });
    await until('the download to begin', () => (files.open > 0 ? true : undefined));
    caught.abort();
    await assert.rejects(gone);
    await until('the download to end', () => (files.open === 0 ? true : undefined));
    files.letGo();
  });
});
