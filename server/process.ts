import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { cacheFolder } from '../db/cache-folder.ts';
import { type ManagedMongo, startManagedMongo } from '../db/managed-mongo.ts';
import { type LoadedConfig, loadConfig } from './config/load.ts';
import { StandIn } from './http/stand-in.ts';
import { createLog } from './log.ts';
import { Supervisor } from './supervisor.ts';
import { startTelemetry } from './telemetry.ts';
import { countWorkers, workerConfig, WorkerProcesses } from './worker-processes.ts';

const STOP_LIMIT_MS = 60_000;
/** Ctrl-C and a signal to the whole group arrive twice: from the terminal or systemd, and from `npm start`. */
const SAME_SIGNAL_MS = 1000;

/** Starts the hub and the database it needs; a problem is one sentence on standard error and status 1. */
async function main(): Promise<void> {
  const own = loadConfig();
  const asWorker = workerConfig(own, process.env);
  const loaded = asWorker ?? own;
  const { config } = loaded;
  const log = createLog(config.log.level);
  for (const note of loaded.notes) log.warn(note);
  const standIn = new StandIn(config, log);
  const stopTelemetry = await startTelemetry(process.env);
  const stopDatabase = async (): Promise<void> => {
    const [started] = await Promise.allSettled([database]);
    if (started.status === 'fulfilled') await started.value.stop();
  };
  let stoppingSince: number | undefined;
  const stop = async (reason: object, status: number): Promise<void> => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince < SAME_SIGNAL_MS) return;
      process.exit(1);
    }
    stoppingSince = performance.now();
    log.info(reason, 'stopping');
    setTimeout(() => process.exit(1), STOP_LIMIT_MS + config.http.drainSeconds * 1000).unref();
    try {
      const [clean] = await Promise.all([supervisor.stop(), workers.stop()]);
      await standIn.close();
      await stopDatabase();
      await stopTelemetry().catch((error: unknown) => {
        log.warn({ err: error }, 'the last traces were not sent');
      });
      process.exit(clean ? status : 1);
    } catch (error) {
      log.fatal({ err: error }, 'the hub did not stop cleanly');
      process.exit(1);
    }
  };
  let code: ReturnType<typeof readCode> | undefined;
  const supervisor = new Supervisor({
    startHub: async (signal) => {
      // Whoever asks whether the process lives is answered before anything that takes time; reading code stops everything else.
      await standIn.open();
      const [{ url }, start] = await Promise.all([database, (code ??= readCode(loaded))]);
      return start({ loaded, mongoUrl: url, log, standIn }, signal);
    },
    log,
    giveUp: (reason) => void stop({ reason }, 1),
  });
  const workers = new WorkerProcesses({ entry: process.argv[1] ?? '', count: countWorkers(config.workers), log });
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, (signal) => void stop({ signal }, 0));
  // What is printed for a person may be lost with the terminal, or with the disk that it is written to.
  process.stdout.on('error', (error) => {
    log.warn({ err: error }, 'standard output cannot be written');
  });
  // Whoever this is a worker of was killed.
  if (asWorker !== undefined) process.on('disconnect', () => void stop({ reason: 'the parent process ended' }, 0));
  process.on('uncaughtException', (error, origin) => {
    supervisor.crashed(error, origin);
  });

  const database = startManagedMongo({
    url: config.mongo.url,
    folder: join(config.data, 'db'),
    cache: cacheFolder(process.env),
    env: process.env,
    onProgress: (line) => {
      console.log(`platen: ${line}`);
    },
  });
  try {
    const starting = supervisor.start();
    await Promise.race([starting, database.then(tellDatabase)]);
    await starting;
    if (config.roles.includes('worker')) workers.start((await database).url);
  } catch (error) {
    if (stoppingSince !== undefined) return; // `stop` ends the process
    await supervisor.stop();
    await stopDatabase();
    throw error;
  }
}

/** Reads what the hub consists of, while the database starts, and gives what starts it. A plugin that cannot be read is an error of `createHub`. */
async function readCode(loaded: LoadedConfig) {
  // The largest parts one by one, as nothing else happens while code is read.
  for (const read of [() => import('../db/mongo.ts'), () => import('./http/app.ts'), () => import('./jobs/queue.ts')]) {
    await read();
    await nextTurn();
  }
  const hub = await import('./start-hub.ts');
  await Promise.allSettled([hub.readPlugins(loaded)]);
  return hub.startWhenDatabaseAnswers;
}

function tellDatabase({ name, embedded }: ManagedMongo): void {
  console.log(`platen: database ${name}${embedded ? '; good for trying out, use MongoDB in production' : ''}`);
}

main().catch((error: unknown) => {
  console.error(`platen: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
