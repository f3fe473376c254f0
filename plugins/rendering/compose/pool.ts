import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { invalidFields } from '../../../server/contract/index.ts';
import { RenderFailed } from '../contract.ts';
import type { Tasks } from './tasks.ts';
import type { WorkerReply, WorkerRequest } from './worker.ts';

const WORKER = new URL(`./worker${extname(import.meta.filename)}`, import.meta.url);

interface Call {
  readonly request: WorkerRequest;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

interface Thread {
  readonly worker: Worker;
  call: Call | undefined;
  timer: NodeJS.Timeout | undefined;
}

/** Threads for a caller's templates and sources: one that takes too long is ended and replaced. */
export class ComposePool {
  readonly #size: number;
  readonly #limitMs: number;
  readonly #threads = new Set<Thread>();
  readonly #idle: Thread[] = [];
  readonly #waiting: Call[] = [];
  #closed = false;

  constructor(size: number, limitMs: number) {
    this.#size = size;
    this.#limitMs = limitMs;
  }

  /** Starts the first thread, so that the first document does not wait for it. */
  start(): void {
    this.#spawn();
  }

  /**
   * @throws ValidationError for source that does not compile, RenderFailed when the time is over.
   */
  run<K extends keyof Tasks>(task: K, input: Parameters<Tasks[K]>[0]): Promise<Awaited<ReturnType<Tasks[K]>>> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request: { task, input }, resolve, reject });
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()));
  }

  /** A thread takes calls, and their time counts, once it has loaded its code. */
  #spawn(): void {
    const worker = new Worker(WORKER, {
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 256, stackSizeMb: 4 },
      stdout: true,
      stderr: true,
    });
    const thread: Thread = { worker, call: undefined, timer: undefined };
    this.#threads.add(thread);
    worker.on('message', (message: WorkerReply | 'ready') => {
      if (message !== 'ready') this.#finish(thread, message);
      this.#idle.push(thread);
      this.#next();
    });
    worker.on('error', (error: Error & { code?: string }) => {
      const tooLarge = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      const failure = tooLarge
        ? RenderFailed('The document took too much memory in phase compose; make the template or its data smaller.')
        : error;
      this.#end(thread, failure);
    });
  }

  #next(): void {
    if (this.#closed || this.#waiting.length === 0) return;
    const thread = this.#idle.pop();
    if (thread === undefined) {
      if (this.#threads.size < this.#size) this.#spawn();
      return;
    }
    const call = this.#waiting.shift();
    thread.call = call;
    thread.timer = setTimeout(() => {
      this.#end(
        thread,
        RenderFailed(`The document took longer than ${String(this.#limitMs)} ms in phase compose; make the template or its data simpler.`),
      );
    }, this.#limitMs);
    thread.worker.postMessage(call?.request);
  }

  #finish(thread: Thread, reply: WorkerReply): void {
    clearTimeout(thread.timer);
    const { call } = thread;
    thread.call = undefined;
    if ('result' in reply) call?.resolve(reply.result);
    else if ('refused' in reply) call?.reject(invalidFields([reply.refused]));
    else call?.reject(new Error(`compose worker: ${reply.failed}`));
  }

  /** The thread is beyond help: its call, or the first in line when it died while loading, gets the reason. */
  #end(thread: Thread, reason: Error): void {
    clearTimeout(thread.timer);
    this.#threads.delete(thread);
    (thread.call ?? this.#waiting.shift())?.reject(reason);
    thread.call = undefined;
    void thread.worker.terminate();
    this.#next();
  }
}
