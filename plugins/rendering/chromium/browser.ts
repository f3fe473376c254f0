import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import puppeteer, { type Browser, type CDPSession, type Connection, ProtocolError, TargetType } from 'puppeteer';
import { RenderFailed } from '../contract.ts';
import { BoundedPipe } from './bounded-pipe.ts';
import { bundledLibraries, isRoot, makeProfile, unprivilegedLauncher } from './chromium-install.ts';

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
}

/** The browser or the page under a document went away. */
export class BrowserLost extends Error {
  readonly what: 'browser' | 'page';

  constructor(what: 'browser' | 'page', cause?: unknown) {
    super(`the ${what} went away`, { cause });
    this.name = 'BrowserLost';
    this.what = what;
  }
}

const MAX_REASON = 200;
/** Puppeteer's errors for a page or browser that is gone. */
const CLOSED = new Set(['TargetCloseError', 'ConnectionClosedError']);

/** Why a page refused a command; undefined for other errors, of which it may know nothing. */
export function refusalOfPage(error: unknown): string | undefined {
  if (!(error instanceof ProtocolError) || CLOSED.has(error.name)) return undefined;
  return /\((Target|Browser)\./.test(error.message) ? undefined : error.originalMessage.slice(0, MAX_REASON);
}

const FLAGS = [
  '--proxy-bypass-list=<-loopback>', // without it loopback and link-local are reached past the proxy
  // STUN is UDP and asks no proxy; the shell knows the first name of this switch, the full browser the second.
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-features=RenderDocument,DialMediaRouteProvider,OptimizationHints,MediaRouter,Translate',
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
  '--in-process-gpu',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--font-render-hinting=none',
  '--js-flags=--max-old-space-size=512',
  '--block-new-web-contents', // window.open gives null, without a moment in which the new window exists
];
/** Puppeteer's own: the last two would lift Chromium's limits on navigations and windows. */
const UNWANTED_FLAGS = ['--enable-automation', '--disable-ipc-flooding-protection', '--disable-popup-blocking'];
const LAUNCH_LIMIT_MS = 20_000;
const CLOSE_LIMIT_MS = 3000;

/** The browser's side of the pipe, by its place in the child's stdio. */
const READING_END = 4;

const tooBusy = (most: number): Error =>
  RenderFailed(`The document causes more than ${String(most)} events: console messages, requests, frames and navigations together.`);

interface Launched {
  readonly browser: Browser;
  readonly child: { readonly pid: number; readonly pipe: Readable };
  readonly root: CDPSession;
  readonly connection: Connection;
  readonly profile: string;
  readonly shared: boolean;
}

/** One supervised Chromium. Puppeteer starts and ends it; documents speak the DevTools protocol directly. */
export class Chromium {
  readonly #browser: Browser;
  readonly #root: CDPSession;
  readonly #connection: Connection;
  readonly #profile: string;
  readonly #pipe: BoundedPipe;
  readonly #pages = new Map<string, CdpPage>();
  readonly pid: number;
  readonly shared: boolean;
  /** It takes so much memory that it should get no new documents. */
  worn = false;
  /** Resolves when the process is gone, for whatever reason. */
  readonly gone: Promise<void>;
  #alive = true;
  #endedFor: 'memory' | undefined;

  private constructor({ browser, child, root, connection, profile, shared }: Launched) {
    const { pid, pipe } = child;
    this.#pipe = new BoundedPipe(pipe);
    this.shared = shared;
    this.#browser = browser;
    this.#root = root;
    this.#connection = connection;
    this.#profile = profile;
    this.pid = pid;
    this.gone = new Promise((resolve) => {
      browser.once('disconnected', () => {
        this.#alive = false;
        for (const page of this.#pages.values()) page.lose(new BrowserLost('browser'));
        this.#pages.clear();
        resolve();
      });
    });
    root.on('Target.targetCrashed', ({ targetId }) => this.#pages.get(targetId)?.lose(new BrowserLost('page')));
    root.on('Target.targetDestroyed', ({ targetId }) => this.#pages.get(targetId)?.lose(new BrowserLost('page')));
    root.on('Target.targetCreated', ({ targetInfo }) => {
      // A document has one page: windows it opens are closed before they can do anything.
      if (targetInfo.type === 'page' && targetInfo.openerId !== undefined) {
        root.send('Target.closeTarget', { targetId: targetInfo.targetId }).catch(() => undefined); // closed by itself meanwhile
      }
    });
  }

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
        protocolTimeout: 0,
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
        targetFilter: (target) => target.type() === TargetType.BROWSER,
        env: {
          HOME: profile,
          FONTCONFIG_FILE: options.fontConfig,
          LANG: 'en_US.UTF-8',
          ...(libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries }),
        },
        ignoreDefaultArgs: [...UNWANTED_FLAGS],
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
      const root = await browser.target().createCDPSession();
      const connection = root.connection();
      const { pid, stdio } = browser.process() ?? {};
      const pipe = stdio?.[READING_END];
      if (connection === undefined || pid === undefined || !(pipe instanceof Readable)) throw new BrowserLost('browser');
      await root.send('Target.setDiscoverTargets', { discover: true });
      return new Chromium({ browser, child: { pid, pipe }, root, connection, profile, shared: options.shared });
    } catch (cause) {
      await rm(profile, { recursive: true, force: true });
      throw cause;
    }
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** Why it was ended, where we did it to spare the machine. */
  get endedFor(): 'memory' | undefined {
    return this.#endedFor;
  }

  get root(): CDPSession {
    return this.#root;
  }

  /** @param options.maxEvents how often the page may tell something; it is lost when it tells more */
  async openPage(
    options: { readonly contextId?: string; readonly beginFrames?: boolean; readonly maxEvents?: number } = {},
  ): Promise<CdpPage> {
    const { targetId } = await this.#root.send('Target.createTarget', {
      url: 'about:blank',
      ...(options.contextId === undefined ? {} : { browserContextId: options.contextId }),
      ...(options.beginFrames === true ? { enableBeginFrameControl: true } : {}),
    });
    const { sessionId } = await this.#root.send('Target.attachToTarget', { targetId, flatten: true });
    const session = this.#connection.session(sessionId);
    if (session === null) throw new BrowserLost('page');
    const page = new CdpPage(targetId, session);
    this.#pages.set(targetId, page);
    if (options.maxEvents !== undefined) {
      const most = options.maxEvents;
      this.#pipe.limitEvents(sessionId, most, () => {
        page.lose(tooBusy(most));
        session.send('Page.crash').catch(() => undefined); // the only command that a script without end does not keep waiting
      });
    }
    void page.lost.catch(() => {
      this.#pages.delete(targetId);
      this.#pipe.forget(sessionId);
    });
    return page;
  }

  async closePage(page: CdpPage): Promise<void> {
    this.#pages.delete(page.targetId);
    await this.#root.send('Target.closeTarget', { targetId: page.targetId });
  }

  async close(): Promise<void> {
    const timer = setTimeout(() => {
      this.kill();
    }, CLOSE_LIMIT_MS);
    try {
      await this.#browser.close();
    } finally {
      clearTimeout(timer);
      await rm(this.#profile, { recursive: true, force: true, maxRetries: 3 });
    }
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

/** One page's protocol session; every call ends when the page is lost, because a crashed page answers nothing. */
export class CdpPage {
  readonly targetId: string;
  readonly session: CDPSession;
  /** Never resolves; rejects when the page crashed or its browser ended. */
  readonly lost: Promise<never>;
  lose!: (reason: Error) => void;

  constructor(targetId: string, session: CDPSession) {
    this.targetId = targetId;
    this.session = session;
    this.lost = new Promise((_, reject) => {
      this.lose = reject;
    });
    this.lost.catch(() => undefined); // whoever uses the page races against it
  }

  send: CDPSession['send'] = async (method, ...parameters) => {
    try {
      return await Promise.race([this.session.send(method, ...parameters), this.lost]);
    } catch (error) {
      throw error instanceof Error && /Session closed|Target closed|detached/i.test(error.message) ? new BrowserLost('page', error) : error;
    }
  };
}
