import { createHash } from 'node:crypto';

/** JSON with sorted keys: the same value, however it was written. At most a hundred levels, as bodies have. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === undefined) return 'null';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`;
}

/** SHA-256 in hexadecimal, the same for equal values whatever the order of their fields. */
export const canonicalDigest = (value: unknown): string => createHash('sha256').update(canonical(value)).digest('hex');
