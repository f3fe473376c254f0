import { homedir } from 'node:os';
import { join } from 'node:path';

/** What is fetched, built or compiled once, shared between checkouts of one user. */
export function cacheFolder(env: NodeJS.ProcessEnv): string {
  return env['PLATEN_CACHE'] ?? join(env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'platen');
}
