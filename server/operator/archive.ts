import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import mongoose from 'mongoose';
import { z } from 'zod';
import { ensurePrivateFolder } from '../../db/private-folder.ts';
import { ValidationError } from '../contract/errors.ts';

const { EJSON } = mongoose.mongo.BSON;

/** Ids of ours are strings, in every collection. */
export type Document = Record<string, unknown> & { _id: string };

/** Of archives that are written now; the one before had no checksums of files. */
export const FORMAT = 2;

/** One collection of an archive: documents as MongoDB's Extended JSON, a line each, gzipped. */
const CollectionEntry = z.strictObject({ name: z.string(), documents: z.int(), sha256: z.string() });
const FileEntry = z.strictObject({
  plugin: z.string(),
  key: z.string().regex(/^[\w/-]+\.\w+$/),
  size: z.int(),
  /** Archives of format 1 have none. */
  sha256: z.string().optional(),
});

const Manifest = z.strictObject({
  /** Rises when an older hub could not read it any more. */
  format: z.literal([1, FORMAT]),
  kind: z.enum(['backup', 'account']),
  version: z.string(),
  createdAt: z.string(),
  account: z.strictObject({ id: z.string(), email: z.string() }).optional(),
  collections: z.array(CollectionEntry),
  files: z.array(FileEntry),
});
export type Manifest = z.output<typeof Manifest>;
export type CollectionEntry = z.output<typeof CollectionEntry>;
export type FileEntry = z.output<typeof FileEntry>;

const pathOf = (folder: string, collection: string): string => join(folder, 'collections', `${collection}.jsonl.gz`);
const filePath = (folder: string, { plugin, key }: Pick<FileEntry, 'plugin' | 'key'>): string => join(folder, 'files', plugin, key);

/** @throws ValidationError unless the folder is new or empty */
export async function newArchive(folder: string): Promise<void> {
  await mkdir(join(folder, 'collections'), { recursive: true, mode: 0o700 });
  const there = (await readdir(folder)).filter((name) => name !== 'collections');
  const collections = await readdir(join(folder, 'collections'));
  if (there.length + collections.length > 0) throw ValidationError(`${folder} is not empty; name a new folder`);
  ensurePrivateFolder(folder);
}

export async function writeCollection(folder: string, name: string, documents: AsyncIterable<Document>): Promise<CollectionEntry> {
  let count = 0;
  const lines = async function* (): AsyncGenerator<string> {
    for await (const document of documents) {
      count++;
      yield `${EJSON.stringify(document, { relaxed: false })}\n`;
    }
  };
  await pipeline(Readable.from(lines()), createGzip(), createWriteStream(pathOf(folder, name), { mode: 0o600 }));
  return { name, documents: count, sha256: await checksum(pathOf(folder, name)) };
}

export async function* readCollection(folder: string, name: string): AsyncGenerator<Document> {
  const lines = createInterface({ input: createReadStream(pathOf(folder, name)).pipe(createGunzip()), crlfDelay: Infinity });
  for await (const line of lines) if (line !== '') yield EJSON.parse(line, { relaxed: false }) as Document;
}

/** The whole entry, with size and checksum of what was written. */
export async function writeFileOf(folder: string, entry: Pick<FileEntry, 'plugin' | 'key'>, content: Readable): Promise<FileEntry> {
  const path = filePath(folder, entry);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const out = createWriteStream(path, { mode: 0o600 });
  const hash = createHash('sha256');
  const hashed = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  };
  await pipeline(content, hashed, out);
  return { ...entry, size: out.bytesWritten, sha256: hash.digest('hex') };
}

/** @throws ValidationError when the file is not what the manifest says */
export async function readFileOf(folder: string, entry: FileEntry): Promise<Buffer> {
  const bytes = await readFile(filePath(folder, entry)).catch((cause: unknown) => {
    throw ValidationError(`the archive is damaged: ${entry.key} cannot be read`, { cause });
  });
  if (bytes.byteLength !== entry.size) throw ValidationError(`the archive is damaged: ${entry.key} has not ${String(entry.size)} bytes`);
  if (entry.sha256 !== undefined && createHash('sha256').update(bytes).digest('hex') !== entry.sha256)
    throw ValidationError(`the archive is damaged: ${entry.key} is not what was written`);
  return bytes;
}

/** Written last: a folder without it is an archive that was not finished. */
export async function finishArchive(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
}

/**
 * Reads the manifest and compares every collection with its checksum.
 * @throws ValidationError when it is none of ours, of another kind, unfinished or damaged
 */
export async function openArchive(folder: string, kind: Manifest['kind']): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch((cause: unknown) => {
    throw ValidationError(`${folder} holds no finished archive: there is no manifest.json that can be read`, { cause });
  });
  const parsed = Manifest.safeParse(parseJson(text));
  if (!parsed.success) throw ValidationError(`${folder} holds no archive of this version of Platen: ${z.prettifyError(parsed.error)}`);
  if (parsed.data.kind !== kind) throw ValidationError(`${folder} holds an archive of another kind: ${parsed.data.kind}`);
  const bare = parsed.data.format === FORMAT ? parsed.data.files.find(({ sha256 }) => sha256 === undefined) : undefined;
  if (bare !== undefined) throw ValidationError(`the archive is damaged: ${bare.key} has no checksum`);
  for (const { name, sha256 } of parsed.data.collections) {
    const found = await checksum(pathOf(folder, name)).catch(() => 'nothing');
    if (found !== sha256) throw ValidationError(`the archive is damaged: collection ${name} is not what was written`);
  }
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // said by the schema, like anything else that is no manifest
  }
}

async function checksum(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
