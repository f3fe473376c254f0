import './driver-drain.ts';
import mongoose from 'mongoose';
import type { Connection, mongo } from 'mongoose';
import type { Models, ModelTypes } from './model.ts';

export type { Connection } from 'mongoose';

/** How long a request waits for a database that is away before it is answered with an error. */
const SELECTION_LIMIT_MS = 2000;

/** Of an address that names none; the driver's own default is `test`. */
const DATABASE = 'platen';

const namesDatabase = (url: string): boolean => /^mongodb(?:\+srv)?:\/\/[^/?]+\/[^?]/i.test(url);

interface ConnectionLimits {
  /** A connection that waits for an answer for so long is given up. */
  readonly socketTimeoutMS: number;
}

/** No server answers, which may change without us. */
class MongoAway extends Error {}

/**
 * Connects and stays connected: the driver reconnects by itself. Whoever ends it calls `destroy`, as mongoose keeps what is only closed.
 * @throws Error of one sentence: when no server answers within the limit (`isDatabaseAway`), or when one refuses us
 */
export async function connectMongo(url: string, limits: ConnectionLimits = { socketTimeoutMS: 20_000 }): Promise<Connection> {
  const connection = mongoose.createConnection();
  try {
    return await connection.openUri(url, {
      serverSelectionTimeoutMS: SELECTION_LIMIT_MS,
      ...limits,
      bufferCommands: false,
      ...(namesDatabase(url) ? {} : { dbName: DATABASE }),
      writeConcern: { w: 'majority', journal: true },
    });
  } catch (cause) {
    await connection.destroy();
    const at = hideCredentials(url);
    if (isDatabaseAway(cause)) throw new MongoAway(`no MongoDB answers at ${at}; start it, or fix mongo.url (PLATEN_MONGO_URL)`, { cause });
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`MongoDB at ${at} cannot be used: ${reason}; fix mongo.url (PLATEN_MONGO_URL)`, { cause });
  }
}

/** Up to the last `@`: a password that was not percent-encoded may hold slashes and more of them. */
function hideCredentials(url: string): string {
  return url.replace(/\/\/.*@/s, '//…@');
}

/** Compiles a plugin's models on this connection; a collection that is already taken is an error. */
export function compileModels<M extends Models>(connection: Connection, models: M): ModelTypes<M> {
  const compiled: Record<string, unknown> = {};
  for (const [name, { collection, schema }] of Object.entries(models)) {
    if (Object.hasOwn(connection.models, collection)) throw new Error(`collection ${collection} is declared by two plugins`);
    compiled[name] = connection.model(collection, schema, collection);
  }
  return compiled as ModelTypes<M>;
}

/** Builds the indexes the schemas name, those of a collection by one command; explicit, because automatic building races with the first requests. */
export async function ensureIndexes(connection: Connection): Promise<void> {
  await Promise.all(
    Object.values(connection.models).map(async ({ schema, collection }) => {
      const indexes = schema.indexes().map(([key, options]) => ({ key, ...options }) as mongo.IndexDescription); // as the driver names the same
      if (indexes.length > 0) await collection.createIndexes(indexes);
    }),
  );
}

export async function pingMongo(connection: Connection): Promise<void> {
  await connection.db?.command({ ping: 1 });
}

const AWAY =
  /^(MongoServerSelection|MongoNetwork|MongoNetworkTimeout|MongoPoolCleared|MongoNotConnected|MongoTopologyClosed|MongooseServerSelection)Error$/;

/** True for errors that say the database is away, not that the request was wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof MongoAway || AWAY.test(error.name) || isUnansweredBulk(error);
}

/** Inserts of many wrap what kept them from the server, and lose its name; what the server itself refuses has a code. */
function isUnansweredBulk({ name, code, writeErrors }: Error & { readonly code?: unknown; readonly writeErrors?: unknown }): boolean {
  return name === 'MongoBulkWriteError' && code === undefined && Array.isArray(writeErrors) && writeErrors.length === 0;
}
