import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Caller } from './caller.ts';
import { until } from './until.ts';

export const ROOT = join(import.meta.dirname, '../..');

export interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  output(): string;
  /** Exit status, or the signal's name. */
  readonly ended: Promise<number | string>;
}

const running = new Set<ChildProcess>();
// A test that fails does not end what it started.
process.once('exit', () => {
  for (const child of running) child.kill();
});

/** Starts the hub as an operator would, but for V8's flags, which are those of the run, on a data folder and port of the test. */
export async function start(data: string, port: number, entry = 'server/main.ts', env: Record<string, string> = {}): Promise<Running> {
  const { PLATEN_CONFIG: _, PLATEN_MONGO_URL: __, ...rest } = process.env;
  const child = spawn(process.execPath, [...process.execArgv, entry], {
    cwd: ROOT,
    env: { ...rest, PLATEN_DATA: data, PLATEN_PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let output = '';
  const read = (chunk: Buffer): void => void (output += chunk.toString());
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const ended = new Promise<number | string>((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal ?? '')));
  return { child, url: `http://127.0.0.1:${String(port)}`, output: () => output, ended };
}

export async function ready(running: Running, limitMs = 60_000): Promise<void> {
  let end: number | string | undefined;
  void running.ended.then((code) => (end = code));
  const isReady = (): true | undefined => {
    if (end !== undefined) throw new Error(`ended with ${String(end)}: ${running.output()}`);
    return running.output().includes('Platen is ready.') ? true : undefined;
  };
  await until(() => `readiness: ${running.output()}`, isReady, limitMs);
}

export async function stop(running: Running, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | string> {
  running.child.kill(signal);
  return running.ended;
}

/** The account that the first start made. */
export const callerOf = (data: string, url: string): Caller =>
  new Caller(url, readFileSync(join(data, 'quickstart', 'api-key'), 'utf8').trim(), { accountId: '', email: '', keyId: '' });
