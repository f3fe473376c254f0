import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import type { Logger } from 'pino';
import { type BrowserProcess, TICKS_PER_SECOND } from './processes.ts';

/**
 * Seconds of computing after which a renderer works on at which priority: not so low that it would never end on a busy
 * machine, until it has computed for longer than documents do.
 */
const STEPS = [
  { after: 5, priority: 10 },
  { after: 1, priority: 5 },
] as const;

/**
 * Lets renderers that compute for long leave the cores to short documents. Only for browsers that give each document a
 * renderer of its own: a priority cannot be raised again.
 */
export function lowerPriorities(processes: readonly BrowserProcess[], log: Logger): void {
  for (const { pid, isRenderer, cpuTicks } of processes) {
    const step = STEPS.find(({ after }) => cpuTicks / TICKS_PER_SECOND > after);
    if (!isRenderer || step === undefined) continue;
    try {
      // Linux keeps a priority for each thread; new ones have that of the one which starts them.
      for (const thread of readdirSync(`/proc/${String(pid)}/task`)) setPriority(Number(thread), step.priority);
    } catch (error) {
      log.debug({ err: error, pid }, 'a renderer keeps its priority: it ended meanwhile');
    }
  }
}
