import { homedir } from 'node:os';
import { join } from 'node:path';

/** What is fetched, built or compiled once, shared between checkouts of one user. */
export function cacheFolder(env: NodeJS.ProcessEnv): string {
  // A variable that is empty is one that is not set.
  return env['PLATEN_CACHE'] || join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'platen');
}

/** The same for root, for what processes of other users read: folders of root's own may be closed to them. */
export const ROOT_CACHE_FOLDER = '/var/cache/platen';

/** All that a thread for callers' input is told of the environment: where compiled code is kept. */
export function compileCacheEnv({ NODE_COMPILE_CACHE: folder }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}
