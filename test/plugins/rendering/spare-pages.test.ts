import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pino from 'pino';
import { Chromium } from '../../../plugins/rendering/chromium/browser.ts';
import { findChromium, prepareInstallFolder } from '../../../plugins/rendering/chromium/chromium-install.ts';
import { installFonts } from '../../../plugins/rendering/chromium/fonts.ts';
import { type BrowserProcess, treeReader } from '../../../plugins/rendering/chromium/processes.ts';
import { EgressProxy } from '../../../plugins/rendering/lanes/egress-proxy.ts';
import { openScriptedPage, type ScriptedPage } from '../../../plugins/rendering/lanes/scripted-page.ts';
import { SparePages } from '../../../plugins/rendering/lanes/spare-pages.ts';
import { createOutbound } from '../../../server/net/outbound.ts';
import { temporaryFolder } from '../../support/services.ts';
import { until } from '../../support/until.ts';

const log = pino({ level: 'silent' });
const outbound = createOutbound({ allow: [], ports: [80] });
const budget = { maxRequests: 10, maxBytes: 1000 };

describe('pages that are opened ahead', () => {
  const folder = temporaryFolder('browser');
  let browser: Chromium;
  let opened: ScriptedPage[];
  let spares: SparePages;
  before(async () => {
    const installFolder = await prepareInstallFolder(folder.path);
    const fonts = await installFonts(installFolder, [], true);
    browser = await Chromium.launch({
      executablePath: await findChromium(undefined, installFolder),
      installFolder,
      fontConfig: fonts.configFile,
      sandbox: true,
      shared: true,
      beginFrames: false,
      denyPort: 9,
    });
  });
  beforeEach(() => {
    // Of this case alone: a page that one before asked for may come late.
    const own: ScriptedPage[] = [];
    opened = own;
    const open = async (): Promise<ScriptedPage> => {
      const page = await openScriptedPage(browser, { outbound, budget, log });
      own.push(page);
      return page;
    };
    spares = new SparePages(open, 2, log);
  });
  afterEach(() => {
    for (const { close } of opened) close();
  });
  after(async () => {
    await browser.close();
    folder.remove();
  });

  const openedAre = (count: number): Promise<true> => until(`${String(count)} pages`, () => opened.length === count || undefined);
  const contextsOpen = async (): Promise<number> => (await browser.root.send('Target.getBrowserContexts')).browserContextIds.length;

  it('are as many as documents are at work', async () => {
    const first = await spares.take(browser);
    await openedAre(2);
    const second = await spares.take(browser);
    await openedAre(4);
    for (const { page } of [first, second]) await browser.closePage(page);
    const third = await spares.take(browser);
    assert.ok(![first, second].includes(third));
    await pause(100);
    assert.equal(opened.length, 4, 'one spare is left for the one document at work');
  });

  it('are no more than were asked for, and go to one document each', async () => {
    const before = await contextsOpen();
    const taken = new Set<ScriptedPage>();
    for (let i = 0; i < 4; i++) taken.add(await spares.take(browser));
    assert.equal(taken.size, 4);
    await openedAre(6);
    assert.equal(new Set(opened.map(({ page }) => page.targetId)).size, 6);
    await pause(100);
    assert.equal(opened.length, 6);
    assert.equal(await contextsOpen(), before + 6);
  });

  it('are not used when their renderer has died meanwhile', async () => {
    await spares.take(browser);
    await openedAre(2);
    for (const { page } of opened.slice(1)) page.send('Page.crash').catch(() => undefined); // its end is the answer
    await until('the end of the spares', () => opened.slice(1).every(({ page }) => page.isLost) || undefined);
    const { page, world } = await spares.take(browser);
    assert.equal(page.isLost, false);
    assert.equal(await world.evaluate('6 * 7'), 42);
  });

  it('have the size of their document before it is there', async () => {
    const { begin, world } = await spares.take(browser);
    await begin({ area: { width: 384, height: 400 }, media: 'print', density: 1 });
    assert.deepEqual(await world.evaluate('[innerWidth, innerHeight]'), [384, 400]);
  });

  it('are watched from their first moment: a look at the browser’s processes sees every new renderer', async () => {
    const look = treeReader(browser.pid);
    const renderersIn = (processes: readonly BrowserProcess[]): Set<number> =>
      new Set(processes.filter(({ isRenderer }) => isRenderer).map(({ pid }) => pid));
    const first = renderersIn(look());
    for (let n = 1; n <= 7; n++) {
      await spares.take(browser);
      await openedAre(n + Math.min(n, 2));
      const [before, seen, after] = [treeReader(browser.pid), look, treeReader(browser.pid)].map((read) => renderersIn(read()));
      // Others may begin or end between the looks.
      const lasting = [...(before ?? [])].filter((pid) => after?.has(pid) === true);
      assert.ok(lasting.filter((pid) => !first.has(pid)).length >= n);
      for (const pid of lasting) assert.ok(seen?.has(pid) === true, `renderer ${String(pid)} of ${String(lasting.length)}`);
    }
  });
});

describe('the proxy of a page', () => {
  const answerOf = (port: number): Promise<string> =>
    new Promise((resolve, reject) => {
      let text = '';
      const socket = connect(port, '127.0.0.1', () => socket.write('GET http://127.0.0.1:9/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'));
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
      socket.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ECONNRESET') reject(error);
      });
      socket.on('close', () => {
        resolve(text);
      });
    });

  it('answers nobody before its document begins, and refuses by the policy from then on', async () => {
    const proxy = await EgressProxy.open(outbound, budget);
    try {
      assert.equal(await answerOf(proxy.port), '');
      proxy.admit();
      assert.match(await answerOf(proxy.port), /^HTTP\/1\.1 403 /);
    } finally {
      proxy.close();
    }
  });
});
