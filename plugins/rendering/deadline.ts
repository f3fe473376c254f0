import { beginSpan } from '../../server/contract/index.ts';
import { refusalOfPage } from './chromium/cdp-session.ts';
import { RenderFailed } from './contract.ts';

export type Phase = 'compose' | 'load' | 'wait' | 'print';

/** A busy machine may be why: the document may have its time later. */
export const outOfTime = (limitMs: number, phase: Phase): Error =>
  RenderFailed(`The document took longer than ${String(limitMs)} ms and was still in phase ${phase}.`, { passes: true });

/** The time a document has, and where in it the document stands. */
export class RenderDeadline {
  #phase: Phase = 'compose';
  #since = performance.now();
  readonly #spent: Record<Phase, number> = { compose: 0, load: 0, wait: 0, print: 0 };
  #endSpan = beginSpan('render compose');
  readonly #ends: number;
  readonly #over: Promise<never>;
  readonly #timer: NodeJS.Timeout;
  readonly #release: () => void;

  constructor(limitMs: number, signal: AbortSignal) {
    this.#ends = performance.now() + limitMs;
    let end: (reason: Error) => void = () => undefined;
    this.#over = new Promise<never>((_, reject) => {
      end = reject;
    });
    this.#over.catch(() => undefined); // every use of the deadline races against it
    this.#timer = setTimeout(() => {
      end(outOfTime(limitMs, this.phase));
    }, limitMs);
    const cancel = (): void => {
      end(signal.reason instanceof Error ? signal.reason : new Error('the render was cancelled'));
    };
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel, { once: true });
    this.#release = () => {
      signal.removeEventListener('abort', cancel);
    };
  }

  get phase(): Phase {
    return this.#phase;
  }

  set phase(next: Phase) {
    const now = performance.now();
    this.#spent[this.#phase] += now - this.#since;
    this.#since = now;
    this.#phase = next;
    this.#endSpan();
    this.#endSpan = beginSpan(`render ${next}`);
  }

  /** Milliseconds until its end, 0 or less when it is over. */
  get left(): number {
    return this.#ends - performance.now();
  }

  /** Milliseconds in each phase so far. */
  get spent(): Readonly<Record<Phase, number>> {
    return { ...this.#spent, [this.#phase]: this.#spent[this.#phase] + performance.now() - this.#since };
  }

  /**
   * The work's result, or the deadline's error when that comes first.
   * @throws RenderFailed for what the browser cannot do with the page: the document is what it has come to grief over
   */
  async within<T>(work: Promise<T>): Promise<T> {
    try {
      return await Promise.race([work, this.#over]);
    } catch (error) {
      const reason = refusalOfPage(error);
      if (reason === undefined) throw error;
      throw RenderFailed(`The document cannot be rendered: ${reason}, in phase ${this.phase}.`, { cause: error });
    }
  }

  /** Like `within`, for something that must be given back when it comes too late. */
  async claim<T>(work: Promise<T>, giveBack: (late: T) => void): Promise<T> {
    try {
      return await this.within(work);
    } catch (error) {
      work.then(giveBack).catch(() => undefined); // work that failed by itself has nothing to give back
      throw error;
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#endSpan();
    this.#release();
  }
}
