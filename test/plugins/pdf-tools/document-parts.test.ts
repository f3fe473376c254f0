import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument, PDFHexString, PDFName, PDFString, type PDFRef } from 'pdf-lib';
import { type SharedHub, sharedHub } from '../../support/hub.ts';
import { popplerColors, popplerLines } from '../../support/poppler.ts';
import { temporaryFolder } from '../../support/services.ts';
import { base64, form } from './fixtures.ts';
import { bytesOf, type FileReply, Tools } from './tools.ts';

interface Bookmark {
  readonly title: string;
  readonly page?: number;
  readonly url?: string;
  readonly named?: string;
  readonly open?: boolean;
  readonly kids?: readonly Bookmark[];
}

interface Parts {
  readonly pages: number;
  readonly title?: string;
  readonly bookmarks?: readonly Bookmark[];
  readonly labels?: readonly (readonly [from: number, style: string | undefined, prefix: string, start: number])[];
  readonly files?: Readonly<Record<string, string>>;
  readonly isTagged?: boolean;
  readonly script?: string;
}

/** A file with what belongs to documents. */
async function fileOf({ pages, title, bookmarks = [], labels = [], files = {}, isTagged = false, script }: Parts): Promise<string> {
  const document = await PDFDocument.create();
  const { context, catalog } = document;
  const refs = Array.from({ length: pages }, () => document.addPage([200, 200]).ref);
  if (title !== undefined) document.setTitle(title);
  const entry = (text: string): PDFName => PDFName.of(text);
  const write = (items: readonly Bookmark[], parent: PDFRef): object => {
    const own = items.map(() => context.nextRef());
    for (const [i, { title: name, page, url, named, open = true, kids = [] }] of items.entries()) {
      const item = context.obj({ Title: PDFHexString.fromText(name), Parent: parent });
      const [previous, next, self] = [own[i - 1], own[i + 1], own[i]];
      if (self === undefined) continue;
      if (previous !== undefined) item.set(entry('Prev'), previous);
      if (next !== undefined) item.set(entry('Next'), next);
      const target = refs[page ?? -1];
      if (target !== undefined) item.set(entry('Dest'), context.obj([target, 'XYZ', 0, 100, null]));
      if (named !== undefined) item.set(entry('A'), context.obj({ S: 'GoTo', D: PDFString.of(named) }));
      if (url !== undefined) item.set(entry('A'), context.obj({ S: 'URI', URI: PDFString.of(url) }));
      if (kids.length > 0) {
        for (const [key, value] of Object.entries(write(kids, self))) item.set(entry(key), value as PDFRef);
        item.set(entry('Count'), context.obj(open ? kids.length : -kids.length));
      }
      context.assign(self, item);
    }
    return { First: own[0], Last: own.at(-1) };
  };
  if (bookmarks.length > 0) {
    const root = context.nextRef();
    context.assign(root, context.obj({ Type: 'Outlines', ...write(bookmarks, root), Count: bookmarks.length }));
    catalog.set(entry('Outlines'), root);
    const named = context.obj({ Names: [PDFString.of('last'), [refs.at(-1) ?? null, 'Fit']] });
    catalog.set(entry('Names'), context.obj({ Dests: named }));
  }
  if (labels.length > 0) {
    const pairs = labels.flatMap(([from, S, prefix, St]) => [from, { ...(S === undefined ? {} : { S }), P: PDFString.of(prefix), St }]);
    catalog.set(entry('PageLabels'), context.obj({ Nums: pairs }));
  }
  for (const [name, text] of Object.entries(files)) await document.attach(Buffer.from(text), name);
  if (isTagged) catalog.set(entry('StructTreeRoot'), context.obj({ Type: 'StructTreeRoot' }));
  if (script !== undefined) document.addJavaScript('start', script);
  return base64(await document.save());
}

interface Outline {
  readonly title: string;
  readonly destpageposfrom1: number | null;
  readonly open: boolean;
  readonly kids: readonly Outline[];
}

