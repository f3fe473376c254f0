import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument, PDFName, StandardFonts } from 'pdf-lib';
import type { Caller } from '../../support/caller.ts';
import { type SharedHub, sharedHub } from '../../support/hub.ts';
import { isInstalled } from '../../support/installed.ts';
import { readPdf, textOf } from '../../support/pdf.ts';
import { temporaryFolder } from '../../support/services.ts';
import { base64, form, pages } from './fixtures.ts';
import { bytesOf, type FileReply, Tools } from './tools.ts';

const PDFBOX = ['pdfbox2', 'fontbox2', 'commons-logging'].map((jar) => `/usr/share/java/${jar}.jar`);
const READ_FIELDS = join(import.meta.dirname, '../../judges/pdfbox/ReadFields.java');
const SHARED = 60;

/** Pages that all have the same resources, of which each uses one picture. */
async function sharedResources(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const { context } = document;
  const picture = { Type: 'XObject', Subtype: 'Image', Width: 80, Height: 80, ColorSpace: 'DeviceRGB', BitsPerComponent: 8 };
  const pictures = Object.fromEntries(
    Array.from({ length: SHARED }, (_, i) => [`Im${String(i)}`, context.register(context.stream(randomBytes(80 * 80 * 3), picture))]),
  );
  const resources = context.register(context.obj({ XObject: pictures, Font: { F0: font.ref } }));
  for (let i = 0; i < SHARED; i++) {
    const page = document.addPage([200, 200]);
    page.node.set(PDFName.of('Resources'), resources);
    const content = `q 100 0 0 100 20 20 cm /Im${String(i)} Do Q BT /F0 12 Tf 20 150 Td (MARKER${String(i)}X) Tj ET`;
    page.node.set(PDFName.of('Contents'), context.register(context.stream(content)));
  }
  return document.save();
}

