import assert from 'node:assert/strict';
import { deflateSync } from 'node:zlib';
import {
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  PDFStream,
  PDFString,
  StandardFonts,
} from 'pdf-lib';
import { picturesOf, vanishedShare, withFile } from '../../corpus/judges.ts';
import { download } from '../../support/caller.ts';
import { unpack } from '../../../plugins/pdf-tools/document/inflate.ts';
import { readPdf, textOf } from '../../support/pdf.ts';
import { popplerLines } from '../../support/poppler.ts';
import { base64, pages } from './fixtures.ts';
import { layered } from './layered.ts';
import { type Level, useVeraPdf } from './pdfa-judge.ts';
import { bytesOf, type FileReply, popplerTools } from './tools.ts';

interface Archived extends FileReply {
  readonly rasterized_pages?: readonly number[];
  readonly warnings?: readonly { readonly code: string; readonly message: string }[];
}

const LEVELS: readonly Level[] = ['1b', '2b', '3b'];

/** At once, as each spends most of its time on other processes. */
async function atEachLevel(check: (level: Level) => Promise<void>): Promise<void> {
  await Promise.all(LEVELS.map(check));
}

describe('PDF/A of what others put into a file', () => {
  const tools = popplerTools();
  const assertValid = useVeraPdf('pdfa-content');

  /** Converts a file, which veraPDF must find valid. */
  const archive = async (pdf: Uint8Array, level: Level, title: string) => {
    const reply = await tools.call<Archived>('pdfa', { pdf: base64(pdf), level, output: 'base64' });
    const file = await bytesOf(reply);
    await assertValid(file, level, title);
    const said = (wanted: string): string => reply.warnings?.find(({ code }) => code === wanted)?.message ?? '';
    return {
      file,
      pictures: reply.rasterized_pages,
      message: said('CONTENT_REMOVED'),
      printed: said('ANNOTATIONS_PRINTED'),
      assumed: said('APPEARANCE_ASSUMED'),
    };
  };

  /** Poppler sees the same on each page, but for the edges of letters in other fonts. */
  const looksAs = async (title: string, pdf: Uint8Array, file: Uint8Array): Promise<void> => {
    const [before = [], after = []] = await Promise.all(
      [pdf, file].map(async (one) => withFile(one, async (path) => picturesOf(path, 9, 72))),
    );
    assert.equal(before.length, after.length);
    assert.ok(Math.max(vanishedShare(before, after), vanishedShare(after, before)) < 0.02, title);
  };

  for (const [title, content, hides] of [
    ['parts', 'q /OC /Off BDC 0 0 100 100 re f BT /F1 20 Tf 10 120 Td (hidden) Tj (more) \' 1 2 (and) " ET EMC Q', true],
    ['nested', '/OC /On BDC /OC /Off BDC /Span BMC 0 0 100 100 re f EMC EMC EMC', true],
    ['clips', 'q /OC /Off BDC 0 0 100 100 re W f 1 0 0 rg EMC 0 0 200 200 re f Q', true],
    ['inline pictures', '/OC /Off BDC q 100 0 0 100 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \u0000 EI Q EMC', true],
    ['members', '/OC /AllOff BDC 0 0 50 50 re f EMC /OC /NotOn BDC 50 0 50 50 re f EMC', true],
    ['seen by membership', '/OC /Unless BDC 0 0 100 100 re f EMC', false],
    // Poppler takes it for its one group.
    ['membership of one', '/OC /NotOne BDC 0 0 50 50 re f EMC', true],
    ['forms', '/Hidden Do /Within Do', true],
    ['seen', '/OC /On BDC 0 0 100 100 re f EMC', false],
  ] as const) {
    it(`has nothing of layers that are off: ${title}`, async () => {
      const pdf = await layered(content);
      await atEachLevel(async (level) => {
        const { file, pictures, message } = await archive(pdf, level, title);
        assert.deepEqual([title, level, pictures], [title, level, undefined]);
        assert.deepEqual(popplerLines(file), ['always', 'plain']);
        if (title === 'membership of one') assert.ok(((await readPdf(file))[0]?.ink ?? 1) < 0.02);
        else await looksAs(`${title} ${level}`, pdf, file);
        assert.equal(message.includes('what is on hidden layers'), hides);
      });
    });
  }

  it('leaves out operators that nobody knows, and completes strings, in pages and in forms', async () => {
    const odd = 'BX /unknown 1 2 zz EX BT /F1 20 Tf 10 120 Td <53616D706C65 5> Tj [<41> -20 <7>] TJ ET 100 unknown';
    const data = `${'\u00ff'.repeat(300)}\n EI Q q \u0001 EI ${'\u0080'.repeat(458)}`;
    const picture = `q 50 0 0 50 150 10 cm BI /W 16 /H 16 /CS /RGB /BPC 8 ID ${data} EI Q`;
    const pdf = await layered(`${odd} /Odd Do ${picture}`, (document, page) => {
      const resources = page.node.Resources() as PDFDict;
      const form = {
        Type: 'XObject',
        Subtype: 'Form',
        BBox: [0, 0, 300, 300],
        Resources: { Font: resources.lookup(PDFName.of('Font'), PDFDict) },
      };
      const stream = document.context.stream('BT /F1 20 Tf 10 180 Td <466F726D2> Tj ET zz', form);
      resources.lookup(PDFName.of('XObject'), PDFDict).set(PDFName.of('Odd'), document.context.register(stream));
    });
    await atEachLevel(async (level) => {
      const { file, pictures } = await archive(pdf, level, 'odd');
      assert.deepEqual([level, pictures, popplerLines(file)], [level, undefined, ['always', 'Form', 'SamplePAp', 'plain']]);
      await looksAs(`odd ${level}`, pdf, file);
    });
  });

  it('draws only the page from which what is hidden cannot be taken', async () => {
    const { file, pictures } = await archive(
      await layered('BT /F1 20 Tf 10 120 Td /OC /Off BDC (hidden) Tj EMC (seen) Tj ET'),
      '1b',
      'line',
    );
    assert.deepEqual(pictures, [1]);
    assert.doesNotMatch(popplerLines(file).join(), /hidden/);
  });

  it('has no field and no annotation of a layer that is off', async () => {
    const pdf = await layered('', (document, page, off) => {
      const field = document.getForm().createTextField('secret');
      field.setText('hidden');
      field.addToPage(page, { x: 10, y: 10, width: 100, height: 40 });
      for (const { dict } of field.acroField.getWidgets()) dict.set(PDFName.of('OC'), off);
      annotate(document, page, { Subtype: 'Stamp', F: 4, OC: off });
    });
    await atEachLevel(async (level) => {
      const { file, pictures } = await archive(pdf, level, 'annotations of layers');
      assert.deepEqual([pictures, popplerLines(file)], [undefined, ['always', 'plain']]);
      assert.ok(((await readPdf(file))[0]?.ink ?? 1) < 0.02);
    });
  });

  for (const [kind, levels] of [
    ['Stamp', LEVELS],
    ['Polygon', ['2b', '3b']],
    ['PolyLine', ['2b', '3b']],
    ['Caret', ['2b', '3b']],
    ['Watermark', ['2b', '3b']],
    ['Redact', ['2b', '3b']],
    ['FileAttachment', ['3b']],
    ['Sound', []],
    ['3D', []],
    ['OfNobody', []],
  ] as const) {
    it(`keeps annotations of the kind ${kind} where the level knows them, and has them as part of their pages elsewhere`, async () => {
      const document = await PDFDocument.load(await pages(2));
      const { context } = document;
      const file = context.register(context.stream('hello'));
      const specification = context.obj({ Type: 'Filespec', F: PDFString.of('a.txt'), EF: { F: file } });
      annotate(document, document.getPage(0), {
        Subtype: kind,
        F: 4,
        FS: specification,
        Vertices: context.obj([150, 120, 250, 160, 150, 160]),
      });
      const pdf = await document.save();
      await atEachLevel(async (level) => {
        const { file, pictures, message } = await archive(pdf, level, kind);
        const stays = levels.some((one) => one === level);
        assert.deepEqual([kind, level, pictures], [kind, level, undefined]);
        assert.deepEqual([kind, level, await kindsOf(file)], [kind, level, stays ? ['Link', kind] : ['Link']]);
        // Poppler draws no others.
        if (levels.length > 0) await looksAs(`${kind} ${level}`, pdf, file);
        assert.ok(popplerLines(file).includes('Drawn'), `${kind} ${level}`);
        assert.equal(message.includes(`annotations of the kind ${kind}, which are part of their pages`), !stays);
        assert.equal(message.includes('attached files'), !stays && kind === 'FileAttachment');
      });
    });
  }

  it('says that a file has become more than three times as large', async () => {
    const document = await PDFDocument.create();
    const { context } = document;
    const symbols = { Type: 'Font', Subtype: 'TrueType', BaseFont: 'Wingdings', FirstChar: 65, LastChar: 65, Widths: [900] };
    const font = await document.embedFont(StandardFonts.Helvetica);
    for (let i = 0; i < 3; i++) {
      const page = document.addPage([595, 842]);
      const lines = Array.from({ length: 60 }, (_, line) => `Line ${String(line)} of page ${String(i)}, with words across the page`);
      page.drawText(lines.join('\n'), { x: 40, y: 780, size: 10, lineHeight: 12, font });
      page.node.setFontDictionary(PDFName.of('Symbols'), context.register(context.obj(symbols)));
      page.node.addContentStream(context.register(context.stream('BT /Symbols 10 Tf 40 20 Td (A) Tj ET')));
    }
    const pdf = await document.save();
    const reply = await tools.call<Archived>('pdfa', { pdf: base64(pdf), output: 'base64' });
    assert.deepEqual(reply.rasterized_pages, [1, 2, 3]);
    assert.deepEqual(
      reply.warnings?.map(({ code }) => code),
      ['PAGE_RASTERIZED', 'FILE_ENLARGED'],
    );
    assert.match(reply.warnings[1]?.message ?? '', /^The PDF\/A file has [\d,]+ kB, [\d.]+ times the \d+ kB of the source\.$/);
  });

  it('shows annotations that screens show, and says which it has no more, and which are printed from then on', async () => {
    for (const [title, flags, isSeen, loss] of [
      ['seen and printed', 4, true, ''],
      ['not printed', 0, true, ''],
      ['only printed', 4 | 32, false, 'annotations that are only printed'],
      ['hidden', 2, false, 'hidden annotations'],
    ] as const) {
      const document = await PDFDocument.load(await pages(1));
      annotate(document, document.getPage(0), { Subtype: 'Stamp', F: flags });
      const { file, pictures, message, printed } = await archive(await document.save(), '2b', title);
      assert.deepEqual([title, pictures], [title, undefined]);
      assert.deepEqual(await kindsOf(file), isSeen ? ['Link', 'Stamp'] : ['Link']);
      assert.equal(popplerLines(file).includes('Drawn'), isSeen);
      assert.ok(message.includes(loss));
      if (loss === '') assert.equal(message, '');
      assert.equal(/printed from now on: Stamp\.$/.test(printed), flags === 0);
    }
  });

  it('draws annotations that do not say what they look like, keeps the text, and names those that nobody can draw', async () => {
    const bare = {
      FreeText: { Contents: PDFString.of('Noted 1e-5'), DA: PDFString.of('/Helv 10 Tf 0 g'), Rect: [150, 170, 290, 195] },
      Highlight: { QuadPoints: [160, 90, 280, 90, 160, 70, 280, 70], C: [1, 1, 0], Rect: [160, 70, 280, 90] },
      Line: { L: [160, 20, 160, 60], LE: ['OpenArrow', 'Butt'], C: [1, 0, 0], Rect: [150, 10, 170, 65] },
      Square: { C: [0, 0, 1], Rect: [200, 20, 240, 60] },
      Stamp: { Rect: [250, 20, 290, 60] },
    };
    for (const level of ['1b', '2b'] as const) {
      const document = await PDFDocument.load(await pages(1));
      const page = document.getPage(0);
      for (const [Subtype, entries] of Object.entries(bare))
        page.node.addAnnot(document.context.register(document.context.obj({ Type: 'Annot', Subtype, F: 4, ...entries })));
      const { file, pictures, message, assumed } = await archive(await document.save(), level, 'bare');
      // PDFium's marker mixes its colour with the page.
      assert.deepEqual([level, pictures], [level, level === '1b' ? [1] : undefined]);
      assert.match(assumed, /drawn as PDFium draws them: FreeText, Highlight, Line, Square\.$/);
      assert.match(message, /annotations of the kind Stamp without an appearance/);
      assert.match(popplerLines(file).join(), /Noted 1e-5/);
      if (level === '2b') assert.deepEqual(await kindsOf(file), ['Link', 'FreeText', 'Highlight', 'Line', 'Square']);
      else {
        const [drawn] = await readPdf(file);
        assert.deepEqual(drawn?.colorAt(220 / drawn.width, 1 - 80 / drawn.height), [255, 255, 0]);
      }
    }
  });

  it('keeps the text of fields that viewers are asked to draw, in the script that it is in', async () => {
    const document = await PDFDocument.load(await pages(1));
    const widget = { Type: 'Annot', Subtype: 'Widget', F: 4, FT: 'Tx', T: PDFString.of('f'), Rect: [50, 150, 250, 170] };
    const field = document.context.register(document.context.obj({ ...widget, V: PDFHexString.fromText('Привет, Ελλάδα') }));
    document.getPage(0).node.addAnnot(field);
    const form = { Fields: [field], NeedAppearances: true, DA: PDFString.of('/Helv 12 Tf 0 g') };
    document.catalog.set(PDFName.of('AcroForm'), document.context.obj(form));
    const { file, pictures } = await archive(await document.save({ updateFieldAppearances: false }), '1b', 'asked');
    assert.equal(pictures, undefined);
    assert.ok(popplerLines(file).includes('Привет, Ελλάδα'));
  });

  it('finds the characters that a map has in a block that says a wrong number of them', async () => {
    const { url } = await tools.caller.generate({ html: '<p>Zahlen und Buchstaben' });
    const document = await PDFDocument.load(await download(url));
    const maps = document.context.enumerateIndirectObjects().flatMap(([ref, object]) => {
      const map = object instanceof PDFStream ? Buffer.from(unpack(object) ?? []).toString('latin1') : '';
      return /beginbf/.test(map) ? [{ ref, map }] : [];
    });
    assert.ok(maps.length > 0);
    for (const { ref, map } of maps)
      document.context.assign(ref, document.context.flateStream(map.replace(/\d+(?=\s+beginbf)/g, (count) => String(Number(count) + 1))));
    const miscounted = await document.save();
    assert.notEqual(await textOf(miscounted), 'Zahlen und Buchstaben', 'PDFium does without such a block');
    const { file } = await archive(miscounted, '1b', 'counted');
    assert.equal(await textOf(file), 'Zahlen und Buchstaben');
  });

  it('takes title, author and the rest from XMP where the information says nothing, and invents none', async () => {
    const bare = await PDFDocument.load(await pages(1), { updateMetadata: false });
    delete bare.context.trailerInfo.Info;
    const source = await bare.save();
    const described = await withXmp(source, '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Bericht</rdf:li></rdf:Alt></dc:title><dc:creator><rdf:Seq><rdf:li>Ada</rdf:li></rdf:Seq></dc:creator><xmp:CreateDate>2020-02-03T04:05:06Z</xmp:CreateDate>'); // prettier-ignore
    await atEachLevel(async (level) => {
      const { file } = await archive(described, level, 'described');
      const { metadata } = await tools.call<{ metadata: Record<string, unknown> }>('info', { pdf: base64(file) });
      assert.deepEqual(
        [metadata['title'], metadata['author'], metadata['created_at'], metadata['producer']],
        ['Bericht', 'Ada', '2020-02-03T04:05:06.000Z', 'Platen'],
      );
    });
    const { file } = await archive(source, '1b', 'not described');
    const { metadata } = await tools.call<{ metadata: Record<string, unknown> }>('info', { pdf: base64(file) });
    assert.equal(metadata['title'], null);
    assert.doesNotMatch(xmpOf(await PDFDocument.load(file, { updateMetadata: false })), /dc:title/);
  });

  it('keeps other XMP metadata of kinds that the level knows, and names what it cannot keep', async () => {
    const pdf = await withXmp(
      await pages(1),
      '<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">© Ada &amp; Co</rdf:li><rdf:li xml:lang="de">© Ada und Co</rdf:li></rdf:Alt></dc:rights>' +
        '<dc:subject><rdf:Bag><rdf:li>a</rdf:li><rdf:li>b</rdf:li></rdf:Bag></dc:subject><dc:identifier>urn:isbn:1</dc:identifier>' +
        '<dc:date><rdf:Seq><rdf:li>2020-01-02</rdf:li></rdf:Seq></dc:date><dc:language><rdf:Bag><rdf:li>de-DE</rdf:li></rdf:Bag></dc:language>' +
        '<xmpRights:Marked xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/">True</xmpRights:Marked>' +
        '<mm:DocumentID xmlns:mm="http://ns.adobe.com/xap/1.0/mm/">uuid:4711</mm:DocumentID>' +
        '<mm:InstanceID xmlns:mm="http://ns.adobe.com/xap/1.0/mm/">uuid:4712</mm:InstanceID>' +
        '<mm:RenditionClass xmlns:mm="http://ns.adobe.com/xap/1.0/mm/">default</mm:RenditionClass>' +
        '<pg:NPages xmlns:pg="http://ns.adobe.com/xap/1.0/t/pg/">1</pg:NPages>' +
        '<ps:Headline xmlns:ps="http://ns.adobe.com/photoshop/1.0/">Head &lt;line&gt;</ps:Headline>' +
        '<ps:Urgency xmlns:ps="http://ns.adobe.com/photoshop/1.0/">soon</ps:Urgency>' +
        '<dc:type>not a list</dc:type><own:Number xmlns:own="https://example.com/own/">4711</own:Number>',
    );
    await atEachLevel(async (level) => {
      const { file, message } = await archive(pdf, level, 'metadata');
      const xmp = xmpOf(await PDFDocument.load(file, { updateMetadata: false }));
      for (const kept of [
        '© Ada &amp; Co',
        '<rdf:li xml:lang="de">© Ada und Co',
        '<rdf:li>b</rdf:li>',
        'urn:isbn:1',
        '2020-01-02',
        'de-DE',
        '<xmpRights:Marked>True',
        'uuid:4711',
        'uuid:4712',
        '<xmpTPg:NPages>1',
        'Head &lt;line&gt;',
      ])
        assert.ok(xmp.includes(kept), kept);
      assert.match(message, /XMP metadata ps:Urgency, XMP metadata dc:type, XMP metadata own:Number/);
    });
  });

  it('loses its claim when it is changed, and no other metadata, packed or not', async () => {
    const { file } = await archive(await withXmp(await pages(1), '<dc:source>the archive</dc:source>'), '2b', 'claim');
    const packed = await PDFDocument.load(file, { updateMetadata: false });
    const metadata = packed.catalog.lookup(PDFName.of('Metadata'), PDFStream);
    const dict = packed.context.obj({ Type: 'Metadata', Subtype: 'XML', Filter: 'FlateDecode' });
    packed.catalog.set(PDFName.of('Metadata'), packed.context.register(PDFRawStream.of(dict, deflateSync(metadata.getContents()))));
    for (const pdf of [file, await packed.save()]) {
      const { claims: before } = await tools.call<{ claims: string[] }>('info', { pdf: base64(pdf) });
      assert.deepEqual(before, ['PDF/A-2b']);
      const reply = await tools.call<Archived>('watermark', { pdf: base64(pdf), text: 'DRAFT', output: 'base64' });
      assert.deepEqual(
        reply.warnings?.map(({ code }) => code),
        ['CLAIM_REMOVED'],
      );
      const changed = await bytesOf(reply);
      assert.deepEqual((await tools.call<{ claims: string[] }>('info', { pdf: base64(changed) })).claims, []);
      const xmp = xmpOf(await PDFDocument.load(changed, { updateMetadata: false }));
      assert.match(xmp, /<dc:source>the archive<\/dc:source>/);
      assert.doesNotMatch(xmp, /pdfaid:part/);
    }
  });
});

