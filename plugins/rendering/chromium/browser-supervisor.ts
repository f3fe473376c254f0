import type { Logger } from 'pino';
import type { Chromium } from './browser.ts';

const RESTART_PAUSE_MS = 200;
const MAX_PAUSE_MS = 5000;
const MAX_AGE_MS = 30 * 60_000;

/** Why a browser was started. */
type StartReason = 'first' | 'lost' | 'recycled';

export interface BrowserSupervisorOptions {
  readonly name: string;
  launch(): Promise<Chromium>;
  /** Documents after which the browser is replaced. */
  readonly recycleAfter: number;
  /** Called for each browser that has started. */
  started(reason: StartReason): void;
  readonly log: Logger;
}

/** A browser on loan: `release` says that the document is done with it. */
export interface BrowserLoan {
  readonly browser: Chromium;
  release(): void;
}

/** Where lanes get their browsers from. */
export interface BrowserLender {
  borrow(): Promise<BrowserLoan>;
  /** Browsers that run now. */
  readonly browsers: readonly Chromium[];
  close(): Promise<void>;
}

/** A browser for each document, gone with it. */
export function ownBrowsers(launch: () => Promise<Chromium>, log: Logger): BrowserLender {
  const open = new Set<Chromium>();
  return {
    get browsers() {
      return [...open];
    },
    async close() {
      await Promise.all([...open].map((browser) => browser.close()));
    },
    async borrow() {
      const browser = await launch();
      open.add(browser);
      const release = (): void => {
        open.delete(browser);
        browser.close().catch((error: unknown) => {
          log.warn({ err: error }, 'a browser did not close cleanly');
        });
      };
      return { browser, release };
    },
  };
}

/** One browser, and what it was used for. */
interface Instance {
  readonly browser: Chromium;
  readonly startedAt: number;
  documents: number;
  loans: number;
  retired: boolean;
}

/** Keeps one browser running: restarts it when it dies, replaces it when it is old, and drains the old one. */
export class BrowserSupervisor implements BrowserLender {
  readonly #options: BrowserSupervisorOptions;
  #current: Promise<Instance> | undefined;
  #replacing = false;
  #closed = false;
  #started = false;
  #failures = 0;
  readonly #open = new Set<Instance>();

  constructor(options: BrowserSupervisorOptions) {
    this.#options = options;
  }

  async borrow(): Promise<BrowserLoan> {
    const instance = await this.#instance();
    instance.loans++;
    instance.documents++;
    this.#replaceIfOld(instance);
    return {
      browser: instance.browser,
      release: () => {
        instance.loans--;
        this.#closeIfDrained(instance);
      },
    };
  }

  get browsers(): Chromium[] {
    return [...this.#open].map(({ browser }) => browser).filter(({ alive }) => alive);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#open].map(({ browser }) => browser.close()));
  }

  async #instance(): Promise<Instance> {
    if (this.#closed) throw new Error('the renderer is stopping');
    this.#current ??= this.#start(this.#started ? 'lost' : 'first');
    const current = this.#current;
    try {
      const instance = await current;
      if (instance.browser.alive) return instance;
    } catch (error) {
      if (this.#current === current) this.#current = undefined;
      throw error;
    }
    if (this.#current === current) this.#current = undefined;
    return this.#instance();
  }

  async #start(reason: StartReason): Promise<Instance> {
    if (this.#failures > 0) {
      await new Promise((resolve) => setTimeout(resolve, Math.min(RESTART_PAUSE_MS * 2 ** this.#failures, MAX_PAUSE_MS)));
    }
    try {
      const browser = await this.#options.launch();
      const instance: Instance = { browser, startedAt: performance.now(), documents: 0, loans: 0, retired: false };
      this.#open.add(instance);
      this.#failures = 0;
      this.#started = true;
      this.#options.started(reason);
      void browser.gone.then(() => {
        this.#open.delete(instance);
        if (!instance.retired && !this.#closed) this.#options.log.warn({ lane: this.#options.name }, 'a browser ended unexpectedly');
      });
      return instance;
    } catch (error) {
      this.#failures++;
      throw error;
    }
  }

  /** The new browser is ready before the old one gets no more documents. */
  #replaceIfOld(instance: Instance): void {
    const aged = instance.documents >= this.#options.recycleAfter || performance.now() - instance.startedAt > MAX_AGE_MS;
    const old = aged || instance.browser.worn;
    if (!old || this.#replacing || instance.retired) return;
    this.#replacing = true;
    this.#start('recycled')
      .then((next) => {
        instance.retired = true;
        this.#current = Promise.resolve(next);
        this.#closeIfDrained(instance);
      })
      .catch((error: unknown) => {
        this.#options.log.warn({ err: error, lane: this.#options.name }, 'a browser could not be replaced and is used further');
      })
      .finally(() => {
        this.#replacing = false;
      });
  }

  #closeIfDrained(instance: Instance): void {
    if (!instance.retired || instance.loans > 0) return;
    instance.browser.close().catch((error: unknown) => {
      this.#options.log.warn({ err: error, lane: this.#options.name }, 'an old browser did not close cleanly');
    });
  }
}
