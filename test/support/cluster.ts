import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ManagedMongo } from '../../db/managed-mongo.ts';
import { freePort } from './ports.ts';
import type { Caller } from './caller.ts';
import { Balancer } from './balancer.ts';
import { accountOf, startHub, suiteDatabase } from './hub.ts';
import { type RedisProcess, startMongo, startRedis, temporaryFolder } from './services.ts';
import { endProcess, startedBrowsers } from './processes.ts';
import { until } from './until.ts';

const ROOT = join(import.meta.dirname, '../..');

export interface ClusterOptions {
  /** Processes that answer requests; several stand behind a balancer. One when absent. */
  readonly webs?: number;
  readonly workers: number;
  readonly redis: boolean;
  /** A database server of its own, which can be killed, in place of the suite's. */
  readonly ownDatabase?: boolean;
  readonly plugins?: Record<string, unknown>;
  readonly egressAllow?: readonly string[];
  /** Puts the files on a disk of their own of this size (needs root). */
  readonly filesDiskBytes?: number;
  /** How long a web process that is told to stop still answers. */
  readonly drainSeconds?: number;
  /** For every process of the hub. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A hub as several processes on one database, each of which can be killed and started again. */
export class Cluster {
  readonly folder: ReturnType<typeof temporaryFolder>;
  readonly url: string;
  readonly mongoUrl: string;
  readonly #ownDatabase: ManagedMongo | undefined;
  readonly #redisPort: number;
  #redis: RedisProcess | undefined;
  readonly #processes = new Map<string, ChildProcess>();
  readonly #operations = new Map<string, number>();
  readonly #env: Readonly<Record<string, string>>;
  #balancer: Balancer | undefined;
  #mounted = false;
  output = '';

  private constructor(
    folder: ReturnType<typeof temporaryFolder>,
    ownDatabase: ManagedMongo | undefined,
    url: string,
    redisPort: number,
    env = {},
  ) {
    this.folder = folder;
    this.#ownDatabase = ownDatabase;
    this.mongoUrl = ownDatabase?.url ?? suiteDatabase();
    this.#redisPort = redisPort;
    this.#env = env;
    this.url = url;
  }

