import type { FieldProblem } from '../../server/contract/index.ts';
import type { RenderWarning } from '../rendering/contract.ts';
import type { ConformedData, DeclaredType, TemplateText, TYPE_WORDS } from './contract.ts';
import { bare, isDescribed, isList, isMap, isWord } from './declared-schema.ts';

const MAX_PROBLEMS = 20;
/** RFC 8259. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const JSON_INTEGER = /^-?(?:0|[1-9]\d*)$/;

type Word = (typeof TYPE_WORDS)[number];

/** How the region of a request writes values. */
export interface Notation {
  isDate(value: unknown): boolean;
  /** The number that helpers read in a value, as decimal digits; undefined where they read none. */
  readNumber(value: unknown): string | undefined;
  /** Where a moment that stands for a day is that day: an IANA name. */
  readonly dayZone?: string | undefined;
}

const ARTICLES = /^[aeiou]/;

const shown = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

/**
 * The data with the types that a template declares, where a value can be taken for what it says: `"false"`, `"12.5"`. What is absent or
 * empty stays as it is. Of a schema that was inferred, nobody said that a value which is only asked for is a boolean.
 */
export function conform({ schema, isDeclared }: TemplateText, data: Readonly<Record<string, unknown>>, notation: Notation): ConformedData {
  const problems: FieldProblem[] = [];
  const warnings: RenderWarning[] = [];
  const refuse = (value: unknown, type: string, path: string): unknown => {
    if (problems.length >= MAX_PROBLEMS) return value;
    const a = ARTICLES.test(type) ? 'an' : 'a';
    problems.push({ field: `data.${path}`, message: `is ${a} ${type} in the template’s schema` });
    if (isDeclared !== false && (isDeclared === true || type !== 'boolean')) {
      const message = `${path} is ${shown(value)}, and the template declares it as ${a} ${type}; it is used as it was sent.`;
      warnings.push({ code: 'WRONG_TYPE', message, subject: path });
    }
    return value;
  };
  const take = (declared: DeclaredType, value: unknown, path: string): unknown => {
    if (value === undefined || value === null) return value;
    const type = bare(declared);
    if (isList(type)) {
      if (!Array.isArray(value)) return refuse(value, 'array', path);
      return changed(
        value,
        value.map((item, i) => take(type[0], item, `${path}.${String(i)}`)),
      );
    }
    if (isWord(type)) {
      const isDay = type === 'date' && isDeclared === true && !(isDescribed(declared) && declared.format === 'date-time');
      const meant = isDay && notation.dayZone !== undefined ? dayIn(notation.dayZone, value) : value;
      return takeWord(type, meant, notation, () => refuse(value, type, path));
    }
    if (!isMap(value)) return refuse(value, 'object', path);
    const fields = Object.entries(type).filter(([name]) => Object.hasOwn(value, name));
    const taken = fields.map(([name, inner]) => [name, take(inner, value[name], `${path}.${name}`)] as const);
    return taken.every(([name, now]) => now === value[name]) ? value : { ...value, ...Object.fromEntries(taken) };
  };
  const fields = Object.entries(schema).filter(([name]) => Object.hasOwn(data, name));
  const taken = fields.map(([name, type]) => [name, take(type, data[name], name)] as const);
  return { data: taken.every(([name, now]) => now === data[name]) ? data : { ...data, ...Object.fromEntries(taken) }, problems, warnings };
}

const changed = <T>(before: readonly T[], after: readonly T[]): readonly T[] =>
  after.every((one, i) => one === before[i]) ? before : after;

const MOMENT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/i;
const HAS_OFFSET = /(?:Z|[+-]\d{2}:?\d{2})$/i;

/** The calendar day that a moment is in a zone, as `2026-11-25`; what is no moment stays as it is. */
function dayIn(zone: string, value: unknown): unknown {
  const moment = typeof value === 'string' && MOMENT.test(value) ? new Date(value) : undefined;
  if (moment === undefined || Number.isNaN(moment.getTime())) return value;
  // Without an offset it is a time of that zone already.
  if (!HAS_OFFSET.test(String(value))) return String(value).slice(0, 10);
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(moment);
}

/** The value as the type has it, or what `refuse` says. */
function takeWord(word: Word, value: unknown, { isDate, readNumber }: Notation, refuse: () => unknown): unknown {
  const text = typeof value === 'string' ? value.trim() : undefined;
  if (text === '' && word !== 'array' && word !== 'object') return value;
  switch (word) {
    case 'array':
      return Array.isArray(value) ? value : refuse();
    case 'object':
      return isMap(value) ? value : refuse();
    case 'boolean':
      if (typeof value === 'boolean') return value;
      if (value === 0 || value === 1) return value === 1;
      return text !== undefined && /^(?:true|false)$/i.test(text) ? /^t/i.test(text) : refuse();
    case 'number':
      if (typeof value === 'number') return value;
      if (text !== undefined && JSON_NUMBER.test(text)) return numberOf(text);
      // What the region writes as a number stays as it is written: helpers read it, and it prints as it was sent.
      return text !== undefined && readNumber(text) !== undefined ? value : refuse();
    case 'integer':
      if (Number.isInteger(value)) return value;
      if (text !== undefined && JSON_INTEGER.test(text)) return numberOf(text);
      return text !== undefined && JSON_INTEGER.test(readNumber(text) ?? '') ? value : refuse();
    // A number prints as a string does, and what the text alone tells of a variable is that it is printed.
    case 'string':
      return typeof value === 'string' || typeof value === 'number' ? value : typeof value === 'boolean' ? String(value) : refuse();
    case 'date':
      return isDate(value) ? value : refuse();
  }
}

/** Text stays text where a double holds less of its digits. */
const numberOf = (text: string): number | string => (String(Number(text)) === text ? Number(text) : text);
