import { statfs } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { randomBase62 } from '../../db/public-id.ts';
import type { Finding } from '../../server/contract/index.ts';
import { dayOf, type ObjectStore } from './object-store.ts';

const LITTLE_BYTES = 2 * 1024 ** 3;
const PROBE = Buffer.from('%PDF- a probe of platen doctor');

export interface ExaminedStore {
  readonly objects: ObjectStore;
  /** What is said of it. */
  readonly name: string;
  /** Where a local store writes; undefined for a bucket. */
  readonly folder: string | undefined;
  readonly clock: () => Date;
}

/** Writes, reads and removes a file as documents are: rights, room and the address show only so. */
export async function examineStore({ objects, name, folder, clock }: ExaminedStore): Promise<Finding> {
  await objects.check();
  const key = `${dayOf(clock())}/${randomBase62(22)}.pdf`;
  const started = performance.now();
  await objects.put(key, PROBE);
  try {
    const read = await buffer((await objects.open(key)).stream);
    if (!read.equals(PROBE))
      return { state: 'problem', text: `${name} gives back other bytes than were written: mend it before it is used` };
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
