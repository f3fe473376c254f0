import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Caller, download } from '../../support/caller.ts';
import { type SharedHub, sharedHub } from '../../support/hub.ts';
import { temporaryFolder } from '../../support/services.ts';

/** What an element with a text may be styled with. */
const STYLES: readonly string[] = [
  'filter:drop-shadow(0 0 4px #000)',
  'filter:blur(1px)',
  'filter:grayscale(1)',
  'filter:opacity(.5)',
  'mix-blend-mode:multiply',
  'mix-blend-mode:difference',
  'transform:perspective(300px) rotateY(30deg)',
  'transform:rotateX(30deg)',
  'transform:rotate(10deg)',
  'transform:translateZ(0)',
  'backdrop-filter:blur(2px)',
  'opacity:.5',
  'clip-path:circle(90%)',
  'mask-image:linear-gradient(#000,transparent)',
  'text-shadow:1px 1px 2px #888',
  'box-shadow:0 0 5px #000',
  'background:linear-gradient(red,blue);background-clip:text;color:transparent',
  '-webkit-text-stroke:1px red',
  'will-change:transform',
  'isolation:isolate',
];

/** Long words of each language, for a box that is too narrow for them. */
const BROKEN: Readonly<Record<string, string>> = {
  de: 'Donaudampfschifffahrtsgesellschaft',
  en: 'representation internationalization',
  fr: 'anticonstitutionnellement',
  es: 'internacionalización',
  it: 'precipitevolissimevolmente',
  nl: 'aansprakelijkheidsverzekering',
  pl: 'konstantynopolitańczykowianeczka',
  pt: 'inconstitucionalissimamente',
};

describe('text', function () {
  this.timeout(60_000);
  const folder = temporaryFolder('text');
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

  const make = async (html: string, more: object = {}) => {
    const { url, warnings } = await caller.generate({ html: `<!DOCTYPE html>${html}`, ...more });
    const file = join(folder.path, 'text.pdf');
    writeFileSync(file, await download(url));
    return { warnings, text: execFileSync('pdftotext', ['-layout', file, '-']).toString() };
  };

  for (const style of STYLES)
    it(`that is a picture is told, and no other: ${style}`, async () => {
      for (const lane of ['', '<script></script>']) {
        const { text, warnings } = await make(`<p>before</p><div id=it style="${style}">SEARCHABLE</div>${lane}`);
        const expected = text.replace(/\s+/g, '').includes('SEARCHABLE') ? [] : [['TEXT_AS_PICTURE', 'div#it']];
        assert.deepEqual(warnings.map(({ code, subject }) => [code, subject]), expected, text); // prettier-ignore
      }
    });

  it('that is a picture because of what is around it is told', async () => {
    const { text, warnings } = await make(
      '<div style="perspective:300px"><div id=it style="transform:rotateY(30deg)">SEARCHABLE</div></div>',
    );
    assert.doesNotMatch(text, /SEARCHABLE/);
    assert.deepEqual(warnings.map(({ code, subject }) => [code, subject]), [['TEXT_AS_PICTURE', 'div#it']]); // prettier-ignore
    const inner = await make('<div id=it style="filter:grayscale(1)"><p>x <b>SEARCHABLE</b></p></div>');
    assert.deepEqual(inner.warnings.map(({ code, subject }) => [code, subject]), [['TEXT_AS_PICTURE', 'div#it']]); // prettier-ignore
  });

  for (const [lang, word] of Object.entries(BROKEN))
    it(`is broken within words where CSS asks for it: ${lang}`, async () => {
      const box = `<div style="width:90px;hyphens:auto">${word}</div>`;
      for (const html of [`<html lang="${lang}">${box}`, `<p lang="${lang}">x</p><div lang="${lang}">${box}</div><script></script>`]) {
        const { text, warnings } = await make(html);
        assert.deepEqual(warnings, []);
        const lines = text.replace(/^x\s+/, '').trim().split(/\s*\n\s*/); // prettier-ignore
        assert.ok(lines.length > 1 && lines.slice(0, -1).some((line) => line.endsWith('\u2010')), text);
        // Soft hyphens stand where a line ends, and nowhere within one.
        assert.doesNotMatch(lines.map((line) => line.replace(/\u00AD?\u2010$/, '')).join('|'), /\u00AD/);
        assert.equal(lines.map((line) => line.replace(/\u00AD?\u2010$/, '').concat(/\u2010$/.test(line) ? '' : ' ')).join('').trim(), word); // prettier-ignore
      }
    });

  it('is broken by the lines of the font that is used', async () => {
    const words = 'Die Donaudampfschifffahrtsgesellschaft berichtet';
    const html = (family: string) => `<p lang=de style="width:60mm;hyphens:auto;font:16px ${family}">${words}</p>`;
    for (const lane of ['', '<script></script>']) {
      const [unknown, known] = [await make(html('MyBrand') + lane), await make(html('Arial') + lane)];
      assert.equal(unknown.text, known.text);
      assert.match(known.text, /^Die Do/);
    }
  });

  it('is broken by the locale where the document names no language, and not at all where CSS does not ask', async () => {
    const word = 'Donaudampfschifffahrtsgesellschaft';
    assert.match((await make(`<div style="width:150px;hyphens:auto">${word}</div>`, { locale: 'de-CH' })).text, /\u2010\n/);
    assert.doesNotMatch((await make(`<div style="width:150px">${word}</div>`, { locale: 'de-CH' })).text, /\u2010\n/);
    assert.doesNotMatch((await make(`<div style="width:150px;hyphens:auto">${word}</div>`)).text, /\u2010\n/);
  });
});
