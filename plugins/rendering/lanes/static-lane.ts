import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Protocol } from 'puppeteer';
import type { CdpPage, Chromium } from '../chromium/browser.ts';
import type { BrowserLender } from '../chromium/browser-supervisor.ts';
import { BrowserLost } from '../chromium/cdp-session.ts';
import { HUB_ACCOUNT, type RenderWarning } from '../contract.ts';
import { closeOrKill } from './close-or-kill.ts';
import { blankWarnings } from './blank-pages.ts';
import { END_ANIMATIONS, mayMove } from './end-animations.ts';
import { hyphenate, mayHyphenate } from './hyphens.ts';
import { headerWarnings } from './header-room.ts';
import type { LaneResult, RenderJob } from './lane.ts';
import { fontWarnings } from './page-fonts.ts';
import { type PageArea, pageAreaOf } from './page-area.ts';
import { type PrintLimits, printPage } from './print-page.ts';
import { assertHolds, assertPrinted, mayMarkTitle, newToken, withToken } from './print-proof.ts';
import { type PageState, readStateOnce, stateWarnings, withAbout } from './readiness.ts';
import { keepsSize, keepTrueSize, shrinkWarnings } from './true-size.ts';
import { ALL_CHECKS, layoutWarnings, NOT_CHECKED, readLayout, readRoom, type TextLayout, type TextRoom, widerArea } from './text-layout.ts';

/** The document asked for something from the network after all: it belongs in the other lane. */
export class NeedsNetwork extends Error {}

interface ReusedPage {
  readonly page: CdpPage;
  documents: number;
  /** Whose document it showed last; undefined while it is fresh. */
  owner: string | undefined;
  asked: boolean;
  /** Its viewport; undefined while it has the browser's own. */
  area: PageArea | undefined;
}

interface BrowserPages {
  /** The one that has waited longest first. */
  readonly idle: ReusedPage[];
  /** Idle, in use, and being opened. */
  open: number;
}

const DOCUMENTS_PER_PAGE = 500;
const FIRST_POLL_MS = 5;
const SLOWEST_POLL_MS = 50;

/**
 * Documents without scripts, on pages that are used again: scripts are off and every connection is refused.
 * Replacing a document's content leaves some of its state on the page. So an account has pages of its own while there
 * are enough, and a page that another one gets navigates first, whatever its last document was.
 */
export class StaticLane {
  readonly #browsers: BrowserLender;
  readonly #limits: PrintLimits;
  readonly #log: Logger;
  readonly #keptPages: number;
  readonly #pages = new WeakMap<Chromium, BrowserPages>();

  /** @param keptPages how many accounts find their own page again; each has a renderer process of about 15 MB */
  constructor(browsers: BrowserLender, limits: PrintLimits, log: Logger, keptPages: number) {
    this.#browsers = browsers;
    this.#limits = limits;
    this.#log = log;
    this.#keptPages = keptPages;
  }

  /** @throws NeedsNetwork when the document must be rendered with network after all */
  async render(job: RenderJob): Promise<LaneResult> {
    const { browser, release } = await job.deadline.claim(this.#browsers.borrow(), (loan) => {
      loan.release();
    });
    let reused: ReusedPage | undefined;
    try {
      reused =
        this.#takeIdle(browser, job.accountId) ??
        (await job.deadline.claim(this.#open(browser), (late) => {
          this.#discard(browser, late.page);
        }));
      const result = await job.deadline.within(this.#renderOn(reused, job));
      this.#giveBack(browser, reused);
      return result;
    } catch (error) {
      if (reused !== undefined) this.#discard(browser, reused.page);
      throw error;
    } finally {
      release();
    }
  }

  #pagesOf(browser: Chromium): BrowserPages {
    const known = this.#pages.get(browser) ?? { idle: [], open: 0 };
    this.#pages.set(browser, known);
    return known;
  }

  /** The account's own, else, when there are pages enough, the one that has waited longest. */
  #takeIdle(browser: Chromium, accountId: string): ReusedPage | undefined {
    const { idle, open } = this.#pagesOf(browser);
    const own = idle.findLastIndex(({ owner }) => owner === accountId);
    if (own === -1 && open < this.#keptPages) return undefined;
    return idle.splice(Math.max(own, 0), 1)[0];
  }

  async #open(browser: Chromium): Promise<ReusedPage> {
    const pages = this.#pagesOf(browser);
    pages.open++;
    const page = await browser.openPage({ beginFrames: true }).catch((error: unknown) => {
      pages.open--;
      throw error;
    });
    try {
      return await this.#prepare(page);
    } catch (error) {
      this.#discard(browser, page);
      throw error;
    }
  }

  async #prepare(page: CdpPage): Promise<ReusedPage> {
    const reused: ReusedPage = { page, documents: 0, owner: undefined, asked: false, area: undefined };
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

  async #renderOn(reused: ReusedPage, job: RenderJob): Promise<LaneResult> {
    const { accountId, document, plan, deadline } = job;
    const { page } = reused;
    deadline.phase = 'load';
    // What the hub renders for itself comes from several accounts.
    if (reused.owner !== undefined && (reused.owner !== accountId || accountId === HUB_ACCOUNT)) await clear(page);
    reused.owner = accountId;
    reused.asked = false;
    reused.documents++;
    const area = pageAreaOf(plan, document.html);
    const token = newToken();
    const mark = mayMarkTitle(job);
    // What a document shows must not depend on the one before: pictures may be chosen by the viewport.
    const resized = resize(reused, area);
    resized.catch(() => undefined); // the content fails, too
    const content = page.send('Page.setDocumentContent', { frameId: page.targetId, html: withToken(document.html, token) });
    const readNow = (): Promise<PageReading> => readState(page, job, area, mark);
    let read: PageReading;
    if (document.loadsData) {
      await loaded(page, content);
      deadline.phase = 'wait';
      read = await readNow();
    } else {
      // Both in one go: they reach the page on one session, which answers in order.
      [, read] = await Promise.all([content, readNow()]);
      deadline.phase = 'wait';
    }
    for (let wait = FIRST_POLL_MS; read.state.pending !== ''; wait = Math.min(wait * 2, SLOWEST_POLL_MS)) {
      await pause(wait);
      read = await readNow();
    }
    assertHolds(read.state, token);
    const evaluate = evaluateIn(page);
    const isHyphenated = mayHyphenate(document.html);
    const substituted = await fontWarnings(page, evaluate, job.hasFamily, document.families);
    // By the lines of the fonts that are used.
    if (isHyphenated) await hyphenate(evaluate, job.region.locale ?? '', job.hyphenate);
    const isChanged = isHyphenated || substituted.length > 0;
    const room = isChanged ? ((await evaluate(readRoom(document.layoutChecks, area))) as TextRoom) : read.room;
    const keeps = keepsSize(plan, document.html, area, room);
    const tooWide = keeps ? await keepTrueSize(evaluate, document.layoutChecks ?? ALL_CHECKS, area) : [];

    // Only now, as printing reaches the page on another channel, where it would overtake what is not answered yet.
    deadline.phase = 'print';
    const printed = await printPage(page, plan, document.html.length, this.#limits);
    refuseNetwork(reused);
    assertPrinted(printed.pdf, read.state);
    const text = keeps ? [...tooWide, ...shrinkWarnings(printed.pdf)] : await textWarnings(reused, job, area, room);
    const blank = blankWarnings(printed.pdf, printed.pages, plan, read.state);
    const warnings = [
      ...stateWarnings(read.state),
      ...blank,
      ...substituted,
      ...text,
      ...(await headerWarnings(page, evaluate, plan, document.html)),
    ];
    return { ...printed, pdf: withAbout(printed.pdf, read.state), document, warnings, usedNetwork: false };
  }

  #giveBack(browser: Chromium, reused: ReusedPage): void {
    if (reused.documents < DOCUMENTS_PER_PAGE) this.#pagesOf(browser).idle.push(reused);
    else this.#discard(browser, reused.page);
  }

  #discard(browser: Chromium, page: CdpPage): void {
    this.#pagesOf(browser).open--;
    closeOrKill(browser, () => browser.closePage(page), this.#log);
  }
}

