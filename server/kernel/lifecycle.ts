import type { Logger } from 'pino';

/** Something with a beginning and an end; `limitMs` bounds its end. */
export interface Stage {
  readonly name: string;
  start?(): Promise<void>;
  stop?(): Promise<void>;
  readonly limitMs?: number;
}

/** One that starts after others, which it names. */
export interface DependentStage extends Stage {
  readonly after: readonly string[];
}

const STOP_LIMIT_MS = 10_000;

export async function withinLimit<T>(work: Promise<T>, limitMs: number, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`${what} took longer than ${String(limitMs)} ms`));
    }, limitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Starts stages in order and remembers them, so that what was started can be stopped in reverse. */
export class Lifecycle {
  readonly #started: Stage[] = [];
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Starts one stage; when that fails, everything started before is stopped and the error thrown. */
  async start(stage: Stage): Promise<void> {
    this.#started.push(stage);
    try {
      await stage.start?.();
    } catch (cause) {
      await this.stop();
      throw cause;
    }
  }

  /** Starts stages beside each other, each after those before it that it names; when one fails, as `start`. */
  async startTogether(stages: readonly DependentStage[]): Promise<void> {
    const starting = new Map<string, Promise<void>>();
    for (const stage of stages) {
      const start = async (): Promise<void> => {
        await Promise.all(stage.after.flatMap((name) => starting.get(name) ?? []));
        this.#started.push(stage);
        await stage.start?.();
      };
      starting.set(stage.name, start());
    }
    const failed = (await Promise.allSettled(starting.values())).find(({ status }) => status === 'rejected');
    if (failed?.status !== 'rejected') return;
    await this.stop();
    throw failed.reason;
  }

  /** Stops everything in reverse order; true when each part ended in time and without an error. */
  async stop(): Promise<boolean> {
    let clean = true;
    for (let stage = this.#started.pop(); stage !== undefined; stage = this.#started.pop()) {
      try {
        await withinLimit(stage.stop?.() ?? Promise.resolve(), stage.limitMs ?? STOP_LIMIT_MS, `stopping ${stage.name}`);
      } catch (error) {
        clean = false;
        this.#log.error({ err: error, stage: stage.name }, 'a part did not stop cleanly');
      }
    }
    return clean;
  }
}
