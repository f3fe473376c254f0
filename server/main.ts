import { join } from 'node:path';
import { defaultCache, provideMongo } from '../db/provide.ts';
import { loadConfig } from './config/load.ts';
import { createHub } from './hub.ts';
import { createLog } from './log.ts';
import { startTelemetry } from './telemetry.ts';

const STOP_LIMIT_MS = 60_000;

/** Starts the hub and the database it needs; a problem is one sentence on standard error and status 1. */
async function main(): Promise<void> {
  const loaded = loadConfig();
  const { config } = loaded;
  const log = createLog(config.log.level);
  const stopTelemetry = await startTelemetry(process.env);
  const mongo = await provideMongo({
    url: config.mongo.url,
    folder: join(config.data, 'db'),
    cache: defaultCache(process.env),
    env: process.env,
    announce: (line) => {
      console.log(`platen: ${line}`);
    },
  });
  const hub = await createHub({ loaded, mongoUrl: mongo.url, log }).catch(async (error: unknown) => {
    await mongo.stop();
    throw error;
  });

  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), STOP_LIMIT_MS + config.http.drainSeconds * 1000).unref();
    const clean = await hub.stop();
    await mongo.stop();
    await stopTelemetry().catch((error: unknown) => {
      log.warn({ err: error }, 'the last traces were not sent');
    });
    process.exit(clean ? 0 : 1);
  };
  process.on('SIGINT', (signal) => void stop(signal));
  process.on('SIGTERM', (signal) => void stop(signal));

  try {
    console.log(`platen: database ${mongo.name}${mongo.embedded ? '; good for trying out, use MongoDB in production' : ''}`);
    await hub.start();
  } catch (error) {
    await hub.stop();
    await mongo.stop();
    throw error;
  }
}

main().catch((error: unknown) => {
  console.error(`platen: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
