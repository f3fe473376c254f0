import type { NewGeneration } from './generation.store.ts';

/** A document that takes longer gets a record that says so; a quicker one is recorded once, with its result. */
const QUICK_MS = 250;

/** The record of a new document as long as it is not written. */
export class PendingRecord {
  readonly #fresh: NewGeneration;
  readonly #write: () => Promise<void>;
  readonly #timer: NodeJS.Timeout;
  #writing: Promise<void> | undefined;
  #isTaken = false;

  /** @param write records that the document is being made */
  constructor(fresh: NewGeneration, write: () => Promise<void>) {
    this.#fresh = fresh;
    this.#write = write;
    this.#timer = setTimeout(() => {
      this.open().catch(() => undefined); // whoever makes the document sees the failure
    }, QUICK_MS);
  }

  /** Writes the record unless that has begun; false when it was taken. */
  async open(): Promise<boolean> {
    if (this.#isTaken) return false;
    clearTimeout(this.#timer);
    await (this.#writing ??= this.#write());
    return true;
  }

  /** Leaves the writing to whoever takes it; undefined when it has begun or somebody took it. */
  take(): NewGeneration | undefined {
    if (this.#isTaken || this.#writing !== undefined) return undefined;
    clearTimeout(this.#timer);
    this.#isTaken = true;
    return this.#fresh;
  }
}
