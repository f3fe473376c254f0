import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium, prepareInstallFolder } from '../../../plugins/rendering/chromium/chromium-install.ts';
import type { Caller } from '../../support/caller.ts';
import { endNextAtStart, hangNextAtStart, writeFaultyBrowser } from '../../support/faulty-browser.ts';
import { startHub, type TestHub } from '../../support/hub.ts';
import { isInstalled } from '../../support/installed.ts';
import { readMetrics } from '../../support/metrics.ts';
import { textOf } from '../../support/pdf.ts';
import { startedBrowsers } from '../../support/processes.ts';
import { temporaryFolder } from '../../support/services.ts';

describe('a print that is not of the document asked for', function () {
  this.timeout(120_000);
  const folder = temporaryFolder('faulty-browser');
  let hub: TestHub;
  let caller: Caller;
  before(async () => {
    const chromium = await findChromium(undefined, await prepareInstallFolder(folder.path));
    const executablePath = writeFaultyBrowser(folder.path, chromium);
    hub = await startHub({ plugins: { rendering: { config: { executablePath, sandbox: 'off' } } } });
    caller = await hub.account();
  });
  after(async () => {
    await hub.stop();
    folder.remove();
  });

  const thrownAway = async (lane: string): Promise<number> => (await readMetrics(hub.url)).sum('platen_wrong_prints_total', { lane });
  const logged = (): number => hub.log.filter((line) => line.includes('a print was thrown away')).length;

  it('is made again on a fresh page, counted and logged', async () => {
    for (const fault of ['faultKeptOnce', 'faultClearedOnce']) {
      const [before, lines] = [await thrownAway('static'), logged()];
      assert.equal(await textOf(await caller.pdf({ html: `<p>wanted ${fault}</p>` })), `wanted ${fault}`);
      assert.deepEqual([await thrownAway('static'), logged()], [before + 1, lines + 1]);
    }
  });

  it('is never a document: the second time it is an error of the hub, and not counted against the quota', async () => {
    const remaining = async (): Promise<number> => {
      const { headers } = await caller.send('POST', '/v1/generate', { html: '<p>x' });
      return Number(headers.get('x-quota-remaining'));
    };
    const other = await hub.account({ plan: 'free' });
    caller = other;
    const before = await remaining();
    for (const html of ['<p>faultCleared</p>', '<p>faultCleared</p><script></script>', '<p>faultCleared</p><img src="data:,x">']) {
      await other.refused('POST', '/v1/generate', { html }, 500, 'INTERNAL_ERROR');
    }
    assert.equal(await remaining(), before - 1);
    assert.ok((await thrownAway('scripted')) >= 4);
  });

  it('is found with a header, with one that shows the title, and in whatever letters the title is', async () => {
    const bodies = [
      { html: '<p>faultCleared</p>', options: { header: '<b>head</b>' } },
      { html: '<p>faultCleared</p>', options: { footer: '<span class=title></span>' } },
      { html: '<title>Résumé 履歴</title><p>faultCleared</p>' },
      { html: '<style>head, title { display: block }</style><title>shown</title><p>faultCleared</p>' },
    ];
    for (const body of bodies) await caller.refused('POST', '/v1/generate', body, 500, 'INTERNAL_ERROR');
  });
});

describe('a browser that fails while it starts', function () {
  this.timeout(120_000);
  const folder = temporaryFolder('ending-browser');
  after(() => folder.remove());

  for (const [how, failNextAtStart, documents] of [
    ['ends', endNextAtStart, ['<p>static', '<p>scripted</p><script></script>']],
    ['never answers', hangNextAtStart, ['<p>static']],
  ] as const) {
    it(`is started again when it ${how}, and no document fails of it`, async () => {
      const chromium = await findChromium(undefined, await prepareInstallFolder(folder.path));
      const executablePath = writeFaultyBrowser(folder.path, chromium);
      const hub = await startHub({ plugins: { rendering: { config: { executablePath, sandbox: 'off' } } } });
      try {
        const caller = await hub.account();
        for (const html of documents) {
          failNextAtStart(folder.path);
          for (const { pid, command } of startedBrowsers()) if (command.includes(executablePath)) process.kill(pid, 'SIGKILL');
          assert.match(html, new RegExp(await textOf(await caller.pdf({ html }))));
        }
      } finally {
        await hub.stop();
      }
    });
  }
});

describe('what a document is recognised by', () => {
  let hub: TestHub;
  let caller: Caller;
  before(async () => {
    hub = await startHub();
    caller = await hub.account();
  });
  after(() => hub.stop());

  const titleIn = (pdf: Uint8Array): string | undefined => /\/Title (.*)/.exec(Buffer.from(pdf).toString('latin1'))?.[1]?.trimEnd();

  it('is seen nowhere: not in the title, in whatever letters, nor on the paper', async () => {
    const titles: readonly [html: string, title: string | undefined][] = [
      ['<p>x', '(Document)'],
      ['<title>A (b) \\ c)</title><p>x', '(A \\(b\\) \\\\ c\\))'],
      ['<title>é</title><p>x', '<FEFF00E9>'],
      ['<title>😀 a</title><p>x', '<FEFFD83DDE0000200061>'],
      ['<title></title><p>x', undefined],
      [`<title>${'long '.repeat(2000)}</title><p>x`, `(${'long '.repeat(2000).trim()})`],
    ];
    for (const [html, title] of titles) {
      const pdf = await caller.pdf({ html });
      assert.equal(titleIn(pdf), title);
      assert.equal(await textOf(pdf), 'x');
    }
    const header = { header: '<span class=title style="font-size:12px"></span>' };
    assert.equal(await textOf(await caller.pdf({ html: '<title>Mine</title><p>x', options: header })), 'x Mine');
    const shown = '<style>head, title { display: block }</style><title>Shown</title><p>x';
    assert.equal(await textOf(await caller.pdf({ html: shown })), 'Shown x');
  });

  it('leaves a PDF whole, as qpdf sees it', async function () {
    if (!isInstalled('qpdf')) this.skip(); // .ci/run installs the judges
    const folder = temporaryFolder('whole');
    for (const [n, html] of ['<title>é</title><p>x', '<p>x', '<title></title>x'].entries()) {
      const path = join(folder.path, `${String(n)}.pdf`);
      writeFileSync(path, await caller.pdf({ html }));
      execFileSync('qpdf', ['--check', path]);
    }
    folder.remove();
  });

  it('takes no document for a wrong one', async () => {
    const bodies = [' ', '<!-- only a comment -->', '<frameset><frame></frameset>', '<svg><title>in a drawing</title></svg>x', '\uFEFFx'];
    for (const html of bodies) await caller.generate({ html });
    const metrics = await readMetrics(hub.url);
    assert.equal(metrics.sum('platen_wrong_prints_total'), 0);
  });
});
