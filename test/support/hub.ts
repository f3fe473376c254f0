import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import mongoose from 'mongoose';
import { parseConfig } from '../../server/config/load.ts';
import { createHub, type Hub } from '../../server/hub.ts';
import { createLog } from '../../server/log.ts';
import { noteErrors } from './error-log.ts';
import type { Resolver } from '../../server/net/resolver.ts';
import { Caller } from './caller.ts';
import { temporaryFolder } from './services.ts';

export interface TestHubOptions {
  readonly config?: Record<string, unknown>;
  readonly plugins?: Record<string, unknown>;
  readonly clock?: () => Date;
  readonly resolver?: Resolver;
  /** Starts on the data of an earlier hub. */
  readonly database?: string;
  /** Where the suite's database is reached instead, such as a `Gate` before it. */
  readonly mongoPort?: number;
  /** A database of another server than the suite's. */
  readonly databaseUrl?: string;
  /** Of an earlier hub, which removes it. */
  readonly dataFolder?: string;
  /** False for commands only, as the operator's shell has it. */
  readonly start?: boolean;
}

export interface TestHub {
  readonly url: string;
  readonly database: string;
  readonly hub: Hub;
  readonly dataFolder: string;
  /** The hub's log so far, one JSON line an entry. */
  readonly log: string[];
  /** Runs one operator command and returns what it printed. */
  command(...args: string[]): Promise<string>;
  /** A fresh account with a key. */
  account(options?: AccountOptions): Promise<Caller>;
  stop(): Promise<void>;
}

function mongoUrl(database: string, port?: number): string {
  const base = process.env['PLATEN_SUITE_MONGO'];
  if (base === undefined) throw new Error('run the suite with npm test, which starts its database');
  const url = new URL(`/${database}`, base);
  if (port !== undefined) url.port = String(port);
  return url.href;
}

/** Those of the hubs that this process has started since it dropped the last ones. */
const databases = new Set<string>();

/** The embedded server looks at all collections of all databases with each write, so those of finished files would slow down the others. */
export async function dropDatabases(): Promise<void> {
  if (databases.size === 0) return;
  const client = await mongoose.mongo.MongoClient.connect(mongoUrl(''));
  for (const name of databases) await client.db(name).dropDatabase();
  databases.clear();
  await client.close();
}

/** The address of a database for processes of their own, which goes with the others of this file. */
export const suiteDatabase = (): string => mongoUrl(newDatabase());

function newDatabase(): string {
  const name = `test_${randomBytes(6).toString('hex')}`;
  databases.add(name);
  return name;
}

interface AccountOptions {
  readonly plan?: string;
  readonly flags?: string[];
}

/** A fresh account with a key, which calls the hub at `url`. */
export async function accountOf(
  url: string,
  { command }: Pick<TestHub, 'command'>,
  { plan = 'enterprise', flags = [] }: AccountOptions = {},
): Promise<Caller> {
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  const account = JSON.parse(await command('account', 'create', email, '--plan', plan, '--json')) as { id: string };
  const made = JSON.parse(await command('account', 'key', 'create', email, ...flags, '--json')) as { id: string; key: string };
  return new Caller(url, made.key, { accountId: account.id, email, keyId: made.id });
}

/** A real hub on a free port with a database of its own. */
export async function startHub({
  config = {},
  plugins = {},
  clock,
  resolver,
  database,
  mongoPort,
  databaseUrl,
  dataFolder,
  start = true,
}: TestHubOptions = {}): Promise<TestHub> {
  const folder = dataFolder === undefined ? temporaryFolder('hub') : { path: dataFolder, remove: () => undefined };
  const log: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      const line = chunk.toString();
      log.push(line);
      noteErrors(line);
      done();
    },
  });
  const rendering = (plugins['rendering'] ?? {}) as { config?: object } | false;
  const loaded = parseConfig(
    {
      http: { port: 0 },
      data: folder.path,
      ...config,
      plugins: {
        quickstart: false,
        ...plugins,
        rendering: rendering === false ? false : { ...rendering, config: { autoStart: false, systemFonts: false, ...rendering.config } },
      },
    },
    {},
    folder.path,
  );
  const storedAt = databaseUrl ?? mongoUrl(database ?? newDatabase(), mongoPort);
  const hub = await createHub({
    loaded,
    mongoUrl: storedAt,
    log: createLog('debug', sink),
    ...(clock === undefined ? {} : { clock }),
    ...(resolver === undefined ? {} : { resolver }),
  });
  const url = await (start ? hub.start() : Promise.resolve('http://not-started.invalid')).catch((error: unknown) => {
    folder.remove();
    throw error;
  });

  const command = async (...args: string[]): Promise<string> => {
    const lines: string[] = [];
    const found = hub.commands.find((candidate) => candidate.name === args[0]);
    if (found === undefined) throw new Error(`no command ${args[0] ?? ''}`);
    await found.run(args.slice(1), (line) => lines.push(line));
    return lines.join('\n');
  };
  return {
    url,
    database: new URL(storedAt).pathname.slice(1),
    hub,
    log,
    dataFolder: folder.path,
    command,
    account: (options) => accountOf(url, { command }, options),
    async stop() {
      const clean = await hub.stop();
      folder.remove();
      if (!clean) throw new Error(`the hub did not stop cleanly: ${log.slice(-3).join('')}`);
    },
  };
}

/** Where the hub of the suite is, as `shareHub` tells test files, which run in processes of their own. */
const SHARED = 'PLATEN_SUITE_HUB';

/** Starts the one hub of a run for the files that need no more of it than accounts of their own. It reaches their servers on loopback. */
export async function shareHub(): Promise<TestHub> {
  const hub = await startHub({
    config: { egress: { allow: ['127.0.0.1:*'] } },
    plugins: { 'pdf-tools': { config: { protect: true } } },
  });
  const { url, database, dataFolder } = hub;
  process.env[SHARED] = JSON.stringify({ url, database, dataFolder });
  return hub;
}

export type SharedHub = Pick<TestHub, 'url' | 'database' | 'account' | 'stop'>;

/** The hub that the files of a run share. Its commands run here, as in an operator's shell. */
export async function sharedHub(): Promise<SharedHub> {
  const { url, ...of } = JSON.parse(process.env[SHARED] ?? '{}') as Pick<TestHub, 'url' | 'database' | 'dataFolder'>;
  const commands = await startHub({ ...of, start: false });
  return { url, database: commands.database, account: (options) => accountOf(url, commands, options), stop: () => commands.stop() };
}

/** The hub's database, for what cannot be seen over HTTP. */
export async function openDatabase(database: string): Promise<mongoose.Connection> {
  return mongoose.createConnection(mongoUrl(database)).asPromise();
}
