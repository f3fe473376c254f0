import type { Readable } from 'node:stream';

/** Larger events, such as console messages, are not read; those that must be answered are. */
const MAX_EVENT = 64 * 1024;
const MAX_ANSWER = 96 * 1024 * 1024;
const HEAD = 64;
const TAIL = 64;
/** Nobody listens to these, and a document can cause any number of them. */
const UNREAD = /^\{"method":"Target\.targetInfoChanged"/;
const MUST_BE_ANSWERED = /^\{"method":"Fetch\.requestPaused"/;
const END = 0;

/** What an answer says that was too large to be read. */
export const ANSWER_TOO_LARGE = `it gives the hub more than ${String(MAX_ANSWER)} bytes at once`;

/** Gets the beginning of a session's message, and all of it without the zero at its end when it asks. */
type SessionReader = (sessionId: string, head: string, message: () => string) => void;

interface EventBudget {
  left: number;
  spent(): void;
}

/**
 * Stands between a browser's pipe and whoever reads its DevTools messages: a document decides how large and how many
 * some of them are. What is too large is never gathered in memory, and an answer too large becomes an error.
 */
export class BoundedPipe {
  readonly #readers: readonly ((chunk: Buffer) => void)[];
  readonly #readSession: SessionReader | undefined;
  readonly #budgets = new Map<string, EventBudget>();
  #kept: Buffer[] = [];
  #size = 0;
  #head = '';
  #tail = '';
  #ended = false;

  /**
   * Replaces those who read the pipe now.
   * @param readSession gets the messages that name a session, instead of them
   */
  constructor(pipe: Readable, readSession?: SessionReader) {
    this.#readers = pipe.listeners('data') as ((chunk: Buffer) => void)[];
    this.#readSession = readSession;
    pipe.removeAllListeners('data');
    pipe.on('data', (chunk: Buffer) => {
      this.#take(chunk);
    });
  }

  /** Events of a session are read until there were `most`; then `spent` is called, once. */
  limitEvents(sessionId: string, most: number, spent: () => void): void {
    this.#budgets.set(sessionId, { left: most, spent });
  }

  forget(sessionId: string): void {
    this.#budgets.delete(sessionId);
  }

  /** Nobody reads what still arrives: a browser that ends may tell something after its readers have gone. */
  end(): void {
    this.#ended = true;
  }

  #take(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(END); end !== -1; end = chunk.indexOf(END, start)) {
      this.#add(chunk.subarray(start, end + 1));
      this.#finish();
      start = end + 1;
    }
    if (start < chunk.byteLength) this.#add(chunk.subarray(start));
  }

  #add(part: Buffer): void {
    this.#size += part.byteLength;
    if (this.#head.length < HEAD) this.#head += part.toString('latin1', 0, HEAD - this.#head.length);
    this.#tail = (this.#tail + part.toString('latin1', Math.max(0, part.byteLength - TAIL))).slice(-TAIL);
    if (this.#size <= MAX_EVENT || (this.#size <= MAX_ANSWER && !isUnneeded(this.#head))) this.#kept.push(part);
    else this.#kept = [];
  }

  #finish(): void {
    const [head, tail, kept, size] = [this.#head, this.#tail, this.#kept, this.#size];
    this.#kept = [];
    this.#size = 0;
    this.#head = '';
    this.#tail = '';
    const sessionId = /"sessionId":"(\w+)"\}\0$/.exec(tail)?.[1];
    if (head.startsWith('{"method"')) {
      if (UNREAD.test(head) || !this.#isAffordable(sessionId)) return;
    } else if (size > MAX_ANSWER) {
      const id = Number(/^\{"id":(\d+)/.exec(head)?.[1]);
      this.#pass(sessionId, head, [
        Buffer.from(`${JSON.stringify({ id, error: { code: -32_000, message: ANSWER_TOO_LARGE }, sessionId })}\0`),
      ]);
      return;
    }
    if (kept.length > 0) this.#pass(sessionId, head, kept);
  }

  #isAffordable(sessionId: string | undefined): boolean {
    const budget = this.#budgets.get(sessionId ?? '');
    if (budget === undefined) return true;
    budget.left--;
    if (budget.left === -1) budget.spent();
    return budget.left >= 0;
  }

  #pass(sessionId: string | undefined, head: string, parts: readonly Buffer[]): void {
    if (this.#ended) return;
    if (sessionId !== undefined && this.#readSession !== undefined) this.#readSession(sessionId, head, () => textOf(parts));
    else for (const part of parts) for (const read of this.#readers) read(part);
  }
}

function textOf(parts: readonly Buffer[]): string {
  const [first] = parts;
  const whole = parts.length === 1 && first !== undefined ? first : Buffer.concat(parts);
  return whole.toString('utf8', 0, whole.byteLength - 1);
}

/** Of a large message: nothing waits for this one. */
const isUnneeded = (head: string): boolean => head.startsWith('{"method"') && !MUST_BE_ANSWERED.test(head);
