import type { Bundle, ZObject } from 'zapier-platform-core';

/**
 * The hub's root, as the operator gave it: scheme and host, a path where it lies behind one, nothing after.
 * @throws Error in words for the person who connects the account
 */
export function baseUrl(z: ZObject, bundle: Bundle): string {
  const text = String(bundle.authData['base_url'] ?? '').trim();
  const url = URL.parse(text.includes('://') ? text : `https://${text}`);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '' || url.hash !== '') {
    throw new z.errors.Error('The address of your Platen must look like https://pdf.example.com.', 'InvalidBaseUrl', 400);
  }
  return `${url.origin}${url.pathname.replace(/\/(v1\/?)?$/, '')}`;
}
