import type { Logger } from 'pino';
import type { Outbound } from '../../../server/contract/index.ts';
import type { Chromium } from '../chromium/browser.ts';
import type { PrintPlan } from '../contract.ts';
import { planPrint } from '../page-options.ts';
import { type EgressBudget, EgressProxy } from './egress-proxy.ts';
import { IsolatedWorld } from './isolated-world.ts';
import { openOwnPage, type OwnPage } from './own-page.ts';
import { PageLog } from './page-log.ts';

/** A page that prints itself or opens windows would wait for what never comes; one that closes itself could not be printed. */
const NO_DIALOGS_OR_WINDOWS = 'window.print = () => {}; window.close = () => {}; window.open = () => null';
const CSS_PX_PER_INCH = 96;

/** A page that is set up for a document with scripts or network, whatever that document will be. */
export interface ScriptedPage extends OwnPage {
  readonly pageLog: PageLog;
  readonly world: IsolatedWorld;
  /** Lets it reach the network, and gives it the size of what will be printed, by which charts choose theirs. */
  begin(plan: PrintPlan): Promise<void>;
}

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
    const usual = viewportOf(planPrint({}, true, 'options'));
    const resize = (viewport: Viewport): Promise<void> =>
      page.send('Emulation.setDeviceMetricsOverride', { ...viewport, deviceScaleFactor: 1, mobile: false });
    await Promise.all([
      page.send('Page.enable'),
      page.send('Runtime.enable'),
      page.send('Network.enable'),
      page.send('Emulation.setEmulatedMedia', { media: 'print' }),
      page.send('Page.addScriptToEvaluateOnNewDocument', { source: NO_DIALOGS_OR_WINDOWS, runImmediately: true }),
      resize(usual),
      world.open(),
    ]);
    return {
      page,
      close,
      pageLog,
      world,
      async begin(plan) {
        proxy.admit();
        const wanted = viewportOf(plan);
        if (wanted.width !== usual.width || wanted.height !== usual.height) await resize(wanted);
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}

interface Viewport {
  readonly width: number;
  readonly height: number;
}

const viewportOf = ({
  paperWidth,
  paperHeight,
  marginLeft = 0,
  marginRight = 0,
  marginTop = 0,
  marginBottom = 0,
}: PrintPlan): Viewport => ({
  width: Math.max(1, Math.round((paperWidth - marginLeft - marginRight) * CSS_PX_PER_INCH)),
  height: Math.max(1, Math.round((paperHeight - marginTop - marginBottom) * CSS_PX_PER_INCH)),
});
