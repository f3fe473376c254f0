import type { z } from 'zod';

/** What a job is called and what it carries; enough to enqueue it from any process. */
export interface JobRef<D extends z.ZodType = z.ZodType> {
  /** `<plugin>.<verb-noun>` */
  readonly name: `${string}.${string}`;
  /** Ids only: the job store is no place for documents or secrets. */
  readonly data: D;
}

/** What the worker runs. It may run twice and at the same time elsewhere: it must tolerate both. */
export interface Job<D extends z.ZodType = z.ZodType> extends JobRef<D> {
  /** Runs at once in one process. */
  readonly concurrency?: number;
  /** Makes the job recurring: an interval such as `10 seconds`, run once over all workers. */
  readonly every?: string;
  run(data: z.output<D>, context: { readonly signal: AbortSignal }): Promise<void>;
}

export interface JobQueue {
  /** @param at not before this time; at once when absent */
  enqueue<D extends z.ZodType>(ref: JobRef<D>, data: z.input<D>, at?: Date): Promise<void>;
}

export function defineJob<D extends z.ZodType>(job: Job<D>): Job {
  // `data` is parsed by the job's own schema before `run` is called.
  return job;
}
