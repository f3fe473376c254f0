import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { PDFDict, PDFDocument, PDFName, PDFString, rgb } from 'pdf-lib';
import type { Caller } from '../../support/caller.ts';
import { type SharedHub, sharedHub } from '../../support/hub.ts';
import { readPdf, textOf } from '../../support/pdf.ts';
import { asianFont, base64, notEmbedded } from './fixtures.ts';
import { bytesOf, type FileReply, Tools } from './tools.ts';

/** What a page shows at 36 dpi, by a reader of its own that has no fonts but those in the file. */
const inkOf = async (pdf: Uint8Array): Promise<number> => (await readPdf(pdf))[0]?.ink ?? 0;
const hasAsianFonts = spawnSync('fc-match', [':lang=zh-cn'], { encoding: 'utf8' }).stdout.includes('CJK');

describe('marks on a page', () => {
  let hub: SharedHub;
  let caller: Caller;
  let tools: Tools;
  before(async () => {
    hub = await sharedHub();
    caller = await hub.account();
    tools = new Tools(caller);
  });
  after(() => hub.stop());

  const archive = async (pdf: Uint8Array): Promise<Uint8Array> => bytesOf(await tools.call('pdfa', { pdf: base64(pdf) }));
  const fill = async (pdf: Uint8Array, fields: readonly object[], more: object = {}): Promise<Uint8Array> =>
    bytesOf(await tools.call('forms/fill', { pdf: base64(pdf), fields, ...more }));

  describe('of text whose font is not embedded', () => {
    it('are kept by pdfa where a font of the machine has the characters', async function () {
      const cyrillic = {
        ...{ Type: 'Font', Subtype: 'TrueType', BaseFont: 'Arial', FirstChar: 128, LastChar: 133, Widths: [667, 656, 667, 542, 677, 667] },
        Encoding: {
          Type: 'Encoding',
          BaseEncoding: 'WinAnsiEncoding',
          Differences: [128, ...[17, 18, 19, 20, 21, 22].map((n) => `afii100${String(n)}`)],
        },
        FontDescriptor: { Type: 'FontDescriptor', FontName: 'Arial', Flags: 32, ItalicAngle: 0, Ascent: 800, Descent: -200, StemV: 80 },
      };
      const made = await archive(await notEmbedded(cyrillic, '808182838485'));
      assert.ok((await inkOf(made)) > 0.005, 'the letters are there');
      assert.match(await textOf(made), /АБВГДЕ/);
      for (const [font, hex, text] of [
        [asianFont('STSong-Light', 'GB1', 'UniGB-UCS2-H'), '4E2D65878868683C', '中文表格'],
        [asianFont('HeiseiMin-W3', 'Japan1', 'UniJIS-UCS2-H'), '65E5672C8A9E3066', '日本語て'],
        [asianFont('HYSMyeongJo-Medium', 'Korea1', 'UniKS-UCS2-H'), 'D55CAD6DC5B4', '한국어'],
      ] as const) {
        const pdf = await notEmbedded(font, hex);
        if (!hasAsianFonts) {
          const { message } = await caller.refused('POST', '/v1/pdf/pdfa', { pdf: base64(pdf) }, 422, 'CONVERSION_FAILED');
          assert.ok(message.includes(text[0] ?? ''), message);
          continue;
        }
        const archived = await archive(pdf);
        assert.ok((await inkOf(archived)) > 0.005, text);
        assert.match((await textOf(archived)).normalize('NFKC'), new RegExp(text));
      }
    });

    it('are not given up silently where no font has them', async () => {
      const map =
        '/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfchar <0041> <D808DC00> endbfchar endcmap end';
      const document = await PDFDocument.load(await notEmbedded(asianFont('Cuneiform', 'Identity', 'Identity-H'), '0041'));
      for (const [, object] of document.context.enumerateIndirectObjects())
        if (object instanceof PDFDict && object.has(PDFName.of('DescendantFonts')))
          object.set(PDFName.of('ToUnicode'), document.context.register(document.context.stream(map)));
      const error = await caller.refused('POST', '/v1/pdf/pdfa', { pdf: base64(await document.save()) }, 422, 'CONVERSION_FAILED');
      assert.match(error.message, /Cuneiform \(page 1: 𒀀\)/u);
    });
  });

  describe('of form fields', () => {
    /** A text field and a check box with looks of their own, as other programs make them. */
    const foreign = async (): Promise<PDFDocument> => {
      const document = await PDFDocument.create();
      const page = document.addPage([300, 200]);
      const form = document.getForm();
      form.createTextField('text').addToPage(page, { x: 20, y: 140, width: 200, height: 30 });
      form.createTextField('other').addToPage(page, { x: 20, y: 100, width: 200, height: 30 });
      form.createCheckBox('box').addToPage(page, { x: 20, y: 20, width: 60, height: 60 });
      const { context } = document;
      const drawn = (content: string) =>
        context.register(context.flateStream(content, { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 60, 60] }));
      const [box] = form.getCheckBox('box').acroField.getWidgets();
      box?.dict.set(PDFName.of('AP'), context.obj({ N: { Yes: drawn('1 0 0 rg 0 0 60 60 re f'), Off: drawn('0 0 1 rg 0 0 60 60 re f') } }));
      for (const key of ['text', 'other']) {
        const [widget] = form.getTextField(key).acroField.getWidgets();
        widget?.dict.delete(PDFName.of('BS'));
        widget?.dict.set(PDFName.of('MK'), context.obj({ BC: [0, 0.5, 0] }));
        widget?.dict.set(PDFName.of('AP'), context.obj({ N: drawn('0.9 0.8 0.1 rg 0 0 60 60 re f') }));
      }
      return document;
    };
    const save = async (document: PDFDocument): Promise<Uint8Array> => document.save({ updateFieldAppearances: false });
    const look = async (pdf: Uint8Array): Promise<string | undefined> =>
      (await tools.call('preview', { pdf: base64(pdf), output: 'base64' })).data;
    const colorAt = async (pdf: Uint8Array, x: number, y: number): Promise<readonly number[]> =>
      (await readPdf(pdf))[0]?.colorAt(x / 300, 1 - y / 200) ?? [];

    it('are as before where a value is set that is set already', async () => {
      const document = await foreign();
      document.getForm().getTextField('other').setText('kept');
      const pdf = await save(document);
      const filled = await fill(pdf, [
        { name: 'text', value: '' },
        { name: 'other', value: 'kept' },
        { name: 'box', value: false },
      ]);
      assert.equal(await look(filled), await look(pdf));
    });

    it('are those that the file has for each state of a check box', async () => {
      const pdf = await save(await foreign());
      const on = await fill(pdf, [{ name: 'box', value: true }], { flatten: true });
      assert.deepEqual(await colorAt(on, 50, 50), [255, 0, 0]);
      const off = await fill(await fill(pdf, [{ name: 'box', value: true }]), [{ name: 'box', value: false }], { flatten: true });
      assert.deepEqual(await colorAt(off, 50, 50), [0, 0, 255]);
    });

    it('have the border of one point that a colour without a style means', async () => {
      const filled = await fill(await save(await foreign()), [{ name: 'text', value: 'x' }], { flatten: true });
      const [r = 0, g = 0, b = 0] = await colorAt(filled, 20, 155);
      assert.ok(g > r && g > b && r < 200, String([r, g, b]));
    });

    it('are left to the viewer where the form says so, and drawn here where a viewer has no font for them', async () => {
      const document = await foreign();
      const form = document.getForm();
      form.acroForm.dict.set(PDFName.of('NeedAppearances'), document.context.obj(true));
      form.getTextField('other').setText('UNTOUCHED');
      const pdf = await save(document);
      const flagOf = async (file: Uint8Array): Promise<string | undefined> =>
        (await PDFDocument.load(file)).getForm().acroForm.dict.get(PDFName.of('NeedAppearances'))?.toString();
      assert.equal(await flagOf(await fill(pdf, [{ name: 'text', value: 'latin' }])), 'true');
      const drawn = await fill(pdf, [{ name: 'text', value: 'Привет' }]);
      assert.equal(await flagOf(drawn), undefined);
      const archived = await textOf(await archive(drawn));
      assert.match(archived, /UNTOUCHED/);
      assert.match(archived, /Привет/);
      assert.match(await textOf(await fill(pdf, [{ name: 'text', value: 'latin' }], { flatten: true })), /UNTOUCHED/);
    });

    it('show the text of an option, not what is stored for it, when flattened', async () => {
      const document = await PDFDocument.create();
      const dropdown = document.getForm().createDropdown('colour');
      dropdown.addToPage(document.addPage([300, 200]), { x: 20, y: 100, width: 200, height: 30 });
      const pairs = [['R-42', 'crimson'].map((text) => PDFString.of(text))];
      dropdown.acroField.dict.set(PDFName.of('Opt'), document.context.obj(pairs));
      dropdown.acroField.dict.set(PDFName.of('V'), PDFString.of('R-42'));
      for (const widget of dropdown.acroField.getWidgets()) widget.dict.delete(PDFName.of('AP'));
      const text = await textOf(await archive(await save(document)));
      assert.match(text, /crimson/);
      assert.doesNotMatch(text, /R-42/);
    });
  });

  describe('of a page that is split off', () => {
    const split = async (document: PDFDocument): Promise<Uint8Array> => {
      const pdf = base64(await document.save());
      const { parts } = await tools.call<{ parts: FileReply[] }>('split', { pdf, ranges: [[1]] });
      return bytesOf(parts[0] as FileReply);
    };

    it('include the borders of links that lead nowhere any more', async () => {
      const document = await PDFDocument.create();
      const [first, second] = [document.addPage([100, 100]), document.addPage([100, 100])];
      const link = document.context.obj({
        Type: 'Annot',
        Subtype: 'Link',
        Rect: [20, 20, 80, 80],
        Dest: [second.ref, 'Fit'],
        C: [1, 0, 0],
        Border: [0, 0, 10],
      });
      first.node.addAnnot(document.context.register(link));
      const part = await PDFDocument.load(await split(document));
      const kept = part.getPage(0).node.Annots();
      const annotations = Array.from({ length: kept?.size() ?? 0 }, (_, i) => kept?.lookup(i, PDFDict));
      assert.deepEqual(
        annotations.map((annotation) => [annotation?.has(PDFName.of('Dest')), annotation?.has(PDFName.of('Border'))]),
        [[false, true]],
      );
    });

    it('include what a form draws with the resources of the page, however deep it is', async () => {
      const document = await PDFDocument.create();
      const page = document.addPage([100, 100]);
      const { context } = document;
      const form = (content: string, more: object = {}) =>
        context.register(context.flateStream(content, { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 100, 100], ...more }));
      const pattern = context.register(
        context.flateStream('1 0 0 rg 0 0 9 9 re f', {
          Type: 'Pattern',
          PatternType: 1,
          PaintType: 1,
          TilingType: 1,
          BBox: [0, 0, 9, 9],
          XStep: 9,
          YStep: 9,
          Resources: {},
        }),
      );
      const inner = form('/Pattern cs /Red scn 0 0 100 100 re f');
      const between = form('/Inner Do');
      const outer = form('/Between Do', { Resources: { XObject: { Between: between } } });
      page.node.set(PDFName.of('Resources'), context.obj({ Pattern: { Red: pattern }, XObject: { Inner: inner, Outer: outer } }));
      page.node.set(PDFName.of('Contents'), context.register(context.stream('/Outer Do')));
      const part = await PDFDocument.load(await split(document));
      const resources = part.getPage(0).node.Resources();
      assert.deepEqual(resources?.lookup(PDFName.of('Pattern'), PDFDict).keys(), [PDFName.of('Red')]);
      assert.deepEqual(resources.lookup(PDFName.of('XObject'), PDFDict).keys().sort(), [PDFName.of('Inner'), PDFName.of('Outer')]);
    });
  });

  it('under pages that cover them are told, page by page', async () => {
    const document = await PDFDocument.create();
    const opaque = document.addPage([200, 200]);
    opaque.drawRectangle({ x: 0, y: 0, width: 200, height: 200, color: rgb(1, 1, 1) });
    document.addPage([200, 200]).drawText('free');
    const pdf = base64(await document.save());
    const mark = async (layer: string) => {
      const { warnings = [] } = await tools.call<FileReply & { warnings?: { code: string; message: string }[] }>('watermark', {
        pdf,
        text: 'MARK',
        layer,
      });
      return warnings;
    };
    assert.deepEqual((await mark('under')).map(({ code, message }) => [code, /on page (.*);/.exec(message)?.[1]]), [['MARK_HIDDEN', '1']]); // prettier-ignore
    assert.deepEqual(await mark('over'), []);
  });
});
