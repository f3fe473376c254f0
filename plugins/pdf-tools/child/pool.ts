import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { extname, join } from 'node:path';
import type { Logger } from 'pino';
import { InternalError, invalidFields, RateLimited } from '../../../server/contract/index.ts';
import type { FontFile } from '../document/fonts.ts';
import { ConversionFailed } from '../errors.ts';
import type { Ask, ChildQuestion, ChildReply, ChildRequest, ToChild, ToolResult } from './protocol.ts';

const ENTRY = join(import.meta.dirname, `main${extname(import.meta.filename)}`);
const ROOT = join(import.meta.dirname, '../../..');
const LIBRARY = createRequire(import.meta.url).resolve('pdf-lib');
const PACKAGES = LIBRARY.slice(0, LIBRARY.lastIndexOf('node_modules') + 'node_modules'.length);
const PRLIMIT = '/usr/bin/prlimit';
/** Less, and the reader's WebAssembly does not start. */
const ADDRESS_SPACE = 3_000_000_000;
const PAGE_BYTES = 4096;
const MAX_RSS = 1024 * 1024 * 1024;
const WATCH_MS = 200;
/** A job that takes longer works on at low priority, and another child takes the others. */
const SLOW_MS = 2000;
const LOW_PRIORITY = 10;
const JOBS_PER_CHILD = 50;
const MAX_WAITING = 100;

interface Job {
  readonly accountId: string;
  readonly request: ChildRequest;
  readonly limitMs: number;
  readonly onAsk: Ask | undefined;
  resolve(result: ToolResult): void;
  reject(error: Error): void;
}

interface Child {
  readonly process: ChildProcess;
  jobs: number;
  ready: boolean;
  current: Job | undefined;
  timer: NodeJS.Timeout | undefined;
  slowTimer: NodeJS.Timeout | undefined;
  slow: boolean;
  /** Takes its place once it is ready. */
  successor: Child | undefined;
  /** Why it was ended, when we did. */
  verdict: Error | undefined;
}

export interface PoolOptions {
  readonly size: number;
  readonly fonts: readonly FontFile[];
  readonly log: Logger;
}

const send = ({ process }: Child, message: ToChild): void => void process.send(message);

const tooComplex = (limit: string): Error => invalidFields([{ field: 'pdf', message: `is too complex (${limit} limit)` }]);

/**
 * Processes that read callers' PDFs: without rights, with limits of time and memory, one job at a time, and replaced
 * when they misbehave. Accounts take turns, and none holds all of them.
 */
