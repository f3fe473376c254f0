import type { Readable } from 'node:stream';
import { randomBase62 } from '../../db/public-id.ts';
import { FileGone, type StoredFile } from './contract.ts';

/** `2026/11/21/<random>.pdf`: the day is the day of making, so that keys sort by it and whole days expire. */
const KEY = /^\d{4}\/\d{2}\/\d{2}\/[0-9A-Za-z]{22}\.[a-z]{2,5}$/;

export const isFileKey = (text: string): boolean => KEY.test(text);

/** What the keys of one day begin with, in UTC. */
export const dayOf = (date: Date): string => date.toISOString().slice(0, 10).replaceAll('-', '/');

export const newFileKey = (date: Date, extension: string): string => `${dayOf(date)}/${randomBase62(22)}.${extension}`;

export const gone = (cause: unknown) => FileGone('The file is gone: it was deleted or its retention is over.', { cause });

/** The first and the last byte, counted from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Where the bytes lie. Keys are file keys; anything else is a mistake of ours and throws. */
export interface ObjectStore {
  /** Durable when it resolves: a reader sees the whole file or none. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /**
   * `size` is that of the whole file.
   * @throws FileGone
   */
  open(key: string, range?: ByteRange): Promise<{ readonly stream: Readable; readonly size: number }>;
  /** @throws FileGone */
  size(key: string): Promise<number>;
  /** Removing a file that is gone already is no error. */
  remove(key: string): Promise<void>;
  /** Every file, in the order of its day. */
  list(): AsyncIterable<StoredFile>;
  /** Removes the files of the days before `day`, and what unfinished writes left behind; how many there were. */
  expire(day: Date): Promise<number>;
  removeOrphans(): Promise<void>;
  /** @throws Error of one sentence when it cannot be used now */
  check(): Promise<void>;
  /** An address of its own from which a browser gets the file for a short while; absent where the hub has to send it. */
  redirectTo?(key: string, disposition: string): Promise<string>;
}
