import { readlinkSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { SourceRefused, type SourceProblem } from './problem.ts';
import { createTasks, type Tasks } from './tasks.ts';

export interface WorkerRequest {
  readonly task: keyof Tasks;
  readonly input: unknown;
}

export type WorkerReply =
  /** The first message: Linux' number of the thread. */
  { readonly ready: number | undefined } | { readonly result: unknown } | { readonly refused: SourceProblem } | { readonly failed: string };

const tasks = createTasks();

const post = (reply: WorkerReply): void => parentPort?.postMessage(reply);

parentPort?.on('message', ({ task, input }: WorkerRequest) => {
  void answer(task, input).then(post);
});

async function answer(task: keyof Tasks, input: unknown): Promise<WorkerReply> {
  try {
    // The pool types each task's input; the table erases it.
    return { result: await (tasks[task] as (input: unknown) => unknown)(input) };
  } catch (error) {
    if (error instanceof SourceRefused) return { refused: error.problem };
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function threadId(): number | undefined {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    return undefined; // only Linux tells
  }
}

post({ ready: threadId() });
