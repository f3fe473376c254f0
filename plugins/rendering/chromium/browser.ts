import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import puppeteer, { type Browser, TargetType } from 'puppeteer';
import { RenderFailed } from '../contract.ts';
import { BrowserLost, CdpConnection, type CdpSession } from './cdp-session.ts';
import { bundledLibraries, isRoot, makeProfile, unprivilegedLauncher } from './chromium-install.ts';
import { FONTS_OF_SCRIPTS } from './fonts.ts';

export interface LaunchOptions {
  readonly executablePath: string;
  readonly installFolder: string;
  readonly fontConfig: string;
  readonly sandbox: boolean;
  /** Frames are drawn on demand only: faster, for pages without scripts. */
  readonly beginFrames: boolean;
  /** A port of ours that refuses every connection. */
  readonly denyPort: number;
  /** Whether it has documents of several callers at a time. */
  readonly shared: boolean;
  /** Kills the browser when it is aborted, also while the browser starts. */
  readonly signal?: AbortSignal;
}

const FLAGS = [
  '--proxy-bypass-list=<-loopback>', // without it loopback and link-local are reached past the proxy
  // STUN is UDP and asks no proxy; the shell knows the first name of this switch, the full browser the second.
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-features=RenderDocument,DialMediaRouteProvider,OptimizationHints,MediaRouter,Translate',
  // Fields such as dates are written in the language of their element, and not in the browser's.
  '--enable-blink-features=LangAttributeAwareFormControlUI',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--no-pings',
  '--no-default-browser-check',
  '--metrics-recording-only',
  '--mute-audio',
  '--hide-scrollbars',
  // Nothing of a document is written to a profile, and a browser starts without its files.
  '--incognito',
  // Of the processes without a sandbox only that of the network is left, which the browser can start without a process made ahead.
  '--no-unsandboxed-zygote',
  '--in-process-gpu',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--font-render-hinting=none',
  '--js-flags=--max-old-space-size=512',
  '--block-new-web-contents', // window.open gives null, without a moment in which the new window exists
];
/** Puppeteer's own: the last two would lift Chromium's limits on navigations and windows. */
const UNWANTED_FLAGS = ['--enable-automation', '--disable-ipc-flooding-protection', '--disable-popup-blocking'];
/** A page that nothing is printed on, with a process of its own. The headless shell runs without any; other browsers open one of their own then. */
const FIRST_PAGE = 'about:blank';
const HEADLESS_SHELL = /headless[-_]shell$/;
const LAUNCH_LIMIT_MS = 20_000;
const CLOSE_LIMIT_MS = 3000;

/** Our ends of the pipes, by their place in the child's stdio. */
const WRITING_END = 3;
const READING_END = 4;

/**
 * Variables that Chromium sets while its threads read others, as Fontconfig does. Adding one moves the table of all of them (setenv(3) of
 * glibc), and whoever reads it then crashes; setting one that is there does not.
 */
const setByChromium = (executablePath: string): Readonly<Record<string, string>> => ({
  DBUS_SESSION_BUS_ADDRESS: 'disabled:',
  FC_FONTATIONS: '1',
  VK_ICD_FILENAMES: join(dirname(executablePath), 'vk_swiftshader_icd.json'),
});

const tooBusy = (most: number): Error =>
  RenderFailed(`The document causes more than ${String(most)} events: console messages, requests, frames and navigations together.`);

interface Launched {
  readonly browser: Browser;
  readonly pid: number;
  readonly connection: CdpConnection;
  readonly root: CdpSession;
  readonly profile: string;
  readonly shared: boolean;
  readonly version: string;
}

