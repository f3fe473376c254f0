import { type DeclaredSchema, type DeclaredType, type VariableField } from './contract.ts';
import { bare, isDescribed, type JsonSchema } from './declared-schema.ts';

type FieldType = VariableField['type'];

const FORMAT_TYPES: Readonly<Record<string, FieldType>> = { date: 'date', 'date-time': 'date', email: 'email', uri: 'url' };
const TYPES: Readonly<Record<string, FieldType>> = {
  string: 'text',
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
  array: 'array',
  object: 'collection',
};

const typeOf = ({ type, format }: JsonSchema): FieldType => FORMAT_TYPES[String(format)] ?? TYPES[String(type)] ?? 'any';

function helpOf(property: JsonSchema): { help?: string } {
  const { description, examples } = property as { description?: string; examples?: readonly (string | number | boolean)[] };
  const example = examples?.[0] === undefined ? undefined : `For example: ${String(examples[0])}`;
  const parts = [description, example].filter((part) => part !== undefined);
  return parts.length === 0 ? {} : { help: parts.join(' ') };
}

/**
 * The variables of a template as fields of a form, from its JSON Schema.
 * A variable that the text prints may be empty; required is only what the template's author declared so.
 * @param isDeclared whether its author wrote the types; else the text suggests them
 */
export function variableFields(schema: JsonSchema, declared: DeclaredSchema, isDeclared: boolean): VariableField[] {
  return Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>).map(([name, property]) => {
    const type = Object.hasOwn(declared, name) ? declared[name] : undefined;
    const required = isDescribed(type) && type.required === true;
    const { title: label = name } = property as { title?: string };
    // What a template merely prints as a date may be a moment as well.
    const time = typeOf(property) === 'date' ? { time: !isDeclared || property['format'] === 'date-time' } : {};
    return { name, label, ...helpOf(property), type: typeOf(property), required, ...time, ...specOf(property, type, isDeclared) };
  });
}

function specOf(property: JsonSchema, type: DeclaredType | undefined, isDeclared: boolean): Pick<VariableField, 'spec'> {
  const plain = type === undefined ? {} : bare(type);
  if (property['type'] === 'object') {
    return { spec: variableFields(property, typeof plain === 'object' && !isList(plain) ? plain : {}, isDeclared) };
  }
  if (property['type'] !== 'array') return {};
  const items = (property['items'] ?? {}) as JsonSchema;
  if (items['type'] !== 'object') return { spec: { type: typeOf(items) } };
  const item = isList(plain) ? bare(plain[0]) : {};
  return { spec: variableFields(items, typeof item === 'object' && !isList(item) ? item : {}, isDeclared) };
}

const isList = (type: DeclaredType): type is readonly [DeclaredType] => Array.isArray(type);
