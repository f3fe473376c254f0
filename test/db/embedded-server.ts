import { join } from 'node:path';
import { type Db, MongoClient } from 'mongodb';
import { buildEmbedded } from '../../db/embedded/embedded.ts';
import { cacheFolder } from '../../db/cache-folder.ts';
import { spawnDatabase } from '../../db/server-process.ts';

/** The arguments for `java` that run the embedded server, without its port and data file. */
export const embeddedArguments = (): Promise<string[]> =>
  buildEmbedded(cacheFolder(process.env), (line) => {
    console.log(line);
  });

/** The embedded server on a data folder, as a process of its own. */
export interface EmbeddedServer {
  readonly db: Db;
  readonly pid: number;
  /** Ends it as a crash does. */
  kill(): Promise<void>;
}

export async function startEmbedded(folder: string): Promise<EmbeddedServer> {
  const args = [...(await embeddedArguments()), '0', join(folder, 'embedded.h2')];
  const { pid, ended, match } = await spawnDatabase('java', args, /^ready (\d+)$/m, 60_000);
  const client = new MongoClient(`mongodb://127.0.0.1:${match[1] ?? ''}`, { serverSelectionTimeoutMS: 2000 });
  await client.connect();
  return {
    db: client.db('platen'),
    pid,
    kill: async () => {
      process.kill(pid, 'SIGKILL');
      await ended;
      await client.close();
    },
  };
}
