import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { preparation } from './preparation.ts';

export const ZAPIER = join(import.meta.dirname, '../../connectors/zapier');
const INSTALLED = join(ZAPIER, 'node_modules/.package-lock.json');

/** The packages of Zapier's connector, where they are missing or older than its lockfile. */
export const prepareZapier = preparation({
  name: 'the packages of connectors/zapier',
  limitMinutes: 10,
  isReady: () => existsSync(INSTALLED) && statSync(INSTALLED).mtimeMs >= statSync(join(ZAPIER, 'package-lock.json')).mtimeMs,
  make: (run) => run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'], { cwd: ZAPIER }),
});
