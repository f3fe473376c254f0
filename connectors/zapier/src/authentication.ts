import type { Authentication, Bundle, ZObject } from 'zapier-platform-core';
import { read } from './hub.ts';

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
      helpText: 'A key with the scopes you need. [How keys are made](https://github.com/platen/platen#accounts-and-keys).',
    },
  ],
  test: async (z: ZObject, bundle: Bundle) => {
    const account = await read(z, bundle, '/v1/integrations/auth/test');
    if ((account as { authenticated?: boolean }).authenticated !== true) {
      throw new z.errors.Error('This address is not that of a Platen.', 'NOT_PLATEN', 502);
    }
    return account;
  },
  connectionLabel: '{{email}} ({{plan}})',
};
