import { z } from 'zod';
import { definePlugin } from '../../server/contract/index.ts';
import { AccountDirectory, SignIn } from '../accounts/contract.ts';
import { COMMAND } from '../audit/contract.ts';
import { DashboardAddress } from '../dashboard/contract.ts';
import { Generator } from '../generation/contract.ts';
import { FileStore } from '../storage/contract.ts';
import { firstAccount } from './first-account.ts';
import { sampleInvoice } from './sample.ts';
import { welcome } from './welcome.ts';

export default definePlugin({
  name: 'quickstart',
  version: '1.0.0',
  hub: '^2',
  summary: 'A first account, a sample document and where to go, on a fresh hub',
  config: z.strictObject({}),
  requires: { directory: AccountDirectory, signIn: SignIn, generator: Generator, files: FileStore },
  uses: { dashboard: DashboardAddress },
  setup({ deps: { directory, signIn, generator, files, dashboard }, hub }) {
    return {
      async ready() {
        if (!hub.roles.includes('web')) return;
        const folder = hub.dataFolder;
        const first = await firstAccount(directory, folder);
        const sample = first === undefined ? undefined : await sampleInvoice(generator, files, first.account, folder);
        const link = first === undefined || first.account.hasPassword ? undefined : await signIn.makeLink(first.account.id, COMMAND);
        const entrance = dashboard === undefined ? undefined : { url: link ?? dashboard.url(), isNew: link !== undefined };
        console.log(welcome({ url: hub.publicUrl(), dashboard: entrance, sample, keyFile: first?.keyFile }));
      },
    };
  },
});
