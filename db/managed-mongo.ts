import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { endProcess, isOurs, readPidFile, removePidFile, type RunningDatabase, spawnDatabase, writePidFile } from './server-process.ts';
import { downloadMongod } from './download.ts';
import { buildEmbedded, EmbeddedUnavailable } from './embedded/embedded.ts';
import { lockFolder } from './folder-lock.ts';
import { ensurePrivateFolder } from './private-folder.ts';

export interface ManagedMongo {
  readonly url: string;
  /** Name and version of what answers, for the operator. */
  readonly name: string;
  /** True for the embedded server, which is not meant for production. */
  readonly embedded: boolean;
  stop(): Promise<void>;
}

export interface ManagedMongoOptions {
  readonly url?: string | undefined;
  /** Data of a server we start lies here. */
  readonly folder: string;
  /** Downloads and compiled parts, shared by all data folders of a checkout. */
  readonly cache: string;
  readonly env: NodeJS.ProcessEnv;
  /** Data of the embedded server goes with its process, and no write waits for a file. Other servers have files all the same. */
  readonly inMemory?: boolean;
  onProgress(line: string): void;
}

const DATABASE = 'platen';
const START_LIMIT_MS = 30_000;
/** The embedded server first indexes what an earlier version wrote. */
const EMBEDDED_START_LIMIT_MS = 180_000;
const STOP_LIMIT_MS = 8000;
const RESTART_PAUSE_MS = 500;

function findMongod(env: NodeJS.ProcessEnv): string | undefined {
  const named = env['MONGOD_BINARY'];
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`MONGOD_BINARY names ${named}, where nothing lies; fix or unset it`);
    return named;
  }
  return (env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'mongod'))
    .find((path) => existsSync(path));
}

/** How to start one kind of server; port 0 lets it choose. */
interface DatabaseKind {
  readonly name: string;
  readonly embedded: boolean;
  start(port: number): Promise<RunningDatabase & { readonly port: number }>;
}

/** Below the ports that systems give to outgoing connections, one of which could take a port before it is used. */
const PORTS = { from: 20_000, to: 32_000 };

/** The first of the ports that `next` gives on which nobody listens at the moment. */
export async function firstFreePort(next: () => number): Promise<number> {
  for (;;) {
    const port = next();
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = createServer().once('error', () => {
        resolve(false);
      });
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

function mongod(binary: string, folder: string): DatabaseKind {
  const data = join(folder, 'mongod');
  return {
    name: `mongod (${binary})`,
    embedded: false,
    async start(wanted) {
      ensurePrivateFolder(data);
      const port = wanted === 0 ? await firstFreePort(() => randomInt(PORTS.from, PORTS.to)) : wanted;
      const args = ['--dbpath', data, '--bind_ip', '127.0.0.1', '--port', String(port)];
      return { ...(await spawnDatabase(binary, args, /Waiting for connections/, START_LIMIT_MS)), port };
    },
  };
}

async function embedded(options: ManagedMongoOptions): Promise<DatabaseKind> {
  const javaArguments = await buildEmbedded(options.cache, options.onProgress);
  return {
    name: 'mongo-java-server 1.47.0 (embedded)',
    embedded: true,
    async start(wanted) {
      const data = options.inMemory === true ? [] : [join(options.folder, 'embedded.h2')];
      const args = [...javaArguments, String(wanted), ...data];
      const started = await spawnDatabase('java', args, /^ready (\d+)$/m, EMBEDDED_START_LIMIT_MS);
      return { ...started, port: Number(started.match[1]) };
    },
  };
}

/**
 * The database of `options.url`, else a server started on `options.folder`: a mongod of this machine, a downloaded
 * one, or the embedded Java server. A server of ours that dies is started again on its port.
 * @throws Error of one sentence that says what was tried and how to provide a database.
 */
export async function startManagedMongo(options: ManagedMongoOptions): Promise<ManagedMongo> {
  if (options.url !== undefined) {
    return { url: options.url, name: 'configured MongoDB', embedded: false, stop: () => Promise.resolve() };
  }
  const release = lockFolder(options.folder);
  const pidFilePath = join(options.folder, 'server.json');
  try {
    const stale = readPidFile(pidFilePath);
    if (stale !== undefined && isOurs(stale, options.folder)) await endProcess(stale.pid, STOP_LIMIT_MS);
    const kind = await chooseKind(options);
    let running = await kind.start(0);
    const { port } = running;
    const url = `mongodb://127.0.0.1:${String(port)}/${DATABASE}`;
    let stopping = false;
    const isStopping = (): boolean => stopping; // asked again after each wait, which the compiler cannot see through a variable
    const savePidFile = (): void => {
      writePidFile(pidFilePath, { pid: running.pid, url, name: kind.name });
    };
    const keepRunning = async (): Promise<void> => {
      for (;;) {
        await running.ended;
        if (isStopping()) return;
        options.onProgress('the database ended unexpectedly and is started again');
        await pause(RESTART_PAUSE_MS);
        if (isStopping()) return;
        try {
          running = await kind.start(port);
          if (isStopping()) await endProcess(running.pid, STOP_LIMIT_MS);
          else savePidFile();
        } catch (error) {
          options.onProgress(error instanceof Error ? error.message : String(error));
        }
      }
    };
    savePidFile();
    void keepRunning();
    return {
      url,
      name: kind.name,
      embedded: kind.embedded,
      stop: async () => {
        stopping = true;
        await endProcess(running.pid, STOP_LIMIT_MS);
        removePidFile(pidFilePath);
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

async function chooseKind(options: ManagedMongoOptions): Promise<DatabaseKind> {
  const local = findMongod(options.env);
  if (local !== undefined) return mongod(local, options.folder);
  // A folder that already holds embedded data keeps its server: another one would start empty.
  if (!existsSync(join(options.folder, 'embedded.h2'))) {
    const downloaded = await downloadMongod(join(options.cache, 'mongod'), options.env, options.onProgress);
    if (downloaded !== undefined) return mongod(downloaded, options.folder);
  }
  try {
    return await embedded(options);
  } catch (cause) {
    if (!(cause instanceof EmbeddedUnavailable)) throw cause;
    throw new Error(
      `no database: PLATEN_MONGO_URL is not set, no mongod is on the PATH, none could be downloaded, and ${cause.message}; ` +
        'set PLATEN_MONGO_URL to a MongoDB, or install mongod, or install a JDK 17 and Maven (Debian: apt-get install openjdk-17-jdk-headless maven)',
      { cause },
    );
  }
}

/** The url of the server that a running hub started on this folder, for commands of the operator's shell. */
export function runningMongo(folder: string): string | undefined {
  const pidFile = readPidFile(join(folder, 'server.json'));
  return pidFile !== undefined && isOurs(pidFile, folder) ? pidFile.url : undefined;
}
