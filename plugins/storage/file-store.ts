import { randomBase62 } from '../../db/public-id.ts';
import type { FileLink, FileStore, StoredFile } from './contract.ts';
import { sign } from './link-signer.ts';
import { dayOf, type ObjectStore } from './object-store.ts';

export interface LinkOptions {
  readonly secret: string;
  readonly linkSeconds: number;
  readonly clock: () => Date;
  /** The public root of files, without a slash at the end. */
  cdnUrl(): string;
}

/** Files under random keys, and the hub's own signed links to them, which stay valid when files move to another store. */
export function signedFiles(objects: ObjectStore, { secret, linkSeconds, clock, cdnUrl }: LinkOptions): FileStore {
  return {
    async put(bytes, extension): Promise<StoredFile> {
      const key = `${dayOf(clock())}/${randomBase62(22)}.${extension}`;
      await objects.put(key, bytes);
      return { key, size: bytes.byteLength };
    },
    open: (key) => objects.open(key),
    remove: (key) => objects.remove(key),
    link(key, filename): FileLink {
      const expires = Math.floor(clock().getTime() / 1000) + linkSeconds;
      const query = new URLSearchParams({
        name: filename,
        expires: String(expires),
        signature: sign(secret, { key, expires, filename }),
      });
      return { url: `${cdnUrl()}/${key}?${query.toString()}`, expiresAt: new Date(expires * 1000) };
    },
  };
}
