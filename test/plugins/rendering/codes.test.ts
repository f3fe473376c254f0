import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import type { Caller } from '../../support/caller.ts';
import { type SharedHub, sharedHub } from '../../support/hub.ts';

const { resolve } = createRequire(import.meta.url);
prepareZXingModule({
  overrides: { wasmBinary: new Uint8Array(readFileSync(resolve('zxing-wasm/reader/zxing_reader.wasm'))).buffer },
});

/** What a scanner reads from a picture of the first page. */
async function scanned(pdf: Uint8Array): Promise<string[]> {
  const picture = execFileSync('pdftoppm', ['-r', '200', '-gray', '-singlefile', '-'], { input: pdf, maxBuffer: 50_000_000 });
  return (await readBarcodes(new Uint8Array(picture), { tryHarder: true })).map(({ text }) => text);
}

describe('codes', () => {
  let hub: SharedHub;
  let caller: Caller;
  before(async () => {
    hub = await sharedHub();
    caller = await hub.account();
  });
  after(() => hub.stop());

  const url = 'https://example.com/';
  const on = (style: string, code: string): string => `<div style="${style};display:inline-block">${code}</div>`;
  for (const [name, html, expected] of [
    ['a QR code on a dark ground', on('background:#000;padding:10mm', '{{qrcode t width="40mm"}}'), url],
    ['a QR code in a frame', on('border:3px solid #000', '{{qrcode t width="30mm" level="H"}}'), url],
    [
      'a QR code on a photo-like ground',
      on('background:repeating-linear-gradient(45deg,#000 0 2px,#888 2px 4px);padding:2mm', '{{qrcode t width="30mm"}}'),
      url,
    ],
    ['a barcode in a narrow frame', on('border:2px solid #000', '{{barcode "ABC-1234" width="60mm" height="20mm"}}'), 'ABC-1234'],
    [
      'a barcode on a dark ground',
      on('background:#222;padding:5mm', '{{barcode "ABC-1234" "code39" width="80mm" height="20mm"}}'),
      'ABC-1234',
    ],
    [
      'an EAN-13 with its digits',
      on('border:2px solid #000', '{{barcode "5901234123457" "ean13" width="50mm" height="25mm" text=true}}'),
      '5901234123457',
    ],
    ['an EAN-8', on('border:2px solid #000', '{{barcode "96385074" "ean8" width="40mm" height="20mm"}}'), '96385074'],
    ['an ITF-14', on('border:2px solid #000', '{{barcode "12345678901231" "itf14" width="80mm" height="25mm"}}'), '12345678901231'],
    ['a data matrix', on('background:#000;padding:5mm', '{{barcode "hello" "datamatrix" width="25mm"}}'), 'hello'],
    ['a PDF417', on('background:#000;padding:5mm', '{{barcode "hello" "pdf417" width="60mm"}}'), 'hello'],
  ] as const) {
    it(`can be scanned: ${name}`, async () => {
      assert.deepEqual(await scanned(await caller.pdf({ html, data: { t: url } })), [expected]);
    });
  }

  for (const [name, text] of [
    ['digits', '0123456789012'],
    ['capitals', 'ABC-1234 $%*+./:'],
    ['several scripts', 'Grüße, Ωμέγα, 株式会社 🎟️'],
    ['a hundred lines', Array.from({ length: 100 }, (_, n) => `line ${String(n)}`).join('\n')],
  ] as const) {
    it(`can be scanned: ${name} in QR codes of every level`, async () => {
      for (const level of ['L', 'M', 'Q', 'H']) {
        const pdf = await caller.pdf({ html: `{{qrcode t width="150mm" level="${level}"}}`, data: { t: text } });
        assert.deepEqual(await scanned(pdf), [text], level);
      }
    });
  }

  it('have no quiet zone with quiet=false', async () => {
    const html = on('background:#000;padding:10mm', '{{barcode "ABC-1234" width="60mm" height="20mm" quiet=false}}');
    assert.deepEqual(await scanned(await caller.pdf({ html, data: {} })), []);
  });
});
