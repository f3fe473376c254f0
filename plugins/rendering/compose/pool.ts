import { setPriority } from 'node:os';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { compileCacheEnv } from '../../../db/cache-folder.ts';
import { FairSlots, type FairSlotsOptions, invalidFields } from '../../../server/contract/index.ts';
import { readStat, TICKS_PER_SECOND } from '../chromium/processes.ts';
import { RenderFailed } from '../contract.ts';
import { outOfTime } from '../deadline.ts';
import type { Tasks } from './tasks.ts';
import type { WorkerReply, WorkerRequest } from './worker.ts';

const WORKER = new URL(`./worker${extname(import.meta.filename)}`, import.meta.url);

/** What Linux counts a thread's time in. */
const TICK_MS = 1000 / TICKS_PER_SECOND;

/** Milliseconds of a processor that one of this process's threads has used; undefined where the system does not tell. */
function processorMs(thread: number | undefined): number | undefined {
  if (thread === undefined) return undefined;
  try {
    const fields = readStat(`self/task/${String(thread)}`);
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return undefined; // the thread has ended
  }
}

/** Beside a call that takes longer another thread is ready; nearly all are shorter, and a thread costs a seventh of a second to load. */
const LASTING_MS = 200;

/** One step below everything else: a slow call leaves the cores to quick ones and still ends on a busy machine. */
const LOW_PRIORITY = 5;

interface Call {
  readonly request: WorkerRequest;
  /** Gives the slot to the next one. */
  release(): void;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

interface Thread {
  readonly worker: Worker;
  /** Gives back the slot of the call that cost another thread, once this one is loaded: who uses up threads waits for them. */
  release: (() => void) | undefined;
  loaded: boolean;
  /** As Linux knows it; undefined on other systems. */
  id: number | undefined;
  /** Its call has taken a while. */
  isLasting: boolean;
  lastingTimer: NodeJS.Timeout | undefined;
  slowTimer: NodeJS.Timeout | undefined;
  /** Its priority is low, and cannot be raised again. */
  isLow: boolean;
  call: Call | undefined;
  timer: NodeJS.Timeout | undefined;
}

export interface ComposePoolOptions extends FairSlotsOptions {
  /** Of a processor, for one call. */
  readonly limitMs: number;
  /** On the clock, for one call that other work on the machine keeps from a processor; three times as long when absent. */
  readonly clockMs?: number;
  /** Of a processor: a call that takes longer works on at low priority; never when absent. */
  readonly slowMs?: number;
}

const tooSlow = (limitMs: number): Error =>
  RenderFailed(`The document took longer than ${String(limitMs)} ms in phase compose; make the template or its data simpler.`);

/** Threads for callers' templates and sources: accounts take turns, and one that takes too long is ended and replaced. */
export class ComposePool {
  readonly #slots: FairSlots;
  readonly #limitMs: number;
  readonly #clockMs: number;
  readonly #slowMs: number | undefined;
  /** Threads: one for each slot, and a spare one. */
  readonly #most: number;
  readonly #threads = new Set<Thread>();
  readonly #idle: Thread[] = [];
  /** Calls that have a slot and wait for a thread to load. */
  readonly #admitted: Call[] = [];
  #closed = false;

  constructor({ limitMs, clockMs = 3 * limitMs, slowMs, ...slots }: ComposePoolOptions) {
    this.#slots = new FairSlots(slots);
    this.#limitMs = limitMs;
    this.#clockMs = clockMs;
    this.#slowMs = slowMs;
    this.#most = slots.size + slots.reserve + (slots.reserve > 0 ? 1 : 0);
  }

  /**
   * @throws ValidationError for source that does not compile, RenderFailed when the time is over, RateLimited and
   * ServiceUnavailable when too many wait, and what `signal` aborts with while waiting
   */
  async run<K extends keyof Tasks>(
    accountId: string,
    task: K,
    input: Parameters<Tasks[K]>[0],
    signal?: AbortSignal,
  ): Promise<Awaited<ReturnType<Tasks[K]>>> {
    const release = await this.#slots.take(accountId, signal);
    return new Promise<Awaited<ReturnType<Tasks[K]>>>((resolve, reject) => {
      this.#admitted.push({ request: { task, input }, release, resolve, reject });
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()));
  }

