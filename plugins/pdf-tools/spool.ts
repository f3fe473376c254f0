import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceUnavailable } from '../../server/contract/index.ts';

/** What is smaller stays in memory. */
const IN_MEMORY = 256 * 1024;
const PIECE = 256 * 1024;

/** Bytes that are on disk when they are many. */
export interface SpooledFile {
  readonly byteLength: number;
  chunks(): AsyncIterable<Uint8Array>;
}

interface SpoolWriter extends SpooledFile {
  /** @throws ServiceUnavailable when the disk takes no more */
  append(chunk: Uint8Array): Promise<void>;
}

/** A PDF or a result. */
export type Content = Uint8Array | SpooledFile;

/** The files of one call. */
export interface JobFiles {
  create(): SpoolWriter;
}

export interface Spool {
  /** Runs `use` with files that are gone afterwards. */
  withFiles<T>(use: (files: JobFiles) => Promise<T>): Promise<T>;
}

/** A folder for what is too large to keep in memory. Its files have no names, so that none stays when the process is killed. */
export function createSpool(folder: string): Spool {
  const openFile = async (): Promise<FileHandle> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, randomUUID());
    const handle = await open(path, 'wx+', 0o600);
    await unlink(path);
    return handle;
  };
  return {
    async withFiles(use) {
      const handles: FileHandle[] = [];
      const openOwn = async (): Promise<FileHandle> => {
        const handle = await openFile();
        handles.push(handle);
        return handle;
      };
      try {
        return await use({ create: () => createFile(openOwn) });
      } finally {
        await Promise.all(handles.map((handle) => handle.close()));
      }
    },
  };
}

function createFile(openFile: () => Promise<FileHandle>): SpoolWriter {
  let size = 0;
  let memory: Uint8Array[] = [];
  let handle: FileHandle | undefined;
  const write = async (to: FileHandle, chunk: Uint8Array, position: number): Promise<void> => {
    for (let at = 0; at < chunk.byteLength;) at += (await to.write(chunk, at, chunk.byteLength - at, position + at)).bytesWritten;
  };
  return {
    get byteLength() {
      return size;
    },
    async append(chunk) {
      const position = size;
      size += chunk.byteLength;
      if (handle === undefined && size <= IN_MEMORY) {
        memory.push(chunk);
        return;
      }
      try {
        if (handle === undefined) {
          handle = await openFile();
          await write(handle, Buffer.concat(memory), 0);
          memory = [];
        }
        await write(handle, chunk, position);
      } catch (cause) {
        throw ServiceUnavailable('There is no room here to work on PDFs. Try again in a minute.', { retryAfter: 60, cause });
      }
    },
    async *chunks() {
      yield* memory;
      if (handle !== undefined) yield* handle.createReadStream({ start: 0, autoClose: false, highWaterMark: PIECE });
    },
  };
}

/** All bytes at once. */
export async function bytesOf(content: Content): Promise<Uint8Array> {
  if (content instanceof Uint8Array) return content;
  const bytes = new Uint8Array(content.byteLength);
  let at = 0;
  for await (const chunk of content.chunks()) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}
