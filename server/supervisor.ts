import type { Logger } from 'pino';
import type { Hub } from './hub.ts';

const MOST_RESTARTS = 3;
const RESTARTS_WITHIN_MS = 10 * 60_000;

export interface SupervisorOptions {
  /** Resolves with a hub that runs; ends early, with the signal's reason, when that is aborted. */
  startHub(signal: AbortSignal): Promise<Hub>;
  readonly log: Logger;
  /** The hub fails again and again, or does not start again: the process is to end with status 1. */
  giveUp(reason: string): void;
}

/**
 * Runs a hub and replaces it when an error reached the process: what is in flight is finished, then another hub starts
 * in the same process. More than three restarts within ten minutes are given up.
 */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #restarts: number[] = [];
  #hub: Hub | undefined;
  /** Starting, stopping and replacing, one after the other. */
  #work: Promise<unknown> = Promise.resolve();
  #replacing = false;
  readonly #ending = new AbortController();

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  start(): Promise<void> {
    return this.#next(() => this.#start());
  }

  /** Ends for good; true when every part ended in time and without an error. */
  stop(): Promise<boolean> {
    this.#ending.abort(new Error('told to stop'));
    return this.#next(() => this.#hub?.stop() ?? Promise.resolve(true));
  }

  /** For errors that nothing caught. */
  crashed(error: unknown, origin: string): void {
    const { log, giveUp } = this.#options;
    log.fatal({ err: error, origin }, 'an error reached the process');
    if (this.#ending.signal.aborted || this.#replacing) return;
    const now = performance.now();
    const recent = this.#restarts.filter((at) => now - at < RESTARTS_WITHIN_MS);
    if (recent.length >= MOST_RESTARTS) {
      giveUp(`${String(MOST_RESTARTS)} restarts within ${String(RESTARTS_WITHIN_MS / 60_000)} minutes did not help`);
      return;
    }
    this.#restarts.push(now);
    this.#replacing = true;
    this.#next(() => this.#replace()).catch((cause: unknown) => {
      if (this.#ending.signal.aborted) return;
      log.fatal({ err: cause }, 'the hub does not start again');
      giveUp('the hub does not start again');
    });
  }

  #next<T>(step: () => Promise<T>): Promise<T> {
    const result = this.#work.then(step);
    this.#work = result.catch(() => undefined); // whoever asked for the step sees its error
    return result;
  }

  async #start(): Promise<void> {
    this.#hub = await this.#options.startHub(this.#ending.signal);
  }

  async #replace(): Promise<void> {
    const { log } = this.#options;
    log.warn('the hub finishes what is in flight and is started again');
    await this.#hub?.stop();
    this.#replacing = false;
    this.#ending.signal.throwIfAborted();
    await this.#start();
    log.warn('the hub runs again');
  }
}
