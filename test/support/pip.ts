import type { Run } from './preparation.ts';

/** Installs packages from PyPI into a folder for `PYTHONPATH`. Few of their modules are used, so that none is compiled ahead. */
export const pipInstall = (run: Run, folder: string, packages: readonly string[]): Promise<void> =>
  run('python3', ['-m', 'pip', 'install', '--quiet', '--no-compile', '--disable-pip-version-check', '--target', folder, ...packages]);
