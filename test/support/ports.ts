import { randomInt } from 'node:crypto';
import { firstFreePort } from '../../db/managed-mongo.ts';

/** Below the ports that systems give to outgoing connections, and apart from those that the product chooses from. */
const FIRST = 10_000;
/** How many a process has. */
export const PER_PROCESS = 1000;
/** More than test files run at once. The last part is for processes that are no worker of Mocha. */
const PROCESSES = 10;

const worker = Number(process.env['MOCHA_WORKER_ID'] ?? PROCESSES - 1) % PROCESSES;
let next = randomInt(PER_PROCESS);

/**
 * A port nobody listens on, which other test files are never given, and this process not before all the others of its part: a port
 * looks free until its server has started, which takes a hub seconds.
 */
export async function freePort(): Promise<number> {
  return firstFreePort(() => FIRST + worker * PER_PROCESS + (next++ % PER_PROCESS));
}
