import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Caller, download, type Generated } from '../../support/caller.ts';
import { type SharedHub, sharedHub } from '../../support/hub.ts';
import { temporaryFolder } from '../../support/services.ts';

const DPI = 254;
const PER_MM = DPI / 25.4;
const BAR = '<div style="width:100mm;height:6mm;background:#f00"></div>';
const WORD = `<p>${'x'.repeat(200)}</p>`;
/** A4 less two margins of 0.5 in, in millimetres; and where it ends on the paper. */
const EDGE = 210 - 12.7;

type Color = 'red' | 'green' | 'blue';
type Span = readonly [from: number, to: number];
const IS: Readonly<Record<Color, (r: number, g: number, b: number) => boolean>> = {
  red: (r, g, b) => r > 200 && g < 60 && b < 60,
  green: (r, g, b) => g > 200 && r < 60 && b < 60,
  blue: (r, g, b) => b > 200 && r < 60 && g < 60,
};

/** Each has the red bar, 100 mm long on paper. */
const KEPT: Readonly<Record<string, string>> = {
  'one long word': BAR + WORD,
  'an element that nobody sees': `${BAR}<span style="position:absolute;left:2000px">x</span>`,
  '100vw with padding': `${BAR}<div style="width:100vw;padding:20px">x</div>`,
  'a table': `${BAR}<table style="width:1000px;background:#00f"><tr><td>a<td>b</table>`,
  'a body of a width of its own': `<body style="width:900px">${BAR}<p>text</p>`,
  'a line that does not wrap': `${BAR}<pre>${'word '.repeat(60)}</pre>`,
  'something that floats': `${BAR}<div style="float:left;width:300mm;height:5mm;background:#00f"></div>`,
  'something that is moved': `${BAR}<div style="transform:translateX(150mm);width:100mm;height:5mm;background:#00f"></div>`,
  'a box within a box': `${BAR}<div style="position:relative;height:9mm"><div style="position:absolute;left:100mm;width:200mm;height:5mm;background:#00f"></div></div>`,
  'a picture': `${BAR}<img width=1200 height=20 src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=">`,
};

