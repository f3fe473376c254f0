import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePrivateFolder } from './private-folder.ts';

/** Field 22 of /proc/PID/stat, counted behind the name, which may hold spaces and brackets (proc_pid_stat(5)). */
const START_TIME = 19;

/**
 * Two hubs on one folder would corrupt it; the lock file holds the pid of the one that owns it, and when it started, as its pid may
 * be another program's by now.
 * @returns gives the folder free
 * @throws Error of one sentence while another hub has it
 */
export function lockFolder(folder: string): () => void {
  ensurePrivateFolder(folder);
  const path = join(folder, 'lock');
  const take = (): void => {
    const handle = openSync(path, 'wx', 0o600);
    writeSync(handle, `${String(process.pid)} ${startOf(process.pid) ?? ''}`);
    closeSync(handle);
  };
  try {
    take();
  } catch {
    const [owner = '', started = ''] = readFileSync(path, 'utf8').trim().split(/\s+/);
    if (isRunning(Number(owner), started)) {
      throw new Error(`another Platen (process ${owner}) uses the data folder ${folder}; stop it, or set PLATEN_DATA`);
    }
    rmSync(path, { force: true });
    take();
  }
  return () => {
    rmSync(path, { force: true });
  };
}

/** Boot and moment of a process's start; undefined where the system does not tell. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'latin1');
    const time = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[START_TIME];
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    return time === undefined ? undefined : `${boot}/${time}`;
  } catch {
    return undefined;
  }
}

/** Whether a process runs a file of our server; undefined where the system does not tell. */
function isOurs(pid: number): boolean | undefined {
  try {
    return /\bserver\/[\w-]+\.(?:ts|js|cjs)\b/.test(readFileSync(`/proc/${String(pid)}/cmdline`, 'latin1'));
  } catch {
    return undefined;
  }
}

/** @param started as the lock file says; empty where the system did not tell, or an earlier version wrote the file */
function isRunning(pid: number, started: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false; // EPERM: another user's
  }
  return started === '' ? isOurs(pid) !== false : startOf(pid) === started;
}
