import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};
const FORMATS: Readonly<Record<string, string>> = {
  url: 'a URL',
  email: 'an email address',
  datetime: 'a moment such as 2026-11-25T09:00:00Z',
};

/** What the validator says by itself, which speaks of code and not of requests. */
const ITS_OWN_WORDS = /^(?:Invalid|Too (?:big|small)|Unrecognized)\b/;

/** What is wrong with a field, to follow its name. A schema's own message stays as it is. */
export function wordsOf(issue: Issue): string {
  if (!ITS_OWN_WORDS.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.endsWith('received undefined') ? 'is required' : `must be ${typeWords(issue)}`;
    case 'invalid_union': {
      const types = typesOf(issue);
      if (types.length > 0) return `must be ${[...new Set(types)].join(' or ')}`;
      const inner = issue.errors.flatMap((issues) => issues)[0];
      return inner === undefined ? 'is not valid' : wordsOf(inner);
    }
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return sized(issue.origin, 'at least', Number(issue.minimum));
    case 'too_big':
      return sized(issue.origin, 'at most', Number(issue.maximum));
    case 'invalid_format':
      return `must be ${FORMATS[issue.format] ?? 'in the form that is described'}`;
    case 'not_multiple_of':
      return `must be a multiple of ${String(issue.divisor)}`;
    default:
      return 'is not valid';
  }
}

/** An integer is refused as the number that it has to be. */
const typeWords = ({ expected }: { readonly expected: string }): string => TYPES[expected] ?? expected;

/** Of a union: what it may be, where what came is of none of its types. */
function typesOf(issue: Issue): string[] {
  if (issue.code === 'invalid_type') return [typeWords(issue)];
  if (issue.code !== 'invalid_union') return [];
  return issue.errors.flatMap((issues) => issues.filter(({ path }) => path.length === 0).flatMap(typesOf));
}

function sized(origin: string, bound: 'at least' | 'at most', size: number): string {
  const isEmpty = bound === 'at least' && size === 1;
  if (origin === 'string') return isEmpty ? 'must not be empty' : `must have ${bound} ${String(size)} characters`;
  if (origin === 'array' || origin === 'set' || origin === 'map') {
    return isEmpty ? 'must not be empty' : `must have ${bound} ${String(size)} ${size === 1 ? 'entry' : 'entries'}`;
  }
  return `must be ${bound} ${String(size)}`;
}
