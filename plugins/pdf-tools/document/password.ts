import saslprep from '@mongodb-js/saslprep';

/**
 * A password as AES-256 takes it: SASLprep (ISO 32000-2, 7.6.4.3.3; RFC 4013), by which letters that look alike are the same ones.
 * Characters younger than its tables stay as they are. Undefined for control characters and other ones that it prohibits, and where
 * letters that run from right to left do not stand at both ends, or beside others, and where nothing is left of it.
 */
export function preparedPassword(password: string): string | undefined {
  try {
    return saslprep(password, { allowUnassigned: true });
  } catch {
    return undefined; // all that it throws for
  }
}
