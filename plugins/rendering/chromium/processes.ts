import { existsSync, readdirSync, readFileSync } from 'node:fs';

const PAGE_BYTES = 4096;
/** What Linux calls USER_HZ, the same on every machine. */
export const TICKS_PER_SECOND = 100;

/** A process of a browser, the browser itself included. */
export interface BrowserProcess {
  readonly pid: number;
  readonly isRenderer: boolean;
  readonly residentBytes: number;
  /** What it has computed since it began, in the kernel's ticks. */
  readonly cpuTicks: number;
}

/** Kernels are built with or without these lists. */
const LISTS_CHILDREN = existsSync(`/proc/${String(process.pid)}/task/${String(process.pid)}/children`);

/** The fields after the name, which may hold anything: state, parent, … (proc_pid_stat(5)). */
function readStat(pid: number): string[] {
  const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function childrenOf(pid: number): number[] {
  if (LISTS_CHILDREN) {
    return readdirSync(`/proc/${String(pid)}/task`).flatMap((thread) =>
      readFileSync(`/proc/${String(pid)}/task/${thread}/children`, 'utf8')
        .split(' ')
        .filter(Boolean)
        .map(Number),
    );
  }
  return readdirSync('/proc')
    .map(Number)
    .filter((other) => {
      try {
        return other > 0 && Number(readStat(other)[1]) === pid;
      } catch {
        return false; // it ended meanwhile
      }
    });
}

/** All that descends from a process; empty on systems without procfs. Asks the kernel only: a busy browser answers nobody. */
export function processTree(root: number): BrowserProcess[] {
  const found: BrowserProcess[] = [];
  const pids = [root];
  for (let pid = pids.pop(); pid !== undefined; pid = pids.pop()) {
    const folder = `/proc/${String(pid)}`;
    try {
      const fields = readStat(pid);
      found.push({
        pid,
        isRenderer: readFileSync(`${folder}/cmdline`, 'latin1').includes('--type=renderer'),
        residentBytes: Number(fields[21]) * PAGE_BYTES,
        cpuTicks: Number(fields[11]) + Number(fields[12]),
      });
      pids.push(...childrenOf(pid));
    } catch {
      continue; // it ended meanwhile
    }
  }
  return found;
}
