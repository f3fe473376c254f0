import { z } from 'zod';
import { Authenticator, defineJob, definePlugin, extend, HubRegistry } from '../../server/contract/index.ts';
import { accountCommands } from './account.command.ts';
import { AccountModel } from './account.model.ts';
import { AccountService } from './account.service.ts';
import { accountPages } from './accounts.page.ts';
import { ApiKeyModel } from './api-key.model.ts';
import { apiKeysPage } from './api-keys.page.ts';
import { KeyAuthenticator } from './authenticator.ts';
import { AuditLog } from '../audit/contract.ts';
import { AccountDirectory, DisabledAccounts, PasswordPages, SignIn } from './contract.ts';
import { DashboardPages } from '../dashboard/contract.ts';
import { KnownDisabled } from './disabled-accounts.ts';
import { PlanLimits, UsageMeter } from '../limits/contract.ts';
import { AttemptModel, PasswordLinkModel } from './sign-in.model.ts';
import { SignInService } from './sign-in.service.ts';

export default definePlugin({
  name: 'accounts',
  version: '1.0.0',
  hub: '^2',
  summary: 'Accounts, API keys and authentication',
  redact: ['apiKey'],
  config: z.strictObject({ plans: z.array(z.string().min(1)).min(1).default(['free', 'starter', 'pro', 'enterprise']) }),
  requires: { registry: HubRegistry },
  uses: { limits: PlanLimits, audit: AuditLog, meter: UsageMeter },
  provides: { authenticator: Authenticator, directory: AccountDirectory, disabled: DisabledAccounts, signIn: SignIn },
  extensionPoints: { passwordPages: PasswordPages },
  models: { Account: AccountModel, ApiKey: ApiKeyModel, PasswordLink: PasswordLinkModel, Attempt: AttemptModel },
  idPrefixes: ['acct', 'key'],
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
  setup({ config, deps: { registry, limits, audit, meter }, models, extensions, clock, log }) {
    const directory = new AccountService({
      accounts: models.Account,
      keys: models.ApiKey,
      plans: config.plans,
      registry,
      limits,
      audit,
      clock,
    });
    limits?.measure('keys', (accountId) => directory.countLiveKeys(accountId));
    const authenticator = new KeyAuthenticator(models.ApiKey, models.Account, clock, log);
    const signIn = new SignInService({
      accounts: models.Account,
      links: models.PasswordLink,
      attempts: models.Attempt,
      audit,
      passwordPage: () => extensions.passwordPages()[0],
      clock,
    });
    return {
      ports: { authenticator, directory, disabled: new KnownDisabled(models.Account), signIn },
      commands: accountCommands(directory, signIn, registry),
      extensions: [extend(DashboardPages, apiKeysPage(directory, registry, clock), ...accountPages({ directory, signIn, limits, meter }))],
      jobs: [defineJob({ name: 'accounts.forget-attempts', data: z.strictObject({}), every: '1 hour', run: () => signIn.forget() })],
    };
  },
});