  /** A thread takes calls, and their time counts, once it has loaded its code. */
  #spawn(release?: () => void): void {
    const worker = new Worker(WORKER, {
      env: compileCacheEnv(process.env),
      resourceLimits: { maxOldGenerationSizeMb: 256, stackSizeMb: 4 },
      stdout: true,
      stderr: true,
    });
    const thread: Thread = {
      worker,
      release,
      loaded: false,
      id: undefined,
      isLasting: false,
      lastingTimer: undefined,
      slowTimer: undefined,
      isLow: false,
      call: undefined,
      timer: undefined,
    };
    this.#threads.add(thread);
    worker.on('message', (message: WorkerReply) => {
      if (!this.#threads.has(thread)) return; // it answered while it was being ended
      if ('ready' in message) {
        thread.loaded = true;
        thread.id = message.ready;
        this.#idle.push(thread);
        thread.release?.();
      } else {
        this.#finish(thread, message);
      }
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
    if (this.#closed) return;
    for (let thread = this.#idle.at(-1); thread !== undefined && this.#admitted.length > 0; thread = this.#idle.at(-1)) {
      this.#idle.pop();
      this.#begin(thread, this.#admitted.shift());
    }
    const loading = [...this.#threads].filter(({ loaded }) => !loaded).length;
    // Beside lasting calls another is ready or about to be: nobody waits for it to load because others use theirs up.
    const spare = this.#idle.length === 0 && [...this.#threads].some(({ isLasting }) => isLasting) ? 1 : 0;
    const wanted = this.#admitted.length + spare;
    for (let n = loading; n < wanted && this.#threads.size < this.#most; n++) this.#spawn();
  }

  #begin(thread: Thread, call: Call | undefined): void {
    thread.call = call;
    thread.lastingTimer = setTimeout(() => {
      thread.isLasting = true;
      this.#next();
    }, LASTING_MS);
    const used = processorMs(thread.id);
    if (this.#slowMs !== undefined) this.#slowDownAfter(thread, this.#slowMs, used ?? 0);
    this.#limit(thread, used);
    thread.worker.postMessage(call?.request);
  }

  /** Ends the call once its thread has used up its time: waiting for a processor does not count, as low priority is slow on a busy machine. */
  #limit(thread: Thread, used: number | undefined): void {
    const began = performance.now();
    const look = (): void => {
      const [onTheClock, now] = [performance.now() - began, processorMs(thread.id)];
      const spent = used === undefined || now === undefined ? onTheClock : now - used;
      const [left, leftOnTheClock] = [this.#limitMs - spent, this.#clockMs - onTheClock];
      if (left <= TICK_MS) this.#end(thread, tooSlow(this.#limitMs));
      else if (leftOnTheClock <= 0) this.#end(thread, outOfTime(this.#clockMs, 'compose'));
      else thread.timer = setTimeout(look, Math.min(left, leftOnTheClock));
    };
    thread.timer = setTimeout(look, Math.min(this.#limitMs, this.#clockMs));
  }

  #finish(thread: Thread, reply: Exclude<WorkerReply, { ready: unknown }>): void {
    const call = this.#take(thread);
    if ('result' in reply) call?.resolve(reply.result);
    else if ('refused' in reply) call?.reject(invalidFields([reply.refused]));
    else call?.reject(new Error(`compose worker: ${reply.failed}`));
    if (thread.isLow) {
      this.#replace(thread, call?.release);
      return;
    }
    this.#idle.push(thread);
    call?.release();
  }

  /** What the thread works on, which it no longer does. */
  #take(thread: Thread): Call | undefined {
    const { call, timer, lastingTimer, slowTimer } = thread;
    for (const one of [timer, lastingTimer, slowTimer]) clearTimeout(one);
    thread.call = undefined;
    thread.isLasting = false;
    return call;
  }

  /** The thread is beyond help: its call, or the first in line when it died while loading, gets the reason. */
  #end(thread: Thread, reason: Error): void {
    const call = this.#take(thread);
    if (call !== undefined) {
      call.reject(reason);
      this.#replace(thread, call.release);
    } else {
      const first = thread.loaded ? undefined : this.#admitted.shift();
      first?.reject(reason);
      first?.release();
      this.#remove(thread);
    }
    this.#next();
  }

  #replace(thread: Thread, release: (() => void) | undefined): void {
    this.#remove(thread);
    if (this.#closed) release?.();
    else this.#spawn(release);
  }

  /** Once it has used so much of a processor: a call that waits for one is not slow. */
  #slowDownAfter(thread: Thread, slowMs: number, used: number): void {
    const look = (): void => {
      const left = slowMs - ((processorMs(thread.id) ?? Infinity) - used);
      if (left > TICK_MS) thread.slowTimer = setTimeout(look, left);
      else this.#slowDown(thread);
    };
    thread.slowTimer = setTimeout(look, slowMs);
  }

  #slowDown(thread: Thread): void {
    if (thread.id === undefined) return;
    try {
      setPriority(thread.id, LOW_PRIORITY);
      thread.isLow = true;
    } catch {
      thread.id = undefined; // a system without Linux' threads; the call goes on as it is
    }
  }

  #remove(thread: Thread): void {
    if (!this.#threads.delete(thread)) return;
    const index = this.#idle.indexOf(thread);
    if (index !== -1) this.#idle.splice(index, 1);
    thread.release?.();
    void thread.worker.terminate();
  }
}
