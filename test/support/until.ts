import { setTimeout as pause } from 'node:timers/promises';

/** Asks again and again until there is an answer; fails with what was waited for. */
export async function until<T>(
  what: string | (() => string),
  ask: () => T | undefined | Promise<T | undefined>,
  limitMs = 30_000,
): Promise<T> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > deadline) {
      throw new Error(`waited ${String(limitMs)} ms in vain for ${typeof what === 'string' ? what : what()}`);
    }
    await pause(25);
  }
}
