import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/** What a running database wrote about itself, so that other commands find it and a stale one is recognised. */
export interface PidFile {
  readonly pid: number;
  readonly url: string;
  readonly name: string;
}

export function readPidFile(path: string): PidFile | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as PidFile;
  } catch {
    return undefined; // no pid file, or one that was cut off: both mean that nothing is known
  }
}

/** True while the process lives and is the database of this folder, not another one that got its pid. */
export function isOurs(pidFile: PidFile, folder: string): boolean {
  try {
    process.kill(pidFile.pid, 0);
    return process.platform !== 'linux' || readFileSync(`/proc/${String(pidFile.pid)}/cmdline`, 'utf8').includes(folder);
  } catch {
    return false;
  }
}

/** A server process of ours. */
export interface RunningDatabase {
  readonly pid: number;
  /** Resolves when the process is gone, for whatever reason. */
  readonly ended: Promise<void>;
}

/** Starts a server, whose files nobody else may read, and waits for the line that says it listens; its own last words are the error. */
export async function spawnDatabase(
  command: string,
  args: readonly string[],
  readyLine: RegExp,
  limitMs: number,
): Promise<RunningDatabase & { readonly match: RegExpExecArray }> {
  const mask = process.umask(0o077);
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  process.umask(mask);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let output = '';
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => {
      child.kill('SIGKILL');
      reject(new Error(`${command} ${reason}: ${output.trim().split('\n').slice(-3).join(' ')}`));
    };
    const timer = setTimeout(() => {
      fail('did not start in time');
    }, limitMs);
    const read = (chunk: Buffer): void => {
      if (output.length < 100_000) output += chunk.toString();
      const match = readyLine.exec(output);
      if (match !== null) {
        clearTimeout(timer);
        child.stdout.removeListener('data', read).resume();
        child.stderr.removeListener('data', read).resume();
        if (child.pid !== undefined) resolve({ pid: child.pid, ended, match });
      }
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', (error) => {
      clearTimeout(timer);
      fail(error.message);
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(`ended with status ${String(code)}`);
    });
  });
}

export async function endProcess(pid: number, limitMs: number): Promise<void> {
  const alive = (): boolean => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  };
  if (alive()) process.kill(pid, 'SIGTERM');
  for (let waited = 0; alive() && waited < limitMs; waited += 50) await new Promise((resolve) => setTimeout(resolve, 50));
  if (alive()) process.kill(pid, 'SIGKILL');
}

export function writePidFile(path: string, pidFile: PidFile): void {
  writeFileSync(path, JSON.stringify(pidFile), { mode: 0o600 });
}

export function removePidFile(path: string): void {
  rmSync(path, { force: true });
}
