import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';

const PAGE_BYTES = 4096;

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
  /** `Z` is a zombie. */
  readonly state: string;
  readonly residentBytes: number;
}

/** What a process and all it started take at the moment. */
export interface Usage {
  /** Resident bytes of the process itself. */
  readonly own: number;
  /** Resident bytes of its browsers; pages that they share count more than once. */
  readonly browsers: number;
  readonly descriptors: number;
  readonly processes: number;
  readonly zombies: number;
}

function readProcess(pid: number): Process | undefined {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    const [, name = '', rest = ''] = /\((.*)\) (.*)/s.exec(stat) ?? [];
    const fields = rest.split(' ');
    return { pid, name, state: fields[0] ?? '', parent: Number(fields[1]), residentBytes: Number(fields[21]) * PAGE_BYTES };
  } catch {
    return undefined; // it ended meanwhile
  }
}

function descendants(root: number): Process[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(Number(name)))
    .filter((found) => found !== undefined);
  const found: Process[] = [];
  for (let parents = [root]; parents.length > 0;) {
    const children = all.filter(({ parent }) => parents.includes(parent));
    found.push(...children);
    parents = children.map(({ pid }) => pid);
  }
  return found;
}

export function usageOf(pid: number): Usage {
  const children = descendants(pid);
  const sum = (of: readonly Process[]): number => of.reduce((bytes, { residentBytes }) => bytes + residentBytes, 0);
  return {
    own: readProcess(pid)?.residentBytes ?? 0,
    browsers: sum(children.filter(({ name }) => name.startsWith('chrome') || name.startsWith('headless'))),
    descriptors: readdirSync(`/proc/${String(pid)}/fd`).length,
    processes: children.length,
    zombies: children.filter(({ state }) => state === 'Z').length,
  };
}

/** Browsers that a process started, by their command lines. */
export function startedBrowsers(by = process.pid): { pid: number; command: string; uid: number }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        const status = readFileSync(`/proc/${name}/status`, 'utf8');
        const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]);
        const uid = Number(/^Uid:\s+(\d+)/m.exec(status)?.[1]);
        return parent === by && command.includes('--remote-debugging-pipe') ? [{ pid: Number(name), command, uid }] : [];
      } catch {
        return []; // it ended meanwhile
      }
    });
}

/** Resident bytes of the largest process, of all browsers that a process started, that is no renderer. */
export function largestBrowserProcess(pid: number): number {
  const sizes = descendants(pid)
    .filter(({ name }) => name.startsWith('chrome') || name.startsWith('headless'))
    .filter((one) => !isRenderer(one.pid))
    .map(({ residentBytes }) => residentBytes);
  return Math.max(0, ...sizes);
}

function isRenderer(pid: number): boolean {
  try {
    return readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8').includes('--type=renderer');
  } catch {
    return true; // it ended meanwhile
  }
}

/**
 * Ends a process, if it has not ended by itself.
 * @returns its exit status, or the signal that ended it
 */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<number | string> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
  return child.exitCode ?? child.signalCode ?? '';
}
