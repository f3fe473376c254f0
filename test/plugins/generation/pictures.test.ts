import assert from 'node:assert/strict';
import { PDFDocument } from 'pdf-lib';
import { type Caller, download } from '../../support/caller.ts';
import { type SharedHub, sharedHub } from '../../support/hub.ts';
import { type PageFacts, readPdf } from '../../support/pdf.ts';

interface Picture {
  readonly id: string;
  readonly url: string;
  readonly pages: number;
  readonly width: number;
  readonly height: number;
  readonly data?: string;
  readonly warnings: readonly { readonly code: string }[];
}

/** What pdf-lib decodes and pdfium draws of a picture, on a page of its size. */
async function look(bytes: Uint8Array, type: 'png' | 'jpeg' = 'png'): Promise<PageFacts> {
  const document = await PDFDocument.create();
  const image = type === 'png' ? await document.embedPng(bytes) : await document.embedJpg(bytes);
  const page = document.addPage([image.width, image.height]);
  page.drawImage(image, { width: image.width, height: image.height });
  const [facts] = await readPdf(await document.save());
  assert.ok(facts !== undefined);
  return facts;
}

const RED = [255, 0, 0];
const LIME = [0, 255, 0];
const BLUE = [0, 0, 255];
const bars = (height: string): string =>
  `<style>body{margin:0}div{height:${height}}</style><div style="background:red"></div><div style="background:lime"></div><div style="background:blue"></div>`;

