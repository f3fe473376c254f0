import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Outbound } from '../../server/contract/index.ts';
import type { Ask } from './child/protocol.ts';

const LIMIT_MS = 8000;
const MAX_TOKEN = 64 * 1024;

export const CertificateConfig = z.strictObject({
  /** A PKCS#12 file (.p12, .pfx) with the key, its certificate and the chain. */
  file: z.string().min(1),
  passphrase: z.string().default(''),
  /** A time stamp authority (RFC 3161); signatures are then of level B-T. */
  timestampUrl: z.url({ protocol: /^https?$/ }).optional(),
});

/** What a child needs to know of the certificate; the key is not among it. */
export interface PublicCertificate {
  readonly certificate: Uint8Array;
  readonly chain: readonly Uint8Array[];
  readonly keyType: 'RSA' | 'EC';
  readonly signatureAlgorithm: 'RSASSA-PKCS1-v1_5' | 'RSA-PSS' | 'ECDSA';
  readonly level: 'B-B' | 'B-T';
}

export interface OperatorCertificate {
  readonly shown: PublicCertificate;
  readonly onAsk: Ask;
}

/**
 * Opens the operator's certificate.
 * @throws Error naming the setting when it cannot be read, the passphrase is wrong or it is not valid now
 */
export async function openCertificate(
  { file, passphrase, timestampUrl }: z.output<typeof CertificateConfig>,
  outbound: Outbound,
  clock: () => Date,
): Promise<OperatorCertificate> {
  const fail = (what: string, cause?: unknown): Error => new Error(`pdf-tools.certificate: ${file} ${what}`, { cause });
  // Loaded only where there is a certificate: it is a tenth of what a start reads.
  const { HttpTimestampAuthority, P12Signer } = await import('@libpdf/core');
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw fail('cannot be read', cause);
  });
  const signer = await P12Signer.create(new Uint8Array(bytes), passphrase).catch((cause: unknown) => {
    throw fail('cannot be opened with its passphrase', cause);
  });
  const { validFrom, validTo } = new X509Certificate(signer.certificate);
  const now = clock();
  if (now < new Date(validFrom) || now > new Date(validTo)) throw fail(`is valid from ${validFrom} to ${validTo} only`);
  const authority = timestampUrl === undefined ? undefined : new HttpTimestampAuthority(timestampUrl, { fetch: through(outbound) });
  return {
    shown: {
      certificate: signer.certificate,
      chain: signer.certificateChain,
      keyType: signer.keyType,
      signatureAlgorithm: signer.signatureAlgorithm,
      level: authority === undefined ? 'B-B' : 'B-T',
    },
    async onAsk({ what, data, digest }) {
      if (what === 'sign') return signer.sign(data, digest);
      if (authority === undefined) throw new Error('there is no time stamp authority');
      return authority.timestamp(data, digest);
    },
  };
}

/** The network as the hub allows it, in the shape of `fetch`. */
function through(outbound: Outbound): typeof globalThis.fetch {
  return async (input, init) => {
    const url = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
    const headers = Object.fromEntries(new Headers(init?.headers).entries());
    const body = new Uint8Array(await new Response(init?.body ?? null).arrayBuffer());
    const answer = await outbound.request(url, { method: 'POST', headers, body, limitMs: LIMIT_MS, maxBytes: MAX_TOKEN, whole: true });
    return new Response(new Uint8Array(answer.body), { status: answer.status, headers: answer.headers });
  };
}
