import type { Logger } from 'pino';
import type { Outbound } from '../../../server/contract/index.ts';
import type { CdpPage, Chromium } from '../chromium/browser.ts';
import type { BrowserLender, BrowserLoan } from '../chromium/browser-supervisor.ts';
import { BrowserLost } from '../chromium/cdp-session.ts';
import type { MemoryWatchdog } from '../chromium/watchdog.ts';
import { RenderFailed } from '../contract.ts';
import type { RenderDeadline } from '../deadline.ts';
import { closeOrKill } from './close-or-kill.ts';
import { type EgressBudget, EgressProxy } from './egress-proxy.ts';
import { IsolatedWorld } from './isolated-world.ts';
import type { LaneResult, RenderJob } from './lane.ts';
import { PageLog } from './page-log.ts';
import { type PrintLimits, printPage } from './print-page.ts';
import { stateWarnings } from './readiness.ts';
import { settle, waitFor } from './wait.ts';

/** A page that prints itself or opens windows would wait for what never comes; one that closes itself could not be printed. */
const NO_DIALOGS_OR_WINDOWS = 'window.print = () => {}; window.close = () => {}; window.open = () => null';
/** Of a page: thousands of requests and frames, and no more than the hub reads within a few seconds. */
const MAX_EVENTS = 20_000;
const CSS_PX_PER_INCH = 96;

export interface ScriptedLaneParts {
  readonly shared: BrowserLender;
  /** Browsers for one document each. */
  readonly alone: BrowserLender;
  readonly watchdog: MemoryWatchdog;
  readonly outbound: Outbound;
  readonly budget: EgressBudget;
  readonly limits: PrintLimits;
  readonly maxBrowserBytes: number;
  readonly log: Logger;
}

/** Documents with scripts or network: each in a browser context of its own, behind a proxy of its own. */
export class ScriptedLane {
  readonly #parts: ScriptedLaneParts;

  constructor(parts: ScriptedLaneParts) {
    this.#parts = parts;
  }

  async render(job: RenderJob): Promise<LaneResult> {
    const { outbound, budget } = this.#parts;
    const proxy = await EgressProxy.open(outbound, budget);
    try {
      return await this.withPage(job.deadline, proxy.port, (page) => this.#renderOn(page, job));
    } finally {
      proxy.close();
    }
  }

  /**
   * Lends a fresh page in a fresh context; `proxyPort` undefined means no network at all. Work that loses its page in a
   * shared browser, by its own fault or another's, is done again in a browser of its own.
   */
  async withPage<T>(deadline: RenderDeadline, proxyPort: number | undefined, work: (page: CdpPage) => Promise<T>): Promise<T> {
    const { shared, alone, watchdog, maxBrowserBytes, log } = this.#parts;
    try {
      return await this.#withPageOf(() => shared.borrow(), deadline, proxyPort, work);
    } catch (error) {
      const isOver = error instanceof BrowserLost && error.what === 'page' && watchdog.killedJustNow;
      if (!(error instanceof BrowserLost) || isOver) throw error;
      log.info({ lost: error.what }, 'a document is rendered again in a browser of its own');
    }
    let browser: Chromium | undefined;
    const borrow = async (): Promise<BrowserLoan> => {
      const loan = await alone.borrow();
      browser = loan.browser;
      return loan;
    };
    try {
      return await this.#withPageOf(borrow, deadline, proxyPort, work);
    } catch (error) {
      if (!(error instanceof BrowserLost) || (error.what === 'page' && watchdog.killedJustNow)) throw error;
      if (browser?.endedFor === 'memory') {
        throw RenderFailed(`The document makes its browser take more than ${String(maxBrowserBytes)} bytes of memory, the limit.`, {
          cause: error,
        });
      }
      if (error.what === 'browser') throw error;
      throw RenderFailed('The document crashes the renderer; it may need more memory than it is given.', { transient: true, cause: error });
    }
  }

  async #withPageOf<T>(
    borrow: () => Promise<BrowserLoan>,
    deadline: RenderDeadline,
    proxyPort: number | undefined,
    work: (page: CdpPage) => Promise<T>,
  ): Promise<T> {
    const { browser, release } = await deadline.claim(borrow(), (loan) => {
      loan.release();
    });
    let contextId: string | undefined;
    try {
      const root = browser.root;
      const created = await deadline.claim(
        root.send('Target.createBrowserContext', {
          disposeOnDetach: true,
          ...(proxyPort === undefined ? {} : { proxyServer: `http://127.0.0.1:${String(proxyPort)}`, proxyBypassList: '<-loopback>' }),
        }),
        (late) => {
          this.#dispose(browser, late.browserContextId);
        },
      );
      contextId = created.browserContextId;
      const denyDownloads = root.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId: contextId });
      const page = await deadline.within(browser.openPage({ contextId, maxEvents: MAX_EVENTS }));
      await deadline.within(denyDownloads);
      return await deadline.within(work(page));
    } catch (error) {
      throw browser.alive || error instanceof BrowserLost ? error : new BrowserLost('browser', error);
    } finally {
      if (contextId !== undefined) this.#dispose(browser, contextId);
      release();
    }
  }

  async #renderOn(page: CdpPage, { document, plan, wait, deadline }: RenderJob): Promise<LaneResult> {
    const pageLog = new PageLog(page);
    const { paperWidth, paperHeight, marginLeft = 0, marginRight = 0, marginTop = 0, marginBottom = 0 } = plan;
    const viewport = {
      width: Math.max(1, Math.round((paperWidth - marginLeft - marginRight) * CSS_PX_PER_INCH)),
      height: Math.max(1, Math.round((paperHeight - marginTop - marginBottom) * CSS_PX_PER_INCH)),
    };
    await Promise.all([
      page.send('Page.enable'),
      page.send('Runtime.enable'),
      page.send('Network.enable'),
      page.send('Emulation.setEmulatedMedia', { media: 'print' }),
      page.send('Page.addScriptToEvaluateOnNewDocument', { source: NO_DIALOGS_OR_WINDOWS, runImmediately: true }),
      page.send('Emulation.setDeviceMetricsOverride', { ...viewport, deviceScaleFactor: 1, mobile: false }),
    ]);

    deadline.phase = 'load';
    const world = new IsolatedWorld(page);
    await page.send('Page.setDocumentContent', { frameId: page.targetId, html: document.html });
    const state = await settle(world, pageLog);

    deadline.phase = 'wait';
    await waitFor(world, page, wait);
    const last = wait === undefined ? state : await settle(world, pageLog);

    deadline.phase = 'print';
    const printed = await printPage(page, plan, document.html.length, this.#parts.limits);
    return { ...printed, warnings: [...pageLog.warnings(), ...withoutKnown(stateWarnings(last), pageLog)] };
  }

  #dispose(browser: Chromium, browserContextId: string): void {
    closeOrKill(browser, () => browser.root.send('Target.disposeBrowserContext', { browserContextId }), this.#parts.log);
  }
}

/** An image that failed is told once, by the network's reason. */
function withoutKnown(warnings: LaneResult['warnings'], pageLog: PageLog): LaneResult['warnings'] {
  return warnings.filter(({ subject }) => subject === undefined || !pageLog.hasFailed(subject));
}
