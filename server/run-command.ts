import { join } from 'node:path';
import { cacheFolder } from '../db/cache-folder.ts';
import { startManagedMongo, runningMongo } from '../db/managed-mongo.ts';
import { loadConfig } from './config/load.ts';
import { createHub } from './hub.ts';
import { createLog } from './log.ts';

/** Runs one command of an enabled plugin on the hub's database: `node server/command.ts account create …`. */
async function main([name, ...args]: readonly string[]): Promise<void> {
  const loaded = loadConfig();
  const folder = join(loaded.config.data, 'db');
  const mongo = await startManagedMongo({
    url: loaded.config.mongo.url ?? runningMongo(folder),
    folder,
    cache: cacheFolder(process.env),
    env: process.env,
    onProgress: (line) => {
      console.error(`platen: ${line}`);
    },
  });
  try {
    const hub = await createHub({ loaded, mongoUrl: mongo.url, log: createLog('warn') });
    try {
      const command = hub.commands.find((candidate) => candidate.name === name);
      if (command === undefined) {
        const width = Math.max(...hub.commands.map((known) => known.name.length));
        const list = hub.commands.map((known) => `  ${known.name.padEnd(width)}  ${known.summary}`);
        throw new Error(['npx platen COMMAND', ...list.sort()].join('\n'));
      }
      await command.run(args, (line) => {
        console.log(line);
      });
    } finally {
      await hub.stop();
    }
  } finally {
    await mongo.stop();
  }
}

// A reader such as `head` that has seen enough is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

main(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  },
);
