import { buffer } from 'node:stream/consumers';
import type { Connection } from 'mongoose';
import type { Command } from '../contract/command.ts';
import { ValidationError } from '../contract/errors.ts';
import type { AccountRecord, ModelSpec, Ownership } from '../../db/model.ts';
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
} from './archive.ts';
import { type BackupParts, copyOut, insertAll, backupSourceOf } from './backup.command.ts';

export interface AccountArchiveParts extends BackupParts {
  readonly models: readonly ModelSpec[];
}

interface Owned {
  readonly name: string;
  readonly belongsTo: Ownership;
}

/** Of all collections that go with an account; the account itself last, so that a half import can be used by nobody. */
function ownedBy(models: readonly ModelSpec[]): Owned[] {
  const owned = models.flatMap(({ collection, belongsTo }) => (belongsTo === undefined ? [] : [{ name: collection, belongsTo }]));
  const isAccount = ({ belongsTo }: Owned): number => Number(belongsTo.account !== undefined);
  return owned.sort((a, b) => isAccount(a) - isAccount(b));
}

/** @throws ValidationError when no enabled plugin keeps accounts */
function accountsAmong(owned: readonly Owned[]): { readonly name: string; readonly account: AccountRecord } {
  const last = owned.at(-1);
  if (last?.belongsTo.account === undefined) throw ValidationError('no enabled plugin keeps accounts in a collection');
  return { name: last.name, account: last.belongsTo.account };
}

/** @throws ValidationError when what a document holds is no file */
function fileKeyOf(document: Document, { file }: Ownership): string | undefined {
  const held = file === undefined ? undefined : document[file];
  if (held === undefined || held === null) return undefined;
  if (typeof held === 'object' && 'key' in held && typeof held.key === 'string') return held.key;
  throw ValidationError(`the archive is damaged: ${document._id} holds no file in ${file ?? ''}`);
}

/** An account with all that is its own, under the same ids: keys and links in its callers' code go on working elsewhere. */
export function exportCommand({ mongo, models, backupSources, version, clock }: AccountArchiveParts): Command {
  const owned = ownedBy(models);
  return {
    name: 'export',
    summary: 'writes one account with all it has into a new folder',
    async run([email, folder], print) {
      if (email === undefined || folder === undefined) throw ValidationError('export EMAIL FOLDER');
      const { name: accounts, account: record } = accountsAmong(owned);
      const account = await mongo.collection<Document>(accounts).findOne(record.byEmail(email));
      if (account === null) throw ValidationError(`there is no account ${email}`);
      await newArchive(folder);
      const collections: Manifest['collections'] = [];
      const files: FileEntry[] = [];
      let lost = 0;
      for (const { name, belongsTo } of owned) {
        const own = async function* (): AsyncGenerator<Document> {
          for await (const document of mongo.collection<Document>(name).find(belongsTo.of(account._id))) {
            const key = fileKeyOf(document, belongsTo);
            const file = key === undefined ? undefined : await copyOut(backupSources, folder, key);
            if (file !== undefined) files.push(file);
            else if (key !== undefined) lost++;
            yield { ...document, ...belongsTo.blank };
          }
        };
        collections.push(await writeCollection(folder, name, own()));
      }
      await finishArchive(folder, {
        format: FORMAT,
        kind: 'account',
        version,
        createdAt: clock().toISOString(),
        account: { id: account._id, email: email.toLowerCase() },
        collections,
        files,
      });
      const documents = collections.reduce((sum, one) => sum + one.documents, 0);
      print(`${String(documents)} records and ${String(files.length)} files of ${email} are in ${folder}.`);
      if (lost > 0) print(`${String(lost)} files had been removed before, by retention or by hand.`);
      print('Digests and secrets of the account are in it, its password is not: keep it to yourself.');
    },
  };
}

