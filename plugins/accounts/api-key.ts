import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { randomBase62 } from '../../db/public-id.ts';

const LIVE_PREFIX = 'plt_live_sk_';
const TEST_PREFIX = 'plt_test_sk_';
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHAPE = new RegExp(`^plt_(?:live|test)_sk_[0-9A-Za-z]{${String(SECRET_LENGTH + CHECKSUM_LENGTH)}}$`);

/** CRC-32 in base62, as GitHub's tokens carry it: a scanner tells a real key from a look-alike without asking us. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  while (digits.length < CHECKSUM_LENGTH) {
    digits = (BASE62[rest % 62] ?? '') + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

export function newKey(test: boolean): string {
  const body = (test ? TEST_PREFIX : LIVE_PREFIX) + randomBase62(SECRET_LENGTH);
  return body + checksum(body);
}

/** False for anything we never issued, without asking the database. */
export function isWellFormed(key: string): boolean {
  return SHAPE.test(key) && checksum(key.slice(0, -CHECKSUM_LENGTH)) === key.slice(-CHECKSUM_LENGTH);
}

export function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

export function hintOf(key: string): string {
  return `${key.slice(0, LIVE_PREFIX.length)}…${key.slice(-4)}`;
}
