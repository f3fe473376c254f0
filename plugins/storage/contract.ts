import type { Readable } from 'node:stream';
import { defineError, definePort, HubError, type HubErrorDetails, ServiceUnavailable } from '../../server/contract/index.ts';
import type { PlanOwner } from '../limits/contract.ts';

export interface StoredFile {
  /** Where the file lies; holds a random part, never leaves the hub unsigned. */
  readonly key: string;
  /** Bytes. */
  readonly size: number;
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  zip: 'application/zip',
};
/** By the ending of a key. */
export const mediaTypeOf = (key: string): string => MEDIA_TYPES[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream';

export interface FileLink {
  readonly url: string;
  readonly expiresAt: Date;
}

/** Told by a brand, so that a plugin with its own copy of the contract is understood. */
const STORAGE = Symbol.for('platen/storage-unavailable');

/** Files cannot be stored or read for now: the storage is away, full, or refuses us, and the fault is not the caller's. */
export const StorageUnavailable = (message: string, details: HubErrorDetails): HubError =>
  Object.assign(ServiceUnavailable(message, details), { [STORAGE]: true });

export const isStorageUnavailable = (error: unknown): boolean => HubError.is(error) && STORAGE in error;

/** The file was removed, or its retention is over. */
export const FileGone = defineError('GONE', 410);

/** Files that outlive a request. */
export interface FileStore {
  /**
   * Asked when a request comes that is going to store something; what was put in the last seconds may not be counted yet.
   * @throws UsageLimitExceeded when the account keeps as many bytes as its plan allows
   */
  admit(owner: PlanOwner): Promise<void>;
  /**
   * Durable when it resolves: a reader sees the whole file or none. `extension` without a dot.
   * @throws StorageUnavailable
   * @param accountId for whom it is kept
   */
  put(bytes: Uint8Array, extension: string, accountId: string): Promise<StoredFile>;
  /** @throws FileGone when the file was removed or its retention is over. */
  open(key: string): Promise<{ readonly stream: Readable; readonly size: number }>;
  /** A signed link; `filename` is what a browser saves it as. */
  link(key: string, filename: string): FileLink;
  /** Removing a file that is gone already is no error. */
  remove(file: StoredFile, accountId: string): Promise<void>;
}
export const FileStore = definePort<FileStore>('storage/files');
