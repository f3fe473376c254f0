import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument, PDFName } from 'pdf-lib';
import { assertEnvelope, type Caller } from '../../support/caller.ts';
import { type SharedHub, sharedHub, startHub } from '../../support/hub.ts';
import { readPdf, textOf } from '../../support/pdf.ts';
import { temporaryFolder } from '../../support/services.ts';
import { base64, form, pages, turned } from './fixtures.ts';
import { bytesOf, type FileReply, Tools } from './tools.ts';

describe('PDF tools', () => {
  let hub: SharedHub;
  let caller: Caller;
  let call: Tools['call'];
  let refused: Tools['refused'];
  let valuesOf: Tools['valuesOf'];
  before(async () => {
    hub = await sharedHub();
    caller = await hub.account();
    ({ call, refused, valuesOf } = new Tools(caller));
  });
  after(() => hub.stop());

  it('sign visually, upright on turned pages, and say that it is no digital signature', async () => {
    for (const angle of [0, 90, 180, 270] as const) {
      const reply = await call<FileReply & Record<string, unknown>>('sign', {
        pdf: base64(await turned(angle)),
        name: 'Иван Łukasz',
        reason: 'Approved',
        location: 'Zürich',
        x: 20,
        y: 40,
        width: 180,
        height: 60,
      });
      assert.deepEqual([reply['signed'], reply['signature_annotation_added'], reply['cryptographically_signed']], [true, true, false]);
      const signed = await bytesOf(reply);
      const [page] = await readPdf(signed);
      assert.ok((page?.ink ?? 0) > 0.02);
      const document = await PDFDocument.load(signed);
      const raw = Buffer.from(await document.save({ useObjectStreams: false })).toString('latin1');
      assert.match(raw, /not a digital signature/);
      assert.doesNotMatch(raw, /\/ByteRange/);
    }
    const pdf = base64(await pages(1));
    await refused('sign', { pdf }, ['name']);
    await refused('sign', { pdf, name: 'x', page: 3 }, ['page'], /must be 0: the document has 1 page/);
    await refused('sign', { pdf, name: 'x', width: 0 }, ['width'], /over 0/);
    await refused('sign', { pdf, name: 'x', x: 200 }, ['x'], /off the page/);
  });

  it('put a picture into the signature, when it is one', async () => {
    const pdf = base64(await pages(1));
    const { data: image } = await call('preview', { pdf, dpi: 18, output: 'base64' });
    const look = async (reply: FileReply): Promise<string | undefined> =>
      (await call('preview', { pdf: base64(await bytesOf(reply)), output: 'base64' })).data;
    assert.notEqual(await look(await call('sign', { pdf, name: 'x', image })), await look(await call('sign', { pdf, name: 'x' })));
    await refused('sign', { pdf, name: 'x', image: 'not base64!' }, ['image'], /PNG or JPEG/);
    await refused('sign', { pdf, name: 'x', image: base64(Buffer.from('GIF89a')) }, ['image'], /PNG or JPEG/);
    await refused('sign', { pdf, name: 'x', image: (image ?? '').slice(0, 120) }, ['image'], /damaged/);
  });

  it('split by ranges, and no part holds anything of another', async () => {
    const source = await pages(12, 'SECRET');
    const reply = await call<{ parts: FileReply[]; total: number }>('split', { pdf: base64(source), ranges: [[1], [3, 5], [4]] });
    assert.equal(reply.total, 3);
    const texts = await Promise.all(reply.parts.map(async (part) => textOf(await bytesOf(part))));
    assert.deepEqual(texts, ['SECRET-1', 'SECRET-3 SECRET-4 SECRET-5', 'SECRET-4']);
    const [first] = reply.parts;
    assert.ok((first?.file_size ?? Infinity) < source.byteLength / 4, 'a part is not the whole');
    const alone = await call<{ parts: FileReply[]; total: number }>('split', { pdf: base64(source), output: 'base64' });
    assert.equal(alone.total, 12);
    for (const [i, part] of alone.parts.entries()) {
      const document = await PDFDocument.load(await bytesOf(part));
      const raw = Buffer.from(await document.save({ useObjectStreams: false })).toString('latin1');
      assert.equal((raw.match(/\/Type \/Page\b/g) ?? []).length, 1, `part ${String(i + 1)}`);
    }
    const pdf = base64(await pages(4));
    for (const range of [[0], [5, 2], [1, 9], [1.5], [1, 2, 3], []])
      await refused('split', { pdf, ranges: [[1], range] }, ['ranges.1'], /within 1 to 4/);
    await refused('split', { pdf, ranges: [] }, ['ranges']);
    await refused('split', { pdf, ranges: [['1']] }, ['ranges.0.0']);
    const many = Array.from({ length: 500 }, () => [1, 600]);
    await refused('split', { pdf: base64(await pages(600)), ranges: many }, ['ranges'], /hold 300000 pages together; at most 50000/);
  });

  it('keep the fields of the pages they split off, and merge forms without mixing them', async () => {
    const source = await form();
    const { parts } = await call<{ parts: FileReply[] }>('split', { pdf: base64(source), ranges: [[1]] });
    const [part] = parts;
    assert.ok(part);
    assert.deepEqual(Object.keys(await valuesOf(await bytesOf(part))), Object.keys(await valuesOf(source)));
    const merged = await call<FileReply & { pages: number }>('merge', {
      pdfs: [{ pdf: base64(source) }, { pdf: base64(await pages(3)), ranges: [[2, 3]] }, { pdf: base64(source) }],
    });
    assert.equal(merged.pages, 4);
    const bytes = await bytesOf(merged);
    assert.equal((await readPdf(bytes)).length, 4);
    assert.equal(Object.keys(await valuesOf(bytes)).length, 16);
    assert.match(await textOf(bytes), /PAGE-2 PAGE-3/);
    await refused('merge', { pdfs: [{ pdf: base64(source) }] }, ['pdfs'], /2 to 50/);
    await refused('merge', { pdfs: [{ pdf: base64(source) }, { pdf: 'x' }] }, ['pdfs.1.pdf']);
    await refused('merge', { pdfs: [{ pdf: base64(source) }, { pdf: base64(await pages(2)), ranges: [[3]] }] }, ['pdfs.1.ranges.0']);
  });

  it('protect with AES-256 where the operator allows it, and answer 501 otherwise', async () => {
    const refusing = await startHub();
    try {
      const account = await refusing.account();
      for (const body of [{}, { pdf: 'x' }, { anything: [] }])
        assertEnvelope(await account.send('POST', '/v1/pdf/protect', body), 501, 'NOT_IMPLEMENTED');
      assert.equal((await account.raw('POST', '/v1/pdf/protect')).status, 501);
      assert.equal((await fetch(`${refusing.url}/v1/pdf/protect`, { method: 'POST' })).status, 401);
    } finally {
      await refusing.stop();
    }
    const pdf = base64(await pages(2));
    const made = await caller.send<FileReply & { protected: boolean }>('POST', '/v1/pdf/protect', {
      pdf,
      owner_password: 'owner',
      user_password: 'user',
      output: 'base64',
    });
    assert.deepEqual([made.status, made.body.protected], [200, true]);
    const locked = made.body.data ?? '';
    await assert.rejects(PDFDocument.load(Buffer.from(locked, 'base64')), /encrypted/);
    for (const [body, field, message] of [
      [{ pdf: locked }, 'pdf', /is encrypted; pass password/],
      [{ pdf: locked, password: 'wrong' }, 'password', /does not open/],
    ] as const) {
      const error = await caller.refused('POST', '/v1/pdf/split', body, 400, 'VALIDATION_ERROR', [field]);
      assert.match(error.message, message);
    }
    assert.match(
      (await caller.refused('POST', '/v1/pdf/split', { pdf: locked, password: 'user' }, 400, 'VALIDATION_ERROR', ['pdf'])).message,
      /owner password/,
    );
    const opened = await caller.send<{ total: number }>('POST', '/v1/pdf/split', { pdf: locked, password: 'owner' });
    assert.deepEqual([opened.status, opened.body.total], [200, 2]);
    await caller.refused('POST', '/v1/pdf/protect', { pdf }, 400, 'VALIDATION_ERROR', ['owner_password']);
    await caller.refused('POST', '/v1/pdf/protect', { pdf, owner_password: 'a', user_password: 'a' }, 400, 'VALIDATION_ERROR', [
      'owner_password',
    ]);
  });

  it('convert to PDF/A-1b that looks as before and keeps its text', async () => {
    const made = await caller.pdf({
      html: '<style>p{opacity:.5}</style><h1 style="color:#b4532a">Archived Łódź</h1><p>half transparent</p><a href="https://example.com">link</a>',
    });
    const reply = await call<FileReply & { pdfa: boolean; rasterized_pages: number[] }>('pdfa', {
      pdf: base64(made),
      title: 'Für <immer> & "ewig"',
      author: 'Ada',
    });
    assert.deepEqual([reply.pdfa, reply.rasterized_pages], [true, [1]]);
    const bytes = await bytesOf(reply);
    assert.match((await textOf(bytes)).replace(/\s/g, ''), /ArchivedŁódź/);
    const [[before], [after]] = [await readPdf(made), await readPdf(bytes)];
    assert.ok(Math.abs((before?.ink ?? 0) - (after?.ink ?? 1)) < 0.01);
    const { body } = await caller.send<{ claims: string[]; metadata: Record<string, unknown>; version: string }>('POST', '/v1/pdf/info', {
      pdf: base64(bytes),
    });
    assert.deepEqual(
      [body.claims, body.version, body.metadata['title'], body.metadata['author']],
      [['PDF/A-1b'], '1.4', 'Für <immer> & "ewig"', 'Ada'],
    );
    const resigned = await call<FileReply & { warnings: { code: string }[] }>('sign', { pdf: base64(bytes), name: 'x' });
    assert.deepEqual(
      resigned.warnings.map(({ code }) => code),
      ['CLAIM_REMOVED'],
    );
    const pictures = await PDFDocument.create();
    const { context } = pictures;
    // Nothing that could be embedded is as wide.
    const wide = { Type: 'Font', Subtype: 'Type1', BaseFont: 'Symbol', FirstChar: 97, LastChar: 97, Widths: [200] };
    const [font, content] = [context.register(context.obj(wide)), context.register(context.stream('BT /F0 24 Tf 40 100 Td (a) Tj ET'))];
    for (let i = 0; i < 201; i++) {
      const { node } = pictures.addPage([300, 200]);
      node.setFontDictionary(PDFName.of('F0'), font);
      node.set(PDFName.of('Contents'), content);
    }
    const many = await caller.send('POST', '/v1/pdf/pdfa', { pdf: base64(await pictures.save()) });
    assertEnvelope(many, 422, 'CONVERSION_FAILED');
  });

  it('tell about a PDF and show its pages', async () => {
    const pdf = base64(await form());
    const told = await call<{ pages: number; fields: { name: string }[]; page_sizes: object[]; encrypted: boolean; signatures: number }>(
      'info',
      { pdf },
    );
    assert.deepEqual(
      [told.pages, told.fields.length, told.page_sizes, told.encrypted, told.signatures],
      [1, 8, [{ width: 400, height: 500, rotation: 0 }], false, 0],
    );
    assert.deepEqual(told.fields[0], {
      ...{ name: 'person.name', type: 'text', page: 0, box: { x: 49.5, y: 439.5, width: 301, height: 23 } },
      ...{ required: false, read_only: false, multiline: false, password: false, max_length: null },
    });
    const shown = await call<FileReply & { width: number; height: number }>('preview', { pdf, dpi: 144 });
    assert.deepEqual([shown.width, shown.height], [800, 1000]);
    assert.equal(
      Buffer.from(await bytesOf(shown))
        .subarray(1, 4)
        .toString(),
      'PNG',
    );
    await refused('preview', { pdf, page: 1 }, ['page']);
    await refused('preview', { pdf, dpi: 10 }, ['dpi']);
  });

  it('make files that qpdf and PDFBox find sound', async function () {
    const folder = temporaryFolder('judges');
    const judge = (command: string, ...args: string[]): number => spawnSync(command, args, { stdio: 'ignore' }).status ?? -1;
    if (judge('qpdf', '--version') !== 0) this.skip();
    try {
      const pdf = base64(await form());
      const made: Record<string, FileReply> = {
        fill: await call('forms/fill', { pdf, fields: [{ name: 'person.name', value: 'Łódź' }] }),
        flat: await call('forms/fill', { pdf, fields: [{ name: 'person.name', value: 'Łódź' }], flatten: true }),
        add: await call('forms/add-fields', { pdf, fields: [{ name: 'new', type: 'text', page: 0, x: 10, y: 10 }] }),
        sign: await call('sign', { pdf, name: 'x' }),
        split: (await call<{ parts: FileReply[] }>('split', { pdf: base64(await pages(3)), ranges: [[2, 3]] })).parts[0] as FileReply,
        merge: await call('merge', { pdfs: [{ pdf }, { pdf: base64(await pages(3)) }] }),
        pdfa: await call('pdfa', { pdf: base64(await caller.pdf({ html: '<h1 style="opacity:.4">archive</h1>' })) }),
      };
      for (const [name, reply] of Object.entries(made)) {
        const path = join(folder.path, `${name}.pdf`);
        writeFileSync(path, await bytesOf(reply));
        assert.equal(judge('qpdf', '--check', path), 0, name);
      }
      const jars = ['preflight', 'pdfbox2', 'fontbox2', 'xmpbox', 'commons-logging', 'javax.activation', 'jaxb-api'].map(
        (jar) => `/usr/share/java/${jar}.jar`,
      );
      if (jars.some((jar) => !existsSync(jar))) this.skip();
      const validator = ['-cp', jars.join(':'), 'org.apache.pdfbox.preflight.Validator_A1b'];
      assert.equal(judge('java', ...validator, join(folder.path, 'pdfa.pdf')), 0);
      assert.notEqual(judge('java', ...validator, join(folder.path, 'sign.pdf')), 0, 'the judge can say no');
    } finally {
      folder.remove();
    }
  });

  it('take an Idempotency-Key, need the scope, and do not count', async () => {
    const pdf = base64(await pages(1));
    const key = { 'idempotency-key': 'tools-1' };
    const [a, b] = [
      await caller.send<FileReply>('POST', '/v1/pdf/sign', { pdf, name: 'x' }, key),
      await caller.send<FileReply>('POST', '/v1/pdf/sign', { pdf, name: 'x' }, key),
    ];
    assert.equal(a.body.url, b.body.url);
    const scoped = await hub.account({ flags: ['--scopes', 'generate'] });
    assertEnvelope(await scoped.send('POST', '/v1/pdf/info', { pdf }), 403, 'FORBIDDEN');
    const free = await hub.account({ plan: 'free' });
    const reply = await free.send('POST', '/v1/pdf/info', { pdf });
    assert.deepEqual([reply.status, reply.headers.get('x-quota-limit')], [200, null]);
  });
});
