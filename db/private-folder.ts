import { chmodSync, mkdirSync, statSync } from 'node:fs';

const FOR_OTHERS = 0o077;
/** Of folders that are meant to be shared, such as /tmp. */
const STICKY = 0o1000;

/**
 * Makes a folder that only its owner may enter, whatever lies below it, and closes one that was open to others. A folder of
 * another owner, such as a volume, is left as it is.
 */
export function ensurePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { mode, uid } = statSync(folder);
  if ((mode & FOR_OTHERS) !== 0 && (mode & STICKY) === 0 && uid === process.getuid?.()) chmodSync(folder, 0o700);
}