describe('PDF tools, judged by others', function () {
  this.timeout(60_000);
  const folder = temporaryFolder('acceptance');
  let hub: SharedHub;
  let caller: Caller;
  let tools: Tools;
  before(async function () {
    if (!isInstalled('qpdf')) this.skip(); // .ci/run installs the judges
    hub = await sharedHub();
    caller = await hub.account();
    tools = new Tools(caller);
  });
  after(async () => {
    await (hub as SharedHub | undefined)?.stop();
    folder.remove();
  });

  const keep = (name: string, bytes: Uint8Array): string => {
    const path = join(folder.path, `${name}.pdf`);
    writeFileSync(path, bytes);
    return path;
  };
  /** Everything a file holds, unpacked, also what nothing refers to. */
  const insideOf = (path: string): string =>
    execFileSync('qpdf', ['--qdf', '--object-streams=disable', '--preserve-unreferenced', path, '-'], {
      encoding: 'latin1',
      maxBuffer: 1e9,
    });

  it('a part holds its own page only, however much the pages share', async () => {
    const source = await sharedResources();
    const { parts } = await tools.call<{ parts: FileReply[] }>('split', { pdf: base64(source) });
    assert.equal(parts.length, SHARED);
    assert.ok(parts.reduce((sum, { file_size }) => sum + file_size, 0) < source.byteLength * 1.5);
    for (const i of [0, 7, SHARED - 1]) {
      const path = keep(`part-${String(i)}`, await bytesOf(parts[i] as FileReply));
      execFileSync('qpdf', ['--check', path]);
      const markers = insideOf(path).match(/MARKER\d+X/g) ?? [];
      assert.deepEqual([...new Set(markers)], [`MARKER${String(i)}X`]);
    }
  });

  it('a file merged with itself is hardly larger', async () => {
    const source = await sharedResources();
    const merged = await tools.call<FileReply & { pages: number }>('merge', { pdfs: [{ pdf: base64(source) }, { pdf: base64(source) }] });
    assert.equal(merged.pages, SHARED * 2);
    assert.ok(merged.file_size < source.byteLength * 1.5, String(merged.file_size / source.byteLength));
    execFileSync('qpdf', ['--check', keep('merged', await bytesOf(merged))]);
  });

  it('PDFBox reads every value that was filled in, and the old ones are nowhere', async function () {
    if (!PDFBOX.every(existsSync)) this.skip();
    const values = { 'person.name': 'Łódź Привет Γειά', notes: 'first line\nsecond line', short: 'new', colour: 'green', list: 'b' };
    const fields = [
      ...Object.entries(values).map(([name, value]) => ({ name, value })),
      { name: 'agree', value: true },
      { name: 'size', value: 'large' },
    ];
    const path = keep('filled', await bytesOf(await tools.call('forms/fill', { pdf: base64(await form()), fields })));
    execFileSync('qpdf', ['--check', path]);
    const lines = execFileSync('java', ['-cp', PDFBOX.join(':'), READ_FIELDS, path], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const read = new Map(
      lines
        .trim()
        .split('\n')
        .map((line) => line.split('\t'))
        .map(([name, value]) => [name, Buffer.from(value ?? '', 'base64').toString('utf8')] as const),
    );
    for (const [name, value] of Object.entries(values))
      assert.equal((read.get(name) ?? '').replace(/^\[|\]$/g, '').replace(/\r\n?/g, '\n'), value, name);
    assert.doesNotMatch(insideOf(path), /\(old\)|<FEFF006F006C0064>/i);
  });

  it('pages look as before when nothing on them changes', async () => {
    const source = await form();
    const look = async (pdf: Uint8Array): Promise<string | undefined> =>
      (await tools.call('preview', { pdf: base64(pdf), output: 'base64' })).data;
    const before = await look(source);
    const { parts } = await tools.call<{ parts: FileReply[] }>('split', { pdf: base64(source), ranges: [[1]] });
    assert.equal(await look(await bytesOf(parts[0] as FileReply)), before);
    assert.equal(
      await look(await bytesOf(await tools.call('forms/fill', { pdf: base64(source), fields: [{ name: 'short', value: 'old' }] }))),
      before,
    );
    const flat = await bytesOf(
      await tools.call('forms/fill', { pdf: base64(source), fields: [{ name: 'short', value: 'old' }], flatten: true }),
    );
    const [[a], [b]] = [
      await readPdf(await bytesOf(await tools.call('merge', { pdfs: [{ pdf: base64(flat) }, { pdf: base64(flat) }] }))),
      await readPdf(flat),
    ];
    assert.equal(a?.ink, b?.ink);
  });

  it('encryption is of revision 6 with just the permissions that were given', async () => {
    const reply = await tools.call('protect', { pdf: base64(await pages(1)), owner_password: 'owner', user_password: 'user' });
    const path = keep('protected', await bytesOf(reply));
    const show = (password: string) => spawnSync('qpdf', ['--show-encryption', `--password=${password}`, path], { encoding: 'utf8' });
    assert.match(show('user').stdout, /R = 6[\s\S]*P = -1340/);
    assert.match(show('user').stdout, /AESv3/);
    assert.equal(spawnSync('qpdf', ['--check', '--password=wrong', path]).status, 2);
    const open = await tools.call('protect', {
      pdf: base64(await pages(1)),
      owner_password: 'owner',
      permissions: { copying: true },
    });
    assert.match(await textOf(await bytesOf(open)), /PAGE-1/);
  });

  it('takes PDFs to merge as plain base64, too', async () => {
    const [one, two] = [base64(await pages(1, 'ONE')), base64(await pages(2, 'TWO'))];
    const merged = await bytesOf(await tools.call('merge', { pdfs: [one, { pdf: two, ranges: [[2]] }, one] }));
    assert.match(await textOf(merged), /ONE-1[^]*TWO-2[^]*ONE-1/);
    await tools.refused('merge', { pdfs: [one, 5] }, ['pdfs.1'], /must be text or an object/);
    await tools.refused('merge', { pdfs: [{ pdf: 5 }, { other: one }] }, ['pdfs.0.pdf', 'pdfs.1.other']);
    await tools.refused('merge', { pdfs: [one, 'no PDF'] }, ['pdfs.1.pdf']);
  });
});
