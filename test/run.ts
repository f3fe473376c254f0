import { globSync } from 'node:fs';
import { join, relative } from 'node:path';
import Mocha from 'mocha';
import { hasRedis, startMongo, temporaryFolder } from './support/services.ts';

const ROOT = join(import.meta.dirname, '..');
const wanted = process.argv.slice(2);
const files = globSync('test/**/*.test.ts', { cwd: ROOT }).filter(
  (file) => wanted.length === 0 || wanted.some((part) => file.includes(part)),
);

/** Starts the suite's own database, runs every test file, and says how many passed. */
async function main(): Promise<number> {
  const folder = temporaryFolder('suite');
  const mongo = await startMongo(join(folder.path, 'db'));
  process.env['PLATEN_SUITE_MONGO'] = mongo.url;
  process.env['PLATEN_SUITE_REDIS'] = hasRedis() ? 'yes' : '';
  console.log(`database: ${mongo.name}`);
  try {
    const mocha = new Mocha({ reporter: 'spec', timeout: 60_000, slow: 5000, parallel: files.length > 1, jobs: 2, forbidOnly: true });
    for (const file of files.sort()) mocha.addFile(join(ROOT, relative('.', file)));
    const stats = await new Promise<Mocha.Stats | undefined>((resolve) => {
      const runner = mocha.run(() => {
        resolve(runner.stats);
      });
    });
    const { passes = 0, failures = 1, pending = 0 } = stats ?? {};
    console.log(`${String(passes)} passed, ${String(failures)} failed, ${String(pending)} skipped`);
    const refused = failures > 0 || passes === 0 || (process.env['CI'] === 'true' && pending > 0);
    return refused ? 1 : 0;
  } finally {
    await mongo.stop();
    folder.remove();
  }
}

process.exit(await main());
