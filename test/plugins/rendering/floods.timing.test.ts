import assert from 'node:assert/strict';
import type { Caller, Generated } from '../../support/caller.ts';
import { startHub, type TestHub } from '../../support/hub.ts';

const MB = 1024 * 1024;
/** Less than a third of what the three documents send: messages are read one after the other, and none that is large is kept. */
const FLOOD_LIMIT_BYTES = 380 * MB;

type Reply = Generated & { readonly error?: { readonly code: string; readonly message: string } };

describe('what a document tells the hub', function () {
  this.timeout(240_000);
  let hub: TestHub;
  let caller: Caller;
  before(async () => {
    hub = await startHub({ plugins: { rendering: { config: { deadlineMs: 12_000 } } } });
    caller = await hub.account();
    await caller.generate({ html: '<p>warm</p><script></script>' });
  });
  after(() => hub.stop());

  /** What the hub's own memory grew by while a document was made. */
  const growth = async (body: object): Promise<{ reply: { status: number; body: Reply }; bytes: number }> => {
    const before = process.memoryUsage().rss;
    let peak = before;
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    }, 20);
    const reply = await caller.send<Reply>('POST', '/v1/generate', body);
    clearInterval(watch);
    return { reply, bytes: peak - before };
  };

  it('is not kept: twenty console messages of 20 MB, and as many exceptions', async () => {
    const scripts = [
      'for (let i = 0; i < 20; i++) console.error(String(i).padEnd(2e7, "x"))',
      'for (let i = 0; i < 20; i++) setTimeout(() => { throw String(i).padEnd(2e7, "x") })',
      'for (let i = 0; i < 20; i++) Promise.reject(new Error(String(i).padEnd(2e7, "x")))',
    ];
    for (const script of scripts) {
      const html = `<p>x</p><script>console.error('short'); ${script}</script>`;
      const { reply, bytes } = await growth({ html, wait: { delay_ms: 500 } });
      assert.ok([201, 422].includes(reply.status), JSON.stringify(reply.body)); // moving so much through a browser takes its time
      assert.ok(bytes < FLOOD_LIMIT_BYTES, `${String(Math.round(bytes / MB))} MB for ${script}`);
      if (reply.status === 201) assert.ok(reply.body.warnings.some(({ message }) => message === 'short'));
    }
  });
});
