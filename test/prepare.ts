import { globSync } from 'node:fs';
import { join } from 'node:path';
import { prepareFor } from './preparations.ts';

/** Prepares what tests of all tiers need, so that `.ci/run` can do it beside its checks. */
await prepareFor(globSync('test/**/*.test.ts', { cwd: join(import.meta.dirname, '..') }));
