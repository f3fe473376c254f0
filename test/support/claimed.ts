import { openDatabase } from './hub.ts';
import { until } from './until.ts';

/** Resolves once a request with an Idempotency-Key is at work on the hub of this database. */
export async function claimed(database: string): Promise<void> {
  const connection = await openDatabase(database);
  try {
    const keys = connection.collection('idempotency_keys');
    await until('an Idempotency-Key to be claimed', async () => ((await keys.countDocuments({ state: 'running' })) > 0 ? true : undefined));
  } finally {
    await connection.close();
  }
}
