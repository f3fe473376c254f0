import { join } from 'node:path';
import { cacheFolder } from '../../db/cache-folder.ts';
import type { Run } from './preparation.ts';

/** Runs Maven with a repository of its own: the database may be prepared meanwhile, and a repository takes one process at a time. */
export const runMaven = (run: Run, ...args: readonly string[]): Promise<void> =>
  run('mvn', ['-q', '-B', ...args, `-Dmaven.repo.local=${join(cacheFolder(process.env), 'maven')}`]);
