import { readdirSync, readFileSync } from 'node:fs';

/** Of `/proc/<pid>/stat`, where times are counted in `USER_HZ`, which is 100 on every Linux. */
const TICK_MS = 10;

export type Part = 'hub' | 'browser' | 'database';

interface Entry {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
  readonly ms: number;
}

function entries(): Entry[] {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const [, name = '', rest = ''] = /\((.*)\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
      const fields = rest.split(' ').map(Number);
      return [{ pid: Number(pid), parent: fields[1] ?? 0, name, ms: ((fields[11] ?? 0) + (fields[12] ?? 0)) * TICK_MS }];
    } catch {
      return []; // it ended meanwhile
    }
  });
}

const partOf = ({ name }: Entry): Part => (/^(java|mongod)/.test(name) ? 'database' : /^(chrome|headless)/.test(name) ? 'browser' : 'hub');

/** A process and all it started. */
function family(root: number): Entry[] {
  const all = entries();
  const own = new Set([root]);
  for (let grown = true; grown;) {
    grown = false;
    for (const { pid, parent } of all) {
      if (own.has(pid) || !own.has(parent)) continue;
      own.add(pid);
      grown = true;
    }
  }
  return all.filter(({ pid }) => own.has(pid));
}

function sumByPart(members: readonly Entry[], of: (entry: Entry) => number): Record<Part, number> {
  const sums: Record<Part, number> = { hub: 0, browser: 0, database: 0 };
  for (const entry of members) sums[partOf(entry)] += of(entry);
  return sums;
}

/** Milliseconds of processor time that a process and all it started have taken so far, by what they are. */
export function processorTime(root: number): Readonly<Record<Part, number>> {
  return sumByPart(family(root), ({ ms }) => ms);
}

/** Memory of a process and all it started at the moment, in MB of 10^6 bytes: what several share is counted once (PSS). */
export function memory(root: number): Readonly<Record<Part, number>> {
  return sumByPart(family(root), ({ pid }) => proportionalBytes(pid) / 1e6);
}

function proportionalBytes(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${String(pid)}/smaps_rollup`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0; // it ended meanwhile
  }
}
