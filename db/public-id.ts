import { randomBytes } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `length` characters of base62 without bias; 22 carry 131 bits. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      if (byte < 248 && text.length < length) text += BASE62[byte % 62] ?? '';
    }
  }
  return text;
}

export type IdPrefix = 'acct' | 'gen' | 'tmpl' | 'batch' | 'hook' | 'evt' | 'key' | 'req';

/** An unguessable public id such as `gen_…`; used as `_id`. */
export function publicId(prefix: IdPrefix): string {
  return `${prefix}_${randomBase62(22)}`;
}
