import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMAND } from '../audit/contract.ts';
import type { Account, AccountDirectory } from '../accounts/contract.ts';

const EMAIL = 'owner@platen.local';
const PLAN = 'enterprise';

/** The account and key of a fresh hub; undefined where an operator has made accounts already. */
export async function firstAccount(
  directory: AccountDirectory,
  folder: string,
): Promise<{ account: Account; keyFile: string } | undefined> {
  const keyFile = join(folder, 'api-key');
  const known = await directory.findByEmail(EMAIL);
  if (known === undefined && (await directory.list()).length > 0) return undefined;
  const account = known ?? (await directory.create(EMAIL, PLAN, COMMAND, { operator: true }));
  const live = (await directory.listKeys(account.id)).filter(({ revokedAt }) => revokedAt === null);
  const text = existsSync(keyFile) ? readFileSync(keyFile, 'utf8') : '';
  const usable = live.some(({ hint }) => text !== '' && text.trim().endsWith(hint.slice(-4)));
  if (!usable) {
    const { key } = await directory.createKey(account.id, { name: 'first key' }, COMMAND);
    writeFileSync(keyFile, `${key}\n`, { mode: 0o600 });
  }
  return { account, keyFile };
}