/** Puts an exported account into this hub, all of it or nothing. */
export function importCommand({ mongo, models, backupSources }: AccountArchiveParts): Command {
  const owned = ownedBy(models);
  return {
    name: 'import',
    summary: 'puts an exported account into this hub',
    async run([folder], print) {
      if (folder === undefined) throw ValidationError('import FOLDER');
      const { afterImport } = accountsAmong(owned).account;
      const { account, collections, files } = await openArchive(folder, 'account');
      if (account === undefined) throw ValidationError('the archive names no account');
      const known = new Set(owned.map(({ name }) => name));
      const strange = collections.find(({ name }) => !known.has(name));
      if (strange !== undefined)
        throw ValidationError(`the archive has ${strange.name}, which no enabled plugin keeps for an account; enable its plugin`);
      const there = owned.filter(({ name }) => collections.some((one) => one.name === name));
      for (const one of there) await refuseWrong(mongo, folder, one, account);
      for (const one of there) await refuseFilesOfOthers(backupSources, folder, one, new Set(files.map(({ key }) => key)));
      for (const file of files) {
        const bytes = await readFileOf(folder, file);
        if (await isKept(mongo, owned, backupSourceOf(backupSources, file), file.key, bytes))
          throw ValidationError(`${file.key} lies here already and may be another account's; nothing was imported`);
        await backupSourceOf(backupSources, file).write(file.key, bytes);
      }
      try {
        for (const { name, belongsTo } of there)
          await insertAll(mongo.collection<Document>(name), blanked(readCollection(folder, name), belongsTo));
      } catch (error) {
        for (const { name, belongsTo } of there) await mongo.collection(name).deleteMany(belongsTo.of(account.id));
        throw error;
      }
      print(`${account.email} is here with ${String(files.length)} files, under the same ids and keys.`);
      print(afterImport(account.email));
    },
  };
}

async function* blanked(documents: AsyncIterable<Document>, { blank }: Ownership): AsyncGenerator<Document> {
  for await (const document of documents) yield { ...document, ...blank };
}

/** Nothing of the archive may belong to somebody else, or be here already. */
async function refuseWrong(
  mongo: Connection,
  folder: string,
  { name, belongsTo }: Owned,
  account: { id: string; email: string },
): Promise<void> {
  const collection = mongo.collection<Document>(name);
  if (belongsTo.account !== undefined && (await collection.findOne(belongsTo.account.byEmail(account.email))) !== null) {
    throw ValidationError(`${account.email} has an account here already`);
  }
  const filter = belongsTo.of(account.id);
  for await (const document of readCollection(folder, name)) {
    if (!isMatch(document, filter)) throw ValidationError(`the archive is damaged: ${name} has a record of another account`);
    if ((await collection.findOne({ _id: document._id }, { projection: { _id: 1 } })) !== null) {
      throw ValidationError(`${name} has ${document._id} already: this account was imported before, or never left`);
    }
  }
}

/**
 * A record leads its account to the file it names, so it may name only what the archive brings, or what is nowhere: files that
 * were removed before the export.
 */
async function refuseFilesOfOthers(
  backupSources: ReadonlyMap<string, BackupSource>,
  folder: string,
  { name, belongsTo }: Owned,
  brought: ReadonlySet<string>,
): Promise<void> {
  if (belongsTo.file === undefined) return;
  for await (const document of readCollection(folder, name)) {
    const key = fileKeyOf(document, belongsTo);
    if (key === undefined || brought.has(key)) continue;
    for (const backupSource of backupSources.values()) {
      if ((await contentOf(backupSource, key)) !== undefined)
        throw ValidationError(`${name} names the file ${key}, which lies here and is not in the archive; nothing was imported`);
    }
  }
}

/** Whether a file that an archive brings is here for somebody else; an import that was cut off leaves equal files without records. */
async function isKept(
  mongo: Connection,
  owned: readonly Owned[],
  backupSource: BackupSource,
  key: string,
  bytes: Buffer,
): Promise<boolean> {
  for (const { name, belongsTo } of owned) {
    if (belongsTo.file === undefined) continue;
    if ((await mongo.collection(name).findOne({ [`${belongsTo.file}.key`]: key }, { projection: { _id: 1 } })) !== null) return true;
  }
  const there = await contentOf(backupSource, key);
  return there !== undefined && !there.equals(bytes);
}

async function contentOf(backupSource: BackupSource, key: string): Promise<Buffer | undefined> {
  const content = await backupSource.read(key);
  return content === undefined ? undefined : buffer(content);
}

/** The few filters by which documents belong to an account: a value, or a range of ids. */
function isMatch(document: Document, filter: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(filter).every(([field, wanted]) => {
    const value = document[field];
    if (typeof value !== 'string') return false;
    if (typeof wanted === 'string') return value === wanted;
    const { $gt = '', $lt = '' } = wanted as { readonly $gt?: string; readonly $lt?: string };
    return value > $gt && value < $lt;
  });
}
