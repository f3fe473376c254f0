import assert from 'node:assert/strict';
import { type Caller, download } from '../../support/caller.ts';
import { type SharedHub, sharedHub } from '../../support/hub.ts';
import { readPdf, sizesOf } from '../../support/pdf.ts';

const A4 = [595, 842];
const A5 = [420, 595];
const A5_ACROSS = [595, 420];
const LETTER = [612, 792];

/** Chromium rounds the paper to whole CSS pixels. */
const near = (found: readonly (readonly number[])[], wanted: readonly (readonly number[])[]): void => {
  assert.equal(found.length, wanted.length);
  for (const [n, size] of found.entries())
    for (const [i, side] of size.entries())
      assert.ok(Math.abs(side - (wanted[n]?.[i] ?? NaN)) <= 1, `${JSON.stringify(found)} is not ${JSON.stringify(wanted)}`);
};

describe('what is asked for and what @page says', () => {
  let hub: SharedHub;
  let caller: Caller;
  before(async () => {
    hub = await sharedHub();
    caller = await hub.account();
  });
  after(() => hub.stop());

  const CASES: readonly (readonly [css: string, options: object, size: readonly number[]])[] = [
    ['', {}, A4],
    ['size:A5', {}, A5],
    ['size:A5', { orientation: 'landscape' }, A5_ACROSS],
    ['size:A5 landscape', { orientation: 'portrait' }, A5],
    ['size:A5 landscape', {}, A5_ACROSS],
    ['size:A5 landscape', { format: 'Letter' }, [792, 612]],
    ['size:A5 landscape', { format: 'Letter', orientation: 'portrait' }, LETTER],
    ['size:A5', { format: 'A4' }, A4],
    ['margin:1cm', { orientation: 'landscape' }, [842, 595]],
  ];
  for (const [css, options, size] of CASES) {
    it(`@page{${css}} with ${JSON.stringify(options)} is ${size.join(' × ')}`, async () => {
      for (const html of [`<style>@page{${css}}</style><p>x</p>`, `<p>x</p><style>@page{${css}}</style><script></script>`]) {
        const made = await caller.generate({ html, options });
        near(await sizesOf(await download(made.url)), [size]);
        assert.deepEqual(made.warnings, []);
      }
    });
  }

  it('keeps the size of named pages', async () => {
    const html = '<style>@page wide{size:A4 landscape}.w{page:wide}</style><p>x</p><p class=w>y</p>';
    near(await sizesOf(await caller.pdf({ html, options: { format: 'Letter' } })), [LETTER, [842, 595]]);
  });

  it('is a margin of its own for each side', async () => {
    const html =
      '<style>@page{margin:20mm}body{margin:0}div{position:fixed;inset:0;background:#00f;-webkit-print-color-adjust:exact}</style><div></div>';
    const [page] = await readPdf(await caller.pdf({ html, options: { margin: { left: '60mm' } } }));
    const at = (mm: number): readonly number[] | undefined => page?.colorAt(mm / 210, 0.5);
    assert.deepEqual(
      [at(55), at(65), at(186), at(194)],
      [
        [255, 255, 255],
        [0, 0, 255],
        [0, 0, 255],
        [255, 255, 255],
      ],
    );
  });

  it('is the same paper by the flat action', async () => {
    const { body } = await caller.send<{ url: string }>('POST', '/v1/integrations/actions/generate', {
      html: '<style>@page{size:A5 landscape}</style><p>x</p>',
    });
    near(await sizesOf(await download(body.url)), [A5_ACROSS]);
  });
});

describe('a page that is blank', () => {
  let hub: SharedHub;
  let caller: Caller;
  before(async () => {
    hub = await sharedHub();
    caller = await hub.account();
  });
  after(() => hub.stop());

  const said = async (html: string, more: object = {}): Promise<unknown[]> =>
    (await caller.generate({ html, ...more })).warnings.map(({ code, subject }) => [code, subject]);

  for (const [what, html] of Object.entries({
    'text before an element': "<style>p::before{content:'generated'}</style><p></p>",
    'a counter behind an element': '<style>p{counter-increment:a}p::after{content:counter(a)}</style><p></p>',
    'a list marker': '<ul><li></li></ul>',
    'an outline': '<p style="outline:1px solid;height:9px"></p>',
    'a shadow': '<p style="box-shadow:0 0 5px #000;height:9px"></p>',
    'a page margin box': '<style>@page{margin:2cm;@top-center{content:"x"}}</style><p></p>',
    'a shadow root':
      '<div><template shadowrootmode=open><b>x</b></template></div><script>document.querySelector("div").attachShadow({mode:"open"}).innerHTML="x"</script>',
  })) {
    it(`is none with ${what}`, async () => {
      assert.deepEqual(await said(html), []);
      const withHeader = (await said(html, { options: { header: '<b style="font-size:9px">h</b>' } })).filter((one) =>
        String(one).startsWith('BLANK'),
      );
      if (what !== 'a page margin box') assert.deepEqual(withHeader, []);
    });
  }

  it('is told with its number, and a document that is all blank as one', async () => {
    assert.deepEqual(await said('<p></p>'), [['BLANK_PAGE', undefined]]);
    assert.deepEqual(await said('<p></p><script></script>'), [['BLANK_PAGE', undefined]]);
    const last = '<p>a</p><div style="break-before:page;height:10px"></div>';
    assert.deepEqual(await said(last), [['BLANK_PAGE', 'page 2']]);
    const between = '<p>a</p><div style="break-before:page;height:10px"></div><p style="break-before:page">b</p>';
    assert.deepEqual(await said(between), [['BLANK_PAGE', 'page 2']]);
  });

  it('is not blamed for glyphs of what is not printed', async () => {
    const thai = 'ไทย';
    for (const html of [
      `<p>x</p><script>const s='${thai}'</script>`,
      `<p>x</p><!--${thai}-->`,
      `<p>x</p><template>${thai}</template>`,
      `<style>/* ${thai} */</style><p>x</p>`,
    ])
      assert.deepEqual(await said(html), []);
  });
});
