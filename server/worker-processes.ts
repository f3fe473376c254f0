import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { LoadedConfig } from './config/load.ts';

/** Tells a process that it is a worker of another one; its value is the address of the database. */
const WORKER_OF = 'PLATEN_WORKER_OF_DATABASE';
/** What one process keeps busy: its plugins render on at most six renderers, and its one thread feeds as many. */
const CORES_A_PROCESS = 6;
const SHORTEST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/** How many worker processes stand beside this one; the setting `workers`. */
export const countWorkers = (setting: number | 'auto', cores: number = availableParallelism()): number =>
  setting === 'auto' ? Math.max(0, Math.ceil(cores / CORES_A_PROCESS) - 1) : setting;

/** The config of a worker process, which is its parent's with the role of a worker and no port; undefined in any other process. */
export function workerConfig(loaded: LoadedConfig, env: NodeJS.ProcessEnv): LoadedConfig | undefined {
  const url = env[WORKER_OF];
  if (url === undefined) return undefined;
  Reflect.deleteProperty(env, WORKER_OF); // browsers need not know the address of the database
  const { config } = loaded;
  const operations = { host: config.operations.host };
  return { ...loaded, config: { ...config, operations, mongo: { url }, roles: ['worker'], workers: 0 } };
}

export interface WorkerProcessesOptions {
  readonly entry: string;
  readonly count: number;
  readonly log: Logger;
}

/** Worker processes of this machine beside the process that started them, and ended with it. One that ends by itself is replaced. */
export class WorkerProcesses {
  readonly #options: WorkerProcessesOptions;
  readonly #running = new Set<ChildProcess>();
  readonly #ending = new AbortController();
  #kept: Promise<unknown> = Promise.resolve();

  constructor(options: WorkerProcessesOptions) {
    this.#options = options;
  }

  start(mongoUrl: string): void {
    if (this.#ending.signal.aborted) return;
    this.#kept = Promise.all(Array.from({ length: this.#options.count }, () => this.#keep(mongoUrl)));
  }

  /** Each finishes what it has in hand first. */
  async stop(): Promise<void> {
    this.#ending.abort();
    for (const child of this.#running) child.kill('SIGTERM');
    await this.#kept;
  }

  async #keep(mongoUrl: string): Promise<void> {
    const { signal } = this.#ending;
    const { log } = this.#options;
    for (let wait = SHORTEST_PAUSE_MS; !signal.aborted; wait = Math.min(2 * wait, LONGEST_PAUSE_MS)) {
      const started = performance.now();
      const end = await this.#run(mongoUrl);
      if (this.#ending.signal.aborted) return;
      if (performance.now() - started > LONGEST_PAUSE_MS) wait = SHORTEST_PAUSE_MS;
      log.error({ end, restartMs: wait }, 'a worker process ended and is started again');
      await pause(wait, undefined, { signal }).catch(() => undefined); // told to stop meanwhile
    }
  }

  /** Exit status, signal, or why it could not be started. */
  #run(mongoUrl: string): Promise<number | string> {
    const child = fork(this.#options.entry, [], { env: { ...process.env, [WORKER_OF]: mongoUrl } });
    this.#running.add(child);
    return new Promise<number | string>((resolve) => {
      child.once('exit', (code, name) => {
        resolve(code ?? name ?? '');
      });
      child.once('error', (error) => {
        resolve(error.message);
      });
    }).finally(() => this.#running.delete(child));
  }
}
