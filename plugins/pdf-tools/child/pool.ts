import type { Logger } from 'pino';
import { RateLimited, ServiceUnavailable, TurnQueue } from '../../../server/contract/index.ts';
import type { FontFile } from '../document/fonts.ts';
import { describeConfinement } from '../doctor-checks.ts';
import { codeCacheOf } from './code-cache.ts';
import { type Confinement, findConfinement } from './confinement.ts';
import type { OperationName } from './operations/index.ts';
import { MAX_RSS, type Task, type TaskResult, tooMuchMemory, Worker, type WorkerOptions } from './worker.ts';

const WATCH_MS = 100;
/** Beside a job that takes longer one process more is idle; few jobs do, and a process costs a third of a second of a processor. */
const LASTING_MS = 250;
/** A job that takes longer does not count as one of those that run at once. */
const SLOW_MS = 2000;
const JOBS_PER_WORKER = 50;
const MAX_WAITING = 100;
/** Of one account. */
const MAX_WAITING_OWN = 25;
const RETRY_AFTER = 2;
/** Between attempts to start a process where that failed. */
const START_PAUSE_MS = 1000;

export interface JobSpec<N extends OperationName = OperationName> extends Task<N> {
  readonly accountId: string;
  readonly signal: AbortSignal;
}

interface Job {
  readonly spec: JobSpec;
  resolve(result: TaskResult): void;
  reject(error: Error): void;
}

interface Slot {
  readonly worker: Worker;
  current: Job | undefined;
  /** The account whose work it does, or whose work made it start. */
  owner: string | undefined;
  /** What its job's time has come to. */
  lasting: boolean;
  slow: boolean;
  /** Ends when this one is ready. */
  replaces: Slot | undefined;
}

export interface PoolOptions {
  /** Jobs at once, but for slow ones. Beside jobs that last one process more is idle; there are at most twice as many. */
  readonly size: number;
  readonly fonts: () => Promise<readonly FontFile[]>;
  readonly log: Logger;
}

const stopping = (): Error => ServiceUnavailable('The hub is stopping. Try again in a moment.', { retryAfter: 5 });

/**
 * Processes that read callers' PDFs. Accounts take turns; one that holds a process already gets another only while one more
 * stays free, so that no account waits behind another.
 */
export class ChildPool {
  readonly #options: PoolOptions;
  readonly #slots = new Set<Slot>();
  readonly #waiting = new TurnQueue<Job>();
  /** What all processes get; undefined until it is known. */
  #common: Pick<WorkerOptions, 'confinement' | 'fonts' | 'codeCache'> | undefined;
  #starting: Promise<Pick<WorkerOptions, 'confinement' | 'codeCache'>> | undefined;
  #paused = false;
  #closed = false;
  #watch: NodeJS.Timeout | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Finds out how processes can be confined here. */
  async start(): Promise<void> {
    await this.#whenConfined();
  }

  async #whenConfined(): Promise<Pick<WorkerOptions, 'confinement' | 'codeCache'>> {
    return (this.#starting ??= this.#confine());
  }

  async #confine(): Promise<Pick<WorkerOptions, 'confinement' | 'codeCache'>> {
    const confinement = await findConfinement();
    const { means, rights } = confinement;
    const text = describeConfinement(confinement);
    if (rights.length === 0) this.#options.log.info({ means }, text);
    else this.#options.log.warn({ means, rights }, `${text}, which leaves them rights; the command doctor says what to do`);
    return { confinement, codeCache: await this.#compile(confinement) };
  }

  /** Asks for the fonts, too, which a hub without PDFs does not need. */
  async #prepare(): Promise<void> {
    const [confined, fonts] = await Promise.all([this.#whenConfined(), this.#options.fonts()]);
    this.#common ??= { ...confined, fonts };
  }

  /** Processes start without compiled code where it cannot be kept. */
  async #compile(confinement: Confinement): Promise<string | undefined> {
    return codeCacheOf(confinement).catch((error: unknown) => {
      this.#options.log.info({ err: error }, 'processes for PDFs compile their code at each start, as it could not be kept');
      return undefined;
    });
  }