describe('what belongs to documents', function () {
  this.timeout(30_000);
  const folder = temporaryFolder('parts');
  let hub: SharedHub;
  let tools: Tools;
  before(async () => {
    hub = await sharedHub();
    tools = new Tools(await hub.account());
  });
  after(async () => {
    await hub.stop();
    folder.remove();
  });

  /** By qpdf. */
  const read = async (file: FileReply) => {
    const path = join(folder.path, 'read.pdf');
    writeFileSync(path, await bytesOf(file));
    execFileSync('qpdf', ['--check', path]);
    const json = execFileSync('qpdf', ['--json=2', path, '--json-key=outlines', '--json-key=pagelabels', '--json-key=attachments']);
    const { outlines, pagelabels, attachments } = JSON.parse(json.toString()) as {
      outlines: Outline[];
      pagelabels: { index: number; label: Record<string, unknown> }[];
      attachments: Record<string, unknown>;
    };
    const flat = (items: readonly Outline[]): unknown[] =>
      items.map(({ title, destpageposfrom1: page, kids }) => (kids.length > 0 ? [title, page, flat(kids)] : [title, page]));
    const info = execFileSync('pdfinfo', [path]).toString();
    return { outlines, bookmarks: flat(outlines), labels: pagelabels, files: Object.keys(attachments), info, path };
  };
  const merged = async (body: object) => {
    const reply = await tools.call<FileReply & { warnings?: { code: string; message: string }[] }>('merge', body);
    return { ...(await read(reply)), warnings: reply.warnings ?? [] };
  };

  it('comes along when files are merged', async () => {
    const one = await fileOf({
      pages: 2,
      title: 'One',
      bookmarks: [
        { title: 'Start', page: 0, open: false, kids: [{ title: 'Näher', page: 1 }] },
        { title: 'Last', named: 'last' },
        { title: 'Web', url: 'https://example.com/' },
      ],
      labels: [[0, 'r', '', 1]],
      files: { 'a.txt': 'first' },
    });
    const two = await fileOf({
      pages: 3,
      title: 'Two',
      bookmarks: [{ title: 'Second', page: 2 }],
      files: { 'a.txt': 'second', 'b.txt': 'b' },
    });
    const result = await merged({ pdfs: [{ pdf: one }, { pdf: two }] });
    assert.deepEqual(result.bookmarks, [
      ['Start', 1, [['Näher', 2]]],
      ['Last', 2],
      ['Web', null],
      ['Second', 5],
    ]);
    assert.deepEqual(result.outlines.map(({ open }) => open), [false, true, true, true]); // prettier-ignore
    assert.deepEqual(
      result.labels.map(({ index, label }) => [index, label['/S'], label['/St']]),
      [
        [0, '/r', 1],
        [2, '/D', 3],
      ],
    );
    assert.deepEqual(result.files, ['a.txt', 'a.txt (2)', 'b.txt']);
    assert.equal(execFileSync('qpdf', ['--show-attachment=a.txt (2)', result.path]).toString(), 'second');
    assert.match(result.info, /^Title: +One$/m);
    assert.deepEqual(result.warnings, []);
  });

  it('has a bookmark for each file where that is asked for', async () => {
    const titled = await fileOf({ pages: 2, title: 'Terms', bookmarks: [{ title: 'Inner', page: 1 }] });
    const plain = await fileOf({ pages: 1 });
    const result = await merged({ pdfs: [{ pdf: titled }, { pdf: plain }, { pdf: plain }], bookmark_per_file: true });
    assert.deepEqual(result.bookmarks, [
      ['Terms', 1, [['Inner', 2]]],
      ['Document 2', 3],
      ['Document 3', 4],
    ]);
  });

  it('comes along with the pages it is about, and what is lost is said', async () => {
    const file = await fileOf({
      pages: 3,
      bookmarks: [
        { title: 'One', page: 0 },
        { title: 'Part', page: 0, kids: [{ title: 'Three', page: 2 }] },
        { title: 'Web', url: 'https://example.com/' },
      ],
      labels: [
        [0, undefined, 'Cover', 1],
        [1, 'D', 'A-', 5],
      ],
      files: { 'a.txt': 'a' },
      isTagged: true,
      script: 'app.alert(1)',
    });
    const { parts, warnings } = await tools.call<{ parts: FileReply[]; warnings?: { code: string; message: string }[] }>('split', {
      pdf: file,
      ranges: [[3], [1, 2]],
    });
    const [third, others] = [await read(parts[0] as FileReply), await read(parts[1] as FileReply)];
    assert.equal(parts.length, 2);
    assert.deepEqual(third.bookmarks, [['Part', null, [['Three', 1]]]]);
    assert.deepEqual(third.labels.map(({ label }) => [label['/S'], label['/P'], label['/St']]), [['/D', 'u:A-', 6]]); // prettier-ignore
    assert.deepEqual(others.bookmarks, [['One', 1], ['Part', 1]]); // prettier-ignore
    assert.deepEqual((warnings ?? []).map(({ code }) => code), ['CONTENT_REMOVED', 'CONTENT_REMOVED', 'CONTENT_REMOVED']); // prettier-ignore
    assert.match((warnings ?? []).map(({ message }) => message).join(), /Scripts.*Tags.*Attached files/);
  });

  it('is there once of a file that is merged several times, whatever lies between', async () => {
    const large = await PDFDocument.create();
    const page = large.addPage([100, 100]);
    const bulk = large.context.register(large.context.stream(randomBytes(300_000), {}));
    page.node.set(PDFName.of('PlatenBulk'), bulk);
    const [one, other] = [base64(await large.save()), await fileOf({ pages: 1 })];
    const result = await tools.call('merge', {
      pdfs: [{ pdf: one }, { pdf: other }, { pdf: one }, { pdf: other }, { pdf: one }],
    });
    assert.ok(result.file_size < 400_000, String(result.file_size));
  });

  it('has fields of its own where a page comes again, in fields that hold others and in groups of buttons', async () => {
    const pdf = base64(await form());
    const other = await fileOf({ pages: 1 });
    const names = ['agree', 'colour', 'list', 'notes', 'person.name', 'send', 'short', 'size'];
    const again = names.map((name) => name.replace(/^\w+/, '$&_2'));
    for (const [title, made] of [
      ['merged', await bytesOf(await tools.call('merge', { pdfs: [{ pdf }, { pdf }] }))],
      ['another between', await bytesOf(await tools.call('merge', { pdfs: [{ pdf }, { pdf: other }, { pdf }] }))],
      ['a page twice', await bytesOf(await tools.call('merge', { pdfs: [{ pdf, ranges: [[1], [1]] }, { pdf: other }] }))],
    ] as const) {
      const listed = await tools.call<{ fields: { name: string; pages: number[] }[] }>('forms/list-fields', { pdf: base64(made) });
      assert.deepEqual([title, listed.fields.map(({ name }) => name).sort()], [title, [...names, ...again].sort()]);
      const fields = [
        { name: 'person.name', value: 'Ada' },
        { name: 'person_2.name', value: 'Grace' },
        { name: 'size_2', value: 'large' },
      ];
      const filled = await bytesOf(await tools.call('forms/fill', { pdf: base64(made), fields }));
      const { fields: after } = await tools.call<{ fields: { name: string; value: unknown }[] }>('forms/list-fields', {
        pdf: base64(filled),
      });
      const valueOf = (wanted: string): unknown => after.find(({ name }) => name === wanted)?.value;
      assert.deepEqual(['person.name', 'person_2.name', 'size', 'size_2'].map(valueOf), ['Ada', 'Grace', '', 'large']);
      assert.deepEqual(popplerLines(filled).filter((line) => ['Ada', 'Grace'].includes(line)), ['Ada', 'Grace']); // prettier-ignore
    }
  });

  it('is what a form lacks in resources of its own and some viewers find in those of its page', async () => {
    const document = await PDFDocument.create();
    const { context } = document;
    const inner = context.register(context.stream('0 0 50 50 re f', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 50, 50] }));
    const outer = context.register(
      context.stream('/Inner Do', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 50, 50], Resources: { ExtGState: {} } }),
    );
    for (let i = 0; i < 2; i++) {
      const page = document.addPage([200, 200]);
      page.node.set(PDFName.of('Resources'), context.obj({ XObject: { Outer: outer, Inner: inner } }));
      page.node.set(PDFName.of('Contents'), context.register(context.stream('/Outer Do')));
    }
    const { parts } = await tools.call<{ parts: FileReply[] }>('split', { pdf: base64(await document.save()), ranges: [[2]] });
    assert.deepEqual(popplerColors(await bytesOf(parts[0] as FileReply))(25, 175), [0, 0, 0]);
  });

  it('is what an object that our library cannot parse refers to, too', async () => {
    const objects = [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources 5 0 R >>',
      '<< /Length 44 >>\nstream\nBT /F1 20 Tf 20 100 Td (STILL HERE) Tj ET    \nendstream',
      '<< /Font << /F1 6 0 R >> /Odd @@ >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ];
    let text = '%PDF-1.4\n';
    const entries = objects.map((object, i) => {
      const entry = `${String(text.length).padStart(10, '0')} 00000 n \n`;
      text += `${String(i + 1)} 0 obj\n${object}\nendobj\n`;
      return entry;
    });
    const xref = text.length;
    text += `xref\n0 7\n0000000000 65535 f \n${entries.join('')}trailer\n<< /Size 7 /Root 1 0 R >>\nstartxref\n${String(xref)}\n%%EOF\n`;
    const pdf = base64(Buffer.from(text, 'latin1'));
    const { parts } = await tools.call<{ parts: FileReply[] }>('split', { pdf });
    const path = join(folder.path, 'part.pdf');
    writeFileSync(path, await bytesOf(parts[0] as FileReply));
    assert.equal(execFileSync('pdftotext', [path, '-']).toString().trim(), 'STILL HERE');
  });

  it('is the old form no more once fields are added, and a form that only Acrobat can make is refused by every tool', async () => {
    const formOf = async (isDynamic: boolean): Promise<string> => {
      const document = await PDFDocument.load(await form());
      const { dict } = document.getForm().acroForm;
      dict.set(PDFName.of('XFA'), document.context.register(document.context.stream('<xdp:xdp/>')));
      if (isDynamic) document.catalog.set(PDFName.of('NeedsRendering'), document.context.obj(true));
      return base64(await document.save({ updateFieldAppearances: false }));
    };
    const path = join(folder.path, 'hybrid.pdf');
    const added = { fields: [{ name: 'added', type: 'text', page: 0, x: 10, y: 10 }] };
    const kindOf = async (file: Uint8Array): Promise<string | undefined> => {
      writeFileSync(path, file);
      return /^Form: +(\S+)$/m.exec(execFileSync('pdfinfo', [path]).toString())?.[1];
    };
    const hybrid = await formOf(false);
    assert.equal(await kindOf(Buffer.from(hybrid, 'base64')), 'XFA');
    assert.equal(await kindOf(await bytesOf(await tools.call('forms/add-fields', { pdf: hybrid, ...added }))), 'AcroForm');

    const pdf = await formOf(true);
    for (const [tool, body] of [
      ['info', {}],
      ['preview', {}],
      ['split', {}],
      ['watermark', { text: 'x' }],
      ['pdfa', {}],
      ['forms/list-fields', {}],
      ['forms/fill', { fields: [{ name: 'name', value: 'x' }] }],
      ['forms/add-fields', added],
    ] as const)
      await tools.refused(tool, { pdf, ...body }, ['pdf'], /is a dynamic XFA form/);
    await tools.refused('merge', { pdfs: [{ pdf: hybrid }, { pdf }] }, ['pdfs.1.pdf'], /is a dynamic XFA form/);
  });
});
