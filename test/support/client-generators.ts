import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { cacheFolder } from '../../db/cache-folder.ts';
import { pipInstall } from './pip.ts';
import { cachedIn, preparation, prepared } from './preparation.ts';

/** They make clients of `/openapi.json`; TypeScript is the newest that all of them know. */
const NPM_PACKAGES = [
  '@hey-api/openapi-ts@0.99.0',
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  'typescript@5.9.3',
  '@types/node@24',
];
const PYTHON_PACKAGE = 'openapi-python-client==0.29.1';
const NAME = createHash('sha256')
  .update([...NPM_PACKAGES, PYTHON_PACKAGE].join())
  .digest('hex')
  .slice(0, 12);
const FOLDER = join(cacheFolder(process.env), `client-generators-${NAME}`);
const NPM_FLAGS = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/** 60 MB from npm and PyPI. */
export const prepareClientGenerators = preparation({
  name: 'generators of clients',
  limitMinutes: 5,
  ...cachedIn(FOLDER, async (fresh, run) => {
    await run('npm', ['install', '--prefix', fresh, ...NPM_FLAGS, ...NPM_PACKAGES], { cwd: fresh });
    await pipInstall(run, join(fresh, 'python'), [PYTHON_PACKAGE]);
  }),
});

/** A folder with `node_modules`, and `python` for `PYTHONPATH`. */
export const clientGenerators = (): string => prepared(FOLDER);
