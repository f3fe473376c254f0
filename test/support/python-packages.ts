import { join } from 'node:path';
import { cacheFolder } from '../../db/cache-folder.ts';
import { cachedIn, preparation, type Run } from './preparation.ts';

const UV = 'uv==0.13.9';
const FOLDER = join(cacheFolder(process.env), UV.replace('==', '-'));

/** The installer uv, which computes a tenth of what pip does. */
const prepareUv = preparation({
  name: UV,
  limitMinutes: 5,
  ...cachedIn(FOLDER, (fresh, run) =>
    run('python3', ['-m', 'pip', 'install', '--quiet', '--no-compile', '--disable-pip-version-check', '--target', fresh, UV]),
  ),
});

/** Installs packages from PyPI into a folder for `PYTHONPATH`, for the Python that the machine has. */
export async function installPython(run: Run, folder: string, packages: readonly string[]): Promise<void> {
  await prepareUv();
  await run(join(FOLDER, 'bin/uv'), ['pip', 'install', '--quiet', '--no-cache', '--python', 'python3', '--target', folder, ...packages]);
}
