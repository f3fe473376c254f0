import { z } from 'zod';
import { Authenticator, defineJob, definePlugin } from '../../server/contract/index.ts';
import { accountCommands } from './account.command.ts';
import { AccountModel } from './account.model.ts';
import { AccountService } from './account.service.ts';
import { ApiKeyModel } from './api-key.model.ts';
import { apiKeysPage } from './api-keys.page.ts';
import { KeyAuthenticator } from './authenticator.ts';
import { AccountDirectory, SignIn } from './contract.ts';
import { AttemptModel, PasswordLinkModel } from './sign-in.model.ts';
import { SignInService } from './sign-in.service.ts';

export default definePlugin({
  name: 'accounts',
  version: '1.0.0',
  hub: '^1',
  summary: 'Accounts, API keys and who is calling',
  config: z.strictObject({ plans: z.array(z.string().min(1)).min(1).default(['free', 'starter', 'pro', 'enterprise']) }),
  provides: { authenticator: Authenticator, directory: AccountDirectory, signIn: SignIn },
  models: { Account: AccountModel, ApiKey: ApiKeyModel, PasswordLink: PasswordLinkModel, Attempt: AttemptModel },
  migrations: [
    {
      id: 'accounts-can-sign-in',
      run: async (collection) => {
        // The only account of a hub is that of who runs it.
        const operator = (await collection('accounts').countDocuments()) === 1;
        await collection('accounts').updateMany({ operator: { $exists: false } }, { $set: { operator, passwordHash: null } });
      },
    },
  ],
  setup({ config, models, hub, clock, log }) {
    const directory = new AccountService(models.Account, models.ApiKey, config.plans, clock);
    const authenticator = new KeyAuthenticator(models.ApiKey, models.Account, clock, log);
    const signIn = new SignInService({ accounts: models.Account, links: models.PasswordLink, attempts: models.Attempt, clock });
    return {
      ports: { authenticator, directory, signIn },
      commands: accountCommands(directory, signIn, hub.publicUrl),
      pages: [apiKeysPage(directory, clock)],
      jobs: [defineJob({ name: 'accounts.forget-attempts', data: z.strictObject({}), every: '1 hour', run: () => signIn.forget() })],
    };
  },
});
