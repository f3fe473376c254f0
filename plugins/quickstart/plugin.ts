import { z } from 'zod';
import { definePlugin } from '../../server/contract/index.ts';
import { AccountDirectory } from '../accounts/contract.ts';
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
  requires: { directory: AccountDirectory, generator: Generator, files: FileStore },
  setup({ deps: { directory, generator, files }, hub }) {
    return {
      async ready() {
        const folder = hub.dataFolder;
        const first = await firstAccount(directory, folder);
        const sample = first === undefined ? undefined : await sampleInvoice(generator, files, first.account, folder);
        console.log(welcome({ url: hub.publicUrl(), sample, keyFile: first?.keyFile }));
      },
    };
  },
});
