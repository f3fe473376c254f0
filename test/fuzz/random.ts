import { createHash } from 'node:crypto';
import { randomOf } from '../support/random.ts';

/** A seeded generator: the same seed and name give the same choices everywhere. */
export class Random {
  /** At least 0, below 1. */
  readonly next: () => number;

  constructor(seed: number, name: string) {
    const digest = createHash('sha256')
      .update(`${String(seed)} ${name}`)
      .digest();
    this.next = randomOf(digest.readUInt32LE());
  }

  /** From `from` to `to`, both included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.int(0, items.length - 1)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  /** Each made by itself. */
  list<T>(least: number, most: number, make: (index: number) => T): T[] {
    return Array.from({ length: this.int(least, most) }, (_, index) => make(index));
  }
}

const CHARACTERS = [
  '<',
  '>',
  '"',
  "'",
  '&',
  '/',
  '=',
  '\0',
  '\r',
  '\n',
  '\t',
  '-',
  '!',
  '{',
  '}',
  '[',
  ']',
  '\\',
  '\u2028',
  '\ufeff',
  '\ud800',
  '🙂',
  ' ',
];

/** Cuts, doubles, moves and replaces parts of a text. */
export function mutateText(random: Random, text: string, changes: number): string {
  let mutated = text;
  for (let n = 0; n < changes; n++) {
    const at = random.int(0, mutated.length);
    const end = Math.min(mutated.length, at + random.int(0, 30));
    const [before, part, after] = [mutated.slice(0, at), mutated.slice(at, end), mutated.slice(end)];
    mutated = random.pick([
      () => before + after,
      () => before + part.repeat(random.int(2, 5)) + after,
      () => before + random.pick(CHARACTERS) + part + after,
      () => before + random.pick(CHARACTERS) + after,
      () => part + before + after,
      () => before + part.split('').reverse().join('') + after,
    ])();
  }
  return mutated;
}

/** Flips, cuts, doubles and overwrites bytes. */
export function mutateBytes(random: Random, bytes: Buffer, changes: number): Buffer {
  let mutated = Buffer.from(bytes);
  for (let n = 0; n < changes && mutated.length > 0; n++) {
    const at = random.int(0, mutated.length - 1);
    const end = Math.min(mutated.length, at + random.int(1, 64));
    mutated = random.pick([
      () => Buffer.concat([mutated.subarray(0, at), mutated.subarray(end)]),
      () => Buffer.concat([mutated.subarray(0, end), mutated.subarray(at)]),
      () => mutated.fill(random.int(0, 255), at, Math.min(end, at + 4)),
      () => mutated.subarray(0, at + 1),
      () => {
        mutated[at] = (mutated[at] ?? 0) ^ (1 << random.int(0, 7));
        return mutated;
      },
    ])();
  }
  return mutated;
}
