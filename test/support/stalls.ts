import { Worker } from 'node:worker_threads';

const TICK_MS = 2;

export interface Stall {
  /** The longest that a request to `/healthz` took, sent from another thread. */
  readonly waitedMs: number;
  /** The most that this thread computed between two ticks of a timer. */
  readonly computedMs: number;
  /** What of a wait is this thread's doing, and not that of others on the machine. */
  readonly ms: number;
}

/** Watches how long this thread, on which the hub runs, keeps others waiting. */
export class StallWatch {
  readonly #worker: Worker;
  readonly #timer: NodeJS.Timeout;
  #cpu = process.threadCpuUsage();
  #computed = 0;

  constructor(url: string) {
    this.#worker = new Worker(new URL('./health-prober.ts', import.meta.url), { workerData: { url } });
    this.#timer = setInterval(() => {
      this.#tick();
    }, TICK_MS);
  }

  /** The worst since the last call. */
  async take(): Promise<Stall> {
    this.#tick();
    const waitedMs = await new Promise<number>((resolve) => {
      this.#worker.once('message', resolve);
      this.#worker.postMessage('take');
    });
    this.#tick();
    const computedMs = this.#computed;
    this.#computed = 0;
    return { waitedMs, computedMs, ms: Math.min(waitedMs, computedMs) };
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#worker.terminate();
  }

  #tick(): void {
    const { user, system } = process.threadCpuUsage(this.#cpu);
    this.#cpu = process.threadCpuUsage();
    this.#computed = Math.max(this.#computed, (user + system) / 1000);
  }
}
