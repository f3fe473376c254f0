import { readFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { Chromium } from './browser.ts';

const PERIOD_MS = 200;
const PAGE_BYTES = 4096;
const BLAME_MS = 1500;

/** 0 when there is no such process. */
export async function residentBytes(pid: number): Promise<number> {
  try {
    return Number((await readFile(`/proc/${String(pid)}/statm`, 'utf8')).split(' ')[1]) * PAGE_BYTES;
  } catch {
    return 0; // the process ended, or this system has no procfs: V8's own limit still holds
  }
}

/** Ends renderers that take more memory than allowed; buffers and canvases are outside V8's own limit. */
export class MemoryWatchdog {
  readonly #browsers: () => readonly Chromium[];
  readonly #limit: number;
  readonly #log: Logger;
  #timer: NodeJS.Timeout | undefined;
  #busy = 0;
  #lastKill = -Infinity;

  constructor(browsers: () => readonly Chromium[], limit: number, log: Logger) {
    this.#browsers = browsers;
    this.#limit = limit;
    this.#log = log;
  }

  /** Watches while documents are at work. */
  begin(): void {
    this.#busy++;
    this.#timer ??= setInterval(() => void this.#look(), PERIOD_MS).unref();
  }

  end(): void {
    if (--this.#busy > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** True when a page that was lost just now was lost to this watchdog. */
  get killedJustNow(): boolean {
    return performance.now() - this.#lastKill < BLAME_MS;
  }

  async #look(): Promise<void> {
    for (const browser of this.#browsers()) {
      const pids = await browser.rendererPids().catch(() => []); // a browser that ends meanwhile has none
      for (const pid of pids) {
        const bytes = await residentBytes(pid);
        if (bytes <= this.#limit) continue;
        this.#lastKill = performance.now();
        this.#log.warn({ pid, bytes }, 'a renderer took too much memory and was ended');
        try {
          process.kill(pid, 'SIGKILL');
        } catch (error) {
          this.#log.warn({ err: error, pid }, 'the renderer had ended already');
        }
      }
    }
  }
}
