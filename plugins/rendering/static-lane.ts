import type { Logger } from 'pino';
import type { CdpPage, Chromium } from './chromium/browser.ts';
import type { BrowserLender } from './chromium/keeper.ts';
import { type LaneResult, pause, type RenderJob } from './job.ts';
import { type PrintLimits, printPage } from './print/print-page.ts';
import { type PageState, READ_STATE, stateWarnings } from './print/readiness.ts';

/** The document asked for something from the network after all: it belongs in the other lane. */
export class NeedsNetwork extends Error {}

interface ReusedPage {
  readonly page: CdpPage;
  documents: number;
  /** Something of the last document may have survived the replacement of its content. */
  marked: boolean;
  asked: boolean;
}

const DOCUMENTS_PER_PAGE = 500;
const CLOSE_LIMIT_MS = 3000;
const FIRST_POLL_MS = 5;
const SLOWEST_POLL_MS = 50;

/** Documents without scripts, on pages that are used again: scripts are off and every connection is refused. */
export class StaticLane {
  readonly #browsers: BrowserLender;
  readonly #limits: PrintLimits;
  readonly #log: Logger;
  readonly #idle = new WeakMap<Chromium, ReusedPage[]>();

  constructor(browsers: BrowserLender, limits: PrintLimits, log: Logger) {
    this.#browsers = browsers;
    this.#limits = limits;
    this.#log = log;
  }

  /** @throws NeedsNetwork when the document must be rendered with network after all */
  async render(job: RenderJob): Promise<LaneResult> {
    const { browser, release } = await job.clock.claim(this.#browsers.borrow(), (loan) => {
      loan.release();
    });
    let reused: ReusedPage | undefined;
    try {
      reused =
        this.#idle.get(browser)?.pop() ??
        (await job.clock.claim(this.#open(browser), (late) => {
          this.#discard(browser, late.page);
        }));
      const result = await job.clock.within(this.#renderOn(reused, job));
      this.#giveBack(browser, reused);
      return result;
    } catch (error) {
      if (reused !== undefined) this.#discard(browser, reused.page);
      throw error;
    } finally {
      release();
    }
  }

  async #open(browser: Chromium): Promise<ReusedPage> {
    const page = await browser.openPage({ beginFrames: true });
    const reused: ReusedPage = { page, documents: 0, marked: false, asked: false };
    page.session.on('Fetch.requestPaused', ({ requestId }) => {
      reused.asked = true;
      page.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }).catch(() => undefined); // the page is gone
    });
    await Promise.all([
      page.send('Page.enable'),
      page.send('Fetch.enable', { patterns: [{ urlPattern: 'http*' }] }),
      page.send('Emulation.setScriptExecutionDisabled', { value: true }),
      page.send('Emulation.setEmulatedMedia', { media: 'print' }),
    ]);
    return reused;
  }

  async #renderOn(reused: ReusedPage, { document, plan, clock }: RenderJob): Promise<LaneResult> {
    const { page } = reused;
    clock.phase = 'load';
    if (reused.marked) await loaded(page, page.send('Page.navigate', { url: 'about:blank' }));
    reused.marked = document.marksPage;
    reused.asked = false;
    reused.documents++;
    await loaded(page, page.send('Page.setDocumentContent', { frameId: page.targetId, html: document.html }));

    clock.phase = 'wait';
    let state = await readState(page);
    for (let wait = FIRST_POLL_MS; state.pending !== ''; wait = Math.min(wait * 2, SLOWEST_POLL_MS)) {
      await pause(wait);
      state = await readState(page);
    }
    refuseNetwork(reused);

    clock.phase = 'print';
    const printed = await printPage(page, plan, document.html.length, this.#limits);
    return { ...printed, warnings: stateWarnings(state) };
  }

  #giveBack(browser: Chromium, reused: ReusedPage): void {
    if (reused.documents >= DOCUMENTS_PER_PAGE) {
      this.#discard(browser, reused.page);
      return;
    }
    const idle = this.#idle.get(browser) ?? [];
    idle.push(reused);
    this.#idle.set(browser, idle);
  }

  /** A page that does not close takes its browser with it: the others are rendered again on the next one. */
  #discard(browser: Chromium, page: CdpPage): void {
    if (!browser.alive) return;
    const timer = setTimeout(() => {
      this.#log.warn('a page did not close; its browser is ended');
      browser.kill();
    }, CLOSE_LIMIT_MS);
    browser
      .closePage(page)
      .catch((error: unknown) => {
        this.#log.debug({ err: error }, 'a page was gone before it could be closed');
      })
      .finally(() => {
        clearTimeout(timer);
      });
  }
}

function refuseNetwork({ asked }: ReusedPage): void {
  if (asked) throw new NeedsNetwork();
}

async function loaded(page: CdpPage, cause: Promise<unknown>): Promise<void> {
  const fired = new Promise<void>((resolve) => {
    page.session.once('Page.loadEventFired', () => {
      resolve();
    });
  });
  await Promise.race([Promise.all([cause, fired]), page.lost]);
}

async function readState(page: CdpPage): Promise<PageState> {
  const { result } = await page.send('Runtime.evaluate', { expression: READ_STATE, returnByValue: true });
  return result.value as PageState;
}
