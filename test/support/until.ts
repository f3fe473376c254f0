import { setTimeout as pause } from 'node:timers/promises';

const PAUSE_MS = 25;

/**
 * Asks again and again until there is an answer; fails with what was waited for.
 * @param longestPauseMs where a question costs those who work: pauses are a tenth of the time that has passed, up to this
 */
export async function until<T>(
  what: string | (() => string),
  ask: () => T | undefined | Promise<T | undefined>,
  limitMs = 30_000,
  longestPauseMs = PAUSE_MS,
): Promise<T> {
  const started = performance.now();
  const deadline = started + limitMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > deadline) {
      throw new Error(`waited ${String(limitMs)} ms in vain for ${typeof what === 'string' ? what : what()}`);
    }
    await pause(Math.min(longestPauseMs, Math.max(PAUSE_MS, (performance.now() - started) / 10)));
  }
}