  static async start(options: ClusterOptions): Promise<Cluster> {
    const {
      webs = 1,
      workers,
      redis,
      plugins = {},
      egressAllow = [],
      filesDiskBytes,
      drainSeconds = 0,
      env = {},
      ownDatabase = false,
    } = options;
    const folder = temporaryFolder('cluster');
    const database = ownDatabase ? await startMongo(join(folder.path, 'db')) : undefined;
    const ports = await Promise.all(Array.from({ length: webs }, freePort));
    const operations = await Promise.all(Array.from({ length: webs + workers }, freePort));
    const backends = ports.map((port, n) => ({ port, operations: operations[n] ?? 0 }));
    const balancer = webs > 1 ? await Balancer.open(backends) : undefined;
    const url = balancer?.url ?? `http://127.0.0.1:${String(ports[0])}`;
    const cluster = new Cluster(folder, database, url, await freePort(), env);
    cluster.#balancer = balancer;
    try {
      if (filesDiskBytes !== undefined) cluster.#mount(filesDiskBytes);
      if (redis) cluster.#redis = await startRedis(cluster.#redisPort);
      const names = [...ports.map((_, n) => `web ${String(n)}`), ...Array.from({ length: workers }, (_, n) => `worker ${String(n)}`)];
      for (const [n, name] of names.entries()) {
        cluster.#operations.set(name, operations[n] ?? 0);
        const config = {
          http: { port: ports[n] ?? 0, publicUrl: url, drainSeconds },
          operations: { port: operations[n] ?? 0 },
          roles: n < webs ? 'web' : 'worker',
          data: cluster.#data,
          mongo: { url: cluster.mongoUrl },
          ...(redis ? { redis: { url: `redis://127.0.0.1:${String(cluster.#redisPort)}` } } : {}),
          egress: { allow: egressAllow },
          log: { level: 'warn' },
          // Most documents need one of the two browsers, and many processes none.
          plugins: { quickstart: false, rendering: { config: { autoStart: false } }, ...plugins },
        };
        writeFileSync(cluster.#configOf(name), JSON.stringify(config));
        cluster.run(name);
      }
      await Promise.all(ports.map((_, n) => cluster.ready(`web ${String(n)}`)));
      if (balancer !== undefined)
        await until('the balancer', () => (ports.every((_, n) => balancer.isReady(n)) ? true : undefined), 60_000);
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  /** What stands before the web processes, where there are several. */
  get balancer(): Balancer {
    if (this.#balancer === undefined) throw new Error('one web process needs no balancer');
    return this.#balancer;
  }

  /** Where a process answers its operators. */
  operationsOf(name: string): string {
    return `http://127.0.0.1:${String(this.#operations.get(name))}`;
  }

  /** Stops a process as an orchestrator does, starts it again, and waits until it is ready; its exit status. */
  async roll(name: string): Promise<number | string> {
    const code = await this.signal(name, 'SIGTERM');
    this.run(name);
    await this.ready(name);
    return code;
  }

  /** @throws Error with what the processes printed, when this one ends or is not ready within a minute */
  async ready(name: string): Promise<void> {
    const isReady = async (): Promise<true | undefined> => {
      const child = this.#processes.get(name);
      const end = child?.exitCode ?? child?.signalCode ?? undefined;
      if (end !== undefined) throw new Error(`${name} ended with ${String(end)}: ${this.output}`);
      return fetch(`${this.operationsOf(name)}/readyz`).then(
        ({ ok }) => (ok ? true : undefined),
        () => undefined,
      );
    };
    await until(() => `${name} to be ready: ${this.output}`, isReady, 60_000);
  }

  #configOf(name: string): string {
    return join(this.folder.path, `${name.replace(' ', '-')}.json`);
  }

  get #data(): string {
    return join(this.folder.path, 'data');
  }

  run(name: string): void {
    const child = spawn(process.execPath, [...process.execArgv, 'server/main.ts'], {
      cwd: ROOT,
      env: { ...process.env, ...this.#env, PLATEN_CONFIG: this.#configOf(name) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const read = (chunk: Buffer): void => void (this.output += `[${name}] ${chunk.toString()}`);
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    this.#processes.set(name, child);
  }

  pidOf(name: string): number {
    return this.#processes.get(name)?.pid ?? 0;
  }

  /** Kills -9 one process of the hub and starts it again. */
  async restart(name: string): Promise<void> {
    await this.signal(name, 'SIGKILL');
    this.run(name);
  }

  async signal(name: string, signal: NodeJS.Signals): Promise<number | string> {
    const child = this.#processes.get(name);
    return child === undefined ? '' : endProcess(child, signal);
  }

  /** Stops a process in its tracks, as a machine that sleeps does. */
  pause(name: string): void {
    this.#processes.get(name)?.kill('SIGSTOP');
  }

  resume(name: string): void {
    this.#processes.get(name)?.kill('SIGCONT');
  }

  get filesFolder(): string {
    return join(this.#data, 'storage', 'files');
  }

  /** How many PDFs lie in the storage. */
  storedFiles(): number {
    return readdirSync(this.filesFolder, { recursive: true }).filter((path) => String(path).endsWith('.pdf')).length;
  }

  /** The supervisor of the database starts it again. */
  killDatabase(): void {
    const { pid } = JSON.parse(readFileSync(join(this.folder.path, 'db', 'server.json'), 'utf8')) as { pid: number };
    process.kill(pid, 'SIGKILL');
  }

  async restartRedis(pauseMs: number): Promise<void> {
    await this.#redis?.kill();
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    this.#redis = await startRedis(this.#redisPort);
  }

  /** Kills every Chromium of every process; each hub process starts its own again. */
  async killBrowsers(): Promise<void> {
    const browsers = await until('browsers of the hub', () => {
      const found = [...this.#processes.values()].flatMap(({ pid }) => (pid === undefined ? [] : startedBrowsers(pid)));
      return found.length > 0 ? found : undefined;
    });
    for (const { pid } of browsers) process.kill(pid, 'SIGKILL');
  }

  async account(): Promise<Caller> {
    const commands = await startHub({ databaseUrl: this.mongoUrl, dataFolder: this.#data, start: false });
    try {
      return await accountOf(this.url, commands);
    } finally {
      await commands.stop();
    }
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#processes.values()].map((child) => endProcess(child, 'SIGTERM')));
    await this.#balancer?.close();
    await this.#redis?.kill();
    await this.#ownDatabase?.stop();
    if (this.#mounted) execFileSync('umount', [this.filesFolder]);
    this.folder.remove();
  }

  #mount(bytes: number): void {
    mkdirSync(this.filesFolder, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${String(bytes)}`, 'tmpfs', this.filesFolder]);
    this.#mounted = true;
  }
}
