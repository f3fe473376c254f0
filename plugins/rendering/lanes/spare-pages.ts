import type { Logger } from 'pino';
import type { Chromium } from '../chromium/browser.ts';
import type { ScriptedPage } from './scripted-page.ts';

/**
 * Pages that are opened while others are at work, so that a document need not wait for its own. Each is used for one
 * document at most. Only browsers that serve several documents have any, from their first document on.
 */
export class SparePages {
  readonly #open: (browser: Chromium) => Promise<ScriptedPage>;
  readonly #most: number;
  readonly #log: Logger;
  /** Those that are being opened, too; undefined for what could not be. */
  readonly #spares = new WeakMap<Chromium, Promise<ScriptedPage | undefined>[]>();

  /** @param most of one browser; each is a renderer process of about 15 MB */
  constructor(open: (browser: Chromium) => Promise<ScriptedPage>, most: number, log: Logger) {
    this.#open = open;
    this.#most = most;
    this.#log = log;
  }

  /** A page that no document was on, and has others opened for the next ones. */
  async take(browser: Chromium): Promise<ScriptedPage> {
    if (!browser.shared) return this.#open(browser);
    const spares = this.#spares.get(browser) ?? [];
    this.#spares.set(browser, spares);
    const spare = spares.shift();
    this.#fill(browser, spares);
    const page = await spare;
    return page === undefined || page.page.isLost ? this.#open(browser) : page;
  }

  #fill(browser: Chromium, spares: Promise<ScriptedPage | undefined>[]): void {
    while (spares.length < this.#most && !browser.worn) {
      spares.push(
        this.#open(browser).catch((error: unknown) => {
          this.#log.debug({ err: error }, 'a page could not be opened ahead of its document');
          return undefined;
        }),
      );
    }
  }
}