/** One supervised Chromium. Puppeteer starts and ends it; documents speak the DevTools protocol on sessions of their own. */
export class Chromium {
  readonly #browser: Browser;
  readonly #connection: CdpConnection;
  readonly #profile: string;
  readonly #pages = new Map<string, CdpPage>();
  /** Targets that crashed before their page was known here: commands to them are never answered. */
  readonly #crashed = new Set<string>();
  readonly root: CdpSession;
  readonly pid: number;
  readonly shared: boolean;
  /** Name and version, as the browser itself says them. */
  readonly version: string;
  /** It takes so much memory that it should get no new documents. */
  worn = false;
  /** Resolves when the process is gone, for whatever reason. */
  readonly gone: Promise<void>;
  #alive = true;
  #endedFor: 'memory' | undefined;

  private constructor({ browser, pid, connection, root, profile, shared, version }: Launched) {
    this.shared = shared;
    this.version = version;
    this.#browser = browser;
    this.#connection = connection;
    this.#profile = profile;
    this.root = root;
    this.pid = pid;
    this.gone = new Promise((resolve) => {
      browser.once('disconnected', () => {
        this.#alive = false;
        connection.end(new BrowserLost('browser'));
        resolve();
      });
    });
    // One that ends by itself is never closed; what cannot be removed now is when the hub starts again.
    void this.gone.then(() => this.#removeProfile()).catch(() => undefined);
    root.on('Target.targetCrashed', ({ targetId }) => {
      const page = this.#pages.get(targetId);
      if (page === undefined) this.#crashed.add(targetId);
      else page.lose(new BrowserLost('page'));
    });
    root.on('Target.targetDestroyed', ({ targetId }) => {
      this.#crashed.delete(targetId);
      this.#pages.get(targetId)?.lose(new BrowserLost('page'));
    });
    root.on('Target.detachedFromTarget', ({ sessionId }) => connection.find(sessionId)?.end(new BrowserLost('page')));
    root.on('Target.targetCreated', ({ targetInfo }) => {
      // A document has one page: windows it opens are closed before they can do anything.
      if (targetInfo.type === 'page' && targetInfo.openerId !== undefined) {
        root.send('Target.closeTarget', { targetId: targetInfo.targetId }).catch(() => undefined); // closed by itself meanwhile
      }
    });
  }

  /** @throws BrowserLost when it does not start, or ends while it does */
  static async launch(options: LaunchOptions): Promise<Chromium> {
    const profile = await makeProfile(options.installFolder);
    const libraries = bundledLibraries(options.executablePath);
    const dropRoot = options.sandbox && isRoot();
    try {
      const browser = await puppeteer.launch({
        executablePath: dropRoot ? await unprivilegedLauncher(options.installFolder, options.executablePath) : options.executablePath,
        headless: 'shell',
        pipe: true,
        userDataDir: profile,
        waitForInitialPage: false,
        timeout: LAUNCH_LIMIT_MS,
        ...(options.signal === undefined ? {} : { signal: options.signal }),
        // Documents do not send through Puppeteer: a browser that starts and does not answer is given up.
        protocolTimeout: LAUNCH_LIMIT_MS,
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
        targetFilter: (target) => target.type() === TargetType.BROWSER,
        env: {
          HOME: profile,
          FONTCONFIG_FILE: options.fontConfig,
          LANG: 'en_US.UTF-8',
          TZ: 'UTC',
          ...setByChromium(options.executablePath),
          ...(libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries }),
        },
        ignoreDefaultArgs: [...UNWANTED_FLAGS, ...(HEADLESS_SHELL.test(options.executablePath) ? [FIRST_PAGE] : [])],
        args: [
          ...FLAGS,
          // Chromium logs what documents write to their consoles, and Puppeteer keeps a thousand lines of that, however long.
          '--disable-logging',
          '--log-level=3',
          `--proxy-server=http://127.0.0.1:${String(options.denyPort)}`,
          ...(options.beginFrames ? ['--enable-begin-frame-control', '--run-all-compositor-stages-before-draw'] : []),
          ...(options.sandbox ? [] : ['--no-sandbox']),
        ],
      });
      const session = await browser.target().createCDPSession();
      const { pid, stdio } = browser.process() ?? {};
      const [writing, reading] = [stdio?.[WRITING_END], stdio?.[READING_END]];
      if (pid === undefined || !(writing instanceof Writable) || !(reading instanceof Readable)) throw new BrowserLost('browser');
      // Puppeteer watches and attaches to every page, which costs each document a dozen messages, and remembers it for good.
      await session.connection()?.send('Target.setAutoAttach', { autoAttach: false, waitForDebuggerOnStart: false, flatten: true });
      await session.connection()?.send('Target.setDiscoverTargets', { discover: false });
      const connection = new CdpConnection(reading, writing);
      const root = connection.open(session.id());
      await root.send('Target.setDiscoverTargets', { discover: true });
      return new Chromium({ browser, pid, connection, root, profile, shared: options.shared, version: await browser.version() });
    } catch (cause) {
      await rm(profile, { recursive: true, force: true });
      throw cause instanceof BrowserLost ? cause : new BrowserLost('browser', cause);
    }
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** Why it was ended, where we did it to spare the machine. */
  get endedFor(): 'memory' | undefined {
    return this.#endedFor;
  }

  /** @param options.maxEvents how often the page may tell something; it is lost when it tells more */
  async openPage(
    options: { readonly contextId?: string; readonly beginFrames?: boolean; readonly maxEvents?: number } = {},
  ): Promise<CdpPage> {
    const { targetId } = await this.root.send('Target.createTarget', {
      url: 'about:blank',
      ...(options.contextId === undefined ? {} : { browserContextId: options.contextId }),
      ...(options.beginFrames === true ? { enableBeginFrameControl: true } : {}),
    });
    const { sessionId } = await this.root.send('Target.attachToTarget', { targetId, flatten: true });
    const session = this.#connection.open(sessionId);
    const page = new CdpPage(targetId, session);
    this.#pages.set(targetId, page);
    if (options.maxEvents !== undefined) {
      const most = options.maxEvents;
      this.#connection.limitEvents(session, most, () => {
        // The only command that a script without end does not keep waiting.
        session.send('Page.crash').catch(() => undefined);
        page.lose(tooBusy(most));
      });
    }
    void page.lost.catch(() => {
      this.#pages.delete(targetId);
    });
    if (this.#crashed.has(targetId)) page.lose(new BrowserLost('page'));
    try {
      await page.send('Page.setFontFamilies', { fontFamilies: {}, forScripts: FONTS_OF_SCRIPTS });
    } catch (error) {
      await this.closePage(page).catch(() => undefined); // it is gone
      throw error;
    }
    return page;
  }

