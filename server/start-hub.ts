import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseAway } from '../db/mongo.ts';
import type { StandIn } from './http/stand-in.ts';
import { createHub, type Hub, type HubOptions } from './hub.ts';

export { readPlugins } from './hub.ts';

const MONGO_PAUSE_MS = 1000;

/** A database that is away at any moment of the start is waited for, as orchestrators start everything at once. */
export async function startWhenDatabaseAnswers(options: HubOptions & { readonly standIn: StandIn }, signal: AbortSignal): Promise<Hub> {
  const { standIn, log } = options;
  for (;;) {
    signal.throwIfAborted();
    await standIn.open();
    let hub: Hub | undefined;
    try {
      hub = await createHub(options);
      signal.throwIfAborted();
      await hub.start();
      return hub;
    } catch (error) {
      await hub?.stop();
      if (!isDatabaseAway(error)) throw error;
      log.warn({ err: error }, `${(error as Error).message}; trying again`);
      standIn.waitsFor('database');
      await pause(MONGO_PAUSE_MS, undefined, { signal });
    }
  }
}
