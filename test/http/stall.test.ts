import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Worker } from 'node:worker_threads';
import { submit } from '../support/batches.ts';
import type { Caller } from '../support/caller.ts';
import type { SenderData, SentBody } from '../support/hostile-sender.ts';
import { startHub, type TestHub } from '../support/hub.ts';
import { StallWatch } from '../support/stalls.ts';

const EVERY = process.env['PLATEN_EVERY_BODY'] === 'yes';
/** The goal is 100 ms of computing on a core of one's own; beside other tests a core computes a fraction of that. */
const MOST_MS = EVERY ? 100 : 400;
const PIECE = 64 * 1024;

/** As `fetch` does not: it copies the whole body at once, on the thread that this test shares with the hub. */
async function sendInPieces(url: string, key: string, bytes: Buffer): Promise<{ status: number; text: string }> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'content-length': bytes.byteLength };
  const sending = request(url, { method: 'POST', headers });
  const pieces = Array.from({ length: Math.ceil(bytes.byteLength / PIECE) }, (_, n) => bytes.subarray(n * PIECE, (n + 1) * PIECE));
  const [[answer]] = (await Promise.all([once(sending, 'response'), pipeline(pieces, sending)])) as [[IncomingMessage], unknown];
  return { status: answer.statusCode ?? 0, text: await readText(answer) };
}

describe('a hub that gets the worst bodies', function () {
  this.timeout(900_000);
  let hub: TestHub;
  let caller: Caller;
  let watch: StallWatch;
  before(async () => {
    hub = await startHub();
    caller = await hub.account();
    // What is loaded and compiled once is no request's doing.
    await caller.generate({ html: '<p>{{a}}', data: { a: 1 } });
    await submit(caller, { items: [{ html: 'x' }], result: 'zip' });
    watch = new StallWatch(hub.url);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await watch.take();
  });
  after(async () => {
    await watch.close();
    await hub.stop();
  });

  const assertPrompt = async (what: string): Promise<void> => {
    const { ms, waitedMs, computedMs } = await watch.take();
    assert.ok(ms <= MOST_MS, `${what}: /healthz waited ${waitedMs.toFixed(0)} ms, of which the hub computed ${computedMs.toFixed(0)} ms`);
  };

  it('goes on answering others, whatever is sent to whatever route (all of it with PLATEN_EVERY_BODY=yes)', async () => {
    const workerData: SenderData = { url: hub.url, key: caller.key, only: '', every: EVERY };
    const sender = new Worker(new URL('../support/hostile-sender.ts', import.meta.url), { workerData });
    const failed = new Promise<never>((_, reject) => sender.once('error', reject));
    const next = (): Promise<SentBody | null> =>
      new Promise((resolve, reject) => {
        sender.once('message', resolve);
        failed.catch(reject);
        sender.postMessage('next');
      });
    try {
      const routes = new Set<string>();
      for (let sent = await next(); sent !== null; sent = await next()) {
        routes.add(sent.route);
        const what = `${sent.route}, ${sent.body}`;
        assert.ok(sent.status > 0 && (sent.status < 500 || sent.status === 503), `${what}: ${String(sent.status)}`);
        await assertPrompt(what);
      }
      assert.ok(routes.size >= 18, `${String(routes.size)} routes`);
    } finally {
      await sender.terminate();
    }
  });

  it('goes on answering others beside batches as large as they may be, and takes them', async () => {
    const row = { description: 'Consulting, on site', quantity: 3, unit: 'h', price: 120.5, total: 361.5 };
    const invoice = {
      html: '{{#each rows}}<p>{{description}} {{total}}{{/each}}',
      data: { number: 'R-1', rows: Array.from({ length: 200 }, () => row) },
    };
    const legitimate = { items: Array.from({ length: 100 }, () => invoice) };
    const long = { items: Array.from({ length: 12 }, () => ({ html: `<!--${'x'.repeat(4_900_000)}-->x` })) };
    for (const [what, body] of Object.entries({ legitimate, long })) {
      const bytes = Buffer.from(JSON.stringify(body));
      await watch.take(); // writing it is this test's own doing
      const { status, text } = await sendInPieces(`${hub.url}/v1/generate/batch`, caller.key, bytes);
      assert.equal(status, 202, `${what}: ${text}`);
      const { batch_id } = JSON.parse(text) as { batch_id: string };
      await caller.send('POST', `/v1/batches/${batch_id}/cancel`);
      await assertPrompt(what);
    }
  });
});
