import { beginSpan } from '../../server/contract/index.ts';
import type { ComposedDocument } from './compose/document.ts';
import { type PrintPlan, RenderFailed, type RenderWarning, type WaitRules } from './contract.ts';

export type Phase = 'compose' | 'load' | 'wait' | 'print';

/** One document on its way through a lane. */
export interface RenderJob {
  readonly document: ComposedDocument;
  readonly plan: PrintPlan;
  readonly wait: WaitRules | undefined;
  readonly clock: JobClock;
}

export interface LaneResult {
  readonly pdf: Buffer;
  readonly pages: number;
  readonly warnings: readonly RenderWarning[];
}

/** The time a document has, and where in it the document stands. */
export class JobClock {
  #phase: Phase = 'compose';
  #since = performance.now();
  readonly #spent: Record<Phase, number> = { compose: 0, load: 0, wait: 0, print: 0 };
  #endSpan = beginSpan('render compose');
  readonly #over: Promise<never>;
  readonly #timer: NodeJS.Timeout;
  readonly #release: () => void;

  constructor(limitMs: number, signal: AbortSignal) {
    let end: (reason: Error) => void = () => undefined;
    this.#over = new Promise<never>((_, reject) => {
      end = reject;
    });
    this.#over.catch(() => undefined); // every use of the clock races against it
    this.#timer = setTimeout(() => {
      end(RenderFailed(`The document took longer than ${String(limitMs)} ms and was still in phase ${this.phase}.`));
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

  /** Milliseconds in each phase so far. */
  get spent(): Readonly<Record<Phase, number>> {
    return { ...this.#spent, [this.#phase]: this.#spent[this.#phase] + performance.now() - this.#since };
  }

  /** The work's result, or the deadline's error when that comes first. */
  within<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#over]);
  }

  /** Like `within`, for something that must be given back when it comes too late. */
  async claim<T>(work: Promise<T>, giveBack: (late: T) => void): Promise<T> {
    try {
      return await this.within(work);
    } catch (error) {
      work.then(giveBack, () => undefined); // work that failed by itself has nothing to give back
      throw error;
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#endSpan();
    this.#release();
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
