import type { PlanLimits } from '../limits/contract.ts';
import type { FileLink, FileStore, StoredFile } from './contract.ts';
import { sign } from './link-signer.ts';
import { newFileKey, type ObjectStore } from './object-store.ts';
import type { StoredBytes } from './stored-bytes.ts';

export interface FileStoreParts {
  readonly secret: string;
  readonly linkSeconds: number;
  readonly clock: () => Date;
  readonly stored: StoredBytes;
  readonly limits: PlanLimits | undefined;
  /** The public root of files, without a slash at the end. */
  cdnUrl(): string;
}

/** Files under random keys, and the hub's own signed links to them, which stay valid when files move to another store. */
export function signedFiles(objects: ObjectStore, { secret, linkSeconds, clock, stored, limits, cdnUrl }: FileStoreParts): FileStore {
  return {
    admit: (owner) => limits?.check(owner, 'storedBytes') ?? Promise.resolve(),
    async put(bytes, extension, accountId): Promise<StoredFile> {
      const key = newFileKey(clock(), extension);
      await objects.put(key, bytes);
      stored.count(accountId, key, bytes.byteLength);
      return { key, size: bytes.byteLength };
    },
    open: (key) => objects.open(key),
    async remove({ key, size }, accountId) {
      await objects.remove(key);
      stored.count(accountId, key, -size);
    },
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