describe('the size of what is printed', function () {
  this.timeout(60_000);
  const folder = temporaryFolder('true-size');
  let hub: SharedHub;
  let caller: Caller;
  before(async () => {
    hub = await sharedHub();
    caller = await hub.account();
  });
  after(async () => {
    await hub.stop();
    folder.remove();
  });

  const make = (html: string, options?: object): Promise<Generated> => caller.generate({ html: `<!DOCTYPE html>${html}`, options });

  /** The longest row of a colour on a page, in millimetres from the left, by poppler. */
  const spanOf = async ({ url }: Generated, color: Color, page = 1): Promise<Span | undefined> => {
    const file = join(folder.path, 'page.pdf');
    writeFileSync(file, await download(url));
    const args = ['-r', String(DPI), '-f', String(page), '-l', String(page), file];
    const ppm = execFileSync('pdftoppm', args, { maxBuffer: 1e9 });
    const [head = '', across = ''] = /^P6\s+(\d+)\s+\d+\s+255\s/.exec(ppm.subarray(0, 40).toString('latin1')) ?? [];
    const width = Number(across);
    const isColor = IS[color];
    let best: Span | undefined;
    for (let row = head.length; row < ppm.length; row += width * 3) {
      let from: number | undefined;
      let to = 0;
      for (let x = 0; x < width; x++) {
        const at = row + x * 3;
        if (!isColor(ppm[at] ?? 0, ppm[at + 1] ?? 0, ppm[at + 2] ?? 0)) continue;
        from ??= x;
        to = x + 1;
      }
      if (from !== undefined && to - from > ((best?.[1] ?? 0) - (best?.[0] ?? 0)) * PER_MM) best = [from / PER_MM, to / PER_MM];
    }
    return best;
  };
  const assertSpan = (span: Span | undefined, [from, to]: Span, more = 0.4): void => {
    assert.ok(
      span !== undefined && Math.abs(span[0] - from) < more && Math.abs(span[1] - to) < more,
      `${String(span)}, not ${String([from, to])}`,
    );
  };
  const codes = ({ warnings }: Generated): string[] => [...new Set(warnings.map(({ code }) => code))];

  for (const [name, html] of Object.entries(KEPT))
    for (const lane of ['', '<script></script>'])
      it(`is kept beside ${name}${lane === '' ? '' : ', with scripts'}`, async () => {
        const made = await make(html + lane);
        const [from = 0, to = 0] = (await spanOf(made, 'red')) ?? [];
        assert.ok(Math.abs(to - from - 100) < 0.4, `the bar is ${String(to - from)} mm long; ${JSON.stringify(made.warnings)}`);
      });

  it('is said not to be enough, with the element and the millimetres', async () => {
    const table = await make(`${BAR}<table style="width:900px;background:#00f"><tr><td>a</table>`);
    const [warning] = table.warnings;
    assert.equal(warning?.code, 'CONTENT_TOO_WIDE', JSON.stringify(table.warnings));
    assert.equal(warning.subject, 'table');
    // 900 px are 238.1 mm; the page holds 184.6 mm, of which the body leaves 2.1 mm at its left.
    assert.match(warning.message, /^table is 55\.\d mm wider than the page and is cut off at its edge\.$/);
    const clear = '<table style="width:900px"><tr><td>a</table>';
    assert.deepEqual(codes(await make(BAR + clear)), []);
    const cells = `<style>td{border:1px solid}</style><table style="width:900px">${`<tr>${'<td>'.repeat(9)}`.repeat(5)}</table>`;
    assert.deepEqual((await make(BAR + cells)).warnings.map(({ code, subject }) => [code, subject]), [['CONTENT_TOO_WIDE', 'table']]); // prettier-ignore
    const word = await make(BAR + WORD);
    assert.deepEqual(codes(word), ['TEXT_CLIPPED']);
    assert.match(word.warnings[0]?.message ?? '', /^The text “x+…?” is cut off by the edge of the page, at p\.$/);
    assert.deepEqual(codes(await make(`${BAR}<span style="position:absolute;left:2000px">x</span>`)), []);
  });

  it('is cut at the edge of the page, not at that of the body', async () => {
    assertSpan(await spanOf(await make(`${BAR}${WORD}<div style="margin:0 -8px;height:20px;background:#00f"></div>`), 'blue'), [
      12.7,
      EDGE,
    ]);
    const centred = await make(
      `<style>body{max-width:500px;margin:0 auto}</style>${BAR}${WORD}<div style="height:20px;background:#00f"></div>`,
    );
    assertSpan(await spanOf(centred, 'blue'), [12.7 + (184.6 - 132.3) / 2, EDGE - (184.6 - 132.3) / 2]);
  });

  it('keeps what is fixed on every page, and the ground of the body on the whole page', async () => {
    const fixed = '<div style="position:fixed;top:30mm;left:0;width:50mm;height:5mm;background:#00f"></div>';
    const made = await make(`<body style="background:#0f0">${BAR}${WORD}${fixed}<div style="height:280mm"></div><p>end</p>`);
    for (const page of [1, 2]) assertSpan(await spanOf(made, 'blue', page), [12.7, 62.7]);
    assertSpan(await spanOf(made, 'green'), [12.7, EDGE]);
    const wide = await make(`<body style="width:900px;background:#0f0">${BAR}`);
    assertSpan(await spanOf(wide, 'green'), [12.7, EDGE]);
  });

  it('leaves wider pages of their own what they have room for', async () => {
    const landscape = '<style>@page wide{size:A4 landscape}.w{page:wide}</style>';
    const made = await make(`${landscape}${BAR}<div class=w><div style="width:240mm;height:6mm;background:#00f"></div></div>`);
    assertSpan(await spanOf(made, 'blue', 2), [12.7 + 2.1, 252.7 + 2.1]);
  });

  it('is smaller where it was asked for, and where nothing helps it says by how much', async () => {
    const [from = 0, to = 0] = (await spanOf(await make(BAR + WORD, { fit: 'shrink' }), 'red')) ?? [];
    assert.ok(Math.abs(to - from - 66.5) < 0.5, String(to - from));
    const placed = await make(`${BAR}<div style="position:absolute;left:100mm;top:50mm;width:200mm;height:5mm;background:#00f"></div>`);
    assert.deepEqual(codes(placed), ['CONTENT_TOO_WIDE']);
    assert.match(placed.warnings.at(-1)?.message ?? '', /^Everything is drawn at 67 % of its size/);
    const withHeader = await make(
      `${BAR}<div style="position:absolute;left:100mm;top:50mm;width:200mm;height:5mm;background:#00f"></div>`,
      {
        header: '<span>head</span>',
      },
    );
    assert.match(withHeader.warnings.at(-1)?.message ?? '', /^Everything is drawn at 67 % of its size/);
    await caller.refused('POST', '/v1/generate', { html: 'x', options: { fit: 'cover' } }, 400, 'VALIDATION_ERROR', ['options.fit']);
  });

  it('fills the paper to its right edge', async () => {
    const ground = '<style>body{margin:0}</style><div style="height:20mm;background:#f00"></div>';
    for (const [options, width] of [
      [{ margin: '0' }, 210.08],
      [{ margin: '0', orientation: 'landscape' }, 296.86],
      [{ margin: '0', format: 'Letter' }, 215.9],
    ] as const)
      assertSpan(await spanOf(await make(ground, options), 'red'), [0, width], 0.11);
  });

  it('says where a head of a table is not repeated, and where a counter of pages is 0', async () => {
    const table = (height: number) =>
      `<table><thead><tr><th style="height:${String(height)}mm">head</thead>${'<tr><td>row'.repeat(80)}</table>`;
    const high = await make(table(80));
    assert.deepEqual(high.warnings.map(({ code, subject }) => [code, subject]), [['TABLE_HEAD_NOT_REPEATED', 'table > thead']]); // prettier-ignore
    assert.deepEqual((await make(table(20))).warnings, []);
    const counter = await make('<style>p::after{content:"page " counter(page)}</style><p>x</p>');
    assert.deepEqual(codes(counter), ['PAGE_COUNTER']);
    const box = '<style>@page{@bottom-center{content:counter(page) " of " counter(pages)}}</style><p>x</p>';
    assert.deepEqual((await make(box)).warnings, []);
  });

  it('reaches the file with what the document says of itself', async () => {
    const about = '<meta name=author content="Zoë (Ltd) \\ 1"><meta name=Keywords content="a, b"><meta name=description content="日本">';
    for (const more of ['', '<script></script>']) {
      const file = join(folder.path, 'about.pdf');
      writeFileSync(file, await download((await make(`<title>T</title>${about}<p>x</p>${more}`)).url));
      const info = execFileSync('pdfinfo', [file]).toString();
      for (const line of [/^Title: +T$/m, /^Author: +Zoë \(Ltd\) \\ 1$/m, /^Keywords: +a, b$/m, /^Subject: +日本$/m, /^Pages: +1$/m])
        assert.match(info, line);
      execFileSync('qpdf', ['--check', file]);
    }
  });
});
