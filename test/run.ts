import { type ChildProcess, fork } from 'node:child_process';
import { appendFileSync, chmodSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ManagedMongo } from '../db/managed-mongo.ts';
import { useCompileCache } from '../server/compile-cache.ts';
import { prepareFor } from './preparations.ts';
import { preparation } from './support/preparation.ts';
import { shareHub, type TestHub } from './support/hub.ts';
import { type FileResult, NO_FILE, runFiles } from './support/run-files.ts';
import { hasRedis, startMongo, temporaryFolder } from './support/services.ts';
import { startLoad } from './support/load.ts';
import { filesOf } from './tiers.ts';

const ROOT = join(import.meta.dirname, '..');
const { values, positionals: wanted } = parseArgs({
  options: {
    tier: { type: 'string', multiple: true, default: [] },
    repeat: { type: 'string' },
    'beside-load': { type: 'boolean' },
    seed: { type: 'string' },
  },
  allowPositionals: true,
});
const known = globSync('test/**/*.test.ts', { cwd: ROOT }).sort();
const tiers = values.tier.length === 0 ? ['behaviour'] : values.tier;
// Files that are named run whatever their tier is.
const files = wanted.length === 0 ? filesOf(tiers, known) : known.filter((file) => wanted.some((part) => file.includes(part)));
const SLOWEST = 40;
/** Files at a time on two cores. Half of the long ones mostly wait, so that four leave a processor without work now and then. */
const jobs = tiers.includes('timing') ? 1 : tiers.includes('long') ? 5 : 4;
/** More files that fail are no chance. */
const MAX_REPEATED = 2;

/**
 * Prepares what the test files need, starts the suite's own database, runs every file, and says how many tests passed.
 * `--repeat N` runs each file N times alone, `--beside-load` beside two processes that never wait, `--seed N` with another seed.
 */
async function main(): Promise<number> {
  if (values.seed !== undefined) process.env['PLATEN_SEED'] = values.seed;
  // V8 begins with 1 MiB for new objects and collects them many times before it has grown: a tenth of what short processes compute.
  process.execArgv.push('--min-semi-space-size=16');
  // Each of the processes and threads that test files start would compile the same code.
  useCompileCache();
  const folder = temporaryFolder('suite');
  // It goes with the process, also with one that is interrupted.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  process.once('exit', () => {
    folder.remove();
  });
  // Whatever tests and what they start put into the temporary folder goes with the run; some of it is for other users.
  const temporary = join(folder.path, 'tmp');
  chmodSync(folder.path, 0o755);
  mkdirSync(temporary);
  chmodSync(temporary, 0o1777);
  process.env['TMPDIR'] = temporary;
  let mongo: ManagedMongo | undefined;
  let hub: TestHub | undefined;
  let load: readonly ChildProcess[] = [];
  try {
    const prepareDatabase = preparation({
      name: 'the database',
      limitMinutes: 7,
      isReady: () => mongo !== undefined,
      make: async () => {
        mongo = await startMongo(join(folder.path, 'db'), { inMemory: true });
      },
    });
    await prepareDatabase();
    await prepareFor(files);
    process.env['PLATEN_SUITE_MONGO'] = mongo?.url;
    process.env['PLATEN_SUITE_REDIS'] = hasRedis() ? 'yes' : '';
    console.log(`database: ${mongo?.name ?? ''}`);
    hub = files.some(usesSharedHub) ? await shareHub() : undefined;
    if (values['beside-load'] === true) load = startLoad();
    return await (values.repeat === undefined ? runTests() : repeatTests(Number(values.repeat)));
  } finally {
    for (const child of load) child.kill('SIGKILL');
    await hub?.stop();
    await mongo?.stop();
  }
}

/** By itself, or by the tools that suites judged by poppler have in common. */
const usesSharedHub = (file: string): boolean => /\b(?:sharedHub|popplerTools)\(\)/.test(readFileSync(join(ROOT, file), 'utf8'));

/** Runs each file so many times, alone and in a fresh process each time, and tells how often it failed. */
async function repeatTests(times: number): Promise<number> {
  let failures = 0;
  for (const file of files) {
    let failed = 0;
    for (let n = 0; n < times; n++) if ((await runAgain(file)).failed.length > 0) failed++;
    console.log(`${file}: ${String(failed)} of ${String(times)} runs failed`);
    failures += failed;
  }
  return failures === 0 ? 0 : 1;
}

/** Runs every file, and tells how many cases passed. */
async function runTests(): Promise<number> {
  const results = new Map(await runFiles(files, jobs));
  const flaky = await repeatFailed(results);
  const slowest = [...results].sort(([, a], [, b]) => b.seconds - a.seconds).slice(0, SLOWEST);
  for (const [file, { seconds }] of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
  for (const line of flaky) console.log(line);
  const sum = (of: (result: FileResult) => number): number => [...results.values()].reduce((total, result) => total + of(result), 0);
  const [passed, failed, skipped] = [sum((one) => one.passed), sum((one) => one.failed.length), sum((one) => one.skipped)];
  console.log(`${String(passed)} passed, ${String(failed)} failed, ${String(skipped)} skipped`);
  const refused = failed > 0 || passed === 0 || (process.env['CI'] === 'true' && skipped > 0);
  return refused ? 1 : 0;
}

/**
 * Runs a file that failed beside another once more, alone and in a fresh process, when there are few of them: its result takes the
 * place of the first one.
 * @returns a line for each case that passed then; each is a fault to be found
 */
async function repeatFailed(results: Map<string, FileResult>): Promise<string[]> {
  const failed = [...results].filter(([, result]) => result.failed.length > 0);
  if (files.length === 1 || failed.length > MAX_REPEATED || results.has(NO_FILE)) return [];
  const lines: string[] = [];
  for (const [file, before] of failed) {
    console.log(`\n${file} failed beside another file and is run again, alone`);
    const again = await runAgain(file);
    results.set(file, { ...again, seconds: before.seconds + again.seconds });
    if (again.failed.length === 0) lines.push(...before.failed.map((title) => `flaky: ${file}, ${title}`));
  }
  if (lines.length > 0) appendFileSync(join(ROOT, 'flaky.log'), `${lines.join('\n')}\n`);
  return lines;
}

async function runAgain(file: string): Promise<FileResult> {
  const child = fork(join(import.meta.dirname, 'run-again.ts'), [file]);
  return new Promise((resolve, reject) => {
    child.once('message', (result) => {
      resolve(result as FileResult); // as test/run-again.ts sends it
    });
    child.once('error', reject).once('exit', (code, signal) => {
      resolve({ passed: 0, skipped: 0, failed: [`the process ended with ${String(code ?? signal)}`], seconds: 0 });
    });
  });
}

main().then(
  (status) => process.exit(status),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  },
);
