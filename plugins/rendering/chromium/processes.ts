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

/** A process that was seen before. */
interface Known {
  /** With the pid, this tells a process from a later one of the same pid. */
  readonly startedAt: string | undefined;
  readonly isRenderer: boolean;
  readonly children: readonly number[];
}

/** Every so many looks, children are looked for everywhere. */
const FULL_LOOK = 5;

/**
 * A function that lists all that descends from a process, itself included; nothing on systems without procfs. It asks
 * the kernel only: a busy browser answers nobody. Most of what that costs is asking each thread for its children, so
 * between full looks only zygotes are asked, from which a browser's renderers come.
 */
export function treeReader(root: number): () => BrowserProcess[] {
  let known = new Map<number, Known>();
  let looks = 0;
  return () => {
    const isFull = looks++ % FULL_LOOK === 0;
    const seen = new Map<number, Known>();
    const found: BrowserProcess[] = [];
    const open: { pid: number; parent?: number }[] = [{ pid: root }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { pid, parent } = next;
      try {
        const fields = readStat(pid);
        if (parent !== undefined && Number(fields[1]) !== parent) continue; // a later process of the same pid
        const startedAt = fields[19];
        const before = known.get(pid)?.startedAt === startedAt ? known.get(pid) : undefined;
        // A zygote's child has the zygote's name at first, and never another one after a renderer's.
        const command = before?.isRenderer === true ? '' : readFileSync(`/proc/${String(pid)}/cmdline`, 'latin1');
        const isRenderer = before?.isRenderer === true || command.includes('--type=renderer');
        const asks = isFull || before === undefined || command.includes('--type=zygote');
        const children = asks ? childrenOf(pid) : before.children;
        seen.set(pid, { startedAt, isRenderer, children });
        found.push({
          pid,
          isRenderer,
          residentBytes: Number(fields[21]) * PAGE_BYTES,
          cpuTicks: Number(fields[11]) + Number(fields[12]),
        });
        open.push(...children.map((child) => ({ pid: child, parent: pid })));
      } catch {
        continue; // it ended meanwhile
      }
    }
    known = seen;
    return found;
  };
}
