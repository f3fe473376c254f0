import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Caller, download } from '../../support/caller.ts';
import { startHub, type TestHub } from '../../support/hub.ts';
import { temporaryFolder } from '../../support/services.ts';
import { until } from '../../support/until.ts';

const WEB_FONT = readFileSync(
  createRequire(import.meta.url).resolve('@expo-google-fonts/gelasio/400Regular/Gelasio_400Regular.ttf'),
).toString('base64');

/** A word of each script. */
const WORDS: Readonly<Record<string, string>> = {
  Arabic: 'مرحبا',
  Hebrew: 'שלום',
  Thai: 'สวัสดี',
  Devanagari: 'नमस्ते',
  Bengali: 'নমস্কার',
  Tamil: 'வணக்கம்',
  Telugu: 'నమస్కారం',
  Kannada: 'ನಮಸ್ಕಾರ',
  Malayalam: 'നമസ്കാരം',
  Gujarati: 'નમસ્તે',
  Gurmukhi: 'ਸਤਿ ਸ੍ਰੀ',
  Sinhala: 'ආයුබෝවන්',
  Khmer: 'ជំរាបសួរ',
  Lao: 'ສະບາຍດີ',
  Myanmar: 'မင်္ဂလာပါ',
  Georgian: 'გამარჯობა',
  Armenian: 'Բարեւ',
  Ethiopic: 'ሰላም',
  Greek: 'Γειά',
  Cyrillic: 'Привет',
};

