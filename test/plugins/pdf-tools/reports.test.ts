import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject } from 'pdf-lib';
import type { Caller } from '../../support/caller.ts';
import { type SharedHub, sharedHub } from '../../support/hub.ts';
import { isInstalled } from '../../support/installed.ts';
import { temporaryFolder } from '../../support/services.ts';
import { bytesOf, type FileReply } from './tools.ts';

const FOLDER = join(import.meta.dirname, '../../fixtures/pdf-tools');
const DARK = 200;
const NEAR = 80;

type Box = readonly [left: number, bottom: number, right: number, top: number];
type Color = readonly number[];

/** As `test/fixtures/pdf-tools/README.md` tells. */
interface Report {
  readonly name: string;
  readonly file: string | readonly string[];
  readonly image?: string;
  readonly request: { readonly path: string; readonly body: Record<string, unknown> };
  readonly right: string;
  readonly check: readonly Check[];
}

interface Check {
  readonly text?: number;
  readonly once?: readonly string[];
  readonly ink?: number;
  readonly box?: Box;
  readonly min?: number;
  readonly max?: number;
  readonly colour?: number;
  readonly at?: readonly [x: number, y: number];
  readonly near?: Color;
  readonly reply?: string;
  readonly is?: unknown;
  readonly not?: readonly unknown[];
  readonly absent?: string;
  readonly present?: string;
  readonly attachments?: number;
}

/** Pixels of a page at one to the point; `height` minus a place from the bottom is its row. */
interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Buffer;
}

type Reply = Partial<FileReply> & { readonly parts?: readonly FileReply[] };

/** The file made, the first part of several, a picture as a page of its size; undefined where the reply is all. */
async function fileOf(reply: Reply): Promise<Uint8Array | undefined> {
  const file = reply.parts?.[0] ?? reply;
  if (file.file_size === undefined || (file.url ?? file.data) === undefined) return undefined;
  const bytes = await bytesOf({ ...file, file_size: file.file_size });
  if (Buffer.from(bytes).toString('latin1', 1, 4) !== 'PNG') return bytes;
  const document = await PDFDocument.create();
  const picture = await document.embedPng(bytes);
  document.addPage([picture.width, picture.height]).drawImage(picture);
  return document.save();
}

const encoded = (file: string): string => readFileSync(join(FOLDER, file)).toString('base64');

/** @param ppm binary, 8 bits a channel (netpbm's P6) */
function pictureOf(ppm: Buffer): Picture {
  const [head = '', width = '', height = ''] = /^P6\s(\d+)\s(\d+)\s255\s/.exec(ppm.toString('latin1', 0, 40)) ?? [];
  return { width: Number(width), height: Number(height), pixels: ppm.subarray(head.length) };
}

const colorOf = ({ width, height, pixels }: Picture, x: number, y: number): Color => {
  const offset = ((height - 1 - y) * width + x) * 3;
  return [...pixels.subarray(offset, offset + 3)];
};

function inkOf(picture: Picture, [left, bottom, right, top]: Box): number {
  let dark = 0;
  for (let y = bottom; y < top; y++)
    for (let x = left; x < right; x++) if (colorOf(picture, x, y).reduce((sum, part) => sum + part, 0) / 3 < DARK) dark++;
  return dark / ((right - left) * (top - bottom));
}

async function objectAt(pdf: Uint8Array, path: string): Promise<PDFObject | undefined> {
  const { context } = await PDFDocument.load(pdf, { updateMetadata: false });
  let found: PDFObject | undefined = context.obj({ Root: context.trailerInfo.Root });
  for (const name of path.split('/')) {
    if (found instanceof PDFArray) found = found.lookup(Number(name));
    else found = found instanceof PDFDict ? found.lookup(PDFName.of(name)) : undefined;
  }
  return found;
}

const valueAt = (reply: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], reply);

describe('PDF tools, on files of public reports', () => {
  const folder = temporaryFolder('reports');
  let hub: SharedHub;
  let caller: Caller;

  before(async function () {
    for (const tool of ['pdftoppm', 'pdftotext', 'pdfdetach']) if (!isInstalled(tool)) this.skip(); // .ci/run installs the judges
    hub = await sharedHub();
    caller = await hub.account();
  });
  after(async () => {
    await hub.stop();
    folder.remove();
  });

  async function judge(pdf: Uint8Array | undefined, check: Check, reply: Reply): Promise<void> {
    if (check.reply !== undefined) {
      const found = valueAt(reply, check.reply);
      if ('is' in check) assert.deepEqual(found, check.is);
      for (const wrong of check.not ?? []) assert.notDeepEqual(found, wrong);
      return;
    }
    assert.ok(pdf, 'a file was made');
    const path = join(folder.path, 'made.pdf');
    writeFileSync(path, pdf);
    const poppler = (tool: string, page: number, ...args: string[]): Buffer =>
      execFileSync(tool, ['-f', String(page), '-l', String(page), ...args], { maxBuffer: 1e8, stdio: ['ignore', 'pipe', 'ignore'] });
    const picture = (page: number): Picture => pictureOf(poppler('pdftoppm', page, '-r', '72', path));
    const { text, once = [], ink, box, min = 0, max = 1, colour, at, near = [], absent, present, attachments } = check;
    if (text !== undefined) {
      const found = poppler('pdftotext', text, path, '-').toString();
      for (const word of once) assert.equal(found.split(word).length - 1, 1, `${word} in: ${found}`);
    } else if (ink !== undefined && box !== undefined) {
      const share = inkOf(picture(ink), box);
      assert.ok(share >= min && share <= max, `ink ${String(share)} in ${String(box)}`);
    } else if (colour !== undefined && at !== undefined) {
      const found = colorOf(picture(colour), at[0], at[1]);
      assert.ok(
        found.every((part, n) => Math.abs(part - (near[n] ?? 0)) <= NEAR),
        String(found),
      );
    } else if (attachments !== undefined) {
      assert.match(execFileSync('pdfdetach', ['-list', path], { encoding: 'utf8' }), new RegExp(`^${String(attachments)} embedded`));
    } else if (absent !== undefined) {
      assert.equal(await objectAt(pdf, absent), undefined);
    } else if (present !== undefined) {
      assert.ok(await objectAt(pdf, present));
    } else {
      assert.fail(`no such check: ${JSON.stringify(check)}`);
    }
  }

  const reports = JSON.parse(readFileSync(join(FOLDER, 'index.json'), 'utf8')) as Report[];
  for (const { name, file, image, request, right, check } of reports) {
    it(`${name}: ${right}`, async () => {
      const source = typeof file === 'string' ? { pdf: encoded(file) } : { pdfs: file.map((one) => ({ pdf: encoded(one) })) };
      const output = /list-fields|info/.test(request.path) ? {} : { output: 'base64' };
      const body = { ...request.body, ...source, ...(image === undefined ? {} : { image: encoded(image) }), ...output };
      const { status, body: reply } = await caller.send<Reply>('POST', request.path, body);
      assert.equal(status, 200, JSON.stringify(reply).slice(0, 500));
      const made = await fileOf(reply);
      for (const one of check) await judge(made, one, reply);
    });
  }
});
