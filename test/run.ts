import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import Mocha from 'mocha';
import type { ManagedMongo } from '../db/managed-mongo.ts';
import { prepareFor } from './preparations.ts';
import { preparation } from './support/preparation.ts';
import { shareHub, type TestHub } from './support/hub.ts';
import { hasRedis, startMongo, temporaryFolder } from './support/services.ts';
import { filesOf } from './tiers.ts';

const ROOT = join(import.meta.dirname, '..');
const { values, positionals: wanted } = parseArgs({ options: { tier: { type: 'string' } }, allowPositionals: true });
const known = globSync('test/**/*.test.ts', { cwd: ROOT }).sort();
// Files that are named run whatever their tier is.
const files = wanted.length === 0 ? filesOf(values.tier, known) : known.filter((file) => wanted.some((part) => file.includes(part)));
const SLOWEST = 10;

/** Prepares what the test files need, starts the suite's own database, runs every file, and says how many tests passed. */
async function main(): Promise<number> {
  const folder = temporaryFolder('suite');
  let mongo: ManagedMongo | undefined;
  let hub: TestHub | undefined;
  try {
    const prepareDatabase = preparation({
      name: 'the database',
      limitMinutes: 7,
      isReady: () => mongo !== undefined,
      make: async () => {
        mongo = await startMongo(join(folder.path, 'db'));
      },
    });
    // Before the others, as it may use Maven too, whose cache takes one process at a time.
    await prepareDatabase();
    await prepareFor(files, known);
    process.env['PLATEN_SUITE_MONGO'] = mongo?.url;
    process.env['PLATEN_SUITE_REDIS'] = hasRedis() ? 'yes' : '';
    console.log(`database: ${mongo?.name ?? ''}`);
    hub = files.some(usesSharedHub) ? await shareHub() : undefined;
    return await runTests();
  } finally {
    await hub?.stop();
    await mongo?.stop();
    folder.remove();
  }
}

const usesSharedHub = (file: string): boolean => readFileSync(join(ROOT, file), 'utf8').includes('sharedHub()');

async function runTests(): Promise<number> {
  const mocha = new Mocha({ reporter: 'spec', timeout: 60_000, slow: 5000, parallel: files.length > 1, jobs: 2, forbidOnly: true });
  for (const file of files) mocha.addFile(join(ROOT, file));
  const seconds = new Map<string, number>();
  const stats = await new Promise<Mocha.Stats | undefined>((resolve) => {
    const runner = mocha.run(() => {
      resolve(runner.stats);
    });
    runner.on('test end', ({ file = '', duration = 0 }) => {
      seconds.set(file, (seconds.get(file) ?? 0) + duration / 1000);
    });
  });
  const slowest = [...seconds].sort(([, a], [, b]) => b - a).slice(0, SLOWEST);
  for (const [file, spent] of slowest) console.log(`${spent.toFixed(1).padStart(7)} s  ${relative(ROOT, file)}`);
  const { passes = 0, failures = 1, pending = 0 } = stats ?? {};
  console.log(`${String(passes)} passed, ${String(failures)} failed, ${String(pending)} skipped`);
  const refused = failures > 0 || passes === 0 || (process.env['CI'] === 'true' && pending > 0);
  return refused ? 1 : 0;
}

main().then(
  (status) => process.exit(status),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  },
);
