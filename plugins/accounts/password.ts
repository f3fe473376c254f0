import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { FairSlots, type FieldProblem } from '../../server/contract/index.ts';

const MIN_LENGTH = 12;
const MAX_LENGTH = 200;
/** OWASP's parameters for scrypt: 32 MB and about a third of a second a hash. */
const COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };
const HASH_BYTES = 32;
/** More would take the threads that files and DNS need, and every core. */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1));
const WAITING = { queueLimit: 30, queueLimitPerOwner: 10 };

/** Long ones that lists of leaked passwords begin with. */
const COMMON = [
  'passwordpassword',
  'password12345',
  'password1234',
  'password123456',
  'qwertyuiop12',
  'qwertyuiop123',
  'qwerty123456',
  '1q2w3e4r5t6y',
  'iloveyou1234',
  'administrator',
  'letmein12345',
  'welcome12345',
  'changeme1234',
  'correcthorsebatterystaple',
  'trustno1trustno1',
];

/** What is wrong with a new password; NIST SP 800-63B: length and a block list, no rules of composition. */
export function passwordProblem(password: string, email: string): string | undefined {
  const plain = password.toLowerCase();
  const [name = ''] = email.split('@');
  if (password.length < MIN_LENGTH) return `must have at least ${String(MIN_LENGTH)} characters`;
  if (password.length > MAX_LENGTH) return `may have at most ${String(MAX_LENGTH)} characters`;
  if (COMMON.includes(plain) || new Set(plain).size < 5 || isRun(plain)) return 'is one of the first that is tried; choose another';
  if (plain.includes('platen') || (name.length > 3 && plain.includes(name))) return 'must not contain the e-mail address or "platen"';
  return undefined;
}

export const passwordField = (message: string): FieldProblem => ({ field: 'password', message });

/** 123456789012, abcdefghijkl */
function isRun(text: string): boolean {
  const steps = Array.from({ length: text.length - 1 }, (_, i) => Math.abs(text.charCodeAt(i + 1) - text.charCodeAt(i)));
  return steps.every((step, i) => step <= 1 || text[i + 1] === '0');
}

/** Slow hashes, a few at once, in turns by who asks; a flood of them is refused and never delays anything else. */
export class PasswordHasher {
  readonly #slots = new FairSlots({ ...WAITING, size: AT_ONCE, reserve: 1, what: 'sign-ins' });
  readonly #decoy = `${randomBytes(16).toString('base64')}:${randomBytes(HASH_BYTES).toString('base64')}`;

  /** @param owner whose turn it is: an address or an account */
  async hash(password: string, owner: string): Promise<string> {
    const salt = randomBytes(16);
    return `${salt.toString('base64')}:${(await this.#derive(password, salt, owner)).toString('base64')}`;
  }

  /**
   * Takes as long where there is no hash to compare with.
   * @throws RateLimited when as many of the owner wait as may, ServiceUnavailable when too many do at all
   */
  async matches(password: string, hash: string | null, owner: string): Promise<boolean> {
    const [salt = '', expected = ''] = (hash ?? this.#decoy).split(':');
    if (password.length > MAX_LENGTH) return false;
    const derived = await this.#derive(password, Buffer.from(salt, 'base64'), owner);
    return timingSafeEqual(derived, Buffer.from(expected, 'base64')) && hash !== null;
  }

  async #derive(password: string, salt: Buffer, owner: string): Promise<Buffer> {
    const release = await this.#slots.take(owner);
    try {
      return await new Promise<Buffer>((resolve, reject) => {
        scrypt(password.normalize('NFKC'), salt, HASH_BYTES, COST, (error, key) => {
          if (error === null) resolve(key);
          else reject(error);
        });
      });
    } finally {
      release();
    }
  }
}
