import type { Logger } from 'pino';
import type { Outbound } from '../../../server/contract/index.ts';
import type { Chromium } from '../chromium/browser.ts';
import { planPrint } from '../page-options.ts';
import { type EgressBudget, EgressProxy } from './egress-proxy.ts';
import { freezeClock, type FrozenClock } from './frozen-clock.ts';
import { IsolatedWorld } from './isolated-world.ts';
import { openOwnPage, type OwnPage } from './own-page.ts';
import { type PageArea, pageAreaOf } from './page-area.ts';
import { PageLog } from './page-log.ts';

/** A page that prints itself or opens windows would wait for what never comes; one that closes itself could not be printed. */
const NO_DIALOGS_OR_WINDOWS = 'window.print = () => {}; window.close = () => {}; window.open = () => null';

/** A page that is set up for a document with scripts or network, whatever that document will be. */
export interface ScriptedPage extends OwnPage {
  readonly pageLog: PageLog;
  readonly world: IsolatedWorld;
  /** Lets it reach the network, and gives it the size of what will be printed, by which charts choose theirs. */
  begin(area: PageArea, clock?: FrozenClock): Promise<void>;
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
    const usual = pageAreaOf(planPrint({}, true, 'options'), '');
    const resize = (viewport: PageArea): Promise<void> =>
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
      async begin(wanted, clock) {
        proxy.admit();
        if (clock !== undefined) await freezeClock(page, clock);
        if (wanted.width !== usual.width || wanted.height !== usual.height) await resize(wanted);
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}