describe('a picture of a document', () => {
  let hub: SharedHub;
  let caller: Caller;
  before(async () => {
    hub = await sharedHub();
    caller = await hub.account();
  });
  after(() => hub.stop());

  const draw = async (body: object, by = caller): Promise<Picture> => (await by.generate(body)) as unknown as Picture;

  it('shows the whole page, however high it is', async () => {
    const made = await draw({ html: bars('1000px'), image: {} });
    assert.deepEqual([made.width, made.height, made.pages], [1280, 3000, 1]);
    const facts = await look(await download(made.url));
    assert.deepEqual([facts.width, facts.height], [1280, 3000]);
    assert.deepEqual([facts.colorAt(0.5, 0.05), facts.colorAt(0.5, 0.5), facts.colorAt(0.99, 0.97)], [RED, LIME, BLUE]);
  });

  it('ends where the content ends when that is lower than the window', async () => {
    const { width, height } = await draw({ html: bars('30px'), image: { width: 300 } });
    assert.deepEqual([width, height], [300, 90]);
    const text = await draw({ html: '<p>one line', image: { width: 300 } });
    assert.ok(text.height > 30 && text.height < 80, String(text.height));
  });

  it('has the size that is asked for, in pixels of any density', async () => {
    const made = await draw({ html: bars('100vh'), image: { width: 400, height: 200, scale: 2 } });
    assert.deepEqual([made.width, made.height], [800, 400]);
    const facts = await look(await download(made.url));
    assert.deepEqual([facts.width, facts.height], [800, 400]);
    assert.deepEqual(facts.colorAt(0.5, 0.97), RED, 'a window is as high as the picture');
  });

  it('shows what a screen shows: styles for screens, charts that scripts draw, data, a template, React', async () => {
    const css = '<style>body{margin:0}@media screen{body{background:red}}@media print{body{background:blue}}</style>';
    const screen = await look(await download((await draw({ html: css, image: { width: 100, height: 100 } })).url));
    assert.deepEqual(screen.colorAt(0.5, 0.5), RED);
    const script =
      '<body style="margin:0"><canvas width=100 height=100></canvas><script>setTimeout(() => { const c = document.querySelector("canvas").getContext("2d"); c.fillStyle = "lime"; c.fillRect(0, 0, 100, 100) }, 1500)</script>';
    const drawn = await look(await download((await draw({ html: script, image: { width: 100, height: 100 } })).url));
    assert.deepEqual(drawn.colorAt(0.5, 0.5), LIME);
    for (const source of [
      { html: '<body style="margin:0;background:{{colour}}">', data: { colour: 'blue' } },
      { react: 'export default ({ colour }) => <body style={{ margin: 0, background: colour }} />', data: { colour: 'blue' } },
    ]) {
      const facts = await look(await download((await draw({ ...source, image: { width: 50, height: 50 } })).url));
      assert.deepEqual(facts.colorAt(0.5, 0.5), BLUE, JSON.stringify(source));
    }
  });

  it('is a JPEG when that is asked for, smaller with less quality', async () => {
    const html = `<body style="background:linear-gradient(45deg,red,lime,blue)">${'<p>words</p>'.repeat(20)}`;
    const best = await caller.raw('POST', '/v1/generate', {
      body: { html, image: { type: 'jpeg', quality: 95 }, filename: 'card' },
      headers: { accept: 'image/jpeg' },
    });
    assert.deepEqual([best.status, best.headers.get('content-type')], [201, 'image/jpeg']);
    assert.equal(best.headers.get('content-disposition'), 'inline; filename="card.jpg"');
    const bytes = new Uint8Array(await best.arrayBuffer());
    assert.equal((await look(bytes, 'jpeg')).width, 1280);
    const small = await draw({ html, image: { type: 'jpeg', quality: 10 }, output: 'base64' });
    assert.ok(Buffer.from(small.data ?? '', 'base64').byteLength < bytes.byteLength / 2);
  });

  it('is a document of the account: listed, downloaded, counted, deleted, and not there for others', async () => {
    const { id, url } = await draw({ html: '<p>x', image: { width: 100 }, filename: 'x' });
    const listed = (await caller.send<Picture & { file_size: number }>('GET', `/v1/generations/${id}`)).body;
    assert.equal(listed.width, 100);
    const file = await caller.raw('GET', `/v1/generations/${id}/file`);
    assert.equal(file.headers.get('content-type'), 'image/png');
    assert.equal(file.headers.get('content-disposition'), 'attachment; filename="x.png"');
    assert.equal((await file.arrayBuffer()).byteLength, listed.file_size);
    assert.equal((await fetch(url)).headers.get('content-type'), 'image/png');
    const other = await hub.account();
    await other.refused('GET', `/v1/generations/${id}`, undefined, 404, 'NOT_FOUND');
    await other.refused('GET', `/v1/generations/${id}/file`, undefined, 404, 'NOT_FOUND');
    assert.equal((await caller.send('DELETE', `/v1/generations/${id}`)).status, 200);
    assert.equal((await fetch(url)).status, 410);
  });

  it('is made once under one Idempotency-Key', async () => {
    const body = { html: '<p>x', image: { width: 80 } };
    const send = () => caller.send<Picture>('POST', '/v1/generate', body, { 'idempotency-key': 'one-picture' });
    const [first, second] = [await send(), await send()];
    assert.deepEqual(second.body, first.body);
    assert.equal(second.headers.get('idempotent-replayed'), 'true');
  });

  it('is marked when a test key makes it', async () => {
    const tester = await hub.account({ flags: ['--test'] });
    for (const height of [40, 300, 2000]) {
      const blank = { html: `<body style="margin:0"><div style="height:${String(height)}px">`, image: { width: 400 } };
      assert.equal((await look(await download((await draw(blank)).url))).ink, 0);
      const { ink } = await look(await download((await draw(blank, tester)).url));
      assert.ok(ink > 0.02, `${String(height)} px: ${String(ink)}`);
    }
  });

  it('warns of what could not be loaded, and is refused for it when strict', async () => {
    const html = '<img src="http://127.0.0.1:1/no.png"><p>x';
    const { warnings } = await draw({ html, image: { width: 100 } });
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['ASSET_FAILED'],
    );
    await caller.refused('POST', '/v1/generate', { html, image: {}, strict: true }, 400, 'VALIDATION_ERROR', ['html']);
  });

  it('that is too large is refused, saying what to set', async () => {
    const high = await caller.refused('POST', '/v1/generate', { html: bars('9000px'), image: {} }, 422, 'RENDER_FAILED');
    assert.match(high.message, /1280 × 27000 pixels.*Set image\.height/);
    await caller.refused('POST', '/v1/generate', { html: bars('3000px'), image: { width: 4000, scale: 4 } }, 422, 'RENDER_FAILED');
  });

  it('is refused with what it cannot be, naming the field', async () => {
    for (const [image, field] of [
      [{ type: 'gif' }, 'image.type'],
      [{ width: 0 }, 'image.width'],
      [{ width: 5000 }, 'image.width'],
      [{ height: 1.5 }, 'image.height'],
      [{ scale: 9 }, 'image.scale'],
      [{ quality: 101 }, 'image.quality'],
      [{ size: 1 }, 'image.size'],
      ['png', 'image'],
    ] as const) {
      await caller.refused('POST', '/v1/generate', { html: 'x', image }, 400, 'VALIDATION_ERROR', [field]);
    }
    const print = { html: 'x', image: {}, options: { format: 'A4' }, steps: [{ type: 'pdfa' }] };
    await caller.refused('POST', '/v1/generate', print, 400, 'VALIDATION_ERROR', ['options', 'steps']);
    const asPdf = await caller.send('POST', '/v1/generate', { html: 'x', image: {} }, { accept: 'application/pdf' });
    assert.deepEqual([asPdf.status, asPdf.body.error.fields?.[0]?.field], [400, 'image']);
    const asPng = await caller.send('POST', '/v1/generate', { html: 'x' }, { accept: 'image/png' });
    assert.deepEqual([asPng.status, asPng.body.error.fields?.[0]?.field], [400, 'image']);
    await caller.refused('POST', '/v1/generate/batch', { items: [{ html: 'x', image: {} }] }, 400, 'VALIDATION_ERROR', ['items.0.image']);
  });
});
