import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseAway } from '../db/mongo.ts';
import { answerWhileWaiting } from './http/waiting.ts';
import { createHub, type Hub, type HubOptions } from './hub.ts';

export { readPlugins } from './hub.ts';

const MONGO_PAUSE_MS = 1000;

/** A database that is away at any moment of the start is waited for, as orchestrators start everything at once. */
export async function startWhenDatabaseAnswers(options: HubOptions, signal: AbortSignal): Promise<Hub> {
  let stopAnswering: (() => Promise<void>) | undefined;
  try {
    for (;;) {
      signal.throwIfAborted();
      let hub: Hub | undefined;
      try {
        hub = await createHub(options);
        await stopAnswering?.();
        stopAnswering = undefined;
        signal.throwIfAborted();
        await hub.start();
        return hub;
      } catch (error) {
        await hub?.stop();
        if (!isDatabaseAway(error)) throw error;
        options.log.warn({ err: error }, `${(error as Error).message}; trying again`);
        stopAnswering ??= await answerWhileWaiting(options.loaded.config);
        await pause(MONGO_PAUSE_MS, undefined, { signal });
      }
    }
  } finally {
    await stopAnswering?.();
  }
}
