import { statfs } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { CheckResult } from '../../server/contract/index.ts';
import { newFileKey, type ObjectStore } from './object-store.ts';

const LITTLE_BYTES = 2 * 1024 ** 3;
const PROBE = Buffer.from('%PDF- a probe of platen doctor');

export interface CheckedStore {
  readonly objects: ObjectStore;
  /** What the command prints of it. */
  readonly name: string;
  /** Where a local store writes; undefined for a bucket. */
  readonly folder: string | undefined;
  readonly clock: () => Date;
}

/** Writes, reads and removes a file as documents are: rights, room and the address show only so. */
export async function checkStore({ objects, name, folder, clock }: CheckedStore): Promise<CheckResult> {
  await objects.check();
  const key = newFileKey(clock(), 'pdf');
  const started = performance.now();
  await objects.put(key, PROBE);
  try {
    const read = await buffer((await objects.open(key)).stream);
    if (!read.equals(PROBE)) return { state: 'problem', text: `${name} returns other bytes than were written: fix it before it is used` };
  } finally {
    await objects.remove(key);
  }
  const text = `${name} writes, reads and removes a file within ${String(Math.round(performance.now() - started))} ms`;
  if (folder === undefined) return { state: 'ok', text };
  const { bavail, bsize } = await statfs(folder);
  const free = `${((bavail * bsize) / 1024 ** 3).toFixed(1)} GiB are free`;
  if (bavail * bsize > LITTLE_BYTES) return { state: 'ok', text: `${text}, ${free}` };
  return { state: 'warning', text: `${text}, but only ${free}: make room, shorten storage.retentionDays, or use storage.s3` };
}
