import { parseArgs } from 'node:util';
import { type Command, type HubRegistry, ValidationError } from '../../server/contract/index.ts';
import { COMMAND } from '../audit/contract.ts';
import { type Account, type AccountDirectory, type KeyInfo, type SignIn } from './contract.ts';

const USAGE = `account create EMAIL [--plan PLAN] [--operator]
account list
account plan EMAIL PLAN
account operator EMAIL on|off
account disable EMAIL           keys are refused, sessions end, batches and webhooks stop, listings vanish
account enable EMAIL
account password EMAIL          prints a link that sets the password, once, within 24 hours
keys create EMAIL [--name NAME] [--test] [--scopes a,b] [--expires 2027-01-31]
keys list EMAIL
keys revoke EMAIL KEY_ID
Every call takes --json, which prints one line of JSON.`;

interface Result {
  readonly json: unknown;
  readonly lines: readonly string[];
}

const keyLine = (key: KeyInfo): string => {
  const state = key.revokedAt !== null ? 'revoked' : key.expiresAt !== null ? `expires ${key.expiresAt.toISOString()}` : 'live';
  return `${key.id}  ${key.hint}  ${key.name}  ${state}`;
};

const accountLine = ({ id, email, plan, operator, disabledAt }: Account): string =>
  `${id}  ${email}  ${plan}${operator ? '  operator' : ''}${disabledAt === null ? '' : `  disabled since ${disabledAt.toISOString()}`}`;

function parseScopes(text: string | undefined, { scopes }: HubRegistry): readonly string[] | undefined {
  const names = text?.split(',').map((name) => name.trim());
  const known = scopes.map(({ name }) => name);
  if (names?.every((name) => known.includes(name)) === false) throw ValidationError(`--scopes takes a list of ${known.join(', ')}`);
  return names;
}

function parseExpiry(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw ValidationError('--expires takes an ISO 8601 date such as 2027-01-31');
  return date;
}

/** The operator's way to accounts, and to keys: `keys …` is `account key …`. */
export function accountCommands(directory: AccountDirectory, signIn: SignIn, registry: HubRegistry): Command[] {
  const find = async (email: string | undefined): Promise<Account> => {
    const account = email === undefined ? undefined : await directory.findByEmail(email);
    if (account === undefined) throw ValidationError(email === undefined ? USAGE : `there is no account ${email}`);
    return account;
  };

  const act = async (words: readonly string[], flags: Flags): Promise<Result> => {
    const [verb, email, third] = words[0] === 'key' ? [`key ${words[1] ?? ''}`, words[2], words[3]] : words;
    switch (verb) {
      case 'create': {
        if (email === undefined) throw ValidationError(USAGE);
        const account = await directory.create(email, flags.plan ?? 'free', COMMAND, { operator: flags.operator ?? false });
        const link = await signIn.makeLink(account.id, COMMAND);
        return {
          json: { ...account, password_url: link ?? null },
          lines: [accountLine(account), ...(link === undefined ? [] : [`Set its password, once, within 24 hours: ${link}`])],
        };
      }
      case 'list': {
        const accounts = await directory.list();
        return { json: accounts, lines: accounts.map(accountLine) };
      }
      case 'plan': {
        const account = await directory.setPlan((await find(email)).id, third ?? '', COMMAND);
        return { json: account, lines: [accountLine(account)] };
      }
      case 'operator': {
        if (third !== 'on' && third !== 'off') throw ValidationError(USAGE);
        const account = await directory.setOperator((await find(email)).id, third === 'on', COMMAND);
        return { json: account, lines: [accountLine(account)] };
      }
      case 'disable':
      case 'enable': {
        const account = await directory.setDisabled((await find(email)).id, verb === 'disable', COMMAND);
        return { json: account, lines: [accountLine(account)] };
      }
      case 'password': {
        const url = await signIn.makeLink((await find(email)).id, COMMAND);
        if (url === undefined) throw ValidationError('no page for passwords is switched on; enable the plugin dashboard');
        return { json: { url }, lines: [url, 'It works once, within 24 hours.'] };
      }
      case 'key create': {
        const { id } = await find(email);
        const scopes = parseScopes(flags.scopes, registry);
        const expiresAt = parseExpiry(flags.expires);
        const key = {
          name: flags.name ?? 'made in the shell',
          test: flags.test ?? false,
          ...(scopes === undefined ? {} : { scopes }),
          ...(expiresAt === undefined ? {} : { expiresAt }),
        };
        const made = await directory.createKey(id, key, COMMAND);
        return { json: made, lines: [made.key, 'This is the only time the key is shown.'] };
      }
      case 'key list': {
        const keys = await directory.listKeys((await find(email)).id);
        return { json: keys, lines: keys.map(keyLine) };
      }
      case 'key revoke': {
        const key = await directory.revokeKey((await find(email)).id, third ?? '', COMMAND);
        return { json: key, lines: [keyLine(key)] };
      }
      default:
        throw ValidationError(USAGE);
    }
  };

  const command = (name: string, summary: string, before: readonly string[]): Command => ({
    name,
    summary,
    async run(args, print) {
      const { positionals, values } = parseFlags(args);
      const { json, lines } = await act([...before, ...positionals], values);
      if (values.json === true) print(JSON.stringify(json));
      else for (const line of lines) print(line);
    },
  });
  return [command('account', 'accounts, their plans and passwords', []), command('keys', 'API keys: create, list, revoke', ['key'])];
}

interface Flags {
  readonly plan?: string | undefined;
  readonly name?: string | undefined;
  readonly scopes?: string | undefined;
  readonly expires?: string | undefined;
  readonly test?: boolean | undefined;
  readonly operator?: boolean | undefined;
  readonly json?: boolean | undefined;
}

function parseFlags(args: readonly string[]): { positionals: string[]; values: Flags } {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { plan: text, name: text, scopes: text, expires: text, test: flag, operator: flag, json: flag },
    });
  } catch (cause) {
    throw ValidationError(USAGE, { cause });
  }
}
