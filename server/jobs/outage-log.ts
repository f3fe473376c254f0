import type { Logger } from 'pino';

const REMINDER_MS = 60_000;

interface Outage {
  readonly since: number;
  toldAt: number;
  errors: number;
}

/** Tells of an outage when it begins, once a minute while it lasts, and when it is over, however many errors it causes. */
export class OutageLog {
  readonly #log: Logger;
  /** As in "the job queue cannot reach the database". */
  readonly #who: string;
  readonly #whom: string;
  readonly #now: () => number;
  #outage: Outage | undefined;

  constructor(log: Logger, who: string, whom: string, now: () => number = () => performance.now()) {
    this.#log = log;
    this.#who = who;
    this.#whom = whom;
    this.#now = now;
  }

  failed(error: unknown): void {
    const now = this.#now();
    if (this.#outage === undefined) {
      this.#outage = { since: now, toldAt: now, errors: 1 };
      this.#log.error({ err: error }, `${this.#who} cannot reach ${this.#whom}, and goes on as soon as it can`);
      return;
    }
    this.#outage.errors++;
    if (now - this.#outage.toldAt < REMINDER_MS) return;
    this.#outage.toldAt = now;
    this.#log.error({ err: error, ...this.#facts(this.#outage) }, `${this.#who} still cannot reach ${this.#whom}`);
  }

  worked(): void {
    if (this.#outage === undefined) return;
    this.#log.info(this.#facts(this.#outage), `${this.#who} reaches ${this.#whom} again`);
    this.#outage = undefined;
  }

  #facts({ since, errors }: Outage): { readonly seconds: number; readonly errors: number } {
    return { seconds: Math.round((this.#now() - since) / 1000), errors };
  }
}
