import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PDFDict, PDFDocument, PDFName, StandardFonts } from 'pdf-lib';
import { openFace } from '../../../plugins/pdf-tools/pdfa/fonts/open-face.ts';
import { changedPixels, picturesOf, withFile } from '../../corpus/judges.ts';
import { readPdf } from '../../support/pdf.ts';
import { popplerFonts, popplerKinds, popplerLines } from '../../support/poppler.ts';
import { base64, notEmbedded, pages } from './fixtures.ts';
import { useVeraPdf } from './pdfa-judge.ts';
import { bytesOf, type FileReply, popplerTools } from './tools.ts';

type Archived = FileReply & { readonly rasterized_pages?: readonly number[] };

const TEXT = '• Größe 42 € “fair”';
/** Courier is the same width for all; the others have their own. */
const STANDARD = Object.values(StandardFonts).filter((font) => !/Symbol|Dingbats/.test(font));

describe('PDF/A of text in fonts that are not in the file', () => {
  const tools = popplerTools();
  const assertValid = useVeraPdf('pdfa-fonts');

  const archive = async (
    pdf: Uint8Array,
    level = '1b',
  ): Promise<{ readonly file: Uint8Array; readonly pictures: readonly number[] | undefined }> => {
    const reply = await tools.call<Archived>('pdfa', { pdf: base64(pdf), level, output: 'base64' });
    return { file: await bytesOf(reply), pictures: reply.rasterized_pages };
  };

  it('keeps the text of the standard fonts, as wide and as dark as before, at every level', async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([420, 40 + STANDARD.length * 40]);
    for (const [i, name] of STANDARD.entries())
      page.drawText(TEXT, { x: 20, y: 20 + i * 40, size: 24, font: await document.embedFont(name) });
    const pdf = await document.save();
    for (const level of ['1b', '2b', '3b'] as const) {
      const { file, pictures } = await archive(pdf, level);
      assert.equal(pictures, undefined);
      await assertValid(file, level);
      assert.deepEqual(
        popplerLines(file),
        STANDARD.map(() => TEXT),
      );
      assert.equal(new Set(popplerFonts(file)).size, STANDARD.length);
      const [[before], [after]] = [await readPdf(pdf), await readPdf(file)];
      // The machine's own fonts, by which the first is drawn, have other bullets.
      assert.ok(Math.abs((before?.ink ?? 0) - (after?.ink ?? 1)) < 0.005);
      assert.ok(file.byteLength < 400_000, String(file.byteLength));
    }
  });

  it('keeps symbols, every one of the two standard fonts of them', async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([600, 420]);
    const texts: string[] = [];
    for (const name of [StandardFonts.Symbol, StandardFonts.ZapfDingbats]) {
      const font = await document.embedFont(name);
      const characters = font.getCharacterSet().filter((code) => code > 0x20 && code !== 0xa0);
      for (let at = 0; at < characters.length; at += 30) {
        const text = String.fromCodePoint(...characters.slice(at, at + 30));
        page.drawText(text, { x: 10, y: 400 - texts.length * 25, size: 16, font });
        texts.push(text);
      }
    }
    const pdf = await document.save();
    for (const level of ['1b', '2b', '3b'] as const) {
      const { file, pictures } = await archive(pdf, level);
      assert.equal(pictures, undefined);
      await assertValid(file, level);
      // Poppler knows no text of some that stand in neither font's older lists.
      const known = (bytes: Uint8Array) => popplerLines(bytes).map((line) => line.replace(/[€❨-❵\uE000-\uF8FF]/g, ''));
      assert.deepEqual(known(file), known(pdf));
      const [[before], [after]] = [await readPdf(pdf), await readPdf(file)];
      assert.ok((before?.ink ?? 0) > 0.05 && Math.abs((before?.ink ?? 0) - (after?.ink ?? 1)) < 0.002);
    }
    for (const [base, widths, isKept] of [
      ['Symbol', [631, 549], true],
      // With other widths it is not known what a viewer would draw.
      ['Symbol', [200, 200], false],
    ] as const) {
      const font = { Type: 'Font', Subtype: 'Type1', BaseFont: base, FirstChar: 97, LastChar: 98, Widths: widths };
      const { file, pictures } = await archive(await notEmbedded(font, '6162'));
      assert.deepEqual([base, pictures, popplerLines(file).join()], [base, isKept ? undefined : [1], 'αβ']);
    }
  });

  it('knows them by their other names, and goes by the widths that the file says', async () => {
    const widths = { Helvetica: [667, 667, 722], Times: [722, 667, 667], Calibri: [579, 544, 533] };
    for (const [base, like, kind] of [
      ['ArialMT', 'Helvetica', 'TrueType'],
      ['Arial,Bold', undefined, 'TrueType'],
      ['ABCDEF+TimesNewRomanPSMT', 'Times', 'TrueType'],
      ['Courier New,BoldItalic', undefined, 'TrueType'],
      ['Calibri', 'Calibri', 'TrueType'],
      ['ArialMT', 'Times', 'Type 3'],
      ['ArialNarrow', 'Helvetica', 'Type 3'],
    ] as const) {
      const font = {
        ...{ Type: 'Font', Subtype: 'TrueType', BaseFont: base, Encoding: 'WinAnsiEncoding' },
        ...(like === undefined ? {} : { FirstChar: 65, LastChar: 67, Widths: widths[like] }),
        FontDescriptor: { Type: 'FontDescriptor', FontName: base, Flags: 32, ItalicAngle: 0, Ascent: 800, Descent: -200, StemV: 80 },
      };
      const { file, pictures } = await archive(await notEmbedded(font, '414243'));
      assert.deepEqual([base, pictures], [base, undefined]);
      assert.deepEqual([popplerLines(file).join(), popplerKinds(file)], ['ABC', [kind]]);
    }
  });

  it('keeps the text of other fonts of letters, in a face like theirs and at their widths', async () => {
    const text = '•Hill & Söhne, ﬁ 42';
    const codes = text.replace('•', '\u0095').replace('ﬁ', '\u0001');
    const hex = Buffer.from(codes, 'latin1').toString('hex');
    const inks = new Map<string, number>();
    for (const [base, share, flags] of [
      ['Verdana', 1.1, 32],
      ['Verdana-Bold', 1.1, 32],
      ['Trebuchet MS,BoldItalic', 1.1, 32],
      ['GaramondPremier-Italic', 0.9, 98],
      ['ABCDEF+UnknownNarrow', 0.6, 32],
      ['LetterGothic', 1, 33],
    ] as const) {
      const document = await PDFDocument.create();
      const page = document.addPage([400, 200]);
      const like = await document.embedFont(base === 'LetterGothic' ? StandardFonts.Courier : StandardFonts.Helvetica);
      const widthOf = (code: number) =>
        like.widthOfTextAtSize(code < 32 || (code > 126 && code < 161) ? 'n' : String.fromCharCode(code), 1000);
      const widths = Array.from({ length: 256 }, (_, code) => widthOf(code) * share);
      const descriptor = { Type: 'FontDescriptor', FontName: base, Flags: flags, ItalicAngle: 0, Ascent: 800, Descent: -200, StemV: 80 };
      const font = {
        Type: 'Font',
        Subtype: 'TrueType',
        BaseFont: base,
        Encoding: { Type: 'Encoding', BaseEncoding: 'WinAnsiEncoding', Differences: [1, 'fi'] },
        FirstChar: 0,
        LastChar: 255,
        Widths: widths,
        FontDescriptor: descriptor,
      };
      page.node.set(PDFName.of('Resources'), document.context.obj({ Font: { F0: document.context.register(document.context.obj(font)) } }));
      const content = `BT /F0 30 Tf 20 100 Td <${hex}> Tj ET`;
      page.node.set(PDFName.of('Contents'), document.context.register(document.context.stream(content)));
      const pdf = await document.save();
      const { file, pictures } = await archive(pdf);
      assert.deepEqual([base, pictures], [base, undefined]);
      await assertValid(file, '1b', base);
      assert.deepEqual([popplerLines(file).join().normalize('NFKC'), popplerKinds(file)], [text.normalize('NFKC'), ['Type 3']]);
      const ink = (await readPdf(file))[0]?.ink ?? 0;
      assert.ok(ink > 0.01, base);
      inks.set(base, ink);
      assert.ok(file.byteLength < 60_000, String(file.byteLength));
    }
    for (const bold of ['Verdana-Bold', 'Trebuchet MS,BoldItalic'])
      assert.ok((inks.get(bold) ?? 0) > (inks.get('Verdana') ?? 1) * 1.2, JSON.stringify([...inks]));
  });

  it('draws a page whose font is of symbols, or of letters that no face has', async () => {
    const font = { Type: 'Font', Subtype: 'TrueType', FirstChar: 65, LastChar: 67, Widths: [800, 800, 800] };
    const descriptor = { Type: 'FontDescriptor', ItalicAngle: 0, Ascent: 800, Descent: -200, StemV: 80 };
    for (const own of [
      { BaseFont: 'Wingdings', Encoding: 'WinAnsiEncoding', FontDescriptor: { ...descriptor, FontName: 'Wingdings', Flags: 4 } },
      { BaseFont: 'Unknown', FontDescriptor: { ...descriptor, FontName: 'Unknown', Flags: 4 } },
      { BaseFont: 'Verdana', Encoding: 'WinAnsiEncoding', Widths: [80, 80, 80] },
    ]) {
      const { pictures } = await archive(await notEmbedded({ ...font, ...own }, '414243'));
      assert.deepEqual([own.BaseFont, pictures], [own.BaseFont, [1]]);
    }
  });

  it('goes by the codes of each font where a file has one in parts', async () => {
    const document = await PDFDocument.create();
    const { context } = document;
    for (const [code, width] of [
      ['A', 667],
      ['i', 222],
    ] as const) {
      const page = document.addPage([300, 100]);
      const first = code.charCodeAt(0);
      const entries = { Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica', FirstChar: first, LastChar: first, Widths: [width] };
      page.node.setFontDictionary(PDFName.of('F0'), context.register(context.obj(entries)));
      page.node.set(PDFName.of('Contents'), context.register(context.stream(`BT /F0 24 Tf 20 40 Td (${code}${code}) Tj ET`)));
    }
    const { file, pictures } = await archive(await document.save());
    assert.equal(pictures, undefined);
    assert.deepEqual(popplerLines(file), ['AA', 'ii']);
  });

  it('shows the characters that an encoding of the file names, and finds them again', async () => {
    const names = ['Lslash', 'oacute', 'dcaron', 'zacute', 'fi', 'uni0416'];
    const font = {
      ...{ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' },
      Encoding: { Type: 'Encoding', Differences: [1, ...names] },
    };
    const { file, pictures } = await archive(await notEmbedded(font, '010203040506'));
    assert.equal(pictures, undefined);
    assert.match(popplerLines(file).join().normalize('NFKC'), /ŁóďźfiЖ/);
    await assertValid(file, '1b');
  });

  it('shows text whose font is not there in the one that the page has by its name, or in Helvetica', async () => {
    const document = await PDFDocument.create();
    const { context } = document;
    const page = document.addPage([300, 200]);
    const times = await document.embedFont(StandardFonts.TimesRoman);
    const form = context.stream('BT /F0 24 Tf 20 50 Td (Form) Tj ET', {
      ...{ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 300, 200] },
      Resources: context.obj({}),
    });
    page.node.set(PDFName.of('Resources'), context.obj({ Font: { F0: times.ref }, XObject: { Fm0: context.register(form) } }));
    page.node.set(PDFName.of('Contents'), context.register(context.stream('BT /F9 24 Tf 20 100 Td (Page) Tj /F8 24 Tf () Tj ET /Fm0 Do')));
    const { file, pictures } = await archive(await document.save());
    assert.equal(pictures, undefined);
    assert.deepEqual(popplerLines(file), ['Page', 'Form']);
    assert.deepEqual(popplerFonts(file).sort(), ['PLATEN+Arimo-Regular', 'PLATEN+Tinos-Regular']);
    await assertValid(file, '1b');
  });

  it('keeps text in TrueType fonts whose encodings readers follow in different ways', async () => {
    const path = createRequire(import.meta.url).resolve('@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf');
    const [program, face] = [readFileSync(path), openFace(path)];
    const widthOf = (character: string): number =>
      Math.round((face.glyphForCodePoint(character.codePointAt(0) ?? 0).advanceWidth * 1000) / face.unitsPerEm);
    for (const [title, flags, encoding, text] of [
      ['symbolic with an encoding', 4, 'WinAnsiEncoding', 'ABC'],
      ['differences', 32, { Type: 'Encoding', BaseEncoding: 'WinAnsiEncoding', Differences: [65, 'B', 'eacute', 'uni0416'] }, 'BéЖ'],
    ] as const) {
      const document = await PDFDocument.create();
      const { context } = document;
      const descriptor = {
        ...{
          Type: 'FontDescriptor',
          FontName: 'ABCDEF+Odd',
          Flags: flags,
          ItalicAngle: 0,
          Ascent: 900,
          Descent: -200,
          StemV: 80,
          CapHeight: 700,
        },
        ...{ FontBBox: [-500, -300, 2000, 1000], FontFile2: context.register(context.flateStream(program, { Length1: program.length })) },
      };
      const font = {
        ...{ Type: 'Font', Subtype: 'TrueType', BaseFont: 'ABCDEF+Odd', FirstChar: 65, LastChar: 67 },
        ...{ Widths: Array.from(text, widthOf), FontDescriptor: context.register(context.obj(descriptor)) },
      };
      const dict = context.obj(font);
      const entries = typeof encoding === 'string' ? encoding : { ...encoding, Differences: [...encoding.Differences] };
      dict.set(PDFName.of('Encoding'), context.obj(entries));
      const page = document.addPage([300, 100]);
      page.node.setFontDictionary(PDFName.of('F0'), context.register(dict));
      page.node.set(PDFName.of('Contents'), context.register(context.stream('BT /F0 40 Tf 20 30 Td (ABC) Tj ET')));
      const pdf = await document.save();
      for (const level of ['1b', '2b'] as const) {
        const { file, pictures } = await archive(pdf, level);
        assert.deepEqual([title, level, pictures, popplerLines(file)], [title, level, undefined, [text]]);
        const [before = [], after = []] = await Promise.all(
          [pdf, file].map(async (one) => withFile(one, async (path) => picturesOf(path, 1, 72))),
        );
        assert.equal(changedPixels(before, after), 0, title);
        await assertValid(file, level, title);
      }
    }
  });

  it('draws what a form has in them', async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([300, 100]);
    const field = document.getForm().createTextField('f');
    field.setText('Ada Lovelace');
    field.addToPage(page, { x: 20, y: 60, width: 260, height: 24 });
    document.getForm().createTextField('empty').addToPage(page, { x: 20, y: 20, width: 260, height: 24 });
    const { file, pictures } = await archive(await document.save());
    assert.equal(pictures, undefined);
    assert.deepEqual(popplerLines(file), ['Ada Lovelace']);
    assert.deepEqual(popplerFonts(file), ['PLATEN+Arimo-Regular']);
    await assertValid(file, '1b');
  });

  it('leaves links the border that screens show', async () => {
    const pdf = await pages(3);
    const { file, pictures } = await archive(pdf);
    assert.equal(pictures, undefined);
    const [[before], [after]] = [await readPdf(pdf), await readPdf(file)];
    assert.ok(Math.abs((after?.ink ?? 0) - (before?.ink ?? 1)) < 0.001);
    const page = (await PDFDocument.load(file)).getPage(0);
    const [link] = page.node.Annots()?.asArray() ?? [];
    assert.equal(page.node.context.lookup(link, PDFDict).has(PDFName.of('Border')), false);
  });
});
