import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, type ProvidedMongo } from '../../db/provide.ts';
import { Caller } from './caller.ts';
import { type RedisProcess, startMongo, startRedis, temporaryFolder } from './services.ts';
import { until } from './until.ts';

const ROOT = join(import.meta.dirname, '../..');

export interface ClusterOptions {
  readonly workers: number;
  readonly redis: boolean;
  readonly plugins?: Record<string, unknown>;
  readonly egressAllow?: readonly string[];
  /** Puts the files on a disk of their own of this size (needs root). */
  readonly filesDiskBytes?: number;
}

type Role = 'web' | 'worker';

/** A hub as several processes on one database, each of which can be killed and started again. */
export class Cluster {
  readonly folder: ReturnType<typeof temporaryFolder>;
  readonly url: string;
  readonly #mongo: ProvidedMongo;
  readonly #redisPort: number;
  #redis: RedisProcess | undefined;
  readonly #processes = new Map<string, ChildProcess>();
  readonly #webPort: number;
  #mounted = false;
  output = '';

  private constructor(folder: ReturnType<typeof temporaryFolder>, mongo: ProvidedMongo, webPort: number, redisPort: number) {
    this.folder = folder;
    this.#mongo = mongo;
    this.#webPort = webPort;
    this.#redisPort = redisPort;
    this.url = `http://127.0.0.1:${String(webPort)}`;
  }

  static async start({ workers, redis, plugins = {}, egressAllow = [], filesDiskBytes }: ClusterOptions): Promise<Cluster> {
    const folder = temporaryFolder('cluster');
    const mongo = await startMongo(join(folder.path, 'db'));
    const cluster = new Cluster(folder, mongo, await freePort(), await freePort());
    if (filesDiskBytes !== undefined) cluster.#mount(filesDiskBytes);
    if (redis) cluster.#redis = await startRedis(cluster.#redisPort);
    for (const role of ['web', 'worker'] as const) {
      const config = {
        http: { port: cluster.#webPort, publicUrl: cluster.url },
        roles: [role],
        data: cluster.#data,
        mongo: { url: mongo.url },
        ...(redis ? { redis: { url: `redis://127.0.0.1:${String(cluster.#redisPort)}` } } : {}),
        egress: { allow: egressAllow },
        log: { level: 'warn' },
        plugins: { quickstart: false, ...plugins },
      };
      writeFileSync(join(cluster.folder.path, `${role}.json`), JSON.stringify(config));
    }
    cluster.run('web', 'web');
    for (let n = 0; n < workers; n++) cluster.run(`worker ${String(n)}`, 'worker');
    await until('the web process', async () => ((await cluster.#answers()) ? true : undefined), 60_000);
    return cluster;
  }

  get #data(): string {
    return join(this.folder.path, 'data');
  }

  get mongoUrl(): string {
    return this.#mongo.url;
  }

  run(name: string, role: Role): void {
    const child = spawn(process.execPath, ['server/main.ts'], {
      cwd: ROOT,
      env: { ...process.env, PLATEN_CONFIG: join(this.folder.path, `${role}.json`) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const read = (chunk: Buffer): void => void (this.output += `[${name}] ${chunk.toString()}`);
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    this.#processes.set(name, child);
  }

  /** Kills -9 one process of the hub and starts it again. */
  async restart(name: string, role: Role): Promise<void> {
    await end(this.#processes.get(name), 'SIGKILL');
    this.run(name, role);
  }

  async signal(name: string, signal: NodeJS.Signals): Promise<number | string> {
    return end(this.#processes.get(name), signal);
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

  /** Every Chromium of every process; each hub process starts its own again. */
  killBrowsers(): number {
    let killed = 0;
    for (const name of readdirSync('/proc')) {
      if (!/^\d+$/.test(name)) continue;
      try {
        const line = readFileSync(`/proc/${name}/cmdline`, 'utf8');
        if (!line.includes(this.#data) || !line.includes('--headless') || line.includes('--type=')) continue;
        process.kill(Number(name), 'SIGKILL');
        killed++;
      } catch {
        continue; // it ended meanwhile
      }
    }
    return killed;
  }

  account(plan = 'enterprise'): Caller {
    const email = `${String(Date.now())}-${String(Math.random()).slice(2)}@example.com`;
    const account = JSON.parse(this.#command('create', email, '--plan', plan, '--json')) as { id: string };
    const made = JSON.parse(this.#command('key', 'create', email, '--json')) as { id: string; key: string };
    return new Caller(this.url, made.key, { accountId: account.id, email, keyId: made.id });
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#processes.values()].map((child) => end(child, 'SIGTERM')));
    await this.#redis?.kill();
    await this.#mongo.stop();
    if (this.#mounted) execFileSync('umount', [this.filesFolder]);
    this.folder.remove();
  }

  #mount(bytes: number): void {
    mkdirSync(this.filesFolder, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${String(bytes)}`, 'tmpfs', this.filesFolder]);
    this.#mounted = true;
  }

  #command(...args: string[]): string {
    return execFileSync(process.execPath, ['server/command.ts', 'account', ...args], {
      cwd: ROOT,
      env: { ...process.env, PLATEN_CONFIG: join(this.folder.path, 'web.json') },
      encoding: 'utf8',
    });
  }

  async #answers(): Promise<boolean> {
    return fetch(`${this.url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  }
}

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<number | string> {
  if (child === undefined || child.exitCode !== null) return child?.exitCode ?? '';
  const gone = new Promise<number | string>((resolve) => child.once('exit', (code, name) => resolve(code ?? name ?? '')));
  child.kill(signal);
  return gone;
}
