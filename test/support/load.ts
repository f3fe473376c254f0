import { type ChildProcess, spawn } from 'node:child_process';

/** Ends with its parent, whatever becomes of that. */
const BUSY =
  'const parent = process.ppid; for (;;) { for (const from = Date.now(); Date.now() - from < 500;); if (process.ppid !== parent) process.exit() }';

/** Processes that keep two processors busy until they are killed. */
export function startLoad(): readonly ChildProcess[] {
  return [0, 1].map(() => spawn(process.execPath, ['-e', BUSY], { stdio: 'ignore' }));
}
