import type { Collection, Connection } from 'mongoose';
import type { ModelSpec } from '../../db/model.ts';
import type { Command } from '../contract/command.ts';
import { ValidationError } from '../contract/errors.ts';
import type { BackupSource } from '../contract/plugin.ts';
import {
  type Document,
  type FileEntry,
  finishArchive,
  FORMAT,
  type Manifest,
  newArchive,
  openArchive,
  readCollection,
  readFileOf,
  writeCollection,
  writeFileOf,
} from './archive.ts';

const INSERTED_AT_ONCE = 200;
/** Wake-ups only: what is left to do stands in the other collections, and is found there after a restore. */
const NOT_BACKED_UP = new Set(['jobs']);
/** A new database has it already. */
const MIGRATIONS = 'migrations';

export interface BackupParts {
  readonly mongo: Connection;
  readonly models: readonly ModelSpec[];
  /** By plugin. */
  readonly backupSources: ReadonlyMap<string, BackupSource>;
  readonly version: string;
  readonly clock: () => Date;
}

async function collectionNames({ mongo, models }: Pick<BackupParts, 'mongo' | 'models'>): Promise<string[]> {
  const transient = new Set(models.filter((model) => model.transient === true).map(({ collection }) => collection));
  const found = await mongo.listCollections();
  return found
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('system.') && !NOT_BACKED_UP.has(name) && !transient.has(name))
    .sort();
}

/** Everything of this hub in one folder: the database through the driver, then the files. */
export function backupCommand({ mongo, models, backupSources, version, clock }: BackupParts): Command {
  return {
    name: 'backup',
    summary: 'writes the database and all files into a new folder',
    async run([folder], print) {
      if (folder === undefined) throw ValidationError('backup FOLDER');
      await newArchive(folder);
      const createdAt = clock().toISOString();
      const collections: Manifest['collections'] = [];
      for (const name of await collectionNames({ mongo, models })) {
        collections.push(await writeCollection(folder, name, mongo.collection<Document>(name).find()));
      }
      // After the records, so that no record is without its file but for those removed meanwhile.
      const files: FileEntry[] = [];
      for (const [plugin, backupSource] of backupSources) {
        for await (const { key } of backupSource.list()) {
          const file = await copyOut([[plugin, backupSource]], folder, key);
          if (file !== undefined) files.push(file); // else retention removed it meanwhile
        }
      }
      await finishArchive(folder, { format: FORMAT, kind: 'backup', version, createdAt, collections, files });
      const documents = collections.reduce((sum, one) => sum + one.documents, 0);
      print(
        `${String(documents)} records of ${String(collections.length)} collections and ${String(files.length)} files are in ${folder}.`,
      );
      print('It holds everything, secrets included: keep it like the database itself.');
    },
  };
}

/** Puts a backup into an empty database and its files into the store that the config names. */
export function restoreCommand({ mongo, models, backupSources }: BackupParts): Command {
  return {
    name: 'restore',
    summary: 'puts a backup into an empty database',
    async run([folder], print) {
      if (folder === undefined) throw ValidationError('restore FOLDER');
      const { collections, files } = await openArchive(folder, 'backup');
      await refuseUnlessEmpty({ mongo, models });
      for (const file of files) await backupSourceOf(backupSources, file).write(file.key, await readFileOf(folder, file));
      await mongo.collection(MIGRATIONS).deleteMany({});
      for (const { name, documents } of collections) {
        await insertAll(mongo.collection<Document>(name), readCollection(folder, name));
        const count = await mongo.collection(name).countDocuments();
        if (count !== documents)
          throw new Error(`${name} has ${String(count)} of ${String(documents)} records; empty the database and try again`);
      }
      print(`${String(collections.length)} collections and ${String(files.length)} files were restored; start the hub.`);
    },
  };
}

/** From the first source that has the file; undefined when it is gone from all. */
export async function copyOut(
  backupSources: Iterable<readonly [string, BackupSource]>,
  folder: string,
  key: string,
): Promise<FileEntry | undefined> {
  for (const [plugin, backupSource] of backupSources) {
    const content = await backupSource.read(key);
    if (content !== undefined) return writeFileOf(folder, { plugin, key }, content);
  }
  return undefined;
}

async function refuseUnlessEmpty({ mongo, models }: Pick<BackupParts, 'mongo' | 'models'>): Promise<void> {
  for (const name of await collectionNames({ mongo, models })) {
    if (name === MIGRATIONS || (await mongo.collection(name).countDocuments({}, { limit: 1 })) === 0) continue;
    throw ValidationError(`the database is not empty (${name}); restore into a new one: set mongo.url to another database`);
  }
}

export async function insertAll(collection: Collection<Document>, documents: AsyncIterable<Document>): Promise<void> {
  let some: Document[] = [];
  for await (const document of documents) {
    some.push(document);
    if (some.length < INSERTED_AT_ONCE) continue;
    await collection.insertMany(some);
    some = [];
  }
  if (some.length > 0) await collection.insertMany(some);
}

export function backupSourceOf(backupSources: ReadonlyMap<string, BackupSource>, { plugin, key }: FileEntry): BackupSource {
  const backupSource = backupSources.get(plugin);
  if (backupSource === undefined) throw ValidationError(`the archive has files of plugin ${plugin} (${key}), which is disabled; enable it`);
  return backupSource;
}
