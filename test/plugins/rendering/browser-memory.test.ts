import assert from 'node:assert/strict';
import type { Caller, Generated } from '../../support/caller.ts';
import { startHub, type TestHub } from '../../support/hub.ts';
import { textOf } from '../../support/pdf.ts';

const MB = 1024 * 1024;
const MAX_BROWSER_BYTES = 512 * MB;

type Reply = Generated & { readonly error?: { readonly code: string; readonly message: string } };

describe('what a document makes its browser keep', function () {
  this.timeout(240_000);
  let hub: TestHub;
  let attacker: Caller;
  let neighbour: Caller;
  before(async () => {
    hub = await startHub({
      plugins: { rendering: { config: { deadlineMs: 30_000, concurrency: 3, maxBrowserBytes: MAX_BROWSER_BYTES } } },
    });
    attacker = await hub.account();
    neighbour = await hub.account();
  });
  after(() => hub.stop());

  /** Sends a document beside those of another account. */
  const beside = async (body: object): Promise<{ status: number; body: Reply }> => {
    let over = false;
    const others = async (): Promise<void> => {
      for (let n = 0; !over; n++) {
        const html = `<p>other ${String(n)}</p><script>document.title = 'x'</script>`;
        assert.equal(await textOf(await neighbour.pdf({ html, wait: { delay_ms: 300 } })), `other ${String(n)}`);
      }
    };
    const [reply] = await Promise.all([attacker.send<Reply>('POST', '/v1/generate', body).finally(() => (over = true)), others()]);
    return reply;
  };

  /** What is tried, and how long the document is waited for. */
  const hostile: Readonly<Record<string, readonly [script: string, waitMs: number]>> = {
    'entries of history': ['for (let i = 0, from = Date.now(); Date.now() - from < 4000; i++) history.pushState(i, "", "#" + i)', 1000],
    'entries of history in many frames': [
      `for (let n = 0; n < 20; n++) { const f = document.createElement('iframe'); document.body.append(f);
      f.contentWindow.setInterval('for (let i = 0; i < 1e4; i++) history.pushState("x".repeat(1e5) + i, "")', 0) }`,
      25_000,
    ],
    blobs: [
      'const kept = []; setInterval(() => { for (let i = 0; i < 5; i++) kept.push(new Blob([new Uint8Array(1e7).fill(i)])) }, 5)',
      25_000,
    ],
  };
  for (const [what, [script, timeout_ms]] of Object.entries(hostile)) {
    it(`has a limit: ${what}`, async () => {
      const reply = await beside({ html: `<body><p>x</p><script>${script}</script>`, wait: { selector: '#never', timeout_ms } });
      assert.equal(reply.status, 422, JSON.stringify(reply.body));
      assert.equal(reply.body.error?.code, 'RENDER_FAILED');
    });
  }
});
