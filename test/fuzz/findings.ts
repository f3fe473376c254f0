import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FuzzCase } from './case.ts';

/** As it is written into a file, for `--replay`. */
export interface Recorded {
  readonly fault: string;
  readonly seed: number;
  /** The failing request, or all that were sent about the time of a fault that belongs to none. */
  readonly cases: readonly FuzzCase[];
}

interface Finding {
  readonly fault: string;
  readonly file: string;
  count: number;
}

/** Faults by their signature; the first case of each is kept. */
export class Findings {
  readonly #folder: string;
  readonly #seed: number;
  readonly #bySignature = new Map<string, Finding>();

  constructor(folder: string, seed: number) {
    this.#folder = folder;
    this.#seed = seed;
  }

  /** True when the fault is a new one. */
  add(fault: string, cases: readonly FuzzCase[]): boolean {
    const known = this.#bySignature.get(fault);
    if (known !== undefined) {
      known.count++;
      return false;
    }
    mkdirSync(this.#folder, { recursive: true });
    const file = join(this.#folder, `${String(this.#bySignature.size + 1).padStart(3, '0')}.json`);
    const recorded: Recorded = { fault, seed: this.#seed, cases };
    writeFileSync(file, JSON.stringify(recorded, null, 2));
    this.#bySignature.set(fault, { fault, file, count: 1 });
    return true;
  }

  get all(): readonly Readonly<Finding>[] {
    return [...this.#bySignature.values()];
  }
}