export class ChildPool {
  readonly #options: PoolOptions;
  readonly #children = new Set<Child>();
  readonly #waiting = new Map<string, Job[]>();
  #closed = false;
  #watch: NodeJS.Timeout | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /**
   * @throws ValidationError for input that is refused or met a limit, ConversionFailed, RateLimited when too many wait,
   * and what `signal` aborts with
   */
  run(accountId: string, request: ChildRequest, limitMs: number, signal: AbortSignal, onAsk?: Ask): Promise<ToolResult> {
    signal.throwIfAborted();
    const total = [...this.#waiting.values()].reduce((sum, jobs) => sum + jobs.length, 0);
    if (total >= MAX_WAITING) throw RateLimited(`${String(MAX_WAITING)} PDFs wait already. Try again in 2 s.`, { retryAfter: 2 });
    return new Promise<ToolResult>((resolve, reject) => {
      const job: Job = { accountId, request, limitMs, onAsk, resolve, reject };
      const own = this.#waiting.get(accountId) ?? [];
      own.push(job);
      this.#waiting.set(accountId, own);
      signal.addEventListener('abort', () => this.#cancel(job, signal), { once: true });
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#watch);
    const gone = [...this.#children].map(({ process }) => new Promise((resolve) => process.once('exit', resolve)));
    for (const { process } of this.#children) process.kill('SIGKILL');
    await Promise.all(gone);
  }

  #next(): void {
    if (this.#closed || this.#waiting.size === 0) return;
    const idle = [...this.#children].find(({ ready, current, verdict }) => ready && current === undefined && verdict === undefined);
    if (idle === undefined) {
      const busy = [...this.#children].filter(({ verdict, slow }) => verdict === undefined && !slow).length;
      const starting = [...this.#children].some(({ ready }) => !ready);
      if (busy < this.#options.size && this.#children.size < this.#options.size * 2 && !starting) this.#spawn({ warm: false });
      return;
    }
    const job = this.#take();
    if (job === undefined) return;
    idle.current = job;
    idle.jobs++;
    idle.timer = setTimeout(() => this.#end(idle, tooComplex(`${String(job.limitMs / 1000)} s`)), job.limitMs);
    idle.slowTimer = setTimeout(() => this.#slowDown(idle), SLOW_MS);
    send(idle, { kind: 'request', ...job.request });
    this.#next();
  }

  /** The account that has waited longest, unless it holds all children but one, which stays free for the others. */
  #take(): Job | undefined {
    for (const [accountId, jobs] of this.#waiting) {
      const held = [...this.#children].filter(({ current }) => current?.accountId === accountId).length;
      if (this.#options.size > 1 && held >= this.#options.size - 1) continue;
      const job = jobs.shift();
      this.#waiting.delete(accountId);
      // Back to the end of the line with what it still wants.
      if (jobs.length > 0) this.#waiting.set(accountId, jobs);
      return job;
    }
    return undefined;
  }

  /** `warm` makes it ready only once it has read a PDF: it replaces a child that is quick by now. */
  #spawn({ warm }: { readonly warm: boolean }): Child {
    const { fonts } = this.#options;
    const readable = [ROOT, PACKAGES, ...fonts.map(({ path }) => path)].map((path) => `--allow-fs-read=${path}`);
    const flags = ['--max-old-space-size=512', '--permission', ...readable, '--no-warnings'];
    const limited = existsSync(PRLIMIT);
    const process_ = fork(ENTRY, [JSON.stringify(fonts), warm ? 'warm' : ''], {
      execPath: limited ? PRLIMIT : process.execPath,
      execArgv: limited ? [`--as=${String(ADDRESS_SPACE)}`, process.execPath, ...flags] : flags,
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const child: Child = {
      process: process_,
      jobs: 0,
      ready: false,
      current: undefined,
      timer: undefined,
      slowTimer: undefined,
      slow: false,
      successor: undefined,
      verdict: undefined,
    };
    this.#children.add(child);
    this.#watch ??= setInterval(() => this.#checkMemory(), WATCH_MS).unref();
    let words = '';
    process_.stderr?.on('data', (chunk: Buffer) => (words = (words + chunk.toString()).slice(-2000)));
    process_.on('message', (reply: ChildReply) => this.#hear(child, reply));
    process_.once('error', (error) => this.#options.log.error({ err: error }, 'a child for PDFs could not be started'));
    process_.once('exit', (code, signal) => {
      clearTimeout(child.timer);
      clearTimeout(child.slowTimer);
      this.#children.delete(child);
      if (child.verdict === undefined && !this.#closed) this.#options.log.warn({ code, signal, words }, 'a child for PDFs ended by itself');
      // Whatever its input did to it, the input is what ended it.
      child.current?.reject(child.verdict ?? (child.ready ? tooComplex('memory') : InternalError('PDF tools cannot start here.')));
      if (!child.ready && !this.#closed) this.#failAll();
      this.#next();
    });
    return child;
  }

  /** At most twice as many children as work at once, so that slow ones cannot add up. */
  #succeed(child: Child): void {
    if (child.successor === undefined && this.#children.size < this.#options.size * 2) child.successor = this.#spawn({ warm: true });
  }

  /** Ends a child at rest that has worked enough, if nobody has to wait for another one therefore. */
  #retire(child: Child): void {
    if (child.current !== undefined || child.verdict !== undefined) return;
    if (child.slow || child.successor?.ready === true) this.#end(child, new Error('replaced'));
  }

  #hear(child: Child, reply: ChildReply): void {
    if (reply.kind === 'ready') {
      child.ready = true;
      for (const other of this.#children) if (other.successor === child) this.#retire(other);
      this.#next();
      return;
    }
    if (reply.kind === 'ask') {
      void this.#answer(child, reply.question);
      return;
    }
    clearTimeout(child.timer);
    clearTimeout(child.slowTimer);
    const job = child.current;
    child.current = undefined;
    switch (reply.kind) {
      case 'done':
        job?.resolve(reply.result);
        break;
      case 'refused':
        job?.reject(invalidFields(reply.problems));
        break;
      case 'unconvertible':
        job?.reject(ConversionFailed(reply.message));
        break;
      case 'failed':
        job?.reject(new Error(`PDF operation ${job.request.operation}: ${reply.message}`));
    }
    if (child.jobs >= JOBS_PER_CHILD) this.#succeed(child);
    this.#retire(child);
    this.#next();
  }

  #slowDown(child: Child): void {
    const { pid } = child.process;
    child.slow = true;
    try {
      if (pid !== undefined) setPriority(pid, LOW_PRIORITY);
    } catch (error) {
      this.#options.log.debug({ err: error }, 'a slow child for PDFs keeps its priority');
    }
    this.#succeed(child);
    this.#next();
  }

  async #answer(child: Child, question: ChildQuestion): Promise<void> {
    const { current } = child;
    const answer = await (current?.onAsk?.(question) ?? Promise.reject(new Error('nobody answers'))).then(
      (data): ToChild => ({ kind: 'answer', data }),
      (error: unknown): ToChild => ({ kind: 'no answer', message: error instanceof Error ? error.message : String(error) }),
    );
    if (child.current === current && child.verdict === undefined) send(child, answer);
  }

  /** A child that never came up would leave everybody waiting. */
  #failAll(): void {
    for (const job of [...this.#waiting.values()].flat())
      job.reject(InternalError('PDF tools cannot start here; its operator finds why in the log.'));
    this.#waiting.clear();
  }

  #cancel(job: Job, signal: AbortSignal): void {
    const reason = signal.reason instanceof Error ? signal.reason : new Error('cancelled');
    const own = this.#waiting.get(job.accountId) ?? [];
    if (own.includes(job)) {
      own.splice(own.indexOf(job), 1);
      if (own.length === 0) this.#waiting.delete(job.accountId);
      job.reject(reason);
      return;
    }
    const child = [...this.#children].find(({ current }) => current === job);
    if (child !== undefined) this.#end(child, reason);
  }

  #end(child: Child, verdict: Error): void {
    child.verdict = verdict;
    child.process.kill('SIGKILL');
  }

  /** V8's own limit does not see buffers and WebAssembly. */
  #checkMemory(): void {
    for (const child of this.#children) {
      const { pid } = child.process;
      if (pid === undefined || child.current === undefined || !existsSync('/proc')) continue;
      try {
        const pages = Number(readFileSync(`/proc/${String(pid)}/statm`, 'utf8').split(' ')[1]);
        if (pages * PAGE_BYTES > MAX_RSS) this.#end(child, tooComplex('memory'));
      } catch {
        continue; // it ended meanwhile
      }
    }
  }
}
