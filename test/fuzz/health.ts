import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

const SLOW_MS = 100;

interface Sample {
  readonly name: 'hub' | 'machine';
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly ms: number;
}

export interface Distribution {
  readonly count: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly max: number;
  /** How many took longer than 100 ms. */
  readonly slow: number;
}

/** Asks `/healthz` twenty times a second from a process of its own, and an idle server beside it for comparison. */
export class Health {
  readonly #child: ChildProcess;
  readonly #samples: Sample[] = [];
  #told = 0;

  constructor(url: string) {
    this.#child = fork(join(import.meta.dirname, 'health-probe.ts'), [url]);
    this.#child.on('message', (sample) => this.#samples.push(sample as Sample));
  }

  distribution(name: Sample['name']): Distribution {
    const sorted = this.#samples
      .filter((sample) => sample.name === name)
      .map(({ ms }) => ms)
      .sort((a, b) => a - b);
    const share = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
    const slow = sorted.filter((ms) => ms > SLOW_MS).length;
    return { count: sorted.length, p50: share(0.5), p90: share(0.9), p99: share(0.99), max: share(1), slow };
  }

  /** Waits for the hub longer than a limit that were not told before, unless the machine itself stood still. */
  stalls(limitMs: number): readonly Sample[] {
    const fresh = this.#samples.slice(this.#told);
    this.#told = this.#samples.length;
    const isNoise = ({ at, ms }: Sample): boolean =>
      this.#samples.some((other) => other.name === 'machine' && other.ms > limitMs / 4 && other.at < at + ms && other.at + other.ms > at);
    return fresh.filter((sample) => sample.name === 'hub' && sample.ms > limitMs && !isNoise(sample));
  }

  stop(): void {
    this.#child.disconnect();
  }
}
