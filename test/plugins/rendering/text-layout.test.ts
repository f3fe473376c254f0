import assert from 'node:assert/strict';
import { type Caller, type Generated } from '../../support/caller.ts';
import { type SharedHub, sharedHub } from '../../support/hub.ts';
import { until } from '../../support/until.ts';

const LONG = 'Donaudampfschifffahrtsgesellschaft and a dozen other words that no narrow box has room for';
const AMOUNT = 'Rp 1.234.567.890,00';

/** Text that does not print as written, and where. */
const CUT: Readonly<Record<string, { readonly html: string; readonly at: string; readonly text?: string }>> = {
  'a box of fixed height': { html: `<div class="card" style="width:60mm;height:8mm;overflow:hidden">${LONG}</div>`, at: 'div.card' },
  'an ellipsis': {
    html: `<p id="name" style="width:40mm;overflow:hidden;white-space:nowrap;text-overflow:ellipsis">${LONG}</p>`,
    at: 'p#name',
  },
  'a clamp': {
    html: `<p style="width:40mm;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden"><b>${LONG}</b></p>`,
    at: 'p',
  },
  'a cell': {
    html: `<table style="table-layout:fixed;width:60mm"><tr><td>x</td><td class="sum" style="overflow:hidden;white-space:nowrap">${AMOUNT} ${AMOUNT}</td></tr></table>`,
    at: 'table > tbody > tr > td.sum:nth-child(2)',
  },
  'something that scrolls on a screen': {
    html: `<pre style="overflow:auto">${'x'.repeat(400)}</pre>`,
    at: 'pre',
    text: `${'x'.repeat(199)}…`,
  },
  'one page only': {
    html: `<style>html,body{height:100%;overflow:hidden;margin:0}</style>${'<p>A paragraph.</p>'.repeat(80)}`,
    at: 'body',
    text: 'A paragraph.',
  },
  'the edge of the page': {
    html: `<p>before</p><div style="width:3000px;text-align:right">far out</div>`,
    at: 'div',
    text: 'far out',
  },
  'the other edge of the page': { html: `<div class="a" style="position:absolute;left:-30px">${LONG}</div>`, at: 'div.a' },
  'a text area': { html: `<textarea rows="2" cols="20">${LONG} ${LONG}</textarea>`, at: 'textarea', text: `${LONG} ${LONG}` },
  'its box, in a form whose fields have the names of properties': {
    html: `<form><input name="parentNode"><input name="clientWidth"><input name="scrollWidth"><div style="height:5mm;width:30mm;overflow:hidden">${LONG}</div></form>`,
    at: 'form > div',
  },
};

const OVERLAPPING: Readonly<Record<string, { readonly html: string; readonly at: string }>> = {
  'a cell that is too narrow': {
    html: `<table style="table-layout:fixed;width:70mm"><tr><td class="n" style="white-space:nowrap">${AMOUNT} ${AMOUNT}</td><td>${AMOUNT}</td></tr></table>`,
    at: 'table > tbody > tr > td.n:nth-child(1)',
  },
  'a box that is too low': {
    html: `<div style="width:50mm;height:4mm">${LONG}</div><p style="margin:0">What comes next, and what it says</p>`,
    at: 'div',
  },
};

