import assert from 'node:assert/strict';
import { degrees, PDFDocument, PDFHexString, PDFName, type PDFPage, type PDFRef, PDFString } from 'pdf-lib';
import type { Caller } from '../../support/caller.ts';
import { type SharedHub, sharedHub } from '../../support/hub.ts';
import { hasPoppler, popplerColors } from '../../support/poppler.ts';
import { readPdf, textOf } from '../../support/pdf.ts';
import { base64 } from './fixtures.ts';
import { bytesOf, type FileReply, Tools } from './tools.ts';

interface Listed {
  readonly name: string;
  readonly value: unknown;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly max_length?: number | null;
  readonly tooltip?: string;
}
interface Info {
  readonly version: string;
  readonly encrypted: boolean;
  readonly page_sizes: readonly { readonly width: number; readonly height: number }[];
}

const SIZE = 400;

/** A page of 400 points; entries of its form besides the fields. */
async function withForm(add: (document: PDFDocument, page: PDFPage) => readonly PDFRef[], more: object = {}) {
  const document = await PDFDocument.create();
  const page = document.addPage([SIZE, SIZE]);
  const fields = add(document, page);
  document.catalog.set(PDFName.of('AcroForm'), document.context.obj({ Fields: [...fields], DA: PDFString.of('/Helv 12 Tf 0 g'), ...more }));
  return base64(await document.save({ updateFieldAppearances: false }));
}

/** Puts a widget on the page. */
function widget({ context }: PDFDocument, page: PDFPage, entries: object): PDFRef {
  const dict = context.obj({ Type: 'Annot', Subtype: 'Widget', F: 4, P: page.ref, ...entries });
  const ref = context.register(dict);
  page.node.addAnnot(ref);
  return ref;
}

const box = ({ context }: PDFDocument, ink: boolean): PDFRef =>
  context.register(context.stream(ink ? '0 0 20 20 re f' : '', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 20, 20] }));

