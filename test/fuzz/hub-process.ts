import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { ManagedMongo } from '../../db/managed-mongo.ts';
import { freePort } from '../support/ports.ts';
import { Caller } from '../support/caller.ts';
import { endProcess } from '../support/processes.ts';
import { startMongo, temporaryFolder } from '../support/services.ts';
import { until } from '../support/until.ts';
import { normalise } from './judge.ts';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);
const START_LIMIT_MS = 120_000;
/** Short, so that more cases fit into an hour. */
const DEADLINE_MS = 8000;
const ERROR_LEVEL = 50;
const MOST_LINES = 2000;

interface LogLine {
  readonly level: number;
  readonly msg?: string;
  readonly request_id?: string;
  readonly err?: { readonly type?: string; readonly message?: string; readonly stack?: string };
}

/** A hub as an operator starts it: a process, a folder and a database of its own. */
export class HubProcess {
  readonly url: string;
  /** Where it began and where an operator would see it gone. */
  readonly pid: number;
  readonly #child: ChildProcess;
  readonly #folder: ReturnType<typeof temporaryFolder>;
  readonly #mongo: ManagedMongo;
  readonly #config: string;
  /** Lines of its log from level error on, and words that are no log lines. */
  readonly errors: LogLine[] = [];
  /** Status or signal with which the process ended by itself. */
  ended: string | undefined;

  private constructor(url: string, child: ChildProcess, folder: ReturnType<typeof temporaryFolder>, mongo: ManagedMongo, config: string) {
    this.url = url;
    this.#child = child;
    this.pid = child.pid ?? 0;
    this.#folder = folder;
    this.#mongo = mongo;
    this.#config = config;
    child.once('exit', (code, signal) => (this.ended = String(code ?? signal)));
    if (child.stderr !== null) createInterface({ input: child.stderr }).on('line', (line) => this.#read(line));
  }

  static async start(upstreamPort: number): Promise<HubProcess> {
    const folder = temporaryFolder('fuzz');
    const mongo = await startMongo(join(folder.path, 'db'));
    const port = await freePort();
    const path = join(folder.path, 'platen.json');
    const config = {
      http: { port },
      data: join(folder.path, 'data'),
      mongo: { url: mongo.url },
      egress: { allow: ['127.0.0.1'], ports: [80, 443, upstreamPort] },
      log: { level: 'warn' },
      plugins: {
        quickstart: false,
        limits: { config: { plans: { enterprise: { requestsPerSecond: 1000, documentsPerMonth: null } } } },
        rendering: { config: { deadlineMs: DEADLINE_MS } },
      },
    };
    writeFileSync(path, JSON.stringify(config));
    const child = spawn(process.execPath, ['server/main.ts'], {
      cwd: ROOT,
      env: { ...process.env, PLATEN_CONFIG: path },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const hub = new HubProcess(`http://127.0.0.1:${String(port)}`, child, folder, mongo, path);
    try {
      await until('the hub', async () => hub.#isReady(), START_LIMIT_MS);
    } catch (error) {
      await hub.stop();
      throw error;
    }
    return hub;
  }

  async account(): Promise<Caller> {
    const email = `${randomBytes(6).toString('hex')}@example.com`;
    const command = async (...args: string[]): Promise<{ id: string; key: string }> => {
      const env = { ...process.env, PLATEN_CONFIG: this.#config };
      const { stdout } = await run(process.execPath, ['server/command.ts', 'account', ...args, '--json'], { cwd: ROOT, env });
      return JSON.parse(stdout) as { id: string; key: string };
    };
    const { id: accountId } = await command('create', email, '--plan', 'enterprise');
    const { id: keyId, key } = await command('key', 'create', email);
    return new Caller(this.url, key, { accountId, email, keyId });
  }

  /** What the hub logged about a request that failed. */
  errorOf(requestId: string): LogLine | undefined {
    return this.errors.find(({ request_id }) => request_id === requestId);
  }

  /** What stood in the log last, as a rule the error that ended the process. */
  lastOutput(): string {
    const named = this.errors.filter(({ msg }) => /Error/.test(msg ?? '')).at(-1);
    return normalise(named?.msg ?? this.errors.at(-1)?.msg ?? '');
  }

  async stop(): Promise<void> {
    await endProcess(this.#child, 'SIGTERM');
    await this.#mongo.stop();
    this.#folder.remove();
  }

  async #isReady(): Promise<true | undefined> {
    if (this.ended !== undefined) throw new Error(`the hub ended with ${this.ended}: ${this.errors.map(({ msg }) => msg).join(' ')}`);
    return fetch(`${this.url}/readyz`).then(
      ({ ok }) => (ok ? true : undefined),
      () => undefined,
    );
  }

  #read(line: string): void {
    const parsed = parseLine(line);
    if (parsed.level >= ERROR_LEVEL && this.errors.length < MOST_LINES) this.errors.push(parsed);
  }
}

/** What is no log line comes from Node itself, as a rule the stack of what ended the process. */
function parseLine(line: string): LogLine {
  try {
    return JSON.parse(line) as LogLine;
  } catch {
    return { level: ERROR_LEVEL, msg: line };
  }
}
