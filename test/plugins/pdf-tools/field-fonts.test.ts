import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as fontkit from 'fontkit';
import { PDFDocument, type PDFFont, PDFName, type PDFRef, PDFString } from 'pdf-lib';
import { readPdf } from '../../support/pdf.ts';
import { popplerFonts, popplerLines } from '../../support/poppler.ts';
import { base64 } from './fixtures.ts';
import { bytesOf, popplerTools } from './tools.ts';
import { type1Font } from './type1-font.ts';

const require = createRequire(import.meta.url);
const fontFile = (path: string): Buffer => readFileSync(require.resolve(`@expo-google-fonts/${path}`));
const ARIMO = fontFile('arimo/400Regular/Arimo_400Regular.ttf');
const COUSINE = fontFile('cousine/400Regular/Cousine_400Regular.ttf');

/** A page with one text field, `f`, in a font of the form. */
async function withFont(
  give: (document: PDFDocument) => Promise<PDFRef> | PDFRef | undefined,
  appearance = '/F1 14 Tf 0 g',
): Promise<string> {
  const document = await PDFDocument.create();
  const page = document.addPage([300, 100]);
  const field = document.getForm().createTextField('f');
  field.addToPage(page, { x: 20, y: 40, width: 260, height: 24, borderWidth: 0 });
  const ref = await give(document);
  await document.flush();
  field.acroField.dict.set(PDFName.of('DA'), PDFString.of(appearance));
  for (const { dict } of field.acroField.getWidgets()) dict.delete(PDFName.of('DA'));
  if (ref !== undefined) document.getForm().acroForm.dict.set(PDFName.of('DR'), document.context.obj({ Font: { F1: ref } }));
  return base64(await document.save({ updateFieldAppearances: false }));
}

/** A TrueType font with the codes of Windows. */
function simpleFont({ context }: PDFDocument, file: Uint8Array, encoding: object): PDFRef {
  const font = fontkit.create(Buffer.from(file));
  assert.ok('glyphForCodePoint' in font);
  const characters = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 224 }, (_, i) => i + 32));
  const Widths = Array.from(characters, (character) =>
    Math.round((font.glyphForCodePoint(character.codePointAt(0) ?? 0).advanceWidth * 1000) / font.unitsPerEm),
  );
  const descriptor = {
    ...{ Type: 'FontDescriptor', FontName: 'Cousine', ItalicAngle: 0, Ascent: 833, Descent: -300, StemV: 80, CapHeight: 700 },
    ...{ FontBBox: [0, -300, 700, 900], FontFile2: context.register(context.flateStream(file, { Length1: file.byteLength })) },
  };
  const entries = { Type: 'Font', Subtype: 'TrueType', BaseFont: 'Cousine', FirstChar: 32, LastChar: 255, Widths };
  const own = context.register(context.obj({ ...descriptor, Flags: 'Encoding' in encoding ? 32 : 4 }));
  return context.register(context.obj({ ...entries, FontDescriptor: own, ...encoding }));
}

/** Codes of a font for Arabic letters as they stand alone. */
const ARABIC = {
  Encoding: { Type: 'Encoding', BaseEncoding: 'WinAnsiEncoding', Differences: [200, 'uni0633', 'uni0644', 'uni0627', 'uni0645'] },
};

/** A font whose glyphs are procedures: a block for A, and one half as wide for B, in a space of 100 units. */
function procedureFont({ context }: PDFDocument, more: object = { Resources: {} }): PDFRef {
  const glyph = (width: number): PDFRef =>
    context.register(context.stream(`${String(width)} 0 0 0 ${String(width - 10)} 70 d1 0 0 ${String(width - 10)} 70 re f`));
  return context.register(
    context.obj({
      ...{ Type: 'Font', Subtype: 'Type3', FontBBox: [0, 0, 100, 70], FontMatrix: [0.01, 0, 0, 0.01, 0, 0], ...more },
      ...{ CharProcs: { A: glyph(100), B: glyph(50) }, Encoding: { Type: 'Encoding', Differences: [1, 'A', 'B'] } },
      ...{ FirstChar: 1, LastChar: 2, Widths: [100, 50] },
    }),
  );
}

