import type { Logger } from 'pino';

const SHORTEST_MS = 2000;
const LONGEST_MS = 60_000;

/** Items wait while files cannot be stored: there is nothing wrong with them, and making them would be in vain. */
export class StoragePause {
  readonly #log: Logger;
  #lengthMs = 0;
  #until = 0;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Milliseconds until it is worth another try; 0 while the storage works. */
  get remainingMs(): number {
    return Math.max(0, this.#until - performance.now());
  }

  /** Files cannot be stored; each time in a row the pause is longer. */
  begin(error: unknown): void {
    // Several items at once meet the same outage.
    if (this.remainingMs > 0) return;
    this.#lengthMs = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, 2 * this.#lengthMs));
    this.#until = performance.now() + this.#lengthMs;
    this.#log.warn({ err: error, next_try_ms: this.#lengthMs }, 'batches wait for the file storage');
  }

  end(): void {
    if (this.#lengthMs > 0) this.#log.info('batches go on: the file storage works again');
    this.#lengthMs = 0;
    this.#until = 0;
  }
}
