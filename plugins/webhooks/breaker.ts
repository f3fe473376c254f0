const FAILURES_TO_OPEN = 20;
const OPEN_MS = 60_000;
const REMEMBERED = 10_000;

interface Receiver {
  failures: number;
  openUntil: number;
}

/**
 * A circuit breaker for receivers: after 20 failures in a row nothing is sent to one for a minute, then single attempts try it.
 * Each process counts what it saw itself; the receivers longest unheard of are forgotten first.
 */
export class Breaker {
  readonly #receivers = new Map<string, Receiver>();
  readonly #clock: () => Date;

  constructor(clock: () => Date) {
    this.#clock = clock;
  }

  /** When it is tried again; undefined when it may be sent to now. */
  openUntil(receiver: string): Date | undefined {
    const until = this.#receivers.get(receiver)?.openUntil ?? 0;
    return until > this.#clock().getTime() ? new Date(until) : undefined;
  }

  succeeded(receiver: string): void {
    this.#receivers.delete(receiver);
  }

  failed(receiver: string): void {
    const failures = (this.#receivers.get(receiver)?.failures ?? 0) + 1;
    this.#receivers.delete(receiver);
    this.#receivers.set(receiver, { failures, openUntil: failures >= FAILURES_TO_OPEN ? this.#clock().getTime() + OPEN_MS : 0 });
    const [eldest] = this.#receivers.keys();
    if (this.#receivers.size > REMEMBERED && eldest !== undefined) this.#receivers.delete(eldest);
  }
}
