import { z } from 'zod';
import type { TemplateVariable } from '../rendering/contract.ts';
import { type DeclaredSchema, type DeclaredType, type DescribedType, FORMATS, TYPE_WORDS } from './contract.ts';

const MAX_DEPTH = 8;
const MAX_NAMES = 500;

type Fields = Readonly<Record<string, TemplateVariable>>;
export type JsonSchema = Record<string, unknown>;

/** No variable is called `$type`: a name in a template cannot begin so. */
const Annotations = z.strictObject({
  $type: z.unknown(),
  title: z.string().min(1).max(100).optional(),
  description: z.string().min(1).max(500).optional(),
  examples: z
    .array(z.union([z.string().max(200), z.number(), z.boolean()]))
    .min(1)
    .max(5)
    .optional(),
  format: z.enum(FORMATS).optional(),
  required: z.boolean().optional(),
});

export const isWord = (value: unknown): value is (typeof TYPE_WORDS)[number] => TYPE_WORDS.some((word) => word === value);
export const isList = (type: DeclaredType): type is readonly [DeclaredType] => Array.isArray(type);
export const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isDescribed = (type: unknown): type is DescribedType => isMap(type) && Object.hasOwn(type, '$type');
/** The type without its words for people. */
export const bare = (type: DeclaredType): Exclude<DeclaredType, DescribedType> => (isDescribed(type) ? bare(type.$type) : type);

/** What is wrong with a schema as a caller wrote it; nothing when it is one. */
export function schemaProblem(schema: Readonly<Record<string, unknown>>): { path: string[]; message: string } | undefined {
  let names = 0;
  const check = (type: unknown, path: string[]): { path: string[]; message: string } | undefined => {
    if (path.length > MAX_DEPTH) return { path, message: `may be nested ${String(MAX_DEPTH)} levels deep` };
    if (isWord(type)) return undefined;
    if (isDescribed(type)) {
      if (isDescribed(type.$type)) return { path: [...path, '$type'], message: 'is described already' };
      const [issue] = Annotations.safeParse(type).error?.issues ?? [];
      if (issue !== undefined) return { path: [...path, ...issue.path.map(String)], message: issue.message };
      return check(type.$type, path);
    }
    if (Array.isArray(type) && type.length === 1) return check(type[0], path);
    if (!isMap(type)) return { path, message: `is one of ${TYPE_WORDS.join(', ')}, an object of these, or [type] for an array of it` };
    for (const [name, inner] of Object.entries(type)) {
      if (++names > MAX_NAMES) return { path, message: `may name at most ${String(MAX_NAMES)} variables` };
      const problem = check(inner, [...path, name]);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
  return check(schema, []);
}

/** The schema that the use of the variables suggests. */
export function inferSchema(variables: Fields): DeclaredSchema {
  return Object.fromEntries(Object.entries(variables).map(([name, variable]) => [name, inferType(variable)]));
}

function inferType({ kind, fields }: TemplateVariable): DeclaredType {
  const known = Object.keys(fields).length > 0;
  if (kind === 'array') return known ? [inferSchema(fields)] : 'array';
  if (kind === 'object') return known ? inferSchema(fields) : 'object';
  return kind;
}

const WORDS: Readonly<Record<(typeof TYPE_WORDS)[number], JsonSchema>> = {
  string: { type: 'string' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  array: { type: 'array' },
  object: { type: 'object' },
};

/** `unit_price` and `unitPrice` as a person would write them. */
function titleOf(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** JSON Schema (2020-12) of the data a template takes: what its text uses, with the types that were declared. */
export function jsonSchemaOf(title: string, variables: Fields, declared: DeclaredSchema): JsonSchema {
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', title, ...objectSchema(variables, declared) };
}

function objectSchema(variables: Fields, declared: DeclaredSchema): JsonSchema {
  const names = [...new Set([...Object.keys(variables), ...Object.keys(declared)])];
  const isRequired = (name: string): boolean => {
    const type = Object.hasOwn(declared, name) ? declared[name] : undefined;
    if (isDescribed(type) && type.required !== undefined) return type.required;
    return Object.hasOwn(variables, name) && variables[name]?.required === true;
  };
  const required = names.filter(isRequired);
  const properties = names.map((name) => {
    const used = Object.hasOwn(variables, name) ? variables[name] : undefined;
    const type = Object.hasOwn(declared, name) ? declared[name] : undefined;
    return [name, { title: titleOf(name), ...typeSchema(used, type), ...annotationsOf(type) }] as const;
  });
  return { type: 'object', properties: Object.fromEntries(properties), ...(required.length === 0 ? {} : { required }) };
}

function annotationsOf(type: DeclaredType | undefined): JsonSchema {
  if (!isDescribed(type)) return {};
  const { $type: _type, required: _required, ...annotations } = type;
  return annotations;
}

function typeSchema(used: TemplateVariable | undefined, given: DeclaredType | undefined): JsonSchema {
  const declared = given === undefined ? undefined : bare(given);
  const fields = used?.fields ?? {};
  const nested = Object.keys(fields).length > 0;
  if (declared === undefined) return used === undefined ? {} : typeSchema(used, used.kind);
  if (isList(declared)) {
    const [item] = declared;
    return { type: 'array', items: { ...itemSchema(fields, bare(item)), ...annotationsOf(item) } };
  }
  if (isMap(declared)) return objectSchema(fields, declared);
  if (declared === 'array' && nested) return { type: 'array', items: objectSchema(fields, {}) };
  if (declared === 'array') return { type: 'array', items: { type: 'string' } };
  if (declared === 'object' && nested) return objectSchema(fields, {});
  return WORDS[declared];
}

const itemSchema = (fields: Fields, item: Exclude<DeclaredType, DescribedType>): JsonSchema =>
  isMap(item) ? objectSchema(fields, item) : typeSchema(undefined, item);
