import type { Logger } from 'pino';
import type { CdpPage, Chromium } from '../chromium/browser.ts';
import { closeOrKill } from './close-or-kill.ts';
import type { EgressProxy } from './egress-proxy.ts';

/** Of a page: thousands of requests and frames, and no more than the hub reads within a few seconds. */
const MAX_EVENTS = 20_000;

/** A page in a browser context of its own, for one document. */
export interface OwnPage {
  readonly page: CdpPage;
  /** Its context and its proxy, too. */
  close(): void;
}

/** @param proxy its only way out, which is closed with it; no network at all when absent */
export async function openOwnPage(browser: Chromium, proxy: EgressProxy | undefined, log: Logger): Promise<OwnPage> {
  const { root } = browser;
  try {
    const { browserContextId } = await root.send('Target.createBrowserContext', {
      disposeOnDetach: true,
      ...(proxy === undefined ? {} : { proxyServer: `http://127.0.0.1:${String(proxy.port)}`, proxyBypassList: '<-loopback>' }),
    });
    const close = (): void => {
      proxy?.close();
      closeOrKill(browser, () => root.send('Target.disposeBrowserContext', { browserContextId }), log);
    };
    try {
      const [page] = await Promise.all([
        browser.openPage({ contextId: browserContextId, maxEvents: MAX_EVENTS }),
        root.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId }),
      ]);
      return { page, close };
    } catch (error) {
      close();
      throw error;
    }
  } catch (error) {
    proxy?.close();
    throw error;
  }
}
