import assert from 'node:assert/strict';
import { type Caller, type Generated, download } from '../../support/caller.ts';
import { finished, submit } from '../../support/batches.ts';
import { type SharedHub, sharedHub } from '../../support/hub.ts';
import { readPdf, textOf } from '../../support/pdf.ts';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('header and footer', () => {
  let hub: SharedHub;
  let caller: Caller;
  before(async () => {
    hub = await sharedHub();
    caller = await hub.account();
  });
  after(() => hub.stop());

  const header = '<i style="font-size:10px">Invoice {{n}} page {{pageNumber}}/{{totalPages}}</i>';
  const footer = '<b style="font-size:10px">{{{formatCurrency total}}}</b>';
  const options = { header, footer };
  const data = { n: 'INV-7', total: 1234.5 };
  const region = { locale: 'de-DE', currency: 'EUR' };
  const plain = (text: string): string => text.replaceAll(/[\s\u00a0\u202f]+/g, ' ').trim();
  const expected = 'body Invoice INV-7 page 1/1 1.234,50 €';
  const said = ({ warnings }: Generated): unknown[] => warnings.map(({ code, subject }) => [code, subject]);

  it('are filled in with the data of HTML, of templates and of React, with scripts and without', async () => {
    const { body } = await caller.send<{ id: string }>('POST', '/v1/templates', { name: 'h', html_content: '<p>body', options });
    for (const source of [
      { html: '<p>body' },
      { html: '<p>body<script></script>' },
      { react: 'export default () => <p>body</p>' },
      { template: body.id },
    ]) {
      const made = await caller.generate({ ...source, data, ...region, ...('template' in source ? {} : { options }) });
      assert.deepEqual([plain(await textOf(await download(made.url))), made.warnings], [expected, []]);
    }
  });

  it('are filled in for every item of a batch', async () => {
    const items = [1, 2].map((n) => ({ html: '<p>body', data: { ...data, n: `INV-${String(n)}` }, options, ...region }));
    const { batch_id } = await submit(caller, { items });
    const { generations } = await finished(caller, batch_id);
    const texts = await Promise.all(generations.map(async ({ url }) => plain(await textOf(await download(url ?? '')))));
    assert.deepEqual(
      texts,
      [1, 2].map((n) => expected.replace('INV-7', `INV-${String(n)}`)),
    );
  });

  it('belong to the variables of their template', async () => {
    const { body } = await caller.send<{ id: string; schema: object }>('POST', '/v1/templates', {
      name: 'h',
      html_content: '{{n}}',
      options,
    });
    assert.deepEqual(body.schema, { n: 'string', total: 'number' });
  });

  it('say what is missing in them, and are refused with their name when they do not compile', async () => {
    const made = await caller.generate({ html: '<p>x', data: {}, options });
    assert.deepEqual(said(made), [
      ['MISSING_VARIABLE', 'n'],
      ['MISSING_VARIABLE', 'total'],
    ]);
    assert.match(made.warnings[0]?.message ?? '', /^options\.header: /);
    const error = await caller.refused(
      'POST',
      '/v1/generate',
      { html: '<p>x', data: {}, options: { footer: '{{#if a}}' } },
      400,
      'VALIDATION_ERROR',
      ['options.footer'],
    );
    assert.match(error.message, /line 1/);
    await caller.refused(
      'POST',
      '/v1/generate',
      { html: '<p>x', options: { header: '<img src="data:image/svg+xml,{{pageNumber}}">' } },
      400,
      'VALIDATION_ERROR',
      ['options.header'],
    );
    const asking = { html: '<p>x', data: { n: 1 }, options: { header: '{{#if (eq pageNumber 1)}}first{{/if}}' } };
    await caller.refused('POST', '/v1/generate', asking, 400, 'VALIDATION_ERROR', ['options.header']);
  });

  it('are taken as they are without data, with a warning for what looks like a variable', async () => {
    const made = await caller.generate({ html: '<p>x', options: { header: '<i style="font-size:10px">{{n}} {{pageNumber}}</i>' } });
    assert.equal(plain(await textOf(await download(made.url))), 'x {{n}} 1');
    const header = '<i style="font-size:10px" title="page {{pageNumber}} > 0">{{pageNumber}} of {{totalPages}}</i>';
    assert.equal(plain(await textOf(await caller.pdf({ html: '<p>x', options: { header } }))), 'x 1 of 1');
    assert.deepEqual(said(made), [['MISSING_VARIABLE', 'n']]);
    const drawn = '<svg width=200 height=20><text y=12 font-size=10>{{pageNumber}} of {{totalPages}}</text></svg>';
    assert.equal(plain(await textOf(await caller.pdf({ html: '<p>x', options: { header: drawn } }))), 'x 1 of 1');
  });

  it('have the numbers of pages in attributes and styles, too', async () => {
    const three = '<p>one<p style="break-before:page">two<p style="break-before:page">three';
    const header =
      '<style>.on-1{display:none} .of::after{content:"{{totalPages}}"}</style><b class="on-{{pageNumber}}" style="font-size:10px">Not on the first</b>' +
      '<i class=of style="font-size:10px">of </i>';
    const footer = '<div style="height:20px;background:#000;width:calc(100% * {{pageNumber}} / {{totalPages}})"></div>';
    for (const data of [undefined, { n: 1 }]) {
      const made = await caller.generate({ html: three, data, options: { header, footer, margin: '2cm' } });
      assert.deepEqual(made.warnings, []);
      const pdf = await download(made.url);
      const pages = await readPdf(pdf);
      assert.deepEqual(
        pages.map(({ text }) => plain(text)),
        ['one of 3', 'two Not on the firstof 3', 'three Not on the firstof 3'],
      );
      const [first = 0, second = 0, third = 0] = pages.map(({ ink }) => ink);
      assert.ok(first > 0 && second > first * 1.5 && third > second * 1.2, String([first, second, third]));
    }
  });

  it('warn of what they cannot load or run, and print the rest', async () => {
    for (const [piece, subject] of [
      ['<img src="https://example.com/logo.png">', 'https://example.com/logo.png'],
      ['<link rel=stylesheet href="/app.css">', '/app.css'],
      ['<b style="background:url(//host/x.png)">b</b>', '//host/x.png'],
    ] as const) {
      const made = await caller.generate({ html: '<p>x', options: { header: `${piece}<span style="font-size:10px">H</span>` } });
      assert.deepEqual(said(made), [['ASSET_FAILED', subject]]);
      assert.match(await textOf(await download(made.url)), /H/);
    }
    assert.deepEqual(said(await caller.generate({ html: '<p>x', options: { header: '<script>1</script>H' } })), [
      ['CONSOLE_ERROR', 'script'],
    ]);
  });

  it('may be large, with pictures of their own', async () => {
    const noise = Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * 7919) % 251)).toString('base64');
    const picture = `<img style="width:20mm;height:5mm" src="data:image/png;base64,${PIXEL}">`;
    const made = await caller.generate({ html: '<p>x', options: { header: `${picture}<!--${noise}-->` } });
    const [page] = await readPdf(await download(made.url));
    assert.ok((page?.ink ?? 0) > 0.001, String(page?.ink));
    await caller.refused('POST', '/v1/generate', { html: '<p>x', options: { header: 'x'.repeat(1_000_001) } }, 400, 'VALIDATION_ERROR', [
      'options.header',
    ]);
  });

  it('warn when they have no room in their margin, with both heights', async () => {
    for (const html of ['<p>x', '<p>x<script></script>']) {
      const tall = await caller.generate({ html, options: { header: '<div style="height:30mm;font-size:10px">H</div>', margin: '1in' } });
      assert.deepEqual(said(tall), [['HEADER_OVERFLOW', 'options.header']]);
      assert.match(
        tall.warnings[0]?.message ?? '',
        /options\.header is 30\.\d mm high and begins 4 mm from the edge, and the top margin is 25\.4 mm/,
      );
      const picture = `<img style="width:20mm;height:30mm" src="data:image/png;base64,${PIXEL}">`;
      assert.deepEqual(said(await caller.generate({ html, options: { footer: picture, margin: '1in' } })), [
        ['HEADER_OVERFLOW', 'options.footer'],
      ]);
      assert.deepEqual(said(await caller.generate({ html, options: { header: picture, footer: 'x', margin: '1.5in' } })), []);
    }
    const own = await caller.generate({
      html: '<style>@page{margin:40mm}</style><p>x',
      options: { header: '<div style="height:30mm">H</div>' },
    });
    assert.deepEqual(said(own), []);
  });

  it('warn when they have no room on the pages of a rule for some pages', async () => {
    const header = '<div style="height:15mm;font-size:10px">H</div>';
    for (const [rule, name] of [
      ['@page wide{margin-top:8mm}', 'wide'],
      ['@page :first { margin: 8mm 20mm }', ':first'],
      ['@page wide:first{margin:8mm;@top-left{content:"x"}}', 'wide:first'],
    ] as const) {
      const html = `<style>@page{margin:25mm}${rule}.w{page:wide}</style><p>x<p class=w>y`;
      const { warnings } = await caller.generate({ html, options: { header } });
      assert.deepEqual(
        warnings.map(({ code }) => code),
        ['HEADER_OVERFLOW'],
      );
      assert.ok(warnings[0]?.message.includes(`the top margin of @page ${name} is 8.0 mm`), warnings[0]?.message);
    }
    const roomy =
      '<style>@page{margin:25mm}@page wide{margin-top:20mm}@page :left{margin-left:5mm}@page unused{margin:0}.w{page:wide}</style><p>x<p class=w>y';
    assert.deepEqual(said(await caller.generate({ html: roomy, options: { header } })), []);
  });
});
