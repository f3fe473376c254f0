import type { Chromium } from './browser.ts';
import { type BrowserProcess, treeReader } from './processes.ts';

const PERIOD_MS = 200;

/** Reads the processes of all browsers every 200 ms while documents are at work, once for everything that judges them. */
export class ProcessMonitor {
  readonly #browsers: () => readonly Chromium[];
  readonly #look: (browser: Chromium, processes: readonly BrowserProcess[]) => void;
  readonly #readers = new WeakMap<Chromium, () => BrowserProcess[]>();
  #timer: NodeJS.Timeout | undefined;
  #busy = 0;

  constructor(browsers: () => readonly Chromium[], look: (browser: Chromium, processes: readonly BrowserProcess[]) => void) {
    this.#browsers = browsers;
    this.#look = look;
  }

  /** Looks until the returned function says that the document is done. */
  watch(): () => void {
    this.#busy++;
    this.#timer ??= setInterval(() => {
      for (const browser of this.#browsers()) this.#look(browser, this.#processesOf(browser));
    }, PERIOD_MS).unref();
    return () => {
      if (--this.#busy > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  #processesOf(browser: Chromium): BrowserProcess[] {
    const read = this.#readers.get(browser) ?? treeReader(browser.pid);
    this.#readers.set(browser, read);
    return read();
  }
}
