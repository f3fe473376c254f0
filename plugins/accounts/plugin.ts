import { z } from 'zod';
import { Authenticator, definePlugin } from '../../server/contract/index.ts';
import { accountCommand } from './account.command.ts';
import { AccountModel } from './account.model.ts';
import { AccountService } from './account.service.ts';
import { ApiKeyModel } from './api-key.model.ts';
import { KeyAuthenticator } from './authenticator.ts';
import { AccountDirectory } from './contract.ts';

export default definePlugin({
  name: 'accounts',
  version: '1.0.0',
  hub: '^1',
  summary: 'Accounts, API keys and who is calling',
  config: z.strictObject({ plans: z.array(z.string().min(1)).min(1).default(['free', 'starter', 'pro', 'enterprise']) }),
  provides: { authenticator: Authenticator, directory: AccountDirectory },
  models: { Account: AccountModel, ApiKey: ApiKeyModel },
  setup({ config, models, clock, log }) {
    const directory = new AccountService(models.Account, models.ApiKey, config.plans, clock);
    const authenticator = new KeyAuthenticator(models.ApiKey, models.Account, clock, log);
    return { ports: { authenticator, directory }, commands: [accountCommand(directory)] };
  },
});
