import type { Logger } from 'pino';
import type { Chromium } from '../chromium/browser.ts';

const LIMIT_MS = 3000;

/** Closes a page or context; when that takes long its browser is ended, and the other documents in it are rendered again in the next one. */
export function closeOrKill(browser: Chromium, close: () => Promise<unknown>, log: Logger): void {
  if (!browser.alive) return;
  const timer = setTimeout(() => {
    log.warn('a page did not close; its browser is ended');
    browser.kill();
  }, LIMIT_MS);
  close()
    .catch((error: unknown) => {
      log.debug({ err: error }, 'a page was gone before it could be closed');
    })
    .finally(() => {
      clearTimeout(timer);
    });
}
