import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Forbidden } from '../../server/contract/index.ts';

type Header = (name: string) => string;

const HOST_COOKIE = '__Host-sid';
const PLAIN_COOKIE = 'sid';
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\]|.*\.localhost)$/;

/** Browsers keep a Secure cookie over https and on their own machine; elsewhere over http there can be no better one. */
const isTrustworthy = (publicUrl: string): boolean => {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' || LOOPBACK.test(hostname);
};

const cookieName = (publicUrl: string): string => (isTrustworthy(publicUrl) ? HOST_COOKIE : PLAIN_COOKIE);

/** `Set-Cookie` of a session; without a secret, the one that ends it. */
export function sessionCookie(publicUrl: string, secret: string | undefined): string {
  const flags = `Path=/; HttpOnly; SameSite=Lax${isTrustworthy(publicUrl) ? '; Secure' : ''}`;
  return `${cookieName(publicUrl)}=${secret ?? ''}; ${flags}${secret === undefined ? '; Max-Age=0' : ''}`;
}

/** A cookie's value as it was sent. */
export function cookieOf(header: Header, name: string): string | undefined {
  return header('cookie')
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}

export function sessionSecret(publicUrl: string, header: Header): string | undefined {
  const secret = cookieOf(header, cookieName(publicUrl));
  return secret !== undefined && /^[\w-]{43}$/.test(secret) ? secret : undefined;
}

const sealed = (secret: string, salt: string): string =>
  `${salt}.${createHmac('sha256', secret).update(`csrf ${salt}`).digest('base64url')}`;

/** Proves that a form or a module came with a page of this session; another text each time, as pages are compressed (BREACH). */
export const csrfToken = (secret: string): string => sealed(secret, randomBytes(9).toString('base64url'));

/**
 * Whether a browser sent this from a page of ours: by Fetch Metadata, and by Origin where that is told.
 * @throws Forbidden
 */
export function refuseForeign(publicUrl: string, header: Header): void {
  const site = header('sec-fetch-site');
  const origin = header('origin');
  if (site !== '' && site !== 'same-origin' && site !== 'none') throw Forbidden('This request came from another site.');
  // A browser that names the hub by another of its names is at home too.
  const isHome = origin === '' || origin === new URL(publicUrl).origin || (URL.canParse(origin) && new URL(origin).host === header('host'));
  if (!isHome) throw Forbidden('This request came from another site.');
}

/** @throws Forbidden */
export function refuseForged(secret: string, token: string): void {
  const [salt = ''] = token.split('.');
  const [given, wanted] = [Buffer.from(token), Buffer.from(sealed(secret, salt))];
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) {
    throw Forbidden('The page is out of date. Reload it and try again.');
  }
}

/** Of every page: nothing is loaded from elsewhere, nothing inline runs, nobody frames it. */
export function pageHeaders(styleNonce: string): Record<string, string> {
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${styleNonce}'`,
      "img-src 'self' data: blob:",
      "connect-src 'self'",
      "frame-src 'self' blob:",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
    'Cache-Control': 'no-store',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  };
}
