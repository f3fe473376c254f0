import type { Logger } from 'pino';
import type { Outbound } from '../../../server/contract/index.ts';
import type { CdpPage, Chromium } from '../chromium/browser.ts';
import type { BrowserLender, BrowserLoan } from '../chromium/browser-supervisor.ts';
import { BrowserLost } from '../chromium/cdp-session.ts';
import type { MemoryWatchdog } from '../chromium/watchdog.ts';
import { type ImageOptions, RenderFailed } from '../contract.ts';
import type { RenderDeadline } from '../deadline.ts';
import type { EgressBudget } from './egress-proxy.ts';
import { blankWarnings } from './blank-pages.ts';
import { captureDocument } from './capture.ts';
import { headerWarnings } from './header-room.ts';
import type { LaneCapture, LaneResult, RenderJob } from './lane.ts';
import { loadDocument, loadWarnings } from './load-document.ts';
import { openOwnPage, type OwnPage } from './own-page.ts';
import { type PageArea, pageAreaOf } from './page-area.ts';
import { type PrintLimits, printPage } from './print-page.ts';
import { assertPrinted } from './print-proof.ts';
import { withAbout } from './readiness.ts';
import { mayHaveCanvas, openScriptedPage, printView, resize, type ScriptedPage } from './scripted-page.ts';
import { SparePages } from './spare-pages.ts';
import {
  layoutWarnings,
  NOT_CHECKED,
  readLayout,
  readRoom,
  scriptedChecksOf,
  type TextLayout,
  type TextRoom,
  widerArea,
} from './text-layout.ts';
import { keepsSize, keepTrueSize, shrinkWarnings } from './true-size.ts';

export interface ScriptedLaneParts {
  readonly shared: BrowserLender;
  /** Browsers for one document each. */
  readonly alone: BrowserLender;
  readonly watchdog: MemoryWatchdog;
  readonly outbound: Outbound;
  readonly budget: EgressBudget;
  readonly limits: PrintLimits;
  readonly maxBrowserBytes: number;
  /** Pages that are opened ahead of their documents. */
  readonly sparePages: number;
  readonly log: Logger;
}

/** Documents with scripts or network: each in a browser context of its own, behind a proxy of its own. */
export class ScriptedLane {
  readonly #parts: ScriptedLaneParts;
  readonly #spares: SparePages;

  constructor(parts: ScriptedLaneParts) {
    this.#parts = parts;
    this.#spares = new SparePages((browser) => openScriptedPage(browser, parts), parts.sparePages, parts.log);
  }

  async render(job: RenderJob): Promise<LaneResult> {
    return this.#onPage(job, (own) => this.#printOn(own, job));
  }

  /** A picture of the document on a screen. */
  async capture(job: RenderJob, image: ImageOptions, watermark: boolean): Promise<LaneCapture> {
    return this.#onPage(job, (own) => captureDocument(own, job, image, watermark));
  }

  #onPage<T>(job: RenderJob, work: (own: ScriptedPage) => Promise<T>): Promise<T> {
    return this.#withOwn(job.deadline, (browser) => this.#spares.take(browser), work);
  }

  /** Lends a fresh page in a fresh context without any network. */
  async withOfflinePage<T>(deadline: RenderDeadline, work: (page: CdpPage) => Promise<T>): Promise<T> {
    return this.#withOwn(
      deadline,
      (browser) => openOwnPage(browser, undefined, this.#parts.log),
      ({ page }) => work(page),
    );
  }

  /** Work that loses its page in a shared browser, by its own fault or another's, is done again in a browser of its own. */
  async #withOwn<P extends OwnPage, T>(
    deadline: RenderDeadline,
    open: (browser: Chromium) => Promise<P>,
    work: (page: P) => Promise<T>,
  ): Promise<T> {
    const { shared, alone, watchdog, maxBrowserBytes, log } = this.#parts;
    try {
      return await this.#withOwnOf(() => shared.borrow(), deadline, open, work);
    } catch (error) {
      const isOver = error instanceof BrowserLost && error.what === 'page' && watchdog.killedJustNow;
      if (!(error instanceof BrowserLost) || isOver) throw error;
      log.info({ lost: error.what }, 'a document is rendered again in a browser of its own');
    }
    deadline.phase = 'load';
    let browser: Chromium | undefined;
    const borrow = async (): Promise<BrowserLoan> => {
      const loan = await alone.borrow();
      browser = loan.browser;
      return loan;
    };
    try {
      return await this.#withOwnOf(borrow, deadline, open, work);
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

  async #withOwnOf<P extends OwnPage, T>(
    borrow: () => Promise<BrowserLoan>,
    deadline: RenderDeadline,
    open: (browser: Chromium) => Promise<P>,
    work: (page: P) => Promise<T>,
  ): Promise<T> {
    const { browser, release } = await deadline.claim(borrow(), (loan) => {
      loan.release();
    });
    let own: P | undefined;
    try {
      own = await deadline.claim(open(browser), (late) => {
        late.close();
      });
      return await deadline.within(work(own));
    } catch (error) {
      throw browser.alive || error instanceof BrowserLost ? error : new BrowserLost('browser', error);
    } finally {
      own?.close();
      release();
    }
  }

  async #printOn(own: ScriptedPage, job: RenderJob): Promise<LaneResult> {
    const { page, pageLog, world } = own;
    const { web, effects, deadline } = job;
    const isDense = web !== undefined || mayHaveCanvas(job.document.html) || effects !== undefined;
    const view = printView(pageAreaOf(job.plan, job.document.html), isDense);
    const { document, plan, state, warnings } = await loadDocument(own, job, view);

    const evaluate = (expression: string): Promise<unknown> => world.evaluate(expression);
    const area = pageAreaOf(plan, document.html);
    const checks = scriptedChecksOf(document.html);
    const room = (await evaluate(readRoom(checks, area))) as TextRoom;
    const wider = widerArea(area, room);
    const look = async (at: PageArea) => layoutWarnings((await evaluate(readLayout(checks, at))) as TextLayout);
    const keeps = keepsSize(plan, document.html, area, room);
    const cut = keeps
      ? await keepTrueSize(evaluate, checks, area)
      : wider !== undefined
        ? []
        : room.isSuspect
          ? await look(area)
          : room.isPart
            ? layoutWarnings(NOT_CHECKED)
            : [];

    deadline.phase = 'print';
    // What is drawn is drawn; lines and boxes are laid out as on a page without scripts.
    if (isDense) await resize(page, area, 1);
    const printed = await printPage(page, plan, document.html.length, this.#parts.limits);
    assertPrinted(printed.pdf, state);
    // One that is wider than its page was printed smaller, and its scripts are not to hear of that before.
    if (!keeps && wider !== undefined) await resize(page, wider, 1);
    return {
      ...printed,
      pdf: withAbout(printed.pdf, state),
      document,
      warnings: [
        ...loadWarnings(pageLog, state),
        ...warnings,
        ...blankWarnings(printed.pdf, printed.pages, plan, state),
        ...(keeps || wider === undefined ? cut : await look(wider)),
        ...(keeps ? shrinkWarnings(printed.pdf) : []),
        ...(await headerWarnings(page, evaluate, plan, document.html)),
      ],
      usedNetwork: pageLog.usedNetwork,
    };
  }
}
