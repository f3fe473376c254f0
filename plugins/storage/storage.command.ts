import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { type Command, ValidationError } from '../../server/contract/index.ts';
import { unlessGone } from './errors.ts';
import type { ObjectStore } from './object-store.ts';

const USAGE = `storage migrate --to s3|local [--keep]
  Moves every file into that store; what is there already is not copied again, so it may be stopped and repeated.
  --keep leaves the originals: for a first run while the hub still uses them.`;

type StoreName = 'local' | 's3';

export interface MigrationOptions {
  /** The store that the config names. */
  readonly current: StoreName;
  readonly stores: Readonly<Record<StoreName, ObjectStore | undefined>>;
}

/** The operator's way from one store to the other. */
export function storageCommand({ current, stores }: MigrationOptions): Command {
  return {
    name: 'storage',
    summary: 'moves the files to another store',
    async run(args, print) {
      const { verb, to, keep } = parse(args);
      if (verb !== 'migrate' || (to !== 's3' && to !== 'local')) throw ValidationError(USAGE);
      const target = stores[to];
      const source = stores[to === 's3' ? 'local' : 's3'];
      if (target === undefined || source === undefined) {
        throw ValidationError('storage.s3 is not set: name the bucket in the config, with "store" left as it is until the files are there');
      }
      if (!keep && current !== to) {
        throw ValidationError(
          `the hub still uses the store ${current}: run this with --keep, set storage.store to ${to}, restart, run it again`,
        );
      }
      await target.check();
      print(`${await migrate(source, target, keep)} into ${to}`);
    },
  };
}

/** A file leaves its old store only after it was read back from the new one with its full size. */
async function migrate(source: ObjectStore, target: ObjectStore, keep: boolean): Promise<string> {
  const count = { copied: 0, there: 0, removed: 0 };
  for await (const { key, size } of source.list()) {
    if ((await unlessGone(target.size(key))) === size) {
      count.there++;
    } else {
      await target.put(key, await buffer((await source.open(key)).stream));
      const arrived = await target.size(key);
      if (arrived !== size)
        throw new Error(`${key} has ${String(arrived)} of ${String(size)} bytes in the new store; nothing more was moved`);
      count.copied++;
    }
    if (keep) continue;
    await source.remove(key);
    count.removed++;
  }
  return `${String(count.copied)} files copied, ${String(count.there)} were there already, ${String(count.removed)} originals removed`;
}

function parse(args: readonly string[]): { verb: string | undefined; to: string | undefined; keep: boolean } {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { to: { type: 'string' }, keep: { type: 'boolean', default: false } },
    });
    return { verb: positionals[0], to: values.to, keep: values.keep };
  } catch (cause) {
    throw ValidationError(USAGE, { cause });
  }
}
