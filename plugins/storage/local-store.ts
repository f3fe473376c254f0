import { randomUUID } from 'node:crypto';
import { constants, mkdir, open, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { type StoredFile, StorageUnavailable } from './contract.ts';
import { type ByteRange, dayOf, gone, isFileKey, type ObjectStore } from './object-store.ts';

const RETRY_WHEN_FULL_S = 30;
/** Each write returns when its bytes are on the disk. */
const NEW_AND_SYNCED = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_DSYNC;
const ORPHAN_MS = 60 * 60_000;

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'].includes(String(error.code));

/** Files on this machine's disk: written beside their place, synced, then renamed into it. */
export class LocalStore implements ObjectStore {
  readonly #folder: string;
  readonly #made = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const path = this.#path(key);
    const temporary = join(this.#folder, 'tmp', randomUUID());
    await this.#ensureFolders(dirname(path), dirname(temporary));
    try {
      const file = await open(temporary, NEW_AND_SYNCED, 0o600);
      try {
        for (let at = 0; at < bytes.byteLength;) at += (await file.write(bytes, at)).bytesWritten;
      } finally {
        await file.close();
      }
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      if (!isDiskFull(error)) throw error;
      throw StorageUnavailable('The server has no room for more files. Try again later.', { retryAfter: RETRY_WHEN_FULL_S, cause: error });
    }
  }

  async open(key: string, range?: ByteRange): Promise<{ stream: Readable; size: number }> {
    const file = await open(this.#path(key)).catch((cause: unknown) => {
      throw gone(cause);
    });
    const { size } = await file.stat();
    return { stream: file.createReadStream(range), size };
  }

  async size(key: string): Promise<number> {
    const found = await stat(this.#path(key)).catch((cause: unknown) => {
      throw gone(cause);
    });
    return found.size;
  }

  async remove(key: string): Promise<void> {
    await rm(this.#path(key), { force: true });
  }

  async *list(): AsyncGenerator<StoredFile> {
    for await (const day of this.#days()) {
      for (const name of (await this.#list(day, /./)).sort()) {
        const key = `${day}/${name}`;
        if (isFileKey(key)) yield { key, size: await this.size(key) };
      }
    }
  }

  async expire(day: Date): Promise<number> {
    const limit = dayOf(day);
    let removed = 0;
    for await (const folder of this.#days()) {
      if (folder >= limit) break;
      removed += (await this.#list(folder, /./)).length;
      this.#made.delete(join(this.#folder, folder));
      await rm(join(this.#folder, folder), { recursive: true, force: true });
      await this.#removeIfEmpty(dirname(folder));
      await this.#removeIfEmpty(dirname(dirname(folder)));
    }
    return removed;
  }

  /** A file is written and removed: permissions and room show only so. */
  async check(): Promise<void> {
    const probe = join(this.#folder, 'tmp', `probe-${randomUUID()}`);
    await this.#ensureFolders(dirname(probe));
    try {
      await writeFile(probe, 'probe', { mode: 0o600 });
    } finally {
      await rm(probe, { force: true });
    }
  }

  async *#days(): AsyncGenerator<string> {
    for (const year of (await this.#list('', /^\d{4}$/)).sort()) {
      for (const month of (await this.#list(year, /^\d{2}$/)).sort()) {
        for (const date of (await this.#list(`${year}/${month}`, /^\d{2}$/)).sort()) yield `${year}/${month}/${date}`;
      }
    }
  }

  async removeOrphans(): Promise<void> {
    for (const name of await this.#list('tmp', /./)) {
      const path = join(this.#folder, 'tmp', name);
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
      await mkdir(folder, { recursive: true, mode: 0o700 });
      this.#made.add(folder);
    }
  }

  #path(key: string): string {
    if (!isFileKey(key)) throw new Error('not a file key');
    return join(this.#folder, key);
  }

  async #list(folder: string, pattern: RegExp): Promise<string[]> {
    try {
      return (await readdir(join(this.#folder, folder))).filter((name) => pattern.test(name));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
      throw error;
    }
  }

  async #removeIfEmpty(folder: string): Promise<void> {
    if ((await this.#list(folder, /./)).length === 0) await rmdir(join(this.#folder, folder));
  }
}
