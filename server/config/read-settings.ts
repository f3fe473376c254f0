import type { z } from 'zod';

/** A list in a text may hold numbers, which are found wrong only once it is a list. */
const ROUNDS = 2;

type Path = readonly PropertyKey[];

/**
 * Settings as a schema wants them. Environment variables are texts: where the schema refuses a text, it is read as the number,
 * the switch (`true`, `false`) or the list (values between commas, or JSON) that the schema wants.
 */
export function readSettings<T extends z.ZodType>(schema: T, settings: unknown): z.ZodSafeParseResult<z.output<T>> {
  let current = settings;
  let result = schema.safeParse(current);
  for (let round = 0; round < ROUNDS && !result.success; round++) {
    const before = current;
    for (const issue of result.error.issues) {
      const text = valueAt(current, issue.path);
      const read = typeof text === 'string' ? typesWanted(issue).map((type) => readAs(type, text)) : [];
      const value = read.find((one) => one !== undefined);
      if (value !== undefined) current = withValue(current, issue.path, value);
    }
    if (current === before) break;
    result = schema.safeParse(current);
  }
  return result;
}

type Issue = z.core.$ZodIssue;

/** The types that a value of this place may have, when it has none of them. */
function typesWanted(issue: Issue): string[] {
  if (issue.code === 'invalid_type') return [issue.expected];
  if (issue.code !== 'invalid_union') return [];
  return issue.errors.flatMap((issues) => issues.filter(({ path }) => path.length === 0).flatMap(typesWanted));
}

function readAs(type: string, text: string): unknown {
  const trimmed = text.trim();
  if (type === 'number' || type === 'int') return /^-?\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : undefined;
  if (type === 'boolean') return trimmed === 'true' ? true : trimmed === 'false' ? false : undefined;
  if (type === 'array') return jsonList(trimmed) ?? trimmed.split(',').map((part) => part.trim());
  return undefined;
}

/** An address such as `[::1]` begins as a list does. */
function jsonList(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (found, key) => (typeof found === 'object' && found !== null ? (found as Record<PropertyKey, unknown>)[key] : undefined),
    value,
  );

/** A copy with another value at a place that it has. */
function withValue(value: unknown, [key, ...rest]: Path, put: unknown): unknown {
  if (key === undefined) return put;
  const within = value as object;
  const copy: object = Object.assign(Array.isArray(within) ? [] : {}, within);
  Reflect.set(copy, key, withValue(Reflect.get(within, key), rest, put));
  return copy;
}
