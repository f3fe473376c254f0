import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

const CONNECTORS = join(import.meta.dirname, '../../connectors');

/** Installs a connector's own packages where they are missing or older than its lockfile, and says so. */
export function installConnector(name: string): string {
  const folder = join(CONNECTORS, name);
  const installed = join(folder, 'node_modules/.package-lock.json');
  const isFresh = existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(folder, 'package-lock.json')).mtimeMs;
  if (!isFresh) {
    console.log(`      installing what connectors/${name} needs (once)`);
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  return folder;
}
