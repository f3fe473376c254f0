import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { defaultCache } from '../../db/provide.ts';

const FOLDER = join(import.meta.dirname, '../judges/verapdf');
const VERSION = '1.26.2';

/** Where veraPDF's library lies; fetched by Maven once. */
function veraPdfLibrary(): string {
  const folder = join(defaultCache(process.env), `verapdf-${VERSION}`);
  if (existsSync(folder)) return folder;
  console.log(`      fetching veraPDF ${VERSION} (7 MB, once)`);
  const fresh = `${folder}.${String(process.pid)}`;
  mkdirSync(fresh, { recursive: true });
  const copy = ['dependency:copy-dependencies', '-DincludeScope=runtime', `-DoutputDirectory=${fresh}`];
  execFileSync('mvn', ['-q', '-B', '-f', join(FOLDER, 'pom.xml'), ...copy], { stdio: ['ignore', 'ignore', 'inherit'] });
  renameSync(fresh, folder);
  return folder;
}

/** What veraPDF says of each file: `valid`, or the clauses it violates. */
export function judge(level: '1b' | '2b' | '3b', files: readonly string[]): Map<string, string> {
  const args = ['-cp', join(veraPdfLibrary(), '*'), join(FOLDER, 'Judge.java'), level, ...files];
  const output = execFileSync('java', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return new Map(
    output
      .trim()
      .split('\n')
      .map((line) => line.split('\t') as [string, string]),
  );
}
