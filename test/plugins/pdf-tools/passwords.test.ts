import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type SharedHub, sharedHub } from '../../support/hub.ts';
import { isInstalled } from '../../support/installed.ts';
import { temporaryFolder } from '../../support/services.ts';
import { base64, pages } from './fixtures.ts';
import { bytesOf, type FileReply, Tools } from './tools.ts';

/** Passwords, and what SASLprep (RFC 4013) makes of them. */
const PASSWORDS = [
  ['\ufb01le', 'file'],
  ['I\u00adX', 'IX'],
  ['pass\u00a0word', 'pass word'],
  ['\u2168', 'IX'],
  ['gru\u0308n', 'gr\u00fcn'],
  ['\u0627\u0644\u0633\u0631', '\u0627\u0644\u0633\u0631'],
  ['\u{1f512}key', '\u{1f512}key'],
] as const;

describe('Passwords of PDFs', () => {
  const folder = temporaryFolder('passwords');
  let hub: SharedHub;
  let tools: Tools;
  before(async function () {
    for (const tool of ['qpdf', 'pdftotext']) if (!isInstalled(tool)) this.skip();
    hub = await sharedHub();
    tools = new Tools(await hub.account());
  });
  after(async () => {
    folder.remove();
    await hub.stop();
  });

  const file = join(folder.path, 'protected.pdf');
  /** Programs of others, each with this password. */
  const opens = {
    qpdf: async (password: string) => spawnSync('qpdf', ['--show-npages', `--password=${password}`, file]).status === 0,
    poppler: async (password: string) => spawnSync('pdftotext', ['-upw', password, file, '-']).stdout.includes('PAGE-1'),
    'pdf.js': async (password: string) => {
      const task = getDocument({ data: Uint8Array.from(readFileSync(file)), password });
      return task.promise.then(
        (document) => document.numPages === 1,
        () => false,
      );
    },
  };

  it('are those that SASLprep makes of them, and open as they are given', async () => {
    for (const [given, prepared] of PASSWORDS) {
      const pdf = base64(await pages(1));
      const made = await bytesOf(await tools.call('protect', { pdf, owner_password: 'owner', user_password: given, output: 'base64' }));
      writeFileSync(file, made);
      for (const [program, open] of Object.entries(opens)) {
        assert.equal(await open(prepared), true, `${program} ${prepared}`);
        assert.equal(await open('wrong'), false, program);
      }
      for (const password of [given, prepared]) {
        const { pages: count } = await tools.call<{ pages: number }>('info', { pdf: base64(made), password });
        assert.equal(count, 1, password);
      }
    }
  });

  it('open files of programs that do not prepare them', async () => {
    const plain = join(folder.path, 'plain.pdf');
    writeFileSync(plain, await pages(1));
    for (const [given] of PASSWORDS) {
      assert.equal(spawnSync('qpdf', ['--encrypt', given, 'owner', '256', '--', plain, file]).status, 0);
      const pdf = readFileSync(file).toString('base64');
      const { pages: count } = await tools.call<{ pages: number }>('info', { pdf, password: given });
      assert.equal(count, 1);
      await tools.refused('info', { pdf, password: 'wrong' }, ['password'], /does not open/);
    }
  });

  it('are refused where nobody could enter them, or they come to the same', async () => {
    const pdf = base64(await pages(1));
    const refused = (passwords: object, field: string, message: RegExp): Promise<void> =>
      tools.refused('protect', { pdf, ...passwords }, [field], message);
    await refused({ owner_password: '\u0627x' }, 'owner_password', /letters of one direction/);
    await refused({ owner_password: 'owner', user_password: 'a\ue000' }, 'user_password', /letters of one direction/);
    await refused({ owner_password: '\u00ad' }, 'owner_password', /one that is seen/);
    await refused({ owner_password: 'file', user_password: '\ufb01le' }, 'owner_password', /must differ/);
    const { protected: isProtected } = await tools.call<FileReply & { protected: boolean }>('protect', { pdf, owner_password: 'owner' });
    assert.equal(isProtected, true);
  });
});
