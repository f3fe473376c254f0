import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cacheFolder } from '../../db/cache-folder.ts';
import { hashOf } from './npm.ts';
import { cachedIn, type Preparation } from './preparation.ts';

/** Maven's central repository. Maven itself computes five seconds to copy one file of it. */
const REPOSITORY = 'https://repo.maven.apache.org/maven2';

/**
 * Jars of that repository, in a folder of the cache for each version of their list, which has a line for each, as sha256sum writes it:
 * the checksum, and the path in the repository.
 */
export function jarsOf(name: string, list: string): Pick<Preparation, 'isReady' | 'make'> & { readonly folder: string } {
  const folder = join(cacheFolder(process.env), `${name}-${hashOf([list])}`);
  const lines = readFileSync(list, 'utf8').trimEnd().split('\n');
  return { folder, ...cachedIn(folder, async (fresh) => void (await Promise.all(lines.map((line) => fetchJar(line, fresh))))) };
}

async function fetchJar(line: string, folder: string): Promise<void> {
  const [checksum, path = ''] = line.split('  ');
  const answer = await fetch(`${REPOSITORY}/${path}`);
  if (!answer.ok) throw new Error(`${answer.url} answered with HTTP status ${String(answer.status)}`);
  const jar = await answer.bytes();
  if (createHash('sha256').update(jar).digest('hex') !== checksum) throw new Error(`${path} has another checksum than its list says`);
  writeFileSync(join(folder, basename(path)), jar);
}
