import { runFiles } from './support/run-files.ts';

/** Runs one test file of a run alone, in the process that `test/run.ts` forks for it, which it tells the result. */
const [file = ''] = process.argv.slice(2);
// Whoever ends the run before that wants no result.
process.once('disconnect', () => process.exit());
const result = (await runFiles([file], 1)).get(file);
process.send?.(result ?? { passed: 0, skipped: 0, failed: ['nothing ran'], seconds: 0 }, () => process.exit());
