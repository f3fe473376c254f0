import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { cacheFolder } from '../../db/cache-folder.ts';
import { cachedIn, preparation, prepared } from './preparation.ts';

const FOLDER = join(import.meta.dirname, '../judges/verapdf');
const VERSION = '1.26.2';

const LIBRARY = join(cacheFolder(process.env), `verapdf-${VERSION}`);

/** veraPDF's library, 7 MB from Maven's repository. */
export const prepareVeraPdf = preparation({
  name: `veraPDF ${VERSION}`,
  limitMinutes: 5,
  ...cachedIn(LIBRARY, (fresh, run) =>
    run('mvn', [
      ...['-q', '-B', '-f', join(FOLDER, 'pom.xml'), 'dependency:copy-dependencies'],
      ...['-DincludeScope=runtime', `-DoutputDirectory=${fresh}`],
      // The database may be prepared meanwhile, and a repository of Maven takes one process at a time.
      `-Dmaven.repo.local=${join(cacheFolder(process.env), 'maven')}`,
    ]),
  ),
});

/** What veraPDF says of each file: `valid`, or the clauses it violates. */
export function judge(level: '1b' | '2b' | '3b', files: readonly string[]): Map<string, string> {
  const args = ['-cp', join(prepared(LIBRARY), '*'), join(FOLDER, 'Judge.java'), level, ...files];
  const output = execFileSync('java', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return new Map(
    output
      .trim()
      .split('\n')
      .map((line) => line.split('\t') as [string, string]),
  );
}
