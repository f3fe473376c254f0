import { PDF, type Signer } from '@libpdf/core';
import type { PublicCertificate } from '../../certificate.ts';
import type { Ask, Digest } from '../protocol.ts';

export interface Signature {
  readonly reason?: string | undefined;
  readonly location?: string | undefined;
  readonly contact?: string | undefined;
  readonly now: string;
}

/**
 * Appends a PAdES signature (ETSI EN 319 142-1) by the operator's certificate; the key stays in the parent.
 * @throws Error when what was written does not cover the whole file, or the time stamp authority does not answer
 */
export async function signDigitally(
  bytes: Uint8Array,
  { certificate, chain, keyType, signatureAlgorithm, level }: PublicCertificate,
  { reason, location, contact, now }: Signature,
  ask: Ask,
): Promise<Uint8Array> {
  const signer: Signer = {
    certificate,
    certificateChain: [...chain],
    keyType,
    signatureAlgorithm,
    sign: async (data, digest) => ask({ what: 'sign', data, digest }),
  };
  const pdf = await PDF.load(bytes);
  const timestampAuthority = { timestamp: async (data: Uint8Array, digest: Digest) => ask({ what: 'timestamp', data, digest }) };
  const { bytes: signed } = await pdf.sign({
    signer,
    level,
    signingTime: new Date(now),
    ...(level === 'B-T' ? { timestampAuthority } : {}),
    ...(reason === undefined ? {} : { reason }),
    ...(location === undefined ? {} : { location }),
    ...(contact === undefined ? {} : { contactInfo: contact }),
  });
  assertCovers(signed, bytes);
  return signed;
}

/** The signature must span everything but itself, and nothing before it may have changed. */
function assertCovers(signed: Uint8Array, before: Uint8Array): void {
  if (Buffer.compare(signed.subarray(0, before.byteLength), before) !== 0) throw new Error('signing changed what was signed before');
  const tail = Buffer.from(signed.buffer, signed.byteOffset + before.byteLength, signed.byteLength - before.byteLength).toString('latin1');
  const [, ...numbers] = /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/.exec(tail) ?? [];
  const [start, length, rest, restLength] = numbers.map(Number);
  const contents = Buffer.from(signed.subarray((start ?? 0) + (length ?? 0), rest)).toString('latin1');
  if (start !== 0 || (rest ?? 0) + (restLength ?? 0) !== signed.byteLength || !/^<[0-9a-fA-F]+>$/.test(contents))
    throw new Error('the signature does not cover the file');
}
