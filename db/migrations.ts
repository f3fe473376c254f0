import type { Connection } from 'mongoose';
import { isDuplicateKey } from './duplicate-key.ts';
import type { Migration } from './model.ts';

interface AppliedMigration {
  readonly _id: string;
  readonly state: 'running' | 'done';
  readonly at: Date;
}

/** A runner that died leaves its mark; after this long another one takes the step over. */
const STALE_MS = 10 * 60_000;

/** Runs each plugin's pending migrations in order; of several processes exactly one runs a step, the others wait. */
export async function runMigrations(
  connection: Connection,
  plugins: readonly { readonly name: string; readonly migrations?: readonly Migration[] }[],
): Promise<void> {
  const applied = connection.collection<AppliedMigration>('migrations');
  for (const plugin of plugins) {
    for (const migration of plugin.migrations ?? []) {
      const _id = `${plugin.name}/${migration.id}`;
      while (!(await claim(_id))) {
        if ((await applied.findOne({ _id }))?.state === 'done') break;
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
      if ((await applied.findOne({ _id }))?.state === 'done') continue;
      await migration.run((name) => connection.collection(name));
      await applied.updateOne({ _id }, { $set: { state: 'done', at: new Date() } });
    }
  }

  async function claim(_id: string): Promise<boolean> {
    const stale = new Date(Date.now() - STALE_MS);
    const taken = await applied.updateOne({ _id, state: 'running', at: { $lt: stale } }, { $set: { at: new Date() } });
    if (taken.modifiedCount === 1) return true;
    try {
      await applied.insertOne({ _id, state: 'running', at: new Date() });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }
}
