/**
 * Holds what is not written yet, at most so much in all. When it is full, whoever has most in it loses an entry: a busy
 * account pushes out its own, and never those of a quiet one.
 */
export class FairBuffer<T> {
  readonly #capacity: number;
  readonly #perOwner: number;
  #held = new Map<string, T[]>();
  #size = 0;
  #dropped = 0;

  constructor(capacity: number, perOwner: number) {
    this.#capacity = capacity;
    this.#perOwner = perOwner;
  }

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  add(owner: string, entry: T): void {
    const own = this.#held.get(owner) ?? [];
    if (own.length >= this.#perOwner) {
      this.#dropped++;
      return;
    }
    if (this.#size >= this.#capacity && !this.#makeRoom(own.length)) {
      this.#dropped++;
      return;
    }
    own.push(entry);
    this.#held.set(owner, own);
    this.#size++;
  }

  /** Everything, and how many entries found no room since the last time. */
  take(): { readonly entries: T[]; readonly dropped: number } {
    const taken = { entries: [...this.#held.values()].flat(), dropped: this.#dropped };
    this.#held = new Map();
    this.#size = 0;
    this.#dropped = 0;
    return taken;
  }

  /** False when nobody has more than an owner who has `least`. */
  #makeRoom(least: number): boolean {
    let largest: T[] = [];
    for (const entries of this.#held.values()) if (entries.length > largest.length) largest = entries;
    if (largest.length <= least + 1) return false;
    largest.pop();
    this.#size--;
    this.#dropped++;
    return true;
  }
}