/** Adds an annotation whose picture has a text. */
function annotate({ context }: PDFDocument, page: PDFPage, entries: Record<string, PDFObject | string | number>): void {
  const font = context.register(context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' }));
  const look = context.stream('0 0.6 0 rg 0 0 100 40 re f 1 g BT /F1 20 Tf 5 10 Td (Drawn) Tj ET', {
    ...{ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 100, 40] },
    Resources: { Font: { F1: font } },
  });
  const annotation = { Type: 'Annot', Rect: [150, 120, 250, 160], AP: { N: context.register(look) }, ...entries };
  page.node.addAnnot(context.register(context.obj(annotation)));
}

async function kindsOf(file: Uint8Array): Promise<string[]> {
  const page = (await PDFDocument.load(file)).getPage(0);
  const kinds = (page.node.Annots()?.asArray() ?? []).map((entry) => page.node.context.lookup(entry, PDFDict).get(PDFName.of('Subtype')));
  return kinds.map((kind) => (kind instanceof PDFName ? kind.decodeText() : String(kind)));
}

async function withXmp(pdf: Uint8Array, properties: string): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  const packet = `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">${properties}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
  const stream = document.context.stream(Buffer.from(packet, 'utf8'), { Type: 'Metadata', Subtype: 'XML' });
  document.catalog.set(PDFName.of('Metadata'), document.context.register(stream));
  return document.save();
}

const xmpOf = ({ catalog }: PDFDocument): string =>
  Buffer.from(catalog.lookup(PDFName.of('Metadata'), PDFStream).getContents()).toString('utf8');
