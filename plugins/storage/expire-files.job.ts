import { z } from 'zod';
import { defineJob } from '../../server/contract/index.ts';
import type { ObjectStore } from './object-store.ts';
import type { StoredBytes } from './stored-bytes.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Removes files whose retention is over; 0 days keep them for ever. */
export function expireFilesJob(store: ObjectStore, stored: StoredBytes, retentionDays: number, clock: () => Date) {
  return defineJob({
    name: 'storage.expire-files',
    data: z.strictObject({}),
    every: '1 hour',
    async run() {
      await store.removeOrphans();
      if (retentionDays === 0) return;
      const day = new Date(clock().getTime() - retentionDays * DAY_MS);
      await store.expire(day);
      await stored.expire(day);
    },
  });
}
