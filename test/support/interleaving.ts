import { randomOf } from './random.ts';

interface Pending {
  readonly process: number;
  readonly run: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Timer {
  readonly process: number;
  at: number;
  readonly every: number | undefined;
  readonly run: () => void;
}

const realImmediate = setImmediate;

/** Several processes whose steps happen one at a time, in an order that a seed decides, on a clock of their own. */
export class Interleaving {
  readonly random: () => number;
  #now: number;
  #pending: Pending[] = [];
  readonly #timers = new Set<Timer>();
  readonly #dead = new Set<number>();
  #acting = 0;

  constructor(seed: number, startsAt: Date) {
    this.random = randomOf(seed);
    this.#now = startsAt.getTime();
  }

  readonly clock = (): Date => new Date(this.#now);

  below(limit: number): number {
    return Math.floor(this.random() * limit);
  }

  pick<T>(list: readonly T[]): T | undefined {
    return list[this.below(list.length)];
  }

  /** The gate of one process: each of its steps waits for its moment. */
  gateOf(process: number) {
    return <R>(run: () => R): Promise<R> =>
      new Promise<R>((resolve, reject) => {
        if (this.#dead.has(process)) return; // a dead process goes no further
        this.#pending.push({ process, run, resolve: resolve as (value: unknown) => void, reject });
      });
  }

  waitOf(process: number) {
    return (ms: number): Promise<void> =>
      new Promise((resolve) => this.#timers.add({ process, at: this.#now + ms, every: undefined, run: resolve }));
  }

  get isIdle(): boolean {
    return this.#pending.length === 0;
  }

  /** Lets one step happen that waits. */
  async step(): Promise<void> {
    const [next] = this.#pending.splice(this.below(this.#pending.length), 1);
    if (next === undefined) return;
    this.#acting = next.process;
    try {
      next.resolve(next.run());
    } catch (error) {
      next.reject(error);
    }
    await this.settle();
  }

  /** Begins something in a process, up to its first step. */
  async begin(process: number, work: () => Promise<unknown>): Promise<void> {
    this.#acting = process;
    work().catch(() => undefined); // refusals are part of the history
    await this.settle();
  }

  /** Ends a process: of the steps it had sent, some still happen, and it learns of none. */
  kill(process: number): void {
    this.#dead.add(process);
    const [theirs, others] = [
      this.#pending.filter((one) => one.process === process),
      this.#pending.filter((one) => one.process !== process),
    ];
    this.#pending = others;
    for (const { run } of theirs) {
      if (this.random() < 0.5) continue;
      try {
        run();
      } catch {
        continue; // nobody is left to hear of it
      }
    }
    for (const timer of this.#timers) if (timer.process === process) this.#timers.delete(timer);
  }

  async advance(ms: number): Promise<void> {
    this.#now += ms;
    for (const timer of [...this.#timers]) {
      if (timer.at > this.#now) continue;
      if (timer.every === undefined) this.#timers.delete(timer);
      else timer.at = this.#now + timer.every;
      this.#acting = timer.process;
      timer.run();
    }
    await this.settle();
  }

  /** Runs everything that waits for no step. */
  async settle(): Promise<void> {
    await new Promise((resolve) => realImmediate(resolve));
  }

  /** While `work` runs, timers of the code under test follow this clock. */
  async withTimers<R>(work: () => Promise<R>): Promise<R> {
    const { setTimeout, setInterval, clearTimeout, clearInterval } = globalThis;
    const add = (run: () => void, ms: number, every: number | undefined) => {
      const timer: Timer & { unref(): unknown } = { process: this.#acting, at: this.#now + ms, every, run, unref: () => timer };
      this.#timers.add(timer);
      return timer;
    };
    const clear = (timer: Timer) => this.#timers.delete(timer);
    Object.assign(globalThis, {
      setTimeout: (run: () => void, ms: number) => add(run, ms, undefined),
      setInterval: (run: () => void, ms: number) => add(run, ms, ms),
      clearTimeout: clear,
      clearInterval: clear,
    });
    try {
      return await work();
    } finally {
      Object.assign(globalThis, { setTimeout, setInterval, clearTimeout, clearInterval });
    }
  }
}
