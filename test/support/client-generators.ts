import { join } from 'node:path';
import { bunInstallOf } from './bun.ts';
import { cachedPackages } from './npm.ts';
import { installPython } from './python-packages.ts';
import { cachedIn, preparation, prepared } from './preparation.ts';

/** They make clients of `/openapi.json`; TypeScript is the newest that all of them know. */
const MANIFEST = join(import.meta.dirname, '../connectors/client-generators');
const PYTHON_PACKAGE = 'openapi-python-client==0.29.1';
const FOLDER = `${cachedPackages('client-generators', MANIFEST)}-${PYTHON_PACKAGE.replace('==', '-')}`;

/** 60 MB from npm and PyPI. */
export const prepareClientGenerators = preparation({
  name: 'generators of clients',
  limitMinutes: 5,
  ...cachedIn(FOLDER, async (fresh, run) => {
    await bunInstallOf(run, MANIFEST, fresh);
    await installPython(run, join(fresh, 'python'), [PYTHON_PACKAGE]);
  }),
});

/** A folder with `node_modules`, and `python` for `PYTHONPATH`. */
export const clientGenerators = (): string => prepared(FOLDER);
