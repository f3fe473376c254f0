import type { Logger } from 'pino';
import type { Chromium } from '../chromium/browser.ts';

const LOOK_MS = 1000;
/** Several, as a hub or a machine that stood still counts for one: the answer of the browser may have come meanwhile, unread. */
const LOOKS = 4;

/** Closes a page or context; when that takes long its browser is ended, and the other documents in it are rendered again in the next one. */
export function closeOrKill(browser: Chromium, close: () => Promise<unknown>, log: Logger): void {
  if (!browser.alive) return;
  let looks = 0;
  const timer = setInterval(() => {
    looks++;
    if (looks < LOOKS) return;
    clearInterval(timer);
    log.warn('a page did not close; its browser is ended');
    browser.kill();
  }, LOOK_MS);
  close()
    .catch((error: unknown) => {
      log.debug({ err: error }, 'a page was gone before it could be closed');
    })
    .finally(() => {
      clearInterval(timer);
    });
}