function refuseNetwork({ asked }: ReusedPage): void {
  if (asked) throw new NeedsNetwork();
}

/** Gives the page a new, empty document; resolves when that one, and no other that the old one began, is there. */
async function clear(page: CdpPage): Promise<void> {
  const arrived = new Set<string>();
  let note: () => void = () => undefined;
  const onNavigated = ({ frame }: Protocol.Page.FrameNavigatedEvent): void => {
    arrived.add(frame.loaderId);
    note();
  };
  page.session.on('Page.frameNavigated', onNavigated);
  try {
    const { loaderId, errorText } = await page.send('Page.navigate', { url: 'about:blank' });
    if (loaderId === undefined || errorText !== undefined) throw new BrowserLost('page', errorText);
    const there = new Promise<void>((resolve) => {
      note = () => {
        if (arrived.has(loaderId)) resolve();
      };
      note();
    });
    await Promise.race([there, page.lost]);
  } finally {
    page.session.off('Page.frameNavigated', onNavigated);
  }
}

async function loaded(page: CdpPage, cause: Promise<unknown>): Promise<void> {
  const fired = new Promise<void>((resolve) => {
    page.session.once('Page.loadEventFired', () => {
      resolve();
    });
  });
  await Promise.race([Promise.all([cause, fired]), page.lost]);
}

interface PageReading {
  readonly state: PageState;
  /** What room its texts have. */
  readonly room: TextRoom;
}

const evaluateIn =
  (page: CdpPage) =>
  async (expression: string): Promise<unknown> => {
    const { result } = await page.send('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
    return result.value;
  };

/** No script of a document has run in this world, or will. */
async function readState(page: CdpPage, { document }: RenderJob, area: PageArea, mark: boolean): Promise<PageReading> {
  const ended = mayMove(document.html) ? `${END_ANIMATIONS};` : '';
  const expression = `${ended}({ state: ${readStateOnce(mark)}, room: ${readRoom(document.layoutChecks, area)} })`;
  const { result } = await page.send('Runtime.evaluate', { expression, returnByValue: true });
  return result.value as PageReading;
}

async function resize(reused: ReusedPage, area: PageArea): Promise<void> {
  if (reused.area?.width === area.width && reused.area.height === area.height) return;
  reused.area = area;
  await reused.page.send('Emulation.setDeviceMetricsOverride', { ...area, deviceScaleFactor: 1, mobile: false });
}

/** Of a page that has printed: what is laid out in vain for it costs those documents only that may have such text. */
async function textWarnings(reused: ReusedPage, { document }: RenderJob, area: PageArea, room: TextRoom): Promise<RenderWarning[]> {
  const wider = widerArea(area, room);
  if (!room.isSuspect && wider === undefined) return room.isPart ? layoutWarnings(NOT_CHECKED) : [];
  await resize(reused, wider ?? area);
  const expression = readLayout(document.layoutChecks ?? ALL_CHECKS, wider ?? area);
  const { result } = await reused.page.send('Runtime.evaluate', { expression, returnByValue: true });
  return layoutWarnings(result.value as TextLayout);
}
