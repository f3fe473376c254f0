import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import { isDuplicateKey } from './duplicate-key.ts';
import { leaseTerms } from './lease.ts';
import type { Migration } from './model.ts';

interface AppliedMigration {
  readonly _id: string;
  readonly state: 'running' | 'done';
  readonly at: Date;
  readonly leaseToken: string | null;
  readonly leaseUntil: Date | null;
}

const POLL_MS = 500;
const clock = () => new Date();
const lease = leaseTerms({ token: 'leaseToken', until: 'leaseUntil', durationMs: 15_000, clock });
/** The same for the whole process, so that a start that was interrupted does not wait for its own lease. */
const { leaseToken } = lease.grant();

/** Runs each plugin's pending migrations in order; of several processes exactly one runs a step, the others wait. */
export async function runMigrations(
  connection: Connection,
  plugins: readonly { readonly name: string; readonly migrations?: readonly Migration[] }[],
): Promise<void> {
  const applied = connection.collection<AppliedMigration>('migrations');
  const known = new Map((await applied.find().toArray()).map((record) => [record._id, record]));
  for (const plugin of plugins) {
    for (const migration of plugin.migrations ?? []) {
      const _id = `${plugin.name}/${migration.id}`;
      for (let record = known.get(_id) ?? null; record?.state !== 'done'; record = await applied.findOne({ _id })) {
        if (await (record === null ? begin(_id) : takeOver(_id))) {
          await run(_id, migration);
          break;
        }
        await pause(POLL_MS);
      }
    }
  }

  async function begin(_id: string): Promise<boolean> {
    try {
      await applied.insertOne({ _id, state: 'running', at: clock(), leaseToken, ...lease.extension() });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Takes a step that this process began before, or one whose process is gone. */
  async function takeOver(_id: string): Promise<boolean> {
    const free = { _id, state: 'running' as const, $or: [{ leaseToken }, ...lease.free().$or] };
    return (await applied.updateOne(free, { $set: { leaseToken, ...lease.extension() } })).matchedCount === 1;
  }

  async function run(_id: string, migration: Migration): Promise<void> {
    const mine = { _id, leaseToken };
    // An extension that fails is tried again; when the lease is lost, another process repeats the step.
    const stop = lease.keep((extension) => applied.updateOne(mine, { $set: extension }), ignore);
    try {
      await migration.run((name) => connection.collection(name));
      await applied.updateOne({ _id }, { $set: { state: 'done', at: clock(), ...lease.released } });
    } finally {
      stop();
    }
  }
}

const ignore = (): void => undefined;
