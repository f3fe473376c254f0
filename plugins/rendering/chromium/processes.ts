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

/**
 * The fields after the name, which may hold anything: state, parent, … (proc_pid_stat(5)).
 * @param task a process, or a thread as a path below /proc
 */
export function readStat(task: number | string): string[] {
  const stat = readFileSync(`/proc/${String(task)}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function childrenOf(pid: number, hasOneThread: boolean): number[] {
  if (LISTS_CHILDREN) {
    const threads = hasOneThread ? [String(pid)] : readdirSync(`/proc/${String(pid)}/task`);
    return threads.flatMap((thread) =>
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
  /** A child has its parent's until it has its own, and a renderer keeps its own. */
  readonly command: string;
  readonly children: readonly number[];
}

const isRenderer = (command: string): boolean => command.includes('--type=renderer');
/** A process with a single thread, from which a browser's renderers come. */
const isZygote = (command: string): boolean => command.includes('--type=zygote');

/** Every so many looks, children are looked for everywhere. */
const FULL_LOOK = 5;

/**
 * A function that lists all that descends from a process, itself included; nothing on systems without procfs. It asks
 * the kernel only: a busy browser answers nobody. Most of what that costs is asking each thread for its children, so
 * between full looks only zygotes are asked.
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
        const mayChange = before === undefined || isZygote(before.command) || (isFull && !isRenderer(before.command));
        const command = mayChange ? readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8') : before.command;
        const asks = isFull || before === undefined || isZygote(command);
        const children = asks ? childrenOf(pid, isZygote(command)) : before.children;
        seen.set(pid, { startedAt, command, children });
        found.push({
          pid,
          isRenderer: isRenderer(command),
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
