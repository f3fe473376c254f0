import type { Authentication, Bundle, ZObject } from 'zapier-platform-core';
import type { paths } from './api.ts';

type Account = paths['/v1/integrations/auth/test']['get']['responses']['200']['content']['application/json'];

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

export const authentication: Authentication = {
  type: 'custom',
  fields: [
    {
      key: 'base_url',
      label: 'Address',
      required: true,
      type: 'string',
      placeholder: 'https://pdf.example.com',
      helpText: 'Where your Platen runs, as you open it in the browser. Zapier has to reach it from the internet.',
    },
    {
      key: 'api_key',
      label: 'API Key',
      required: true,
      type: 'password',
      helpText: 'A key with the scopes you need. [How keys are made](https://github.com/platen/platen#keys).',
    },
  ],
  test: async (z: ZObject, bundle: Bundle) => {
    const { data } = await z.request<Account>(`${baseUrl(z, bundle)}/v1/integrations/auth/test`);
    return data;
  },
  connectionLabel: '{{email}} ({{plan}})',
};
