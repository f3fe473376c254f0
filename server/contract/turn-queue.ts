/** What waits, by owner (an account, an address). Owners take turns: whoever had one goes to the end. */
export class TurnQueue<T> {
  readonly #lines = new Map<string, T[]>();
  #size = 0;

  /** How many wait, of all owners. */
  get size(): number {
    return this.#size;
  }

  /** How many wait of one owner. */
  sizeOf(owner: string): number {
    return this.#lines.get(owner)?.length ?? 0;
  }

  add(owner: string, item: T): void {
    const line = this.#lines.get(owner) ?? [];
    line.push(item);
    this.#lines.set(owner, line);
    this.#size++;
  }

  /** Each owner with what waits longest of it, in the order of turns. */
  *firsts(): Generator<readonly [owner: string, item: T]> {
    for (const [owner, [first]] of this.#lines) if (first !== undefined) yield [owner, first];
  }

  /** Takes what waits longest of an owner, whose turn this was. */
  take(owner: string): T | undefined {
    const line = this.#lines.get(owner) ?? [];
    const item = line.shift();
    this.#lines.delete(owner);
    if (line.length > 0) this.#lines.set(owner, line);
    if (item !== undefined) this.#size--;
    return item;
  }

  /** Takes out what gave up waiting; false when it waits no longer. */
  remove(owner: string, item: T): boolean {
    const line = this.#lines.get(owner) ?? [];
    const at = line.indexOf(item);
    if (at === -1) return false;
    line.splice(at, 1);
    if (line.length === 0) this.#lines.delete(owner);
    this.#size--;
    return true;
  }

  /** Takes out everything. */
  clear(): T[] {
    const items = [...this.#lines.values()].flat();
    this.#lines.clear();
    this.#size = 0;
    return items;
  }
}
