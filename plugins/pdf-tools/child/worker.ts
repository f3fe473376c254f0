import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { extname, join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { invalidFields, ServiceUnavailable } from '../../../server/contract/index.ts';
import type { FontFile } from '../document/fonts.ts';
import { ConversionFailed } from '../errors.ts';
import type { Content, JobFiles } from '../spool.ts';
import { type Confinement, DATA_FD, startConfined } from './confinement.ts';
import type { ChildAnswer, ChildReply, LastReply, ToChild } from './messages.ts';
import type { OperationName, OperationRequest } from './operations/index.ts';
import type { Ask, ChildQuestion, Findings } from './protocol.ts';

const beside = (name: string): string => join(import.meta.dirname, `${name}${extname(import.meta.filename)}`);
/** Arguments of Node; the fonts follow. */
export const PROGRAM: readonly string[] = ['--import', beside('one-file-pdf-lib'), beside('main')];
const PAGE_BYTES = 4096;
/** Memory in use of one process. */
export const MAX_RSS = 1024 * 1024 * 1024;
/** A task that uses more of a processor works on at low priority. */
const LOW_PRIORITY_AFTER_MS = 2000;
const LOW_PRIORITY = 5;
const TIME_CHECK_MS = 100;
/** How many times its processor time a task may take where the machine has other work. */
const CLOCK_FACTOR = 6;
/** Of Linux, whatever its kernel was built with (USER_HZ). */
const MS_PER_TICK = 10;
const MAX_STDERR = 2000;
const BROKEN_PIPE = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_PREMATURE_CLOSE']);

export interface JobInput {
  readonly content: Content;
  readonly password?: string | undefined;
}

export interface TimeLimits {
  /** Milliseconds of processor time, from the first byte sent to the last result; on the clock six times as many. */
  readonly limitMs: number;
  /** What every page of a document that is open adds to the limit, up to `mostMs`. */
  readonly perPageMs?: number;
  readonly mostMs?: number;
}

export interface Task<N extends OperationName = OperationName> extends OperationRequest<N>, TimeLimits {
  readonly inputs: readonly JobInput[];
  readonly onAsk?: Ask | undefined;
  /** Where large results go; they stay in memory when absent. */
  readonly files?: JobFiles | undefined;
}

export interface TaskResult extends Findings {
  readonly files: readonly Content[];
}

export interface WorkerOptions {
  readonly confinement: Confinement;
  readonly fonts: readonly FontFile[];
  /** Folder of its compiled code. */
  readonly codeCache: string | undefined;
  readonly log: Logger;
  onReady(): void;
  onExit(): void;
}

const fieldOf = ({ operation }: Task): string => (operation === 'merge' ? 'pdfs' : 'pdf');

const tooComplex = (task: Task, limit: string): Error =>
  invalidFields([{ field: fieldOf(task), message: `is too complex (${limit} limit)` }]);

const tooBusy = (): Error =>
  ServiceUnavailable('The machine is too busy to work on this PDF. Try again in a few seconds.', { retryAfter: 5 });

export const tooMuchMemory = (task: Task): Error => tooComplex(task, `${String(MAX_RSS / 2 ** 30)} GiB of memory`);

/** A process that reads callers' PDFs: confined, one task at a time, and ended when it misbehaves. */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #process: ChildProcess;
  readonly #exited = new AbortController();
  #stderr = '';
  #task: Task | undefined;
  #started = { at: 0, processorMs: undefined as number | undefined };
  #limitMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #settle: { resolve(reply: LastReply): void; reject(error: Error): void } | undefined;
  #endReason: Error | undefined;
  #ready = false;
  #isLow = false;
  tasks = 0;

  constructor(options: WorkerOptions) {
    const { confinement, fonts, codeCache, log } = options;
    this.#options = options;
    this.#process = startConfined(confinement, {
      run: [...PROGRAM, JSON.stringify(fonts)],
      readable: fonts.map(({ path }) => path),
      codeCache: codeCache === undefined ? undefined : { folder: codeCache, isNew: false },
    });
    this.#process.stderr?.on('data', (chunk: Buffer) => (this.#stderr = (this.#stderr + chunk.toString()).slice(-MAX_STDERR)));
    this.#process.stderr?.on('error', () => undefined); // its exit is what counts, here and on the other channels
    this.#process.stdio[DATA_FD]?.on('error', () => undefined);
    this.#process.on('message', (reply: ChildReply) => this.#onReply(reply));
    this.#process.on('error', (error) => {
      log.error({ err: error }, 'a process for PDFs could not be started or reached');
      if (this.#process.pid === undefined) this.#onExit(null, null);
    });
    this.#process.once('exit', (code, signal) => this.#onExit(code, signal));
  }

  /** It takes tasks. */
  get isReady(): boolean {
    return this.#ready && !this.isEnded;
  }

  /** It came up, whatever became of it. */
  get wasReady(): boolean {
    return this.#ready;
  }

  /** At low priority, for good. */
  get isLow(): boolean {
    return this.#isLow;
  }

  get isEnded(): boolean {
    return this.#endReason !== undefined || this.#exited.signal.aborted;
  }

  /**
   * @throws ValidationError for input that is refused, cannot be worked on or meets a limit, ConversionFailed,
   * ServiceUnavailable when it waits for a processor for too long, and the reason it was ended with
   */
  async run(task: Task): Promise<TaskResult> {
    this.tasks++;
    this.#task = task;
    this.#started = { at: performance.now(), processorMs: this.#processorMs() };
    this.#limitMs = task.limitMs;
    this.#timer = setInterval(() => this.#checkTime(task), TIME_CHECK_MS);
    try {
      const answered = new Promise<LastReply>((resolve, reject) => {
        this.#settle = { resolve, reject };
      });
      const inputs = task.inputs.map(({ content: { byteLength }, password }) => ({ byteLength, password }));
      this.#send({ kind: 'request', operation: task.operation, options: task.options, inputs });
      this.#sendInputs(task.inputs).catch((error: unknown) => {
        // A pipe that breaks says only that the process ended, which its exit says.
        if (!BROKEN_PIPE.has(String((error as NodeJS.ErrnoException).code))) this.end(asError(error));
      });
      return await this.#resultOf(task, await answered);
    } finally {
      clearInterval(this.#timer);
      this.#task = undefined;
      this.#settle = undefined;
    }
  }

  /** Kills it; what it works on fails for this reason. */
  end(reason: Error): void {
    this.#endReason ??= reason;
    this.#process.kill('SIGKILL');
  }

  /** Lets everything else go first, for good: only root could take that back. */
  #lowerPriority(): void {
    this.#isLow = true;
    const { pid } = this.#process;
    try {
      if (pid !== undefined) setPriority(pid, LOW_PRIORITY);
    } catch (error) {
      this.#options.log.debug({ err: error }, 'a slow process for PDFs keeps its priority');
    }
  }

  /** Memory in bytes, which V8's own limit does not see all of; undefined where the system does not tell. */
  memory(): number | undefined {
    try {
      return Number(readFileSync(`/proc/${String(this.#process.pid)}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
    } catch {
      return undefined; // no procfs, or it ended meanwhile
    }
  }

  async whenExited(): Promise<void> {
    if (!this.#exited.signal.aborted) await once(this.#exited.signal, 'abort');
  }

  get #data(): Duplex {
    return this.#process.stdio[DATA_FD] as Duplex;
  }

  #send(message: ToChild): void {
    // An error is that the process ended, which its exit says.
    if (this.#process.connected) this.#process.send(message, () => undefined);
  }

  async #sendInputs(inputs: readonly JobInput[]): Promise<void> {
    const write = async (chunk: Uint8Array): Promise<void> =>
      new Promise((resolve, reject) => {
        this.#data.write(chunk, (error) => (error instanceof Error ? reject(error) : resolve()));
      });
    for (const { content } of inputs) {
      if (content instanceof Uint8Array) await write(content);
      else for await (const chunk of content.chunks()) await write(chunk);
    }
  }

  /** Other work on the machine does not count, unless it is so much that the caller would wait for too long: that is no fault of the PDF. */
  #checkTime(task: Task): void {
    const { at, processorMs } = this.#started;
    const now = this.#processorMs();
    const passed = performance.now() - at;
    const used = now === undefined || processorMs === undefined ? passed : now - processorMs;
    if (used > this.#limitMs) this.end(tooComplex(task, `${String(Math.round(this.#limitMs / 1000))} s`));
    else if (passed > CLOCK_FACTOR * this.#limitMs) this.end(tooBusy());
    else if (used > LOW_PRIORITY_AFTER_MS && !this.#isLow) this.#lowerPriority();
  }

  /** Of all its threads; undefined where the system does not tell. */
  #processorMs(): number | undefined {
    try {
      // The name, in parentheses, may hold spaces; the 12th and 13th field after it are user and system time.
      const fields =
        readFileSync(`/proc/${String(this.#process.pid)}/stat`, 'utf8')
          .split(') ')
          .at(-1)
          ?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
    } catch {
      return undefined; // no procfs, or it ended meanwhile
    }
  }

  #onReply(reply: ChildReply): void {
    switch (reply.kind) {
      case 'ready':
        this.#ready = true;
        this.#options.onReady();
        break;
      case 'opened':
        if (this.#task?.perPageMs !== undefined)
          this.#limitMs = Math.min(this.#task.limitMs + this.#task.perPageMs * reply.pages, this.#task.mostMs ?? Infinity);
        break;
      case 'ask':
        void this.#answer(reply.question);
        break;
      default:
        this.#settle?.resolve(reply);
    }
  }

  async #answer(question: ChildQuestion): Promise<void> {
    const task = this.#task;
    const answer = await (task?.onAsk?.(question) ?? Promise.reject(new Error('nobody answers'))).then(
      (data): ChildAnswer => ({ kind: 'answer', data }),
      (error: unknown): ChildAnswer => ({ kind: 'no answer', message: asError(error).message }),
    );
    if (this.#task === task && !this.isEnded) this.#send(answer);
  }

  async #resultOf(task: Task, reply: LastReply): Promise<TaskResult> {
    switch (reply.kind) {
      case 'done': {
        const { sizes, facts, warnings } = reply;
        const files: Content[] = [];
        try {
          for (const size of sizes) files.push(await this.#receive(size, task.files));
        } catch (error) {
          // What is left unread would be taken for the result of the next task.
          this.end(asError(error));
          throw error;
        }
        return { files, ...(facts === undefined ? {} : { facts }), ...(warnings === undefined ? {} : { warnings }) };
      }
      case 'refused':
        throw invalidFields(reply.problems.map(({ field, message }) => ({ field: field === 'pdf' ? fieldOf(task) : field, message })));
      case 'unconvertible':
        throw ConversionFailed(reply.message);
      case 'unreadable':
        this.#options.log.warn({ operation: task.operation, stack: reply.message }, 'a PDF could not be worked on');
        if (reply.mustRestart) this.end(new Error('replaced'));
        throw invalidFields([{ field: fieldOf(task), message: 'is damaged, or holds something that cannot be worked on' }]);
      case 'out of memory':
        this.end(new Error('replaced'));
        throw tooMuchMemory(task);
      case 'failed':
        throw new Error(`PDF operation ${task.operation}: ${reply.message}`);
    }
  }

  async #receive(size: number, files: JobFiles | undefined): Promise<Content> {
    if (files !== undefined) {
      const file = files.create();
      for await (const chunk of this.#read(size)) await file.append(chunk);
      return file;
    }
    const bytes = new Uint8Array(size);
    let at = 0;
    for await (const chunk of this.#read(size)) {
      bytes.set(chunk, at);
      at += chunk.byteLength;
    }
    return bytes;
  }

  async *#read(size: number): AsyncGenerator<Uint8Array> {
    const data = this.#data;
    for (let left = size; left > 0;) {
      const chunk = data.readableLength === 0 ? null : (data.read(Math.min(left, data.readableLength)) as Buffer | null);
      if (chunk === null) {
        await once(data, 'readable', { signal: this.#exited.signal }).catch(() => {
          throw this.#failure();
        });
        continue;
      }
      left -= chunk.byteLength;
      yield chunk;
    }
  }

  #onExit(code: number | null, signal: NodeJS.Signals | null): void {
    if (this.#exited.signal.aborted) return;
    if (this.#endReason === undefined) this.#options.log.warn({ code, signal, stderr: this.#stderr }, 'a process for PDFs ended by itself');
    this.#settle?.reject(this.#failure());
    this.#exited.abort();
    this.#options.onExit();
  }

  /** Whatever its input did to it, the input is what ended it. */
  #failure(): Error {
    if (this.#endReason !== undefined) return this.#endReason;
    return this.#task === undefined ? ServiceUnavailable('PDF tools are unavailable.', { retryAfter: 5 }) : tooMuchMemory(this.#task);
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
