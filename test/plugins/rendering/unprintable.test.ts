import assert from 'node:assert/strict';
import { crc32, deflateSync } from 'node:zlib';
import type { Caller, Generated } from '../../support/caller.ts';
import { startHub, type TestHub } from '../../support/hub.ts';
import { textOf } from '../../support/pdf.ts';

/** A black picture of one bit a pixel, which is a few kilobytes until it is unpacked. */
function pngBomb(side: number): string {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.byteLength);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc(side * (Math.ceil(side / 8) + 1)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return `data:image/png;base64,${Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]).toString('base64')}`;
}

const LOADING: Readonly<Record<string, string>> = {
  stylesheet: '<link rel=stylesheet href="https://example.com/x.css">',
  'stylesheet of the same scheme': '<link rel=stylesheet href="//example.com/x.css">',
  image: '<img src="https://example.com/x.png">',
  frame: '<iframe src="https://example.com/"></iframe>',
  object: '<object data="https://example.com/x.pdf"></object>',
  script: '<script src="https://example.com/x.js"></script>',
  'page of its own': '<meta http-equiv=refresh content="0; url=https://example.com/">',
  base: '<base href="https://example.com/"><link rel=stylesheet href="x.css">',
  preload: '<link rel=preload as=style href="https://example.com/x.css"><link rel=modulepreload href="https://example.com/x.js">',
  'frame that submits': '<form id=f action="https://example.com/"></form><script>f.submit()</script>',
};

describe('what cannot be printed', function () {
  this.timeout(240_000);
  let hub: TestHub;
  let caller: Caller;
  before(async () => {
    hub = await startHub({ plugins: { rendering: { config: { deadlineMs: 20_000 } } } });
    caller = await hub.account();
  });
  after(() => hub.stop());

  it('of a header or a footer is left out and told, and never is an error of the hub', async () => {
    for (const [what, markup] of Object.entries(LOADING)) {
      for (const html of ['<p>x</p>', '<p>x</p><script></script>']) {
        const { status, body } = await caller.send<Generated>('POST', '/v1/generate', {
          html,
          options: { header: '<b>plain</b>', footer: markup },
        });
        assert.equal(status, 201, `${what}: ${JSON.stringify(body)}`);
        assert.ok(body.warnings.length > 0, what);
        for (const { code, message } of body.warnings) {
          assert.match(code, /^(ASSET_FAILED|CONSOLE_ERROR)$/);
          assert.match(message, /^options\.footer /);
        }
      }
    }
    assert.equal(await textOf(await caller.pdf({ html: '<p>after</p>' })), 'after');
  });

  it('is a document with a picture that is too large, or it is printed without', async () => {
    for (const html of [
      `<p>x</p><img src="${pngBomb(30_000)}">`,
      `<p>x</p><script></script><img src="${pngBomb(30_000)}">`,
      `<p>x</p><div style="height: 100px; background: url(${pngBomb(20_000)})"></div>`,
    ]) {
      const { status, body } = await caller.send('POST', '/v1/generate', { html });
      assert.ok([201, 422].includes(status), JSON.stringify(body));
      if (status === 422) assert.equal(body.error.code, 'RENDER_FAILED');
    }
    const { status, body } = await caller.send('POST', '/v1/generate', {
      html: '<p>x</p>',
      options: { header: `<img src="${pngBomb(8000)}">` },
    });
    assert.ok([201, 400, 422].includes(status), JSON.stringify(body));
    assert.equal(await textOf(await caller.pdf({ html: '<p>after</p>' })), 'after');
  });
});
