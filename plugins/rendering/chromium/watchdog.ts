import type { Logger } from 'pino';
import type { Chromium } from './browser.ts';
import type { BrowserProcess } from './processes.ts';

const BLAME_MS = 1500;
/** How many looks back growth is looked for: 10 s at one every 200 ms. */
const SAMPLES = 50;
/** Grown by this share of its limit, a shared browser loses the busiest of its renderers. */
const SUSPICIOUS_SHARE = 4;
/** From this share of its limit on, a browser gets no new documents. */
const WORN_SHARE = 2;

export interface MemoryLimits {
  /** Resident bytes of one renderer. */
  readonly renderer: number;
  /** Resident bytes of any other process of a browser, which documents share. */
  readonly browser: number;
}

interface Watched {
  /** What the largest shared process took lately. */
  readonly samples: number[];
  readonly cpuTicks: Map<number, number>;
}

/**
 * Ends renderers and browsers that take more memory than allowed; buffers, canvases and whatever a document makes its
 * browser keep (history, blobs, storage) are outside V8's own limit. Nothing tells which document made a shared browser
 * grow: the busiest renderer is suspected and ended, and its document rendered again in a browser of its own.
 */
export class MemoryWatchdog {
  readonly #limits: MemoryLimits;
  readonly #log: Logger;
  readonly #watched = new WeakMap<Chromium, Watched>();
  #lastKill = -Infinity;

  constructor(limits: MemoryLimits, log: Logger) {
    this.#limits = limits;
    this.#log = log;
  }

  /** True when a page that was lost just now was lost because its renderer took too much. */
  get killedJustNow(): boolean {
    return performance.now() - this.#lastKill < BLAME_MS;
  }

  look(browser: Chromium, processes: readonly BrowserProcess[]): void {
    const renderers = processes.filter(({ isRenderer }) => isRenderer);
    for (const { pid, residentBytes } of renderers) {
      if (residentBytes <= this.#limits.renderer) continue;
      this.#lastKill = performance.now();
      this.#log.warn({ pid, bytes: residentBytes }, 'a renderer took too much memory and was ended');
      this.#kill(pid);
    }
    const shared = Math.max(0, ...processes.filter(({ isRenderer }) => !isRenderer).map(({ residentBytes }) => residentBytes));
    const watched = this.#watched.get(browser) ?? { samples: [], cpuTicks: new Map<number, number>() };
    this.#watched.set(browser, watched);
    browser.worn ||= shared > this.#limits.browser / WORN_SHARE;
    if (shared > this.#limits.browser) {
      this.#log.warn({ pid: browser.pid, bytes: shared }, 'a browser took too much memory and was ended');
      browser.kill('memory');
      return;
    }
    const before = Math.min(shared, ...watched.samples);
    if (browser.shared && shared - before > this.#limits.browser / SUSPICIOUS_SHARE) {
      const suspect = busiest(renderers, watched.cpuTicks);
      this.#log.warn({ pid: suspect?.pid, browser: browser.pid, bytes: shared, before }, 'a browser grows; its busiest renderer was ended');
      if (suspect !== undefined) this.#kill(suspect.pid);
      watched.samples.length = 0;
    }
    watched.samples.push(shared);
    if (watched.samples.length > SAMPLES) watched.samples.shift();
    watched.cpuTicks.clear();
    for (const { pid, cpuTicks } of renderers) watched.cpuTicks.set(pid, cpuTicks);
  }

  #kill(pid: number): void {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      this.#log.warn({ err: error, pid }, 'the renderer had ended already');
    }
  }
}

/** What computed most since the last look. */
function busiest(renderers: readonly BrowserProcess[], before: ReadonlyMap<number, number>): BrowserProcess | undefined {
  const spent = ({ pid, cpuTicks }: BrowserProcess): number => cpuTicks - (before.get(pid) ?? 0);
  return renderers.toSorted((a, b) => spent(b) - spent(a))[0];
}
