import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fontkit from 'fontkit';
import { degrees, PDFDict, PDFDocument, PDFName, PDFRawStream, PDFString, StandardFonts } from 'pdf-lib';
import { openReader } from '../../../plugins/pdf-tools/document/pdfium.ts';
import { RULES } from '../../../plugins/pdf-tools/pdfa/level.ts';
import { selfCheck } from '../../../plugins/pdf-tools/pdfa/self-check.ts';
import { assertEnvelope, type Caller } from '../../support/caller.ts';
import { startHub, type TestHub } from '../../support/hub.ts';
import { readPdf, textOf } from '../../support/pdf.ts';
import { hasPoppler, popplerColors } from '../../support/poppler.ts';
import { temporaryFolder } from '../../support/services.ts';
import { QUICK_START, VeraPdf } from '../../support/vera-pdf.ts';
import { DESIGNS } from './designs.ts';
import { base64, form, turned } from './fixtures.ts';
import { cffDocument } from './cff-font.ts';
import { cmykDocument, PRINTED } from './cmyk.ts';
import { type1Document } from './type1-font.ts';
import { bytesOf, type FileReply, Tools } from './tools.ts';

interface Archived extends FileReply {
  readonly pdfa: boolean;
  readonly level: string;
  readonly rasterized_pages?: readonly number[];
  readonly warnings?: readonly { readonly code: string; readonly message: string }[];
}

/** Designs that part 1 cannot hold as they are: it knows no transparency. */
const PICTURES = [
  'blend modes',
  'emoji',
  'filters',
  'form controls',
  'gradient to nothing',
  'half transparent',
  'masks',
  'shadows',
  'transparent colour',
  'transparent image',
  'typography',
  'vector opacity',
  'vector pattern',
];
const PREFLIGHT = ['preflight', 'pdfbox2', 'fontbox2', 'xmpbox', 'commons-logging', 'javax.activation', 'jaxb-api'].map(
  (jar) => `/usr/share/java/${jar}.jar`,
);
const invoice = (guideline: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"><rsm:ExchangedDocumentContext><ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>${guideline}</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter></rsm:ExchangedDocumentContext></rsm:CrossIndustryInvoice>`;
const EN16931 = 'urn:cen.eu:en16931:2017';

/** Two at a time, so that other tests take less of the processors from them. */
async function inPairs<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  const workOn = async (): Promise<void> => {
    for (const item of rest) await work(item);
  };
  await Promise.all([workOn(), workOn()]);
}

