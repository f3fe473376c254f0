import assert from 'node:assert/strict';
import type { Caller } from '../../support/caller.ts';
import { type SharedHub, sharedHub } from '../../support/hub.ts';
import { readPdf } from '../../support/pdf.ts';

const POINTS = { in: 72, mm: 72 / 25.4, cm: 720 / 25.4, pt: 1, px: 0.75 } as const;

/** Chromium rounds the paper to whole CSS pixels. */
function near(found: readonly number[], wanted: readonly number[]): void {
  assert.ok(
    found.every((value, i) => Math.abs(value - (wanted[i] ?? NaN)) <= 1),
    `${found.join(' × ')} is not ${wanted.join(' × ')}`,
  );
}

describe('print options', () => {
  let hub: SharedHub;
  let caller: Caller;
  before(async () => {
    hub = await sharedHub();
    caller = await hub.account();
  });
  after(() => hub.stop());

  const sizeOf = async (options: object, html = '<p>x</p>'): Promise<number[]> => {
    const [page] = await readPdf(await caller.pdf({ html, options }));
    return [Math.round(page?.width ?? 0), Math.round(page?.height ?? 0)];
  };

  it('knows the formats, both orientations and own sizes in every unit', async () => {
    near(await sizeOf({ format: 'A4' }), [595, 842]);
    near(await sizeOf({ format: 'Letter' }), [612, 792]);
    near(await sizeOf({ format: 'Legal' }), [612, 1008]);
    near(await sizeOf({ orientation: 'landscape' }), [842, 595]);
    near(await sizeOf({ format: { width: '4in', height: '152.4mm' } }), [288, 432]);
    near(await sizeOf({ format: { width: '10cm', height: '200pt' }, margin: '0' }), [Math.round(10 * POINTS.cm), 200]);
    near(await sizeOf({ format: { width: 384, height: '576px' } }), [288, 432]);
    near(await sizeOf({ format: { width: '4in', height: '6in' }, orientation: 'landscape' }), [432, 288]);
  });

  it('lets CSS choose the page when neither format nor orientation is given, and not otherwise', async () => {
    const html = '<style>@page { size: 100mm 50mm }</style><p>x</p>';
    near(await sizeOf({}, html), [Math.round(100 * POINTS.mm), Math.round(50 * POINTS.mm)]);
    near(await sizeOf({ format: 'A4' }, html), [595, 842]);
  });

  it('prints backgrounds and half-inch margins by default', async () => {
    const html = '<style>html { background: #ff0000 } body { margin: 0; height: 100vh; background: #ff0000 }</style>';
    const [plain] = await readPdf(await caller.pdf({ html: `${html}<p>x</p>`, options: { format: 'A4' } }));
    assert.deepEqual(plain?.colorAt(0.5, 0.2), [255, 0, 0]);
    const [without] = await readPdf(await caller.pdf({ html: `${html}<p>x</p>`, options: { printBackground: false } }));
    assert.deepEqual(without?.colorAt(0.5, 0.2), [255, 255, 255]);

    const box =
      '<style>body { margin: 0 } div { position: fixed; inset: 0; background: #00f; -webkit-print-color-adjust: exact }</style><div></div>';
    const [margins] = await readPdf(await caller.pdf({ html: box }));
    const edge = 36 / 595;
    assert.deepEqual(margins?.colorAt(edge - 0.02, 0.5), [255, 255, 255]);
    assert.deepEqual(margins.colorAt(edge + 0.02, 0.5), [0, 0, 255]);
    const [partly] = await readPdf(await caller.pdf({ html: box, options: { margin: { left: '2in' } } }));
    assert.deepEqual(partly?.colorAt(144 / 595 - 0.02, 0.5), [255, 255, 255], 'the given side');
    assert.deepEqual(partly.colorAt(144 / 595 + 0.02, 0.5), [0, 0, 255]);
    assert.deepEqual(partly.colorAt(1 - edge - 0.02, 0.5), [0, 0, 255], 'a side left out is half an inch');
  });

  it('numbers pages in header and footer', async () => {
    const pdf = await caller.pdf({
      html: '<p style="break-after: page">one</p><p>two</p>',
      options: { header: '<b>Acme {{ pageNumber }}</b>', footer: 'Page {{pageNumber}} of {{totalPages}}', margin: '1in' },
    });
    const texts = (await readPdf(pdf)).map(({ text }) => text.replace(/\s+/g, ' '));
    assert.equal(texts.length, 2);
    for (const [i, text] of texts.entries()) {
      assert.match(text, new RegExp(`Acme ${String(i + 1)}`));
      assert.match(text, new RegExp(`Page ${String(i + 1)} of 2`));
    }
    const [only] = await readPdf(await caller.pdf({ html: '<p>x</p>', options: { footer: 'just this' } }));
    assert.equal(only?.text.replace(/\s+/g, ' ').trim(), 'x just this', 'no date, title or address of the browser');
  });

  it('refuses impossible lengths before any work, each by its field', async () => {
    const refused = async (options: object, ...fields: string[]): Promise<void> => {
      await caller.refused('POST', '/v1/generate', { html: 'x', options }, 400, 'VALIDATION_ERROR', fields);
    };
    await refused({ format: { width: '10000in', height: '0in' } }, 'options.format.width', 'options.format.height');
    for (const format of [
      'a4',
      'A99',
      '',
      null,
      {},
      { width: '5in' },
      { width: '-5in', height: '5in' },
      { width: '5furlongs', height: '5in' },
    ]) {
      const { fields } = await caller.refused('POST', '/v1/generate', { html: 'x', options: { format } }, 400, 'VALIDATION_ERROR');
      assert.ok(
        fields?.every(({ field }) => field.startsWith('options.format')),
        JSON.stringify(fields),
      );
    }
    for (const margin of ['20in', { left: '5in', right: '5in' }]) await refused({ margin }, 'options.margin');
    for (const margin of ['-1in', 'wide', '1e3in']) await refused({ margin }, 'options.margin');
    await refused({ header: 7, footer: [] }, 'options.header', 'options.footer');
    await refused({ orientation: 'LANDSCAPE', printBackground: 1 }, 'options.orientation', 'options.printBackground');
  });
});
