import { setTimeout as pause } from 'node:timers/promises';

const SHORTEST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 250;

/**
 * Asks again and again until there is an answer; fails with what was waited for. As a question costs those who work, pauses
 * are a tenth of the time that has passed.
 */
export async function until<T>(
  what: string | (() => string),
  ask: () => T | undefined | Promise<T | undefined>,
  limitMs = 30_000,
): Promise<T> {
  const started = performance.now();
  const deadline = started + limitMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > deadline) {
      throw new Error(`waited ${String(limitMs)} ms in vain for ${typeof what === 'string' ? what : what()}`);
    }
    await pause(Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, (performance.now() - started) / 10)));
  }
}
