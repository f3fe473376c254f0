import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { randomBase62 } from '../../db/public-id.ts';
import { ServiceUnavailable } from '../../server/contract/index.ts';
import type { FileLink, FileStore, StoredFile } from './contract.ts';
import { FileGone } from './errors.ts';
import { sign } from './link-signer.ts';

/** `2026/11/21/<random>.pdf`: the day is the day of making, so that whole folders expire. */
const KEY = /^\d{4}\/\d{2}\/\d{2}\/[0-9A-Za-z]{22}\.[a-z]{2,5}$/;
const RETRY_WHEN_FULL_S = 30;
const ORPHAN_MS = 60 * 60_000;

export interface LocalStoreOptions {
  readonly folder: string;
  readonly secret: string;
  readonly linkSeconds: number;
  readonly clock: () => Date;
  /** The public root of files, without a slash at the end. */
  cdnUrl(): string;
}

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

export const isFileKey = (text: string): boolean => KEY.test(text);

/** Files on this machine's disk: written beside their place, synced, then renamed into it. */
export class LocalStore implements FileStore {
  readonly #options: LocalStoreOptions;
  readonly #made = new Set<string>();

  constructor(options: LocalStoreOptions) {
    this.#options = options;
  }

  async put(bytes: Uint8Array, extension: string): Promise<StoredFile> {
    const day = this.#options.clock().toISOString().slice(0, 10).replaceAll('-', '/');
    const key = `${day}/${randomBase62(22)}.${extension}`;
    const path = this.#path(key);
    const temporary = join(this.#options.folder, 'tmp', randomUUID());
    await this.#ensureFolders(dirname(path), dirname(temporary));
    try {
      const file = await open(temporary, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      if (!isDiskFull(error)) throw error;
      throw ServiceUnavailable('The server has no room for more files. Try again later.', { retryAfter: RETRY_WHEN_FULL_S, cause: error });
    }
    return { key, size: bytes.byteLength };
  }

  async open(key: string, range?: { readonly start: number; readonly end: number }): Promise<{ stream: Readable; size: number }> {
    const file = await open(this.#path(key)).catch((cause: unknown) => {
      throw FileGone('The file is gone: it was deleted or its retention is over.', { cause });
    });
    const { size } = await file.stat();
    return { stream: file.createReadStream(range), size };
  }

  async size(key: string): Promise<number> {
    const found = await stat(this.#path(key)).catch((cause: unknown) => {
      throw FileGone('The file is gone: it was deleted or its retention is over.', { cause });
    });
    return found.size;
  }

  link(key: string, filename: string): FileLink {
    const expires = Math.floor(this.#options.clock().getTime() / 1000) + this.#options.linkSeconds;
    const query = new URLSearchParams({
      name: filename,
      expires: String(expires),
      signature: sign(this.#options.secret, { key, expires, filename }),
    });
    return { url: `${this.#options.cdnUrl()}/${key}?${query.toString()}`, expiresAt: new Date(expires * 1000) };
  }

  async remove(key: string): Promise<void> {
    await rm(this.#path(key), { force: true });
  }

  /** Removes the folders of days before `day` (UTC), and what unfinished writes left behind. */
  async expire(day: Date): Promise<number> {
    const limit = day.toISOString().slice(0, 10).replaceAll('-', '/');
    let removed = 0;
    for (const year of await this.#list('', /^\d{4}$/)) {
      for (const month of await this.#list(year, /^\d{2}$/)) {
        for (const date of await this.#list(`${year}/${month}`, /^\d{2}$/)) {
          const folder = `${year}/${month}/${date}`;
          if (folder >= limit) continue;
          removed += (await this.#list(folder, /./)).length;
          this.#made.delete(join(this.#options.folder, folder));
          await rm(join(this.#options.folder, folder), { recursive: true, force: true });
        }
        await this.#removeIfEmpty(`${year}/${month}`);
      }
      await this.#removeIfEmpty(year);
    }
    return removed;
  }

  async removeOrphans(): Promise<void> {
    for (const name of await this.#list('tmp', /./)) {
      const path = join(this.#options.folder, 'tmp', name);
      const age = await stat(path).then(
        ({ mtimeMs }) => Date.now() - mtimeMs,
        () => 0, // renamed into place meanwhile
      );
      if (age > ORPHAN_MS) await rm(path, { force: true });
    }
  }

  /** Folders are made once a day, not once a file; retention removes only those of days that are over. */
  async #ensureFolders(...folders: readonly string[]): Promise<void> {
    for (const folder of folders) {
      if (this.#made.has(folder)) continue;
      await mkdir(folder, { recursive: true });
      this.#made.add(folder);
    }
  }

  #path(key: string): string {
    if (!isFileKey(key)) throw new Error('not a file key');
    return join(this.#options.folder, key);
  }

  async #list(folder: string, pattern: RegExp): Promise<string[]> {
    try {
      return (await readdir(join(this.#options.folder, folder))).filter((name) => pattern.test(name));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
      throw error;
    }
  }

  async #removeIfEmpty(folder: string): Promise<void> {
    if ((await this.#list(folder, /./)).length === 0) await rmdir(join(this.#options.folder, folder));
  }
}
