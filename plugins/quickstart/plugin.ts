import { z } from 'zod';
import { definePlugin, HubRegistry } from '../../server/contract/index.ts';
import { AccountDirectory, passwordUrl, SignIn } from '../accounts/contract.ts';
import { Generator } from '../generation/contract.ts';
import { FileStore } from '../storage/contract.ts';
import { firstAccount } from './first-account.ts';
import { sampleInvoice } from './sample.ts';
import { welcome } from './welcome.ts';

export default definePlugin({
  name: 'quickstart',
  version: '1.0.0',
  hub: '^1',
  summary: 'A first account, a sample document and where to go, on a fresh hub',
  config: z.strictObject({}),
  requires: { directory: AccountDirectory, signIn: SignIn, registry: HubRegistry, generator: Generator, files: FileStore },
  setup({ deps: { directory, signIn, registry, generator, files }, hub }) {
    return {
      async ready() {
        const folder = hub.dataFolder;
        const first = await firstAccount(directory, folder);
        const sample = first === undefined ? undefined : await sampleInvoice(generator, files, first.account, folder);
        const url = hub.publicUrl();
        const hasDashboard = registry.pages.some(({ path }) => path === '/');
        const isNew = first !== undefined && !first.account.hasPassword;
        const entrance = isNew ? passwordUrl(url, (await signIn.makeLink(first.account.id)).token) : `${url}/dashboard`;
        const dashboard = hasDashboard ? { url: entrance, isNew } : undefined;
        console.log(welcome({ url, dashboard, sample, keyFile: first?.keyFile }));
      },
    };
  },
});
