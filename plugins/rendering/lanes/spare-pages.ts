import type { Logger } from 'pino';
import type { Chromium } from '../chromium/browser.ts';
import type { ScriptedPage } from './scripted-page.ts';

interface BrowserPages {
  /** Those that are being opened, too; undefined for what could not be. */
  readonly spares: Promise<ScriptedPage | undefined>[];
  /** What documents are on. */
  readonly taken: Set<ScriptedPage>;
}

/**
 * Pages that are opened while others are at work, so that a document need not wait for its own: as many as documents are at
 * work. Each is used for one document at most. Only browsers that serve several documents have any, from their first
 * document on.
 */
export class SparePages {
  readonly #open: (browser: Chromium) => Promise<ScriptedPage>;
  readonly #most: number;
  readonly #log: Logger;
  readonly #pages = new WeakMap<Chromium, BrowserPages>();

  /** @param most of one browser; each is a renderer process of about 15 MB */
  constructor(open: (browser: Chromium) => Promise<ScriptedPage>, most: number, log: Logger) {
    this.#open = open;
    this.#most = most;
    this.#log = log;
  }

  /** A page that no document was on, and has others opened for the next ones. */
  async take(browser: Chromium): Promise<ScriptedPage> {
    if (!browser.shared) return this.#open(browser);
    const pages = this.#pages.get(browser) ?? { spares: [], taken: new Set() };
    this.#pages.set(browser, pages);
    for (const own of pages.taken) if (own.page.isLost) pages.taken.delete(own);
    const spare = pages.spares.shift();
    this.#fill(browser, pages.spares, pages.taken.size + 1);
    const ready = await spare;
    const own = ready === undefined || ready.page.isLost ? await this.#open(browser) : ready;
    pages.taken.add(own);
    return own;
  }

  #fill(browser: Chromium, spares: Promise<ScriptedPage | undefined>[], wanted: number): void {
    while (spares.length < Math.min(wanted, this.#most) && !browser.worn) {
      spares.push(
        this.#open(browser).catch((error: unknown) => {
          this.#log.debug({ err: error }, 'a page could not be opened ahead of its document');
          return undefined;
        }),
      );
    }
  }
}
