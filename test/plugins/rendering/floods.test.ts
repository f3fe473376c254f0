import assert from 'node:assert/strict';
import type { Caller, Generated } from '../../support/caller.ts';
import { startHub, type TestHub } from '../../support/hub.ts';
import { textOf } from '../../support/pdf.ts';

type Reply = Generated & { readonly error?: { readonly code: string; readonly message: string } };

describe('what a document tells the hub', function () {
  this.timeout(240_000);
  let hub: TestHub;
  let caller: Caller;
  before(async () => {
    hub = await startHub();
    caller = await hub.account();
    await caller.generate({ html: '<p>warm</p><script></script>' });
  });
  after(() => hub.stop());

  it('may be large: of four console messages of 10 MB, and as many exceptions, the short one is told', async () => {
    const scripts = [
      'for (let i = 0; i < 4; i++) console.error(String(i).padEnd(1e7, "x"))',
      'for (let i = 0; i < 4; i++) setTimeout(() => { throw String(i).padEnd(1e7, "x") })',
      'for (let i = 0; i < 4; i++) Promise.reject(new Error(String(i).padEnd(1e7, "x")))',
    ];
    for (const script of scripts) {
      const html = `<p>x</p><script>console.error('short'); ${script}</script>`;
      const reply = await caller.send<Reply>('POST', '/v1/generate', { html, wait: { delay_ms: 500 } });
      assert.ok([201, 422].includes(reply.status), JSON.stringify(reply.body)); // moving so much through a browser takes its time
      if (reply.status === 201) assert.ok(reply.body.warnings.some(({ message }) => message === 'short'));
    }
  });

  it('never is a message that the hub cannot read: longer than the longest string there is', async () => {
    const long = String.raw`'\u0001'.repeat(1.2e8)`; // six characters each as JSON
    const html = (script: string): object => ({ html: `<p>x</p><script>${script}</script>`, wait: { delay_ms: 500 } });
    const bodies = [
      html(`console.error(${long})`),
      html(`setTimeout(() => { throw ${long} })`),
      { html: '<p>x</p>', wait: { expression: long } },
    ];
    for (const body of bodies) {
      const { status, body: reply } = await caller.send<Reply>('POST', '/v1/generate', body);
      assert.ok([201, 422].includes(status), JSON.stringify(reply));
    }
    const family = `document.fonts.add(Object.assign(new FontFace('x', 'url(data:,x)'), { family: 'y'.repeat(2e8) })); [...document.fonts][0].load().catch(() => {})`;
    assert.ok([201, 422].includes((await caller.send('POST', '/v1/generate', html(family))).status));
    const react = await caller.send('POST', '/v1/generate', { react: `export default () => <p>{${long}}</p>` });
    assert.equal(react.status, 422, JSON.stringify(react.body));
    assert.equal(await textOf(await caller.pdf({ html: '<p>after</p>' })), 'after');
  });

  it('is counted: a document that never stops telling is ended by it or by its time, and others are made meanwhile', async () => {
    for (const script of ['for (;;) console.log(1)', 'setInterval(() => { for (let i = 0; i < 1000; i++) fetch("data:,x") }, 1)']) {
      const [reply, other] = await Promise.all([
        caller.send<Reply>('POST', '/v1/generate', { html: `<p>x</p><script>${script}</script>`, wait: { delay_ms: 10_000 } }),
        caller.pdf({ html: '<p>other</p><script></script>' }),
      ]);
      // On a busy machine its time may be over before it has told enough.
      if (reply.status !== 201) {
        assert.equal(reply.status, 422, script);
        assert.match(reply.body.error?.message ?? '', /more than 20000 events|took longer than/);
      }
      assert.equal(await textOf(other), 'other');
    }
  });

  it('is nothing when it opens windows, in React source, too', async () => {
    const text = async (body: object): Promise<string> => textOf(await caller.pdf(body));
    assert.equal(
      await text({ react: 'window.open("about:blank"); export default () => { window.open("https://example.com"); return <p>react</p> }' }),
      'react',
    );
    const html = `<p>html</p><iframe id=f></iframe><a id=a target=_blank href="https://example.com"></a>
      <script>document.open('https://example.com', 'x', 'y'); f.contentWindow.open('about:blank'); a.click()</script>`;
    assert.equal(await text({ html }), 'html');
  });
});