/** What people write on purpose, and what is whole. */
const ORDINARY: Readonly<Record<string, string>> = {
  'for screen readers': `<span style="position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip:rect(0,0,0,0);white-space:nowrap">${LONG}</span>`,
  'clipped away': `<span style="position:absolute;clip-path:inset(50%);height:1px;width:1px;overflow:hidden;white-space:nowrap">${LONG}</span>`,
  'far outside': '<a style="position:absolute;left:-9999px">Skip to content</a>',
  'a picture for a text': '<h1 style="text-indent:-9999px;overflow:hidden;width:100px;height:40px;background:red">Company</h1>',
  'not visible': `<div style="height:5mm;overflow:hidden"><span style="visibility:hidden">${LONG.repeat(5)}</span><span style="opacity:0">${LONG}</span></div>`,
  collapsed: `<div style="max-height:0;overflow:hidden">${LONG}</div><details><summary>More</summary>${LONG}</details>`,
  'no size': `<div style="width:0;height:0;overflow:hidden">${LONG}</div>`,
  'a field of one line': `<input value="${LONG}" style="width:30mm"><select style="width:10mm"><option>${LONG}</option></select>`,
  'an icon': '<i style="display:inline-block;width:6px;height:6px;overflow:hidden;font-size:20px">&#xf015;</i>',
  'round corners': `<div style="overflow:hidden;border-radius:8px;padding:4mm;width:80mm">${LONG}<table style="width:100%"><tr><td>a</td><td>b</td></tr></table></div>`,
  'tight lines':
    '<h1 style="line-height:0.9;overflow:hidden;font-size:40px">Ägypten, größer</h1><p style="line-height:1;overflow:hidden">gjpqy</p>',
  'a float in its box': `<div style="overflow:hidden"><p style="float:left;width:40%">${LONG}</p><p style="float:right">${LONG}</p></div>`,
  'a stamp across': `<div style="position:relative"><p>${LONG}</p><b style="position:absolute;top:0;left:20px;transform:rotate(-20deg);font-size:60px;opacity:.2">PAID</b></div>`,
  'a turned label': '<div style="transform:rotate(-90deg);width:40mm;overflow:hidden">Turned</div>',
  'slightly too wide': `<div style="width:900px;overflow:hidden">${LONG}</div>`,
  'negative margins': `<div style="margin:0 -8px;padding:8px;overflow:hidden">${LONG}</div>`,
  'a box that is too low over nothing': `<div style="width:50mm;height:4mm">${LONG}</div>`,
  'superscripts and letters apart': '<p style="letter-spacing:.4em;overflow:hidden">x<sup>2</sup> AND H<sub>2</sub>O</p>',
};

