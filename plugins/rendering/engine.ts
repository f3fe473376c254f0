import { createServer, type Server } from 'node:net';
import type { Logger } from 'pino';
import { FairSlots, type Metrics, type Outbound } from '../../server/contract/index.ts';
import { Chromium } from './chromium/browser.ts';
import { fontSetId, installFonts, listFontFiles } from './chromium/fonts.ts';
import { findChromium, prepareInstallFolder, removeStaleProfiles } from './chromium/chromium-install.ts';
import { BrowserSupervisor, ownBrowsers } from './chromium/browser-supervisor.ts';
import { lowerPriorities } from './chromium/priority.ts';
import { treeReader } from './chromium/processes.ts';
import { ProcessMonitor } from './chromium/process-monitor.ts';
import { startRemedy } from './chromium/start-remedy.ts';
import { MemoryWatchdog } from './chromium/watchdog.ts';
import { readDate } from './compose/helpers/dates.ts';
import { Formats } from './compose/helpers/formats.ts';
import { readNumber } from './compose/helpers/numbers.ts';
import { HELPERS } from './compose/helpers/table.ts';
import { ComposePool } from './compose/pool.ts';
import type { RenderingConfig } from './config.ts';
import { HUB_ACCOUNT, type HtmlComposer } from './contract.ts';
import { InstalledFonts, readKnownFonts } from './installed-fonts.ts';
import { ScriptedLane } from './lanes/scripted-lane.ts';
import { StaticLane } from './lanes/static-lane.ts';
import { measureRendering, renderMetrics } from './metrics.ts';
import { ChromiumRenderer } from './renderer.ts';

const STATIC_RECYCLE_AFTER = 5000;
const KEPT_PAGES = 8;
const SLOW_COMPOSE_MS = 500;
const WATERMARK_LIMIT_MS = 20_000;
const FRESH_MS = 30_000;
const PROBE_HTML = '<!DOCTYPE html><title>probe</title><p>ready</p>';

export interface EngineOptions {
  readonly config: RenderingConfig;
  readonly slots: number;
  readonly outbound: Outbound;
  readonly dataFolder: string;
  readonly metrics: Metrics;
  readonly log: Logger;
}

export interface Engine {
  readonly renderer: ChromiumRenderer;
  readonly composer: HtmlComposer;
  /** @throws Error of one sentence when no browser can render here */
  start(): Promise<void>;
  stop(): Promise<void>;
  checkHealth(): Promise<void>;
  /** Of what is installed; needs no browser. */
  readFonts(): Promise<{ readonly files: number; readonly covers: (codePoint: number) => boolean }>;
}