describe('PDF/A', function () {
  this.timeout(120_000);
  const folder = temporaryFolder('pdfa');
  let hub: TestHub;
  let tagged: TestHub;
  let caller: Caller;
  let tools: Tools;
  let veraPdf: VeraPdf;
  before(async () => {
    veraPdf = new VeraPdf();
    hub = await startHub();
    tagged = await startHub({ plugins: { rendering: { config: { taggedPdf: true } } } });
    caller = await hub.account();
    tools = new Tools(caller);
  });
  after(async () => {
    veraPdf.close();
    await hub.stop();
    await tagged.stop();
    folder.remove();
  });

  const archive = async (pdf: Uint8Array, more: object = {}): Promise<Archived> =>
    tools.call<Archived>('pdfa', { pdf: base64(pdf), ...more });
  const keep = async (name: string, reply: FileReply): Promise<string> => {
    const path = join(folder.path, `${name.replaceAll(' ', '-')}.pdf`);
    writeFileSync(path, await bytesOf(reply));
    return path;
  };
  const allValid = async (level: '1b' | '2b' | '3b', paths: readonly string[]): Promise<void> => {
    const verdicts = await veraPdf.judge(level, paths);
    assert.deepEqual(
      paths.map((path, i) => [path, verdicts[i]]),
      paths.map((path) => [path, 'valid']),
    );
  };

  for (const kind of ['tagged', 'untagged'] as const) {
    it(`is what veraPDF and PDFBox call valid, for every design that Chromium prints ${kind}`, async () => {
      const owner = kind === 'tagged' ? await tagged.account() : caller;
      const paths: string[] = [];
      const pictures: string[] = [];
      await inPairs(Object.entries(DESIGNS), async ([name, html]) => {
        const reply = await archive(await owner.pdf({ html }));
        assert.deepEqual([reply.pdfa, reply.level], [true, '1b']);
        if (reply.rasterized_pages !== undefined) pictures.push(name);
        paths.push(await keep(`${kind} ${name}`, reply));
      });
      assert.equal(paths.length, 33);
      await allValid('1b', paths);
      if (kind === 'untagged') assert.deepEqual(pictures.sort(), PICTURES);
      if (!PREFLIGHT.every(existsSync)) return; // a second opinion, where it is installed
      const list = join(folder.path, 'preflight.txt');
      writeFileSync(
        list,
        paths
          .toSorted()
          .filter((_, i) => i % 5 === 0)
          .join('\n'),
      );
      const validate = ['-cp', PREFLIGHT.join(':'), 'org.apache.pdfbox.preflight.Validator_A1b', 'group', list];
      const verdict = spawnSync('java', [...QUICK_START, ...validate], { encoding: 'utf8' });
      assert.equal(verdict.status, 0, verdict.stdout);
      assert.equal(verdict.stdout.match(/is a valid PDF\/A-1b file/g)?.length, 7, verdict.stdout);
    });
  }

  it('of parts 2 and 3 keeps transparency, and no page becomes a picture', async () => {
    const levels = ['2b', '3b'] as const;
    const paths: Record<(typeof levels)[number], string[]> = { '2b': [], '3b': [] };
    await inPairs(Object.entries(DESIGNS), async ([name, html]) => {
      const made = await caller.pdf({ html });
      for (const level of levels) {
        const reply = await archive(made, { level });
        assert.deepEqual([name, reply.level, reply.rasterized_pages], [name, level, undefined]);
        paths[level].push(await keep(`${level} ${name}`, reply));
      }
    });
    for (const level of levels) await allValid(level, paths[level]);
  });

  it('keeps a thousand pages as they are, though their coordinates run out of the range of part 1', async () => {
    const html = `<style>section{break-after:page}</style>${Array.from({ length: 1000 }, (_, n) => `<section><h1>Chapter ${String(n + 1)}</h1><p>text</p></section>`).join('')}`;
    const reply = await archive(await caller.pdf({ html }));
    assert.equal(reply.rasterized_pages, undefined);
    const path = await keep('thousand', reply);
    await allValid('1b', [path]);
    const pages = await readPdf(readFileSync(path));
    assert.equal(pages.length, 1000);
    assert.match(pages[999]?.text ?? '', /Chapter 1000/);
  });

  it('draws forms into the page, leaves hidden fields hidden, and says what is lost', async () => {
    const document = await PDFDocument.load(await form());
    document.getForm().getTextField('person.name').setText('Ada Lovelace');
    const secret = document.getForm().createTextField('secret');
    secret.setText('HIDDEN VALUE');
    secret.addToPage(document.getPage(0), { x: 50, y: 20, width: 200, height: 20 });
    for (const widget of secret.acroField.getWidgets()) widget.setFlagTo(1, true);
    await document.attach(Buffer.from('attached'), 'note.txt', {});
    document.addJavaScript('main', 'app.alert(1)');
    const reply = await archive(await document.save());
    assert.deepEqual(
      reply.warnings?.map(({ code }) => code),
      ['CONTENT_REMOVED'],
    );
    assert.match(reply.warnings[0]?.message ?? '', /attached files.*scripts|scripts.*attached files/);
    const path = await keep('form', reply);
    await allValid('1b', [path]);
    const text = await textOf(readFileSync(path));
    assert.match(text, /Ada Lovelace/);
    assert.doesNotMatch(text, /HIDDEN/);
    const { fields } = await tools.call<{ fields: unknown[] }>('forms/list-fields', { pdf: base64(readFileSync(path)) });
    assert.deepEqual(fields, []);
  });

  it('keeps text in Type 1 fonts whose widths and glyphs are as the file says, and lists the glyphs of a subset', async () => {
    const reply = await archive(await type1Document('ABBA'));
    assert.equal(reply.rasterized_pages, undefined);
    const paths = [await keep('type-1', reply)];
    for (const [text, widths] of [
      ['AB', { A: 600, B: 790 }],
      ['AB', { A: 600 }],
      ['AC', { A: 600, B: 800 }],
    ] as const) {
      const drawn = await archive(await type1Document(text, widths));
      assert.deepEqual(drawn.rasterized_pages, [1], JSON.stringify(widths));
      assert.deepEqual(
        drawn.warnings?.map(({ code }) => code),
        ['PAGE_RASTERIZED'],
      );
      assert.match(drawn.warnings[0]?.message ?? '', /^Page 1 is a picture with invisible text\. Reason: .*ABCDEF\+Squares\.$/);
      paths.push(await keep(`type-1 drawn ${String(paths.length)}`, drawn));
    }
    await allValid('1b', paths);
    const later = await archive(await type1Document('ABBA'), { level: '2b' });
    assert.equal(later.rasterized_pages, undefined);
    await allValid('2b', [await keep('type-1 2b', later)]);
  });

  it('puts widths of CFF fonts between what readers make of the fractions in a program', async () => {
    const [fractions, glyphs] = [
      { A: 600.6, B: 800.6, nominal: 500.6, usual: 800.6 },
      { A: 600.6, B: 450.6, nominal: 500, usual: 300 },
    ];
    const paths: string[] = [];
    for (const kind of ['Type1', 'CIDFontType0'] as const) {
      for (const [widths, listed] of [
        [fractions, [600.6, 800.6]],
        // Within one of the program, and not of its whole numbers.
        [fractions, [601.1, 801.1]],
        [fractions, [599.8, 799.8]],
        [glyphs, [601.4, 449.8]],
      ] as const) {
        const reply = await archive(await cffDocument(kind, widths, listed));
        assert.deepEqual([kind, listed, reply.rasterized_pages], [kind, listed, undefined]);
        paths.push(await keep(`cff ${String(paths.length)}`, reply));
      }
      const differs = await archive(await cffDocument(kind, fractions, [605, 800.6]));
      assert.deepEqual([kind, differs.rasterized_pages], [kind, [1]]);
      paths.push(await keep(`cff ${String(paths.length)}`, differs));
    }
    await allValid('1b', paths);
  });

  it('keeps text in CFF fonts of CIDs, where the machine has such a font', async function () {
    const path = '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc';
    if (!existsSync(path)) this.skip(); // .ci/run installs it
    const document = await PDFDocument.create();
    document.registerFontkit(fontkit);
    const font = await document.embedFont(readFileSync(path), { subset: true, postscriptName: 'NotoSansCJKjp-Regular' });
    document.addPage([300, 200]).drawText('日本語 text', { x: 20, y: 100, size: 24, font });
    const reply = await archive(await document.save());
    assert.equal(reply.rasterized_pages, undefined);
    const kept = await keep('cff', reply);
    await allValid('1b', [kept]);
    assert.match((await textOf(readFileSync(kept))).normalize('NFKC'), /日本語/);
  });

  it('keeps CMYK that a file has no profile for, in every way to say it, and its colours on screens', async () => {
    const pdf = await cmykDocument();
    for (const level of ['1b', '2b', '3b'] as const) {
      const reply = await archive(pdf, { level });
      assert.equal(reply.rasterized_pages, undefined);
      const told = new Map(reply.warnings?.map(({ code, message }) => [code, message]));
      assert.match(told.get('COLOR_PROFILE_ASSUMED') ?? '', /SWOP/);
      assert.equal(told.get('CONTENT_REMOVED')?.includes('overprint mode 1 of CMYK') ?? false, level !== '1b');
      const path = await keep(`cmyk ${level}`, reply);
      await allValid(level, [path]);
      assert.match(await textOf(readFileSync(path)), /Printed in black/);
      if (!hasPoppler()) continue; // .ci/run installs it
      const colorAt = popplerColors(readFileSync(path));
      for (const [kind, { x, y, rgb }] of Object.entries(PRINTED)) {
        const seen = colorAt(x + 30, 300 - y - 30);
        assert.ok(
          rgb.every((part, i) => Math.abs(part - (seen[i] ?? -1)) < 45),
          `${level}, ${kind}: ${String(seen)}`,
        );
      }
    }
  });

  it('puts pictures of turned pages upright, and keeps their text and links', async () => {
    for (const angle of [0, 90, 180, 270] as const) {
      const document = await PDFDocument.load(await turned(angle));
      const page = document.getPage(0);
      page.setCropBox(20, 30, 250, 340);
      const font = await document.embedFont(StandardFonts.Helvetica);
      const [x, y] = { 0: [60, 200], 90: [140, 100], 180: [240, 200], 270: [140, 300] }[angle] as [number, number];
      page.drawText('not embedded', { x, y, size: 24, font, rotate: degrees(angle) });
      page.drawRectangle({ x: 30, y: 40, width: 80, height: 30, opacity: 0.5 });
      const link = document.context.obj({
        Type: 'Annot',
        Subtype: 'Link',
        Rect: [60, 190, 200, 230],
        A: { S: 'URI', URI: PDFString.of('https://example.com') },
      });
      page.node.addAnnot(document.context.register(link));
      const made = await document.save();
      const reply = await archive(made);
      assert.deepEqual(reply.rasterized_pages, [1]);
      const path = await keep(`turned-${String(angle)}`, reply);
      await allValid('1b', [path]);
      const [[before], [after]] = [await readPdf(made), await readPdf(readFileSync(path))];
      assert.deepEqual([after?.width, after?.height], [before?.width, before?.height]);
      for (const [x, y] of [
        [0.15, 0.15],
        [0.15, 0.85],
        [0.85, 0.15],
        [0.85, 0.85],
      ] as const) {
        assert.ok(
          Math.abs((after?.colorAt(x, y)[0] ?? 0) - (before?.colorAt(x, y)[0] ?? 255)) < 40,
          `${String(angle)} at ${String(x)}, ${String(y)}`,
        );
      }
      assert.match((after?.text ?? '').replace(/\s+/g, ' '), /not embedded/);
      assert.ok(readFileSync(path, 'latin1').includes('(https://example.com)'));
    }
  });

  it('carries an invoice as Factur-X, when it is one of its profile', async () => {
    const made = await caller.pdf({ html: DESIGNS['invoice'] });
    const xml = invoice(EN16931);
    const reply = await archive(made, { facturx: { xml, profile: 'EN 16931' } });
    assert.equal(reply.level, '3b');
    const path = await keep('facturx', reply);
    await allValid('3b', [path]);
    execFileSync('pdfdetach', ['-saveall', '-o', folder.path, path]);
    assert.equal(readFileSync(join(folder.path, 'factur-x.xml'), 'utf8'), xml);
    const refuse = async (field: string, message: RegExp, more: object): Promise<void> =>
      tools.refused('pdfa', { pdf: base64(made), ...more }, [field], message);
    await refuse('level', /must be 3b/, { level: '2b', facturx: { xml, profile: 'EN 16931' } });
    await refuse('level', /1b, 2b or 3b/, { level: '2u' });
    await refuse('facturx.profile', /names urn:cen/, { facturx: { xml, profile: 'BASIC' } });
    await refuse('facturx.profile', /is one of/, { facturx: { xml, profile: 'COMFORT' } });
    await refuse('facturx.xml', /not well-formed/, { facturx: { xml: xml.replace('</rsm', '<rsm'), profile: 'EN 16931' } });
    await refuse('facturx.xml', /CrossIndustryInvoice/, { facturx: { xml: '<Invoice/>', profile: 'EN 16931' } });
    await refuse('facturx.xml', /document type/, { facturx: { xml: `<!DOCTYPE a [<!ENTITY b "c">]>${xml}`, profile: 'EN 16931' } });
  });

  it('is not claimed of a file into which something forbidden slipped', async () => {
    const made = await caller.pdf({ html: DESIGNS['opaque image'] });
    const good = await bytesOf(await archive(made, { title: 'x' }));
    const reader = await openReader(made);
    assert.ok(reader !== undefined && reader !== 'encrypted');
    const check = async (change: (document: PDFDocument) => void): Promise<string | undefined> => {
      const document = await PDFDocument.load(good, { updateMetadata: false });
      const metadata = document.catalog.lookup(PDFName.of('Metadata')) as PDFRawStream;
      const xmp = Buffer.from(metadata.getContents()).toString('utf8');
      change(document);
      const file = await document.save({ useObjectStreams: false, updateFieldAppearances: false });
      return (await selfCheck(file, reader, { rules: RULES['1b'], xmp, title: 'x' }, []))?.message;
    };
    const streams = (document: PDFDocument, subtype: string): PDFDict[] =>
      document.context
        .enumerateIndirectObjects()
        .flatMap(([, object]) => (object instanceof PDFRawStream ? [object.dict] : object instanceof PDFDict ? [object] : []))
        .filter((dict) => dict.get(PDFName.of('Subtype'))?.toString() === `/${subtype}`);
    assert.equal(await check(() => undefined), undefined);
    assert.match(
      (await check((document) => {
        const [image] = streams(document, 'Image');
        const mask = document.context.stream(new Uint8Array(400 * 200), {
          Type: 'XObject',
          Subtype: 'Image',
          Width: 400,
          Height: 200,
          ColorSpace: 'DeviceGray',
          BitsPerComponent: 8,
        });
        image?.set(PDFName.of('SMask'), document.context.register(mask));
      })) ?? '',
      /soft mask/,
    );
    assert.match((await check((document) => document.addPage())) ?? '', /number of pages/);
    assert.match((await check((document) => document.catalog.delete(PDFName.of('OutputIntents')))) ?? '', /output intent/);
    assert.match((await check((document) => document.setTitle('other'))) ?? '', /differ/);
    assert.match((await check((document) => document.addJavaScript('a', 'b'))) ?? '', /repaired/);
    assert.match((await check((document) => document.getPage(0).drawSquare({ size: 500 }))) ?? '', /does not look/);
    reader.close();
  });

  it("waits for the operator's veraPDF to agree, where there is one", async () => {
    const program = join(folder.path, 'verapdf');
    const verdict = (compliant: boolean): string =>
      JSON.stringify({
        report: { jobs: [{ validationResult: [{ compliant, details: { ruleSummaries: [{ clause: '6.3.6', description: 'widths' }] } }] }] },
      });
    const install = (script: string): void => {
      writeFileSync(program, `#!/bin/sh\nif [ "$1" = --version ]; then echo veraPDF 1; exit 0; fi\nfor file; do :; done\n${script}\n`);
      chmodSync(program, 0o755);
    };
    const [yes, no] = [`echo '${verdict(true)}'`, `echo '${verdict(false)}'; exit 1`];
    install(`if grep -aq PlatenInvisible "$file"; then ${yes}; else ${no}; fi`);
    const strict = await startHub({ plugins: { 'pdf-tools': { config: { veraPdf: program } } } });
    try {
      const account = await strict.account();
      const own = new Tools(account);
      const pdf = base64(await account.pdf({ html: DESIGNS['plain'] }));
      const drawn = await own.call<Archived>('pdfa', { pdf });
      assert.deepEqual(drawn.rasterized_pages, [1], 'what it refuses becomes a picture');
      assert.match(drawn.warnings?.[0]?.message ?? '', /^Page 1 is a picture with invisible text\. Reason: .*6\.3\.6: widths/);
      install(yes);
      assert.equal((await own.call<Archived>('pdfa', { pdf })).rasterized_pages, undefined);
      install(no);
      const reply = await account.send('POST', '/v1/pdf/pdfa', { pdf });
      assertEnvelope(reply, 422, 'CONVERSION_FAILED');
      assert.match(reply.body.error.message, /6\.3\.6: widths/);
    } finally {
      await strict.stop();
    }
    await assert.rejects(startHub({ plugins: { 'pdf-tools': { config: { veraPdf: '/nowhere/verapdf' } } } }), /veraPdf/);
  });
});