describe('PDF tools do as viewers do', () => {
  let hub: SharedHub;
  let caller: Caller;
  let tools: Tools;
  before(async () => {
    hub = await sharedHub();
    caller = await hub.account();
    tools = new Tools(caller);
  });
  after(() => hub.stop());

  const list = async (pdf: string): Promise<readonly Listed[]> =>
    (await tools.call<{ fields: readonly Listed[] }>('forms/list-fields', { pdf })).fields;
  const fill = async (pdf: string, value: unknown, more: object = {}): Promise<Uint8Array> =>
    bytesOf(await tools.call('forms/fill', { pdf, fields: [{ name: 'f', value }], ...more }));

  describe('with boxes of one name that stand for different things', () => {
    const group = (): Promise<string> =>
      withForm((document, page) => {
        const parent = document.context.obj({ FT: 'Btn', T: PDFString.of('f'), Opt: [PDFString.of('Sir'), PDFString.of('Madam')] });
        const ref = document.context.register(parent);
        const kids = ['0', '1'].map((state, i) =>
          widget(document, page, {
            Parent: ref,
            Rect: [50, 50 + 50 * i, 70, 70 + 50 * i],
            AS: 'Off',
            AP: { N: { [state]: box(document, true), Off: box(document, false) } },
          }),
        );
        parent.set(PDFName.of('Kids'), document.context.obj(kids));
        return [ref];
      });

    it('lists what can be chosen, and takes the value or the label of one, and false for none', async () => {
      const pdf = await group();
      const [field] = await list(pdf);
      assert.deepEqual(field?.value, false);
      assert.deepEqual(field.options, [
        { value: '0', label: 'Sir' },
        { value: '1', label: 'Madam' },
      ]);
      for (const value of ['1', 'Madam']) {
        const filled = await fill(pdf, value);
        assert.equal((await list(base64(filled)))[0]?.value, '1');
        const [page] = await readPdf(await fill(pdf, value, { flatten: true }));
        assert.deepEqual(page?.colorAt(60 / SIZE, 1 - 110 / SIZE), [0, 0, 0]);
        assert.deepEqual(page.colorAt(60 / SIZE, 1 - 60 / SIZE), [255, 255, 255]);
        assert.equal((await list(base64(await fill(base64(filled), false))))[0]?.value, false);
      }
    });

    it('refuses true, and what is none of them', async () => {
      const pdf = await group();
      for (const value of [true, 'Doctor', ['0']]) {
        await tools.refused('forms/fill', { pdf, fields: [{ name: 'f', value }] }, ['fields.0.value'], /must be one of: 0, 1; or false/);
      }
    });
  });

  it('reads a check box by the state that is shown, whatever its value says, and sets both', async () => {
    const pdf = await withForm((document, page) => [
      widget(document, page, {
        ...{ FT: 'Btn', T: PDFString.of('f'), Rect: [50, 50, 70, 70], V: 'On', AS: 'Off' },
        AP: { N: { On: box(document, true), Off: box(document, false) } },
      }),
    ]);
    assert.equal((await list(pdf))[0]?.value, false);
    const [page] = await readPdf(await fill(pdf, true, { flatten: true }));
    assert.deepEqual(page?.colorAt(60 / SIZE, 1 - 60 / SIZE), [0, 0, 0]);
    const again = await PDFDocument.load(await fill(pdf, false));
    assert.equal(again.getForm().getCheckBox('f').acroField.dict.lookup(PDFName.of('V')), PDFName.of('Off'));
  });

  it('keeps the pictures of boxes while another of their name is drawn that has none', async () => {
    const pdf = await withForm((document, page) => {
      const parent = document.context.obj({ FT: 'Btn', T: PDFString.of('f') });
      const ref = document.context.register(parent);
      const pictured = { AP: { N: { A: box(document, true), Off: box(document, false) } } };
      const kids = [{ AS: 'Off', ...pictured }, { AS: 'B' }].map((entries, i) =>
        widget(document, page, { Parent: ref, Rect: [50, 50 + 50 * i, 70, 70 + 50 * i], ...entries }),
      );
      parent.set(PDFName.of('Kids'), document.context.obj(kids));
      return [ref];
    });
    const [page] = await readPdf(await fill(pdf, 'A', { flatten: true }));
    for (const at of [52, 60, 68]) assert.deepEqual(page?.colorAt(at / SIZE, 1 - at / SIZE), [0, 0, 0]);
  });

  it('shows nothing for a box whose state has no picture, and a picture that is for all states', async () => {
    const look = async (pdf: string): Promise<string | undefined> => (await tools.call('preview', { pdf, output: 'base64' })).data;
    const button = (rotation: number, picture: (inked: PDFRef) => object): Promise<string> =>
      withForm((document, page) => {
        page.setCropBox(10, 20, 380, 370);
        page.setRotation(degrees(rotation));
        return [widget(document, page, { FT: 'Btn', T: PDFString.of('f'), Rect: [50, 50, 90, 70], ...picture(box(document, true)) })];
      });
    for (const rotation of [0, 90]) {
      const off = await button(rotation, (inked) => ({ AS: 'Off', AP: { N: { On: inked } } }));
      const bare = await button(rotation, () => ({ F: 2 }));
      assert.equal(await look(off), await look(bare));
      const always = await button(rotation, (inked) => ({ AP: { N: inked } }));
      const on = await button(rotation, (inked) => ({ AS: 'On', AP: { N: { On: inked } } }));
      assert.equal(await look(always), await look(on));
      assert.notEqual(await look(always), await look(bare));
      for (const [pdf, ink] of [
        [off, 0],
        [always, 40 * 20],
      ] as const) {
        const made = await tools.call<FileReply & { rasterized_pages?: unknown }>('pdfa', { pdf });
        assert.equal(made.rasterized_pages, undefined);
        const [page] = await readPdf(await bytesOf(made));
        assert.ok(Math.abs((page?.ink ?? -1) - ink / (380 * 370)) < 0.001, `ink ${String(page?.ink)}`);
      }
    }
  });

  it('draws the frame of a box that has no picture of being off, where viewers are asked to draw the fields', async () => {
    const frame = { MK: { BC: [1, 0, 0] }, BS: { W: 4 } };
    for (const flags of [0, 1 << 15]) {
      const made = async (NeedAppearances: boolean): Promise<string> =>
        withForm(
          (document, page) => [
            widget(document, page, {
              ...{ ...frame, FT: 'Btn', Ff: flags, T: PDFString.of('f'), Rect: [50, 50, 90, 90], V: 'Off', AS: 'Off' },
              AP: { N: { On: box(document, true) } },
            }),
            widget(document, page, { FT: 'Tx', T: PDFString.of('text'), Rect: [200, 200, 300, 220] }),
          ],
          { NeedAppearances },
        );
      const framed = await made(true);
      const { data } = await tools.call('pdfa', { pdf: framed, output: 'base64' });
      const fields = [{ name: 'text', value: '' }];
      const flat = await bytesOf(await tools.call('forms/fill', { pdf: framed, fields, flatten: true }));
      for (const bytes of [flat, Buffer.from(data ?? '', 'base64')]) {
        const [page] = await readPdf(new Uint8Array(bytes));
        assert.deepEqual(page?.colorAt(52 / SIZE, 1 - 70 / SIZE), [255, 0, 0]);
        assert.deepEqual(page.colorAt(70 / SIZE, 1 - 70 / SIZE), [255, 255, 255]);
      }
      const plain = await bytesOf(await tools.call('forms/fill', { pdf: await made(false), fields, flatten: true }));
      assert.deepEqual((await readPdf(plain))[0]?.colorAt(52 / SIZE, 1 - 70 / SIZE), [255, 255, 255]);
      const ticked = await bytesOf(
        await tools.call('forms/fill', { pdf: framed, fields: [{ name: 'f', value: flags === 0 ? true : 'On' }], flatten: true }),
      );
      assert.deepEqual((await readPdf(ticked))[0]?.colorAt(70 / SIZE, 1 - 70 / SIZE), [0, 0, 0], String(flags));
    }
  });

  it('finds fields that stand on a page and that the form does not list', async () => {
    const text = { FT: 'Tx', Rect: [50, 50, 250, 70] };
    const loose = await withForm((document, page) => {
      widget(document, page, { ...text, T: PDFString.of('f') });
      return [];
    });
    const lost = await withForm((document, page) => {
      const parent = document.context.register(document.context.obj({ T: PDFString.of('f'), FT: 'Tx', Kids: [] }));
      widget(document, page, { ...text, Parent: parent });
      return [parent];
    });
    for (const pdf of [loose, lost]) {
      assert.deepEqual(
        (await list(pdf)).map(({ name }) => name),
        ['f'],
      );
      assert.match(await textOf(await fill(pdf, 'found', { flatten: true })), /found/);
    }
  });

  it('reads texts in every form: UTF-8, with a mark of the language, in a stream', async () => {
    const utf8 = PDFHexString.of(Buffer.from('\ufeffŁódź', 'utf8').toString('hex'));
    const marked = PDFHexString.of(Buffer.from('\ufeff\u001bpl-PL\u001bŁódź', 'utf16le').swap16().toString('hex'));
    for (const value of [utf8, marked, 'stream'] as const) {
      const pdf = await withForm((document, page) => {
        const V = value === 'stream' ? document.context.register(document.context.stream(Buffer.from('\ufeffŁódź', 'utf8'))) : value;
        return [widget(document, page, { FT: 'Tx', T: PDFString.of('f'), TU: utf8, Rect: [50, 50, 250, 70], V })];
      });
      const [field] = await list(pdf);
      assert.deepEqual([field?.value, field?.tooltip], ['Łódź', 'Łódź']);
    }
  });

  it('counts characters, not their halves, and takes a length of nothing for none', async () => {
    const withLength = (length: number): Promise<string> =>
      withForm((document, page) => [widget(document, page, { FT: 'Tx', T: PDFString.of('f'), Rect: [50, 50, 250, 70], MaxLen: length })]);
    await tools.refused('forms/fill', { pdf: await withLength(2), fields: [{ name: 'f', value: 'abc' }] }, ['fields.0.value'], /at most 2/);
    await fill(await withLength(0), 'abc');
    assert.equal((await list(await withLength(0)))[0]?.max_length, null);
  });

  it('refuses two values where a list takes one', async () => {
    const options = [PDFString.of('a'), PDFString.of('b')];
    const pdf = await withForm((document, page) => [
      widget(document, page, { FT: 'Ch', T: PDFString.of('f'), Rect: [50, 50, 250, 90], Opt: options }),
    ]);
    await tools.refused('forms/fill', { pdf, fields: [{ name: 'f', value: ['a', 'b'] }] }, ['fields.0.value'], /takes one value only/);
    await fill(pdf, ['b']);
  });

  it('knows the version, the encryption and the size of a page by what the file says', async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([600, 800]);
    page.setCropBox(500, 700, 400, 400);
    page.node.set(PDFName.of('UserUnit'), document.context.obj(2));
    document.catalog.set(PDFName.of('Version'), PDFName.of('2.0'));
    page.drawText('/Encrypt 1 0 R');
    const found = await tools.call<Info>('info', { pdf: base64(await document.save({ useObjectStreams: false })) });
    assert.deepEqual([found.version, found.encrypted], ['2.0', false]);
    assert.deepEqual(found.page_sizes, [{ width: 200, height: 200, rotation: 0 }]);
    const preview = await tools.call<{ width: number; height: number }>('preview', { pdf: base64(await document.save()), dpi: 72 });
    assert.deepEqual([preview.width, preview.height], [200, 200]);
  });

  it('keeps a watermark on the page at any angle', async () => {
    const document = await PDFDocument.create();
    document.addPage([300, 900]);
    const pdf = base64(await document.save());
    for (const rotation of [0, 30, 45, 90, 135]) {
      const made = await bytesOf(await tools.call('watermark', { pdf, text: 'STRICTLY CONFIDENTIAL', opacity: 1, rotation }));
      const [page] = await readPdf(made);
      assert.ok((page?.ink ?? 0) > 0.005);
      for (let at = 0; at <= 100; at++) {
        for (const [x, y] of [
          [0, at / 100],
          [0.999, at / 100],
          [at / 100, 0],
          [at / 100, 0.999],
        ] as const) {
          assert.deepEqual(page?.colorAt(x, y), [255, 255, 255], `${String(rotation)}: ${String(x)} ${String(y)}`);
        }
      }
    }
  });

  it('refuses to change what is signed where the type of the signature field stands above it', async () => {
    const pdf = await withForm((document, page) => {
      const V = document.context.register(document.context.obj({ Type: 'Sig', Filter: 'Adobe.PPKLite', Contents: PDFHexString.of('00') }));
      const parent = document.context.obj({ T: PDFString.of('above'), FT: 'Sig' });
      const ref = document.context.register(parent);
      const kid = widget(document, page, { T: PDFString.of('f'), Parent: ref, V, Rect: [0, 0, 0, 0] });
      parent.set(PDFName.of('Kids'), document.context.obj([kid]));
      return [ref];
    });
    await tools.refused('watermark', { pdf, text: 'x' }, ['pdf'], /is signed/);
  });

  it('draws fields over what they covered, and leaves links where they were', async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([SIZE, SIZE]);
    const white = document.context.register(
      document.context.stream('1 g 0 0 100 40 re f', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 100, 40] }),
    );
    page.node.addAnnot(
      document.context.register(
        document.context.obj({ Type: 'Annot', Subtype: 'Square', F: 4, Rect: [50, 50, 150, 90], AP: { N: white } }),
      ),
    );
    const field = widget(document, page, { FT: 'Tx', T: PDFString.of('f'), Rect: [60, 55, 140, 85] });
    document.catalog.set(PDFName.of('AcroForm'), document.context.obj({ Fields: [field], DA: PDFString.of('/Helv 20 Tf 0 g') }));
    const made = await fill(base64(await document.save({ updateFieldAppearances: false })), 'WWWW', { flatten: true });
    assert.ok(((await readPdf(made))[0]?.ink ?? 0) > 0.001, 'the value is not under the white square');
  });

  it('keeps how a formatted text looks, and draws its words where it has no picture', async () => {
    const rich = { FT: 'Tx', Ff: 1 << 25, V: PDFString.of('Plain words'), Rect: [50, 50, 250, 70] };
    for (const isDrawn of [true, false]) {
      const pdf = await withForm(
        (document, page) => {
          const AP = { N: box(document, true) };
          const formatted = widget(document, page, { ...rich, T: PDFString.of('f'), ...(isDrawn ? { AP } : {}) });
          return [formatted, widget(document, page, { FT: 'Tx', T: PDFString.of('text'), Rect: [50, 200, 250, 220] })];
        },
        { NeedAppearances: true },
      );
      const fields = [{ name: 'text', value: 'other' }];
      const flat = await bytesOf(await tools.call('forms/fill', { pdf, fields, flatten: true }));
      assert.equal(/Plain words/.test(await textOf(flat)), !isDrawn);
      if (isDrawn) assert.deepEqual((await readPdf(flat))[0]?.colorAt(150 / SIZE, 1 - 60 / SIZE), [0, 0, 0]);
      await tools.call('pdfa', { pdf });
      await tools.refused('forms/fill', { pdf, fields: [{ name: 'f', value: 'x' }] }, ['fields.0.value'], /rich text field/);
    }
  });

  it('leaves a field upright on a turned page that is to stay upright', async function () {
    if (!hasPoppler()) this.skip();
    for (const rotation of [0, 90, 180, 270]) {
      for (const flags of [4, 4 | 16]) {
        const pdf = await withForm((document, page) => {
          page.setRotation(degrees(rotation));
          const look = document.context.stream('1 0 0 rg 0 0 100 10 re f 0 0 1 rg 0 10 50 10 re f', {
            Subtype: 'Form',
            BBox: [0, 0, 100, 20],
          });
          const AP = { N: document.context.register(look) };
          return [widget(document, page, { FT: 'Tx', T: PDFString.of('f'), F: flags, Rect: [150, 180, 250, 200], AP })];
        });
        const fields = [{ name: 'new', type: 'checkbox', page: 0, x: 1, y: 1, width: 5, height: 5 }];
        const named = base64(await bytesOf(await tools.call('forms/add-fields', { pdf, fields })));
        const flat = await bytesOf(await tools.call('forms/fill', { pdf: named, fields: [{ name: 'new', value: true }], flatten: true }));
        const [before, after] = [popplerColors(Buffer.from(pdf, 'base64')), popplerColors(flat)];
        for (let x = 52; x < SIZE; x += 9)
          for (let y = 52; y < SIZE - 50; y += 9)
            assert.deepEqual(after(x, y), before(x, y), `${String(rotation)} ${String(flags)}: ${String(x)} ${String(y)}`);
      }
    }
  });

  it('tells of fields that only screens showed, once they are part of their page', async () => {
    for (const [flags, wanted] of [
      [4, undefined],
      [0, [{ code: 'ANNOTATIONS_PRINTED', message: 'These were shown on screens only, and are printed from now on: form fields.' }]],
    ] as const) {
      const pdf = await withForm((document, page) => [
        widget(document, page, { FT: 'Tx', T: PDFString.of('f'), F: flags, Rect: [50, 50, 250, 70] }),
      ]);
      const fields = [{ name: 'f', value: 'seen' }];
      const { warnings } = await tools.call<{ warnings?: object[] }>('forms/fill', { pdf, fields, flatten: true });
      assert.deepEqual(warnings, wanted);
    }
  });
});
