import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument, PDFHexString, PDFName, StandardFonts } from 'pdf-lib';
import { readPdf } from '../../support/pdf.ts';
import { popplerFonts, popplerLines } from '../../support/poppler.ts';
import { temporaryFolder } from '../../support/services.ts';
import { judge } from '../../support/vera-pdf.ts';
import { base64, notEmbedded, pages } from './fixtures.ts';
import { bytesOf, type FileReply, popplerTools } from './tools.ts';

type Archived = FileReply & { readonly rasterized_pages?: readonly number[] };

const TEXT = 'Größe 42 € “fair”';
/** Courier is the same width for all; the others have their own. */
const STANDARD = Object.values(StandardFonts).filter((font) => !/Symbol|Dingbats/.test(font));

describe('PDF/A of text in fonts that are not in the file', () => {
  const folder = temporaryFolder('pdfa-fonts');
  const tools = popplerTools();
  after(() => folder.remove());

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
      const path = join(folder.path, `${level}.pdf`);
      writeFileSync(path, file);
      assert.equal(judge(level, [path]).get(path), 'valid');
      assert.deepEqual(
        popplerLines(file),
        STANDARD.map(() => TEXT),
      );
      assert.equal(new Set(popplerFonts(file)).size, STANDARD.length);
      const [[before], [after]] = [await readPdf(pdf), await readPdf(file)];
      assert.ok(Math.abs((before?.ink ?? 0) - (after?.ink ?? 1)) < 0.002);
      assert.ok(file.byteLength < 400_000, String(file.byteLength));
    }
  });

  it('knows them by their other names, and goes by the widths that the file says', async () => {
    const widths = { Helvetica: [667, 667, 722], Times: [722, 667, 667], Calibri: [579, 544, 533] };
    for (const [base, like, isKept] of [
      ['ArialMT', 'Helvetica', true],
      ['Arial,Bold', undefined, true],
      ['ABCDEF+TimesNewRomanPSMT', 'Times', true],
      ['Courier New,BoldItalic', undefined, true],
      ['Calibri', 'Calibri', true],
      ['ArialMT', 'Times', false],
      ['ArialNarrow', 'Helvetica', false],
    ] as const) {
      const font = {
        ...{ Type: 'Font', Subtype: 'TrueType', BaseFont: base, Encoding: 'WinAnsiEncoding' },
        ...(like === undefined ? {} : { FirstChar: 65, LastChar: 67, Widths: widths[like] }),
        FontDescriptor: { Type: 'FontDescriptor', FontName: base, Flags: 32, ItalicAngle: 0, Ascent: 800, Descent: -200, StemV: 80 },
      };
      const { file, pictures } = await archive(await notEmbedded(font, '414243'));
      assert.deepEqual([base, pictures], [base, isKept ? undefined : [1]]);
      assert.match(popplerLines(file).join(), /ABC/);
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
    const path = join(folder.path, 'differences.pdf');
    writeFileSync(path, file);
    assert.equal(judge('1b', [path]).get(path), 'valid');
  });

  it('draws what a form has in them', async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([300, 100]);
    const field = document.getForm().createTextField('f');
    field.setText('Ada Lovelace');
    field.addToPage(page, { x: 20, y: 40, width: 260, height: 24 });
    const { file, pictures } = await archive(await document.save());
    assert.equal(pictures, undefined);
    assert.deepEqual(popplerLines(file), ['Ada Lovelace']);
    assert.deepEqual(popplerFonts(file), ['PLATEN+Arimo-Regular']);
  });

  it('leaves links without the border that they have on screens only', async () => {
    const pdf = await pages(3);
    const { file, pictures } = await archive(pdf);
    assert.equal(pictures, undefined);
    const [[before], [after]] = [await readPdf(pdf), await readPdf(file)];
    assert.ok(Math.abs((after?.ink ?? 0) - (before?.ink ?? 1)) < 0.001);
    assert.equal((await PDFDocument.load(file)).getPage(0).node.Annots()?.size(), 1);
  });

  it('makes a picture of symbols, for which there is no such font', async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([300, 100]);
    const font = document.context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Symbol' });
    page.node.setFontDictionary(PDFName.of('F0'), document.context.register(font));
    page.node.set(
      PDFName.of('Contents'),
      document.context.register(document.context.stream(`BT /F0 24 Tf 20 40 Td ${PDFHexString.of('6162').toString()} Tj ET`)),
    );
    const { pictures } = await archive(await document.save());
    assert.deepEqual(pictures, [1]);
  });
});
