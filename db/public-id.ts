import { createHmac, randomBytes } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Asking the system for a few bytes costs as much as for many. */
const POOL_BYTES = 2048;
let unused = '';

/** `length` characters of base62 without bias; 22 carry 131 bits. */
export function randomBase62(length: number): string {
  while (unused.length < length) unused += base62(randomBytes(POOL_BYTES));
  const text = unused.slice(0, length);
  unused = unused.slice(length);
  return text;
}

/** Bytes that would favour some letters are left out. */
function base62(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) if (byte < 248) text += BASE62[byte % 62] ?? '';
  return text;
}

const ID_LENGTH = 22;

/** An unguessable public id such as `gen_…`; used as `_id`. */
export function publicId(prefix: string): string {
  return `${prefix}_${randomBase62(ID_LENGTH)}`;
}

/** The `n`th id of a secret seed: the same again for whoever repeats the work behind it. */
export function derivedId(prefix: string, seed: string, n: number): string {
  return `${prefix}_${base62(
    createHmac('sha512', seed)
      .update(`${prefix}:${String(n)}`)
      .digest(),
  ).slice(0, ID_LENGTH)}`;
}
