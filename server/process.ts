import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseAway } from '../db/mongo.ts';
import { cacheFolder } from '../db/cache-folder.ts';
import { startManagedMongo } from '../db/managed-mongo.ts';
import { loadConfig } from './config/load.ts';
import { answerWhileWaiting } from './http/waiting.ts';
import { createHub, type Hub, type HubOptions } from './hub.ts';
import { createLog } from './log.ts';
import { Supervisor } from './supervisor.ts';
import { startTelemetry } from './telemetry.ts';

const STOP_LIMIT_MS = 60_000;
const MONGO_PAUSE_MS = 1000;

/** Starts the hub and the database it needs; a problem is one sentence on standard error and status 1. */
async function main(): Promise<void> {
  const loaded = loadConfig();
  const { config } = loaded;
  const log = createLog(config.log.level);
  const stopTelemetry = await startTelemetry(process.env);
  const mongo = await startManagedMongo({
    url: config.mongo.url,
    folder: join(config.data, 'db'),
    cache: cacheFolder(process.env),
    env: process.env,
    onProgress: (line) => {
      console.log(`platen: ${line}`);
    },
  });
  let stopping = false as boolean;
  const stop = async (reason: object, status: number): Promise<void> => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info(reason, 'stopping');
    setTimeout(() => process.exit(1), STOP_LIMIT_MS + config.http.drainSeconds * 1000).unref();
    try {
      const clean = await supervisor.stop();
      await mongo.stop();
      await stopTelemetry().catch((error: unknown) => {
        log.warn({ err: error }, 'the last traces were not sent');
      });
      process.exit(clean ? status : 1);
    } catch (error) {
      log.fatal({ err: error }, 'the hub did not stop cleanly');
      process.exit(1);
    }
  };
  const supervisor = new Supervisor({
    startHub: (signal) => startWhenDatabaseAnswers({ loaded, mongoUrl: mongo.url, log }, signal),
    log,
    giveUp: (reason) => void stop({ reason }, 1),
  });
  process.on('SIGINT', (signal) => void stop({ signal }, 0));
  process.on('SIGTERM', (signal) => void stop({ signal }, 0));
  process.on('uncaughtException', (error, origin) => {
    supervisor.crashed(error, origin);
  });

  try {
    console.log(`platen: database ${mongo.name}${mongo.embedded ? '; good for trying out, use MongoDB in production' : ''}`);
    await supervisor.start();
  } catch (error) {
    if (stopping) return; // `stop` ends the process
    await supervisor.stop();
    await mongo.stop();
    throw error;
  }
}

/** A database that is away at any moment of the start is waited for, as orchestrators start everything at once. */
async function startWhenDatabaseAnswers(options: HubOptions, signal: AbortSignal): Promise<Hub> {
  let stopAnswering: (() => Promise<void>) | undefined;
  try {
    for (;;) {
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

main().catch((error: unknown) => {
  console.error(`platen: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