describe('Fonts of form fields', () => {
  const tools = popplerTools();

  const filled = async (pdf: string, value: unknown, more: object = {}): Promise<Uint8Array> =>
    bytesOf(await tools.call('forms/fill', { pdf, fields: [{ name: 'f', value }], flatten: true, ...more }));
  /** What poppler finds: the text, and the fonts without the tags of subsets. */
  const shows = async (pdf: string, value: string, fonts: readonly RegExp[]): Promise<void> => {
    const made = await filled(pdf, value);
    assert.deepEqual(popplerLines(made), [value]);
    const found = popplerFonts(made);
    assert.equal(found.length, fonts.length, found.join());
    for (const pattern of fonts)
      assert.ok(
        found.some((font) => pattern.test(font)),
        found.join(),
      );
  };
  const embedded = async (document: PDFDocument, file: Buffer, options: object = {}): Promise<PDFFont> => {
    document.registerFontkit(fontkit);
    return document.embedFont(file, options);
  };

  it('are used as the file has them: TrueType by the codes of Windows', async () => {
    const winAnsi = await withFont((document) => simpleFont(document, COUSINE, { Encoding: 'WinAnsiEncoding' }));
    await shows(winAnsi, 'Größe 42 €', [/^Cousine$/]);
    const differences = { Encoding: { Type: 'Encoding', BaseEncoding: 'WinAnsiEncoding', Differences: [200, 'uni0141', 201, 'uni017A'] } };
    const own = await withFont((document) => simpleFont(document, COUSINE, differences));
    // The widths of the codes that it uses for them are those of other letters, but it is a font of one width.
    await shows(own, 'Łódź', [/^Cousine$/]);
  });

  it('are used as the file has them: of glyphs by their numbers', async () => {
    const pdf = await withFont(async (document) => (await embedded(document, ARIMO)).ref);
    await shows(pdf, 'Łódź, Ελλάδα, Größe', [/Arimo/]);
  });

  it('are used as the file has them: Type 1', async () => {
    const pdf = await withFont((document) => type1Font(document));
    await shows(pdf, 'A', [/./]);
    assert.doesNotMatch(popplerFonts(await filled(pdf, 'A')).join(), /Helvetica|DejaVu/);
  });

  it('are used as the file has them: Type 3, as wide as its procedures say', async () => {
    const made = await filled(await withFont((document) => procedureFont(document), '/F1 20 Tf 0 g'), 'BAB');
    assert.deepEqual(popplerLines(made), ['BAB']);
    assert.ok(!popplerFonts(made).some((font) => /Helvetica|DejaVu/.test(font)));
    const [page] = await readPdf(made);
    assert.ok(page !== undefined);
    // From 21 points on, blocks of 8, 18 and 8 points with 2 between them.
    const inked = [25, 30, 34, 46, 50, 55, 62].map((x) => page.colorAt(x / 300, 0.48).join() === '0,0,0');
    assert.deepEqual(inked, [true, false, true, true, false, true, false]);
  });

  it('are not used where their procedures need the resources of a page', async () => {
    const made = await filled(await withFont((document) => procedureFont(document, {}), '/F1 20 Tf 0 g'), 'AB');
    assert.deepEqual([popplerLines(made), popplerFonts(made)], [['AB'], ['Helvetica']]);
  });

  it('show words from right to left, in their own letters and in those of another font', async () => {
    const whole = await withFont(async (document) => (await embedded(document, ARIMO)).ref);
    await shows(whole, 'שלום עולם 42', [/Arimo/]);
    const part = await withFont(async (document) => {
      const font = await embedded(document, ARIMO, { subset: true });
      document.getPage(0).drawText('עולם', { font, size: 6, x: 0, y: 0 });
      return font.ref;
    });
    const made = await filled(part, 'שלום עולם');
    assert.ok(popplerLines(made).includes('שלום עולם'), popplerLines(made).join('|'));
    const fonts = popplerFonts(made);
    assert.ok(fonts.some((font) => font.includes('Arimo')) && fonts.some((font) => font.includes('DejaVu')), fonts.join());
  });

  it('leave letters that are joined to a font that is shaped', async () => {
    const made = await filled(await withFont((document) => simpleFont(document, COUSINE, ARABIC)), 'سلام');
    assert.ok(!popplerFonts(made).includes('Cousine'), popplerFonts(made).join());
  });

  it('are left for another where they have not all characters, by words', async () => {
    const pdf = await withFont(async (document) => {
      const font = await embedded(document, ARIMO, { subset: true });
      document.getPage(0).drawText('ABC abc', { font, size: 6, x: 0, y: 0 });
      return font.ref;
    });
    const made = await filled(pdf, 'cab Łódź');
    assert.match(popplerLines(made).join(' '), /cab Łódź/);
    const fonts = popplerFonts(made);
    assert.ok(fonts.some((font) => font.includes('Arimo')) && fonts.some((font) => font.includes('DejaVu')), fonts.join());
    const [page] = await readPdf(made);
    assert.match(page?.text ?? '', /cab Łódź/);
    const plain = await filled(pdf, 'cab');
    assert.ok(!popplerFonts(plain).some((font) => /DejaVu|Helvetica/.test(font)));
  });

  for (const [name, font] of [
    ['TiIt', 'Times-Italic'],
    ['TimesNewRoman,BoldItalic', 'Times-BoldItalic'],
    ['HeOb', 'Helvetica-Oblique'],
    ['Arial-BoldItalicMT', 'Helvetica-BoldOblique'],
    ['CoBO', 'Courier-BoldOblique'],
    ['Helv', 'Helvetica'],
  ] as const)
    it(`that are not in the file are the standard ones of their style: ${name}`, async () => {
      const pdf = await withFont(() => undefined, `/${name} 12 Tf 0 g`);
      assert.deepEqual(popplerFonts(await filled(pdf, 'Text')), [font]);
    });

  it('a list box has its chosen row in sight, and says from which row on it is shown', async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([300, 200]);
    const list = document.getForm().createOptionList('f');
    list.addOptions(Array.from({ length: 40 }, (_, i) => `Row ${String(i + 1)}`));
    list.addToPage(page, { x: 50, y: 50, width: 200, height: 80, borderWidth: 0 });
    list.setFontSize(10);
    const pdf = base64(await document.save());
    const isHighlighted = async (value: string): Promise<boolean> => {
      const [found] = await readPdf(await filled(pdf, value));
      assert.ok(found !== undefined);
      const places = Array.from({ length: 60 }, (_, i) => 0.35 + i * 0.0066);
      return places.some((y) => found.colorAt(0.7, y).join() === '153,193,218');
    };
    for (const value of ['Row 1', 'Row 25', 'Row 40']) assert.equal(await isHighlighted(value), true, value);
    const kept = await PDFDocument.load(await filled(pdf, 'Row 25', { flatten: false }));
    assert.equal(kept.getForm().getOptionList('f').acroField.dict.get(PDFName.of('TI'))?.toString(), '24');
    assert.equal(kept.getForm().getOptionList('f').getOptions().length, 40);
  });
});