describe('fonts', function () {
  this.timeout(60_000);
  const folder = temporaryFolder('fonts');
  let hub: TestHub;
  let caller: Caller;
  before(async () => {
    hub = await startHub({ plugins: { rendering: { config: { systemFonts: false } } } });
    caller = await hub.account();
    await until('the fonts to be read', async () => ((await said('<p>𓀀</p>')).length > 0 ? true : undefined), 60_000);
  });
  after(async () => {
    await hub.stop();
    folder.remove();
  });

  const make = async (html: string, more: object = {}) => {
    const made = await caller.generate({ html, ...more });
    const file = join(folder.path, 'fonts.pdf');
    writeFileSync(file, await download(made.url));
    const faces = execFileSync('pdffonts', [file]).toString().split('\n').slice(2);
    return { warnings: made.warnings, faces: faces.flatMap((line) => /^(?:[A-Z]{6}\+)?([\w-]+)/.exec(line)?.[1] ?? []) };
  };
  const said = async (html: string): Promise<(readonly [string, string | undefined])[]> =>
    (await caller.generate({ html })).warnings.map(({ code, subject }) => [code, subject]);

  for (const [script, word] of Object.entries(WORDS))
    it(`have ${script} on a machine without any`, async () => {
      const { warnings, faces } = await make(`<p style="font:40px sans-serif">${word}</p><p style="font:bold 40px serif">${word}</p>`);
      assert.deepEqual(warnings, []);
      assert.ok(faces.length > 0 && faces.every((face) => /^(Noto|Arimo|Tinos|DejaVu)/.test(face)), String(faces));
    });

  for (const [language, face] of [
    ['', 'SC'],
    [' lang="zh"', 'SC'],
    [' lang="zh-CN"', 'SC'],
    [' lang="zh-Hans"', 'SC'],
    [' lang="zh-TW"', 'TC'],
    [' lang="zh-HK"', 'TC'],
    [' lang="zh-Hant"', 'TC'],
    [' lang="ja"', 'JP'],
    [' lang="ko"', 'KR'],
  ] as const)
    it(`draw Chinese characters as ${language === '' ? 'in China where no language is named' : `in${language}`}`, async () => {
      for (const font of ['40px sans-serif', 'bold 40px serif', '40px Inter']) {
        const { warnings, faces } = await make(`<p${language} style="font:${font}">直骨次</p>`);
        assert.deepEqual(warnings, []);
        assert.ok(faces.length === 1 && faces[0]?.startsWith(`NotoSans${face}-`), String(faces));
      }
    });

  for (const [text, face] of [
    ['請求書です', 'JP'],
    ['한국어漢字', 'KR'],
    ['发票', 'SC'],
  ] as const)
    it(`draw ${text}, in bold too, as its letters say where no language is named`, async () => {
      const { faces } = await make(`<p style="font:40px sans-serif">${text}</p><p style="font:bold 40px serif">${text}</p>`);
      assert.deepEqual(new Set(faces.map((found) => found.split('-')[0])), new Set([`NotoSans${face}`]));
      assert.ok(faces.some((found) => found.endsWith('-Bold')), String(faces)); // prettier-ignore
    });

  for (const [html, locale] of [
    ['<p>Invoice 漢字', undefined],
    ['<html lang=ja><p>Invoice 漢字', undefined],
    ['<p>Invoice', 'ko'],
  ] as const)
    it(`leave text of no font and of other letters as it is in every document: ${html}, ${String(locale)}`, async () => {
      const { faces } = await make(html, { locale });
      assert.ok(faces.includes('Tinos-Regular'), String(faces));
    });

  for (const [header, html, locale, face] of [
    ['直骨次', '<html lang=ja><p>x', undefined, 'JP'],
    ['<b>直骨次</b>', '<p>x', 'zh-TW', 'TC'],
    ['<b lang=ko style="font-family:Arial">直骨次</b>', '<p>x', 'ja', 'KR'],
    ['<style>b{font:bold 12px "Times New Roman"}</style><b>直骨次です</b>', '<p>x', undefined, 'JP'],
    ['<svg width=99 height=20><text y=12 font-family="Arial, sans-serif">直骨次</text></svg>', '<html lang="zh-Hant">x', undefined, 'TC'],
    [`<b style="font-family:&quot;Inter&quot;, 'Arial' !important">直骨次</b>`, '<p>x', 'ja', 'JP'],
    ['<b style="font-family:Arial">直骨次</b>', '<p>x', 'de', 'SC'],
  ] as const)
    it(`draw Chinese characters of a header as the document's language does: ${header}, ${html}, ${String(locale)}`, async () => {
      const options = { header: `<span style="font-size:12px">${header}</span>`, margin: '2cm' };
      const { warnings, faces } = await make(html, { locale, options });
      assert.deepEqual(warnings, []);
      const han = faces.filter((found) => found.startsWith('NotoSans'));
      assert.ok(han.length > 0 && han.every((found) => found.startsWith(`NotoSans${face}-`)), String(faces));
    });

  for (const [language, text, face] of [
    ['ja', '株式会社サンプル 請求書', 'JP'],
    ['ko', '한국어 세금계산서', 'KR'],
    ['zh-TW', '統一發票', 'TC'],
    ['zh-CN', '增值税发票', 'SC'],
  ] as const)
    it(`draw text as ${language} when that is the locale of the request`, async () => {
      for (const [html, data] of [
        [`<p>${text}</p>`, undefined],
        ['<p>{{text}}</p>', { text }],
      ] as const) {
        const { warnings, faces } = await make(html, { data, locale: language });
        assert.deepEqual(warnings, []);
        assert.ok(faces.some((found) => found.startsWith(`NotoSans${face}-`)), String(faces)); // prettier-ignore
      }
    });

  it('are named where a family stands in for another in a document in Japanese, too', async () => {
    const { warnings, faces } = await make('<p lang="ja" style="font-family:MyBrandFont">text</p>');
    assert.deepEqual(warnings.map(({ code }) => code), ['FONT_SUBSTITUTED']); // prettier-ignore
    assert.deepEqual(faces.map((face) => face.split('-')[0]), ['Arimo']); // prettier-ignore
  });

  for (const [name, style, face] of [
    ['with a generic one behind it', 'font-family:MyBrandFont,sans-serif', 'Arimo'],
    ['alone', 'font-family:MyBrandFont', 'Arimo'],
    ['with serif behind it', "font-family:'MyBrandFont', serif", 'Tinos'],
    ['in the shorthand', 'font:bold 12px/1.5 MyBrandFont', 'Arimo'],
  ] as const)
    for (const lane of ['', '<script></script>'])
      it(`that are not there are told, ${name}${lane === '' ? '' : ', with scripts'}`, async () => {
        for (const html of [`<p style="${style}">text</p><p style="${style}">again</p>`, `<style>p{${style}}</style><p>text</p>`]) {
          const { warnings, faces } = await make(html + lane);
          assert.deepEqual(warnings.map(({ code, subject }) => [code, subject]), [['FONT_SUBSTITUTED', 'MyBrandFont']]); // prettier-ignore
          assert.match(warnings[0]?.message ?? '', new RegExp(`^The font MyBrandFont is not installed; ${face} is used\\.`));
          assert.ok(faces.length === 1 && faces[0]?.startsWith(face), String(faces));
        }
      });

  it('that are not there are told when a script asks for them', async () => {
    const html = '<p>text</p><script>document.querySelector("p").style.fontFamily = "MyBrandFont"</script>';
    assert.deepEqual(await said(html), [['FONT_SUBSTITUTED', 'MyBrandFont']]);
  });

  for (const [name, html] of Object.entries({
    'one that is behind it': '<p style="font-family:MyBrandFont,Inter,sans-serif">text</p>',
    'one of equal metrics': '<p style="font-family:Calibri">text</p>',
    'the document itself': `<style>@font-face{font-family:MyBrandFont;src:url(data:font/ttf;base64,${WEB_FONT})}p{font-family:MyBrandFont}</style><p>text</p>`,
    'generic names': '<p style="font-family:-apple-system,BlinkMacSystemFont,system-ui,ui-sans-serif,monospace">text</p>',
    'an element without text': '<p style="font-family:MyBrandFont"></p><p>text</p>',
    'text that only tells of it': '<p>Write font-family: MyBrandFont; into your style.</p>',
  }))
    it(`are not told of where there is ${name}`, async () => {
      assert.deepEqual(await said(html), []);
      assert.deepEqual(await said(`${html}<script></script>`), []);
    });
});