  async closePage(page: CdpPage): Promise<void> {
    page.lose(new BrowserLost('page'));
    await this.root.send('Target.closeTarget', { targetId: page.targetId });
  }

  async close(): Promise<void> {
    const timer = setTimeout(() => {
      this.kill();
    }, CLOSE_LIMIT_MS);
    try {
      await this.#browser.close();
    } finally {
      clearTimeout(timer);
      await this.#removeProfile();
    }
  }

  async #removeProfile(): Promise<void> {
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 3 });
  }

  /** Ends the whole process group: what was started may be a script around the browser. */
  kill(reason?: 'memory'): void {
    this.#endedFor ??= reason;
    try {
      process.kill(-this.pid, 'SIGKILL');
    } catch {
      return; // it ended meanwhile, and we are told so in a moment
    }
  }
}

/** A browser page and its session. */
export class CdpPage {
  readonly targetId: string;
  readonly session: CdpSession;

  constructor(targetId: string, session: CdpSession) {
    this.targetId = targetId;
    this.session = session;
  }

  /** Never resolves; rejects when the page crashed or its browser ended. */
  get lost(): Promise<never> {
    return this.session.ended;
  }

  get isLost(): boolean {
    return this.session.isOver;
  }

  get send(): CdpSession['send'] {
    return this.session.send;
  }

  lose(reason: Error): void {
    this.session.end(reason);
  }
}
