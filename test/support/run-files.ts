import { join, relative } from 'node:path';
import Mocha from 'mocha';
import { mochaHooks } from './root-hooks.ts';

const ROOT = join(import.meta.dirname, '../..');

/** What became of the cases of one test file. */
export interface FileResult {
  passed: number;
  skipped: number;
  /** Titles, with those of what they are part of. */
  readonly failed: string[];
  seconds: number;
}

/** Stands for failures that belong to no file. */
export const NO_FILE = 'no file';

/** Of files that run beside each other Mocha hands over plain objects with the properties of the error. */
const reasonOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'stack' in error ? String(error.stack) : String(error);

/** Runs test files, up to `jobs` at a time, and tells what became of each. */
export async function runFiles(files: readonly string[], jobs: number): Promise<ReadonlyMap<string, FileResult>> {
  const mocha = new Mocha({
    reporter: 'spec',
    timeout: 60_000,
    slow: 5000,
    parallel: files.length > 1 && jobs > 1,
    jobs,
    // In this process, and in those of files that run beside each other.
    rootHooks: mochaHooks,
    require: [join(import.meta.dirname, 'root-hooks.ts')],
    forbidOnly: true,
  });
  for (const file of files) mocha.addFile(join(ROOT, file));
  const results = new Map<string, FileResult>();
  const resultOf = ({ file }: { readonly file?: string | undefined }): FileResult => {
    const name = file === undefined ? NO_FILE : relative(ROOT, file);
    const known = results.get(name) ?? { passed: 0, skipped: 0, failed: [], seconds: 0 };
    results.set(name, known);
    return known;
  };
  await new Promise<void>((resolve) => {
    const runner = mocha.run(() => {
      resolve();
    });
    runner.on('pass', (test) => resultOf(test).passed++);
    runner.on('pending', (test) => resultOf(test).skipped++);
    // A hook fails as a case does.
    runner.on('fail', (test, error: unknown) => {
      resultOf(test).failed.push(test.fullTitle());
      // The reporter tells reasons only at the end, which a run that is ended before that does not reach.
      console.log(`failed: ${test.fullTitle()}\n${reasonOf(error)}`);
    });
    runner.on('test end', (test) => {
      resultOf(test).seconds += (test.duration ?? 0) / 1000;
    });
  });
  return results;
}
