import type { Logger } from 'pino';
import type { Outbound } from '../../../server/contract/index.ts';
import type { CdpPage, Chromium } from '../chromium/browser.ts';
import type { Region } from '../contract.ts';
import { planPrint } from '../page-options.ts';
import { type EgressBudget, EgressProxy } from './egress-proxy.ts';
import { freezeClock, type FrozenClock } from './frozen-clock.ts';
import { IsolatedWorld } from './isolated-world.ts';
import { setRegion } from './page-region.ts';
import { openOwnPage, type OwnPage } from './own-page.ts';
import { type PageArea, pageAreaOf } from './page-area.ts';
import { FRAMES_IN_OWN_TIME } from './page-frames.ts';
import { PageLog } from './page-log.ts';
import { COUNT_WORKERS } from './page-workers.ts';

/** A page that prints itself or opens windows would wait for what never comes; one that closes itself could not be printed. */
const NO_DIALOGS_OR_WINDOWS = 'window.print = () => {}; window.close = () => {}; window.open = () => null';
/** On paper everything is seen, however far below the first screen. */
const ALL_IN_SIGHT = `globalThis.IntersectionObserver = class IntersectionObserver extends globalThis.IntersectionObserver {
  constructor(callback, options = {}) {
    super(callback, options.root ? options : { ...options, rootMargin: '10000000px' });
  }
}`;
/** What WebGL has drawn is gone once it was shown, and printing comes later. */
const KEPT_DRAWINGS = `for (const type of [HTMLCanvasElement, OffscreenCanvas]) {
  const { getContext } = type.prototype;
  type.prototype.getContext = function (name, options, ...rest) {
    const isKept = /webgl/i.test(name);
    return getContext.call(this, name, isKept ? { ...options, preserveDrawingBuffer: true } : options, ...rest);
  };
}`;
/** Charts draw by the density of the screen: 200 dots to the inch. */
const CANVAS_DENSITY = 200 / 96;
const MAY_HAVE_CANVAS = /canvas|<script[^>]*\bsrc\b/i;

export const mayHaveCanvas = (html: string): boolean => MAY_HAVE_CANVAS.test(html);

/** What a page is shown on. */
export interface View {
  readonly area: PageArea;
  readonly media: 'print' | 'screen';
  /** Pixels of the screen for each CSS pixel. */
  readonly density: number;
}

/** Lines and boxes may lie elsewhere by a fraction of a pixel on a denser screen. */
export const printView = (area: PageArea, isDense: boolean): View => ({ area, media: 'print', density: isDense ? CANVAS_DENSITY : 1 });

interface BeginOptions {
  readonly region?: Region | undefined;
  readonly clock?: FrozenClock | undefined;
}

/** A page that is set up for a document with scripts or network, whatever that document will be. */
export interface ScriptedPage extends OwnPage {
  readonly pageLog: PageLog;
  readonly world: IsolatedWorld;
  /** Lets it reach the network, and gives it the size of what will be printed, by which charts choose theirs. */
  begin(view: View, options?: BeginOptions): Promise<void>;
}

export const resize = (page: CdpPage, area: PageArea, deviceScaleFactor: number): Promise<void> =>
  page.send('Emulation.setDeviceMetricsOverride', { ...area, deviceScaleFactor, mobile: false });

export interface ScriptedPageOptions {
  readonly outbound: Outbound;
  readonly budget: EgressBudget;
  readonly log: Logger;
}

export async function openScriptedPage(browser: Chromium, { outbound, budget, log }: ScriptedPageOptions): Promise<ScriptedPage> {
  const proxy = await EgressProxy.open(outbound, budget);
  const own = await openOwnPage(browser, proxy, log);
  const { page, close } = own;
  void page.lost.catch(() => {
    proxy.close();
  });
  try {
    const pageLog = new PageLog(page);
    const world = new IsolatedWorld(page);
    const usual = pageAreaOf(planPrint({}, true, 'options'), '');
    await Promise.all([
      page.send('Page.enable'),
      page.send('Runtime.enable'),
      page.send('Network.enable'),
      page.send('Emulation.setEmulatedMedia', { media: 'print' }),
      page.send('Page.addScriptToEvaluateOnNewDocument', {
        source: [NO_DIALOGS_OR_WINDOWS, ALL_IN_SIGHT, FRAMES_IN_OWN_TIME, KEPT_DRAWINGS, COUNT_WORKERS].join(';\n'),
        runImmediately: true,
      }),
      resize(page, usual, 1),
      world.open(),
    ]);
    return {
      page,
      close,
      pageLog,
      world,
      async begin({ area, media, density }, { region = {}, clock } = {}) {
        proxy.admit();
        await setRegion(page, region);
        if (clock !== undefined) await freezeClock(page, clock);
        if (media !== 'print') await page.send('Emulation.setEmulatedMedia', { media });
        if (density !== 1 || area.width !== usual.width || area.height !== usual.height) await resize(page, area, density);
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}
