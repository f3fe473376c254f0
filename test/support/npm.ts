import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../../db/cache-folder.ts';
import type { Run } from './preparation.ts';

/** None of the packages needs its scripts. */
export const NPM_CI = ['npm', 'ci', '--ignore-scripts'] as const;
export const QUIET = ['--no-audit', '--no-fund', '--loglevel=error'];

export function hashOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}

/** Where the packages of this folder's lockfile lie in the cache, a folder for each version of it. */
export const cachedPackages = (name: string, folder: string): string =>
  join(cacheFolder(process.env), `${name}-${hashOf([join(folder, 'package-lock.json')])}`);

/** Installs here what the lockfile names. */
export async function npmCi(run: Run, folder: string): Promise<void> {
  const [npm, ...args] = NPM_CI;
  await run(npm, [...args, ...QUIET], { cwd: folder });
}

/** What an installer reads of another folder. */
export function copyManifest(folder: string, fresh: string): void {
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
    const source = join(folder, file);
    if (existsSync(source)) cpSync(source, join(fresh, file));
  }
}