describe('text that is cut off or overlaps', () => {
  let hub: SharedHub;
  let caller: Caller;
  before(async () => {
    hub = await sharedHub();
    caller = await hub.account();
  });
  after(() => hub.stop());

  const LANES = { static: '', scripted: '<script>document.title = "x"</script>' };
  const page = (html: string, lane = ''): string => `<!doctype html><title>t</title>${lane}${html}`;
  const warnings = async (html: string, more: object = {}): Promise<Generated['warnings']> =>
    (await caller.generate({ html: page(html), ...more })).warnings;

  for (const [lane, script] of Object.entries(LANES)) {
    it(`is told with its place, in the ${lane} lane`, async () => {
      for (const [what, { html, at, text = LONG }] of Object.entries(CUT)) {
        const [found, ...others] = await warnings(script + html);
        assert.equal(found?.code, 'TEXT_CLIPPED', `${what}: ${JSON.stringify(found)}`);
        assert.deepEqual([found.subject, what.startsWith('a cell') ? text : found.text], [at, text], what);
        assert.match(found.message, /^The text “.+” is cut off by (its box|the edge of the page), at /);
        assert.ok(what === 'one page only' || others.length === 0, `${what}: ${JSON.stringify(others)}`);
      }
      for (const [what, { html, at }] of Object.entries(OVERLAPPING)) {
        const found = await warnings(script + html);
        assert.deepEqual(
          found.map(({ code, subject }) => [code, subject]),
          [['OVERLAPPING_TEXT', at]],
          what,
        );
      }
    });

    it(`is not told where nothing is, in the ${lane} lane`, async () => {
      for (const [what, html] of Object.entries(ORDINARY)) {
        // Some of it is hidden as a whole.
        const found = (await warnings(script + html)).filter(({ code }) => code !== 'MISSING_GLYPH' && code !== 'BLANK_PAGE');
        assert.deepEqual(found, [], what);
      }
    });
  }

  it('is judged by the size of the page, whoever says it', async () => {
    const box =
      '<div style="height:2cm;overflow:hidden;font-size:12pt">one two three four five six seven eight nine ten eleven twelve thirteen</div>';
    const codes = async (html: string, options: object = {}): Promise<string[]> =>
      (await warnings(html, { options })).map(({ code }) => code);
    assert.deepEqual(await codes(box), []);
    assert.deepEqual(await codes(box, { format: { width: '4cm', height: '10cm' }, margin: '5mm' }), ['TEXT_CLIPPED']);
    assert.deepEqual(await codes(`<style>@page{size:4cm 10cm;margin:5mm}</style>${box}`), ['TEXT_CLIPPED']);
    assert.deepEqual(await codes(`<style>@page{size:4cm 10cm;margin:5mm}</style>${box}`, { format: 'A4' }), []);
    assert.deepEqual(
      await codes(`<style>@page{size:A4;margin:2mm 90mm;@bottom-right{content:'x'}}@page :first{margin:1mm}</style>${box}`),
      ['TEXT_CLIPPED'],
    );
    const screen = '<style>@media screen{p{height:1mm;overflow:hidden}}</style><p>only on a screen</p>';
    assert.deepEqual(await codes(screen), []);
  });

  it('is judged as it prints where a document is wider than its page', async () => {
    const grows = `<table style="width:900px"><tr><td>wide</td></tr></table><div style="width:100%;height:12mm;overflow:hidden;font-size:5mm">${LONG}</div>`;
    assert.deepEqual(await warnings(grows, { options: { fit: 'shrink' } }), []);
    assert.deepEqual(await warnings(grows), []);
  });

  it('cannot be hidden or made up by the scripts of a document', async () => {
    const lies = `<script>
      Element.prototype.getBoundingClientRect = () => ({ left: 0, top: 0, right: 9, bottom: 9, width: 9, height: 9 });
      for (const name of ['scrollWidth', 'clientWidth', 'scrollHeight', 'clientHeight']) Object.defineProperty(Element.prototype, name, { get() { window.seen = true; return 0 } });
      Document.prototype.querySelectorAll = () => [];
      window.getComputedStyle = () => ({ overflowX: 'visible' });
    </script>`;
    const [found] = await warnings(`${lies}${CUT['a clamp']?.html ?? ''}`);
    assert.equal(found?.code, 'TEXT_CLIPPED');
  });

  it('is refused by strict, and kept with the document and the items of a batch', async () => {
    const html = page(CUT['an ellipsis']?.html ?? '');
    const refused = await caller.refused('POST', '/v1/generate', { html, strict: true }, 400, 'VALIDATION_ERROR', ['html']);
    assert.match(refused.fields?.[0]?.message ?? '', /^TEXT_CLIPPED: The text “Donau/);
    const made = await caller.generate({ html });
    const kept = await caller.send<Generated>('GET', `/v1/generations/${made.id}`);
    assert.deepEqual(kept.body.warnings, made.warnings);
    assert.equal(kept.body.warnings[0]?.text, LONG);
    const batch = await caller.send<{ generations: { id: string }[] }>('POST', '/v1/generate/batch', { items: [{ html }] });
    const item = await until('the item', async () => {
      const { body } = await caller.send<Generated>('GET', `/v1/generations/${batch.body.generations[0]?.id ?? ''}`);
      return body.status === 'completed' ? body : undefined;
    });
    assert.deepEqual(item.warnings, made.warnings);
  });

  it('is looked for in the first part of a huge document, which says so and is not refused for it', async () => {
    const many = page(`<style>p{overflow:hidden}</style>${'<i>x</i> '.repeat(21_000)}`);
    const made = await caller.generate({ html: many, strict: true });
    assert.deepEqual(
      made.warnings.map(({ code }) => code),
      ['LAYOUT_NOT_CHECKED'],
    );
    const cut = `<div style="height:5mm;overflow:hidden;width:20mm">${LONG}</div>`;
    const hundred = await warnings(cut.repeat(100));
    assert.equal(hundred.length, 20);
  });
});
