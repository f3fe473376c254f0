import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import mongoose, { type Connection } from 'mongoose';
import { folder } from './peers.ts';

const AT_ONCE = 1000;
const MONTH_MS = 29 * 86_400_000;
const TOOK_MS = 100;
const FAILED_ONE_IN = 20;
const FAILED = { status: 'failed', file: null, pages: null, error: 'the document was not ready in time' };

/** The database that the measured hub started. */
export async function openDatabase(): Promise<{ database: Connection; name: string }> {
  const { url, name } = JSON.parse(readFileSync(join(folder.path, 'data', 'db', 'server.json'), 'utf8')) as { url: string; name: string };
  return { database: await mongoose.createConnection(url).asPromise(), name };
}

/** Copies of one finished document, some of them failed, spread over a month, until there are `size` of them. */
export async function fillHistory(database: Connection, size: number): Promise<void> {
  const generations = database.collection<{ _id: string; createdAt: Date }>('generations');
  const sample = await generations.findOne({ status: 'completed' });
  if (sample === null) throw new Error('there is no finished document to copy');
  const now = Date.now();
  for (let missing = size - (await generations.countDocuments()); missing > 0; missing -= AT_ONCE) {
    const copies = Array.from({ length: Math.min(AT_ONCE, missing) }, (_, i) => {
      const place = missing - i;
      const createdAt = new Date(now - (place / size) * MONTH_MS);
      return {
        ...sample,
        ...(place % FAILED_ONE_IN === 0 ? FAILED : {}),
        _id: `gen_${randomBytes(16).toString('hex')}`,
        createdAt,
        finishedAt: new Date(createdAt.getTime() + TOOK_MS),
      };
    });
    await generations.insertMany(copies);
  }
}
