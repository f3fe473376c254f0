import { join } from 'node:path';
import { cacheFolder } from '../../db/cache-folder.ts';
import { copyManifest, QUIET } from './npm.ts';
import { cachedIn, preparation, type Run } from './preparation.ts';

const VERSION = '1.4.5';
/** The one for processors without AVX2, too. */
const ARCHITECTURE = process.arch === 'arm64' ? 'aarch64' : 'x64-baseline';
const PACKAGE = `@oven/bun-${process.platform}-${ARCHITECTURE}`;
const FOLDER = join(cacheFolder(process.env), `bun-${VERSION}`);

/** The installer bun, which computes a tenth of what npm does. */
const prepareBun = preparation({
  name: `bun ${VERSION}`,
  limitMinutes: 5,
  ...cachedIn(FOLDER, (fresh, run) => run('npm', ['install', '--prefix', fresh, '--ignore-scripts', ...QUIET, `${PACKAGE}@${VERSION}`])),
});

/** Installs what npm's lockfile of another folder names, without scripts. */
export async function bunInstallOf(run: Run, manifest: string, fresh: string): Promise<void> {
  await prepareBun();
  copyManifest(manifest, fresh);
  await run(join(FOLDER, 'node_modules', PACKAGE, 'bin/bun'), ['install', '--frozen-lockfile', '--ignore-scripts', '--no-progress'], {
    cwd: fresh,
    env: { ...process.env, BUN_INSTALL_CACHE_DIR: join(cacheFolder(process.env), 'bun-cache') },
  });
}