/** Builds the renderer and what it stands on; browsers run from `start` to `stop`. */
export function createEngine({ config, slots, outbound, dataFolder, metrics, log }: EngineOptions): Engine {
  let launchOptions: Omit<Parameters<typeof Chromium.launch>[0], 'beginFrames' | 'shared' | 'signal'> | undefined;
  const printed = { engine: '', fonts: '' };
  const stopped = new AbortController();
  const launch = async (beginFrames: boolean, shared = true): Promise<Chromium> => {
    if (launchOptions === undefined) throw new Error('the renderer has not started');
    const browser = await Chromium.launch({ ...launchOptions, beginFrames, shared, signal: stopped.signal });
    printed.engine = browser.version;
    return browser;
  };
  const formats = new Formats();
  const measured = renderMetrics(metrics);
  const staticBrowsers = new BrowserSupervisor({
    name: 'static',
    launch: () => launch(true),
    recycleAfter: STATIC_RECYCLE_AFTER,
    started: (reason) => measured.browserStarted('static', reason),
    log,
  });
  const scriptedBrowsers =
    config.isolation === 'browser'
      ? ownBrowsers(() => launch(false, false), log)
      : new BrowserSupervisor({
          name: 'scripted',
          launch: () => launch(false),
          recycleAfter: config.recycleAfter,
          started: (reason) => measured.browserStarted('scripted', reason),
          log,
        });
  const alone = ownBrowsers(() => launch(false, false), log);
  const browsers = (): Chromium[] => [...staticBrowsers.browsers, ...scriptedBrowsers.browsers, ...alone.browsers];
  const watchdog = new MemoryWatchdog({ renderer: config.maxRendererBytes, browser: config.maxBrowserBytes }, log);
  const monitor = new ProcessMonitor(browsers, (browser, processes) => {
    watchdog.look(browser, processes);
    if (scriptedBrowsers.browsers.includes(browser)) lowerPriorities(processes, log);
  });
  const { queueLimit, queueLimitPerAccount: queueLimitPerOwner } = config;
  const waiting = { queueLimit, queueLimitPerOwner };
  const pool = new ComposePool({
    ...waiting,
    size: slots,
    reserve: slots,
    limitMs: config.composeLimitMs,
    clockMs: config.deadlineMs,
    slowMs: SLOW_COMPOSE_MS,
    what: 'templates',
  });
  const watermarks = new ComposePool({ size: 1, reserve: slots, limitMs: WATERMARK_LIMIT_MS, what: 'documents' });
  const fonts = new InstalledFonts();
  const limits = { maxPages: config.maxPages, maxBytes: config.maxOutputBytes, tagged: config.taggedPdf };
  const budget = { maxRequests: config.maxRequests, maxBytes: config.maxDownloadBytes };
  const queues = {
    callers: new FairSlots({ ...waiting, size: slots, reserve: slots, what: 'documents' }),
    // Its callers do not wait, and its items are in the database.
    batches: new FairSlots({ size: slots, reserve: slots, what: 'documents' }),
    pictures: new FairSlots({ ...waiting, size: 1, reserve: 1, what: 'pictures' }),
  };
  measureRendering(metrics, queues, () =>
    browsers()
      .flatMap(({ pid }) => treeReader(pid)())
      .reduce((sum, { isRenderer, residentBytes }) => sum + (isRenderer ? residentBytes : 0), 0),
  );
  const renderer = new ChromiumRenderer({
    config,
    slots: queues,
    metrics: measured,
    pool,
    watermarks,
    staticLane: new StaticLane(staticBrowsers, limits, log, Math.max(KEPT_PAGES, 2 * slots)),
    scriptedLane: new ScriptedLane({
      shared: scriptedBrowsers,
      alone,
      watchdog,
      outbound,
      budget,
      limits,
      maxBrowserBytes: config.maxBrowserBytes,
      sparePages: slots,
      log,
    }),
    watchdog,
    monitor,
    fonts,
    log,
    engine: () => ({ ...printed }),
  });
  let deny: Server | undefined;

  const probe = (script: string): Promise<unknown> =>
    renderer.render({
      accountId: HUB_ACCOUNT,
      source: { html: PROBE_HTML + script },
      plan: renderer.plan({}, true, 'options'),
      signal: new AbortController().signal,
    });

  return {
    renderer,
    composer: {
      helpers: Object.entries(HELPERS).map(([name, { args }]) => ({ name, args })),
      variables: (accountId, html, { header, footer } = {}) =>
        pool.run(accountId, 'inspect', { html, header: header || undefined, footer: footer || undefined }),
      isDate: (value, locale) => readDate(value, locale, formats) !== undefined,
      readNumber: (value, region) => readNumber(value, { formats, ...region })?.value.toFixed(),
      stripExternal: async (accountId, html) => (await pool.run(accountId, 'stripExternal', { html })).html,
    },
    async start() {
      const installFolder = await prepareInstallFolder(dataFolder);
      await removeStaleProfiles(installFolder);
      const executablePath = await findChromium(config.executablePath, installFolder);
      const installed = await installFonts(installFolder, config.fontFolders, config.systemFonts);
      printed.fonts = fontSetId(listFontFiles(installed.folders));
      deny = await openDenyPort();
      launchOptions = {
        executablePath,
        installFolder,
        fontConfig: installed.configFile,
        sandbox: config.sandbox === 'on',
        denyPort: portOf(deny),
      };
      if (config.sandbox === 'off') log.warn('Chromium runs without its sandbox, as rendering.sandbox says');
      try {
        if (config.autoStart) await Promise.all([probe(''), probe('<script></script>')]);
      } catch (cause) {
        throw new Error(await startRemedy(executablePath, cause), { cause });
      }
      fonts.read(listFontFiles(installed.folders), installFolder, log);
    },
    async stop() {
      await Promise.all([staticBrowsers.close(), scriptedBrowsers.close(), alone.close(), pool.close(), watermarks.close()]);
      stopped.abort(); // ends browsers that are still being started or closed
      deny?.close();
    },
    async readFonts() {
      const installFolder = await prepareInstallFolder(dataFolder);
      const { folders } = await installFonts(installFolder, config.fontFolders, config.systemFonts);
      const files = listFontFiles(folders);
      const { codePoints } = await readKnownFonts(files, installFolder);
      return { files: files.length, covers: (code) => codePoints.has(code) };
    },
    async checkHealth() {
      if (renderer.idleMs > FRESH_MS) await probe('');
    },
  };
}

/** The proxy of whatever has no proxy of its own: it hangs up on every connection. */
async function openDenyPort(): Promise<Server> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  server.on('error', () => undefined); // a connection that could not be accepted is refused all the same
  server.unref();
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the deny port is not open');
  return address.port;
}