  /**
   * @throws ValidationError for input that is refused or meets a limit, ConversionFailed, RateLimited when too many jobs of
   * the account wait, ServiceUnavailable when too many of all do, and what `signal` aborts with
   */
  async run<N extends OperationName>(spec: JobSpec<N>): Promise<TaskResult> {
    const { accountId, signal } = spec;
    if (this.#common === undefined) await this.#prepare();
    signal.throwIfAborted();
    if (this.#closed) throw stopping();
    if (this.#waiting.sizeOf(accountId) >= MAX_WAITING_OWN)
      throw RateLimited(`${String(MAX_WAITING_OWN)} of your PDFs wait already. Try again in ${String(RETRY_AFTER)} s.`, {
        retryAfter: RETRY_AFTER,
      });
    if (this.#waiting.size >= MAX_WAITING)
      throw ServiceUnavailable(`Too many PDFs wait here already. Try again in ${String(RETRY_AFTER)} s.`, { retryAfter: RETRY_AFTER });
    return new Promise<TaskResult>((resolve, reject) => {
      const job: Job = { spec, resolve, reject };
      this.#waiting.add(accountId, job);
      signal.addEventListener('abort', () => this.#cancel(job), { once: true });
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#watch);
    this.#failAll();
    const slots = [...this.#slots];
    for (const { worker } of slots) worker.end(stopping());
    await Promise.all(slots.map(({ worker }) => worker.whenExited()));
  }

  get #idle(): Slot[] {
    return [...this.#slots].filter(({ worker, current }) => worker.isReady && current === undefined);
  }

  #next(): void {
    if (this.#closed || this.#common === undefined) return;
    for (let idle = this.#idle; idle.length > 0; idle = this.#idle) {
      const job = this.#take(idle.length);
      if (job === undefined) break;
      void this.#work(idle[0] as Slot, job);
    }
    this.#provide();
  }

  /** A job of the account whose turn it is, of those that may have an idle process. */
  #take(idle: number): Job | undefined {
    for (const [accountId] of this.#waiting.firsts()) if (this.#mayStart(accountId, idle)) return this.#waiting.take(accountId);
    return undefined;
  }

  #mayStart(accountId: string, idle: number): boolean {
    const slots = [...this.#slots];
    const held = slots.filter(({ owner }) => owner === accountId).length;
    if (held === 0) return idle > 0;
    const atOnce = slots.filter(({ current, slow }) => current !== undefined && !slow).length;
    return idle > 1 && held < this.#options.size - 1 && atOnce < this.#options.size;
  }

  /** Starts processes one by one, until every account that waits can have one, and one more is idle beside jobs that last. */
  #provide(): void {
    const slots = [...this.#slots].filter(({ worker }) => !worker.isEnded);
    if (this.#paused || slots.length >= this.#options.size * 2 || slots.some(({ worker }) => !worker.isReady)) return;
    const idle = this.#idle.length;
    const wanted = [...this.#waiting.firsts()].some(([accountId]) => this.#mayStart(accountId, idle + 1));
    const isSpare = idle === 0 && (this.#waiting.size > 0 || slots.some(({ lasting }) => lasting));
    if (wanted || isSpare) this.#open({});
  }

  #open({ owner, replaces }: { readonly owner?: string; readonly replaces?: Slot }): void {
    if (this.#closed || this.#common === undefined) return;
    const worker = new Worker({
      ...this.#common,
      log: this.#options.log,
      onReady: () => {
        slot.owner = undefined;
        if (replaces !== undefined && replaces.current === undefined) replaces.worker.end(new Error('replaced'));
        this.#next();
      },
      onExit: () => this.#onExit(slot),
    });
    const slot: Slot = { worker, current: undefined, owner, lasting: false, slow: false, replaces };
    this.#slots.add(slot);
    this.#watch ??= setInterval(() => this.#checkMemory(), WATCH_MS).unref();
  }

  async #work(slot: Slot, job: Job): Promise<void> {
    slot.current = job;
    slot.owner = job.spec.accountId;
    const timers = [
      setTimeout(() => {
        slot.lasting = true;
        this.#next();
      }, LASTING_MS),
      setTimeout(() => {
        slot.slow = true;
        this.#next();
      }, SLOW_MS),
    ];
    try {
      job.resolve(await slot.worker.run(job.spec));
    } catch (error) {
      job.reject(error instanceof Error ? error : new Error(String(error)));
    } finally {
      for (const timer of timers) clearTimeout(timer);
      slot.current = undefined;
      slot.lasting = false;
      slot.slow = false;
      // One at low priority is ended, and the account that brought it there waits for its successor.
      if (!slot.worker.isEnded && !slot.worker.isLow) slot.owner = undefined;
      this.#retire(slot);
      this.#next();
    }
  }

  /** Ends a process that is at low priority, one that is replaced, and one more than are needed. */
  #retire(slot: Slot): void {
    if (slot.worker.isEnded) return;
    const alive = [...this.#slots].filter(({ worker }) => !worker.isEnded);
    const successor = alive.find(({ replaces }) => replaces === slot);
    const isSurplus = this.#waiting.size === 0 && this.#idle.length > 1 && alive.length > this.#options.size + 1;
    if (slot.worker.isLow || successor?.worker.isReady === true || isSurplus) slot.worker.end(new Error('replaced'));
    else if (slot.worker.tasks >= JOBS_PER_WORKER && successor === undefined && alive.length < this.#options.size * 2)
      this.#open({ replaces: slot });
  }

  /** The account whose job ended a process waits for the next one, while others use those that are there. */
  #onExit(slot: Slot): void {
    this.#slots.delete(slot);
    if (this.#closed) return;
    const { owner, worker } = slot;
    if (!worker.wasReady) this.#pause();
    else if (owner !== undefined && this.#slots.size < this.#options.size * 2) this.#open({ owner });
    this.#next();
  }

  /** Where processes do not start, what waits fails, and the next start is a moment later. */
  #pause(): void {
    this.#failAll();
    this.#paused = true;
    setTimeout(() => {
      this.#paused = false;
      this.#next();
    }, START_PAUSE_MS).unref();
  }

  #failAll(): void {
    for (const { reject } of this.#waiting.clear())
      reject(ServiceUnavailable('PDF tools are unavailable. The server log has the reason.', { retryAfter: 10 }));
  }

  #cancel(job: Job): void {
    const { accountId, signal } = job.spec;
    const reason = signal.reason instanceof Error ? signal.reason : new Error('cancelled');
    if (this.#waiting.remove(accountId, job)) job.reject(reason);
    else [...this.#slots].find(({ current }) => current === job)?.worker.end(reason);
  }

  #checkMemory(): void {
    for (const { worker, current } of this.#slots) {
      if (current !== undefined && (worker.memory() ?? 0) > MAX_RSS) worker.end(tooMuchMemory(current.spec));
    }
  }
}
