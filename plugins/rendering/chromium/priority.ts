import { readdir } from 'node:fs/promises';
import { setPriority } from 'node:os';
import type { Logger } from 'pino';
import type { Chromium } from './browser.ts';
import { processTree, TICKS_PER_SECOND } from './processes.ts';

const PERIOD_MS = 100;
/**
 * Seconds of computing after which a renderer works on at which priority: not so low that it would never end on a busy
 * machine, until it has computed for longer than documents do.
 */
const STEPS = [
  { after: 5, priority: 10 },
  { after: 1, priority: 5 },
] as const;
const FIRST_LOOK_MS = 1000;

/**
 * Lets renderers that compute for long leave the cores to short documents. Only for browsers that give each document a
 * renderer of its own: a priority cannot be raised again.
 */
export class RendererPriority {
  readonly #browsers: () => readonly Chromium[];
  readonly #log: Logger;
  #timer: NodeJS.Timeout | undefined;
  #late = 0;

  constructor(browsers: () => readonly Chromium[], log: Logger) {
    this.#browsers = browsers;
    this.#log = log;
  }

  /** Looks at renderers once a document has been at work for long, until the returned function says that it is done. */
  watch(): () => void {
    let isLate = false;
    const wait = setTimeout(() => {
      isLate = true;
      this.#late++;
      this.#timer ??= setInterval(() => void this.#look(), PERIOD_MS).unref();
    }, FIRST_LOOK_MS);
    return () => {
      clearTimeout(wait);
      if (!isLate || --this.#late > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  async #look(): Promise<void> {
    for (const browser of this.#browsers()) {
      for (const { pid, cpuTicks } of processTree(browser.pid).filter(({ isRenderer }) => isRenderer)) {
        const step = STEPS.find(({ after }) => cpuTicks / TICKS_PER_SECOND > after);
        if (step !== undefined) await this.#lower(pid, step.priority);
      }
    }
  }

  /** Linux keeps a priority for each thread; new ones have that of the one which starts them. */
  async #lower(pid: number, priority: number): Promise<void> {
    try {
      for (const thread of await readdir(`/proc/${String(pid)}/task`)) setPriority(Number(thread), priority);
    } catch (error) {
      this.#log.debug({ err: error, pid }, 'a renderer keeps its priority: it ended, or this system has no procfs');
    }
  }
}
