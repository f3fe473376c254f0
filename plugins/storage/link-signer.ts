import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The operator's secret, or one made on first use and kept beside the data. */
export function linkSecret(configured: string | undefined, folder: string): string {
  if (configured !== undefined) return configured;
  const path = join(folder, 'link-secret');
  if (!existsSync(path)) {
    try {
      writeFileSync(path, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
  chmodSync(path, 0o600);
  return readFileSync(path, 'utf8');
}

export interface SignedPart {
  readonly key: string;
  /** Seconds since 1970. */
  readonly expires: number;
  readonly filename: string;
}

/** HMAC-SHA256 over key, expiry and file name. */
export function sign(secret: string, { key, expires, filename }: SignedPart): string {
  return createHmac('sha256', secret)
    .update(`${key}\n${String(expires)}\n${filename}`)
    .digest('base64url');
}

export function isSigned(secret: string, part: SignedPart, signature: string): boolean {
  const expected = Buffer.from(sign(secret, part));
  const given = Buffer.from(signature);
  return expected.byteLength === given.byteLength && timingSafeEqual(expected, given);
}
