import type { Bundle, PlainInputField, ZObject } from 'zapier-platform-core';
import { baseUrl } from './base-url.ts';

interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly title?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
}

const PREFIX = 'data__';
const MAX_DEPTH = 4;

export async function templateSchema(z: ZObject, bundle: Bundle, templateId: string): Promise<Schema> {
  const { data } = await z.request<Schema>(`${baseUrl(z, bundle)}/v1/templates/${encodeURIComponent(templateId)}/schema`);
  return data;
}

const typeOf = ({ type, format }: Schema): NonNullable<PlainInputField['type']> => {
  if (format === 'date' || format === 'date-time') return 'datetime';
  return type === 'number' || type === 'integer' || type === 'boolean' ? type : 'string';
};

const labelOf = (path: readonly string[]): string =>
  path
    .map((name) => name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_-]+/g, ' '))
    .map((name) => name.charAt(0).toUpperCase() + name.slice(1))
    .join(' ');

/** A template's variables as Zapier's fields: objects are unfolded, arrays of objects become line items. */
export function fieldsOf(schema: Schema, path: readonly string[] = []): PlainInputField[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]): PlainInputField[] => {
    const own = [...path, name];
    const key = PREFIX + own.join('__');
    const label = labelOf(own);
    if (property.type === 'object' && property.properties !== undefined && own.length < MAX_DEPTH) return fieldsOf(property, own);
    if (property.type === 'array' && property.items?.properties !== undefined) {
      return [{ key, label, children: Object.entries(property.items.properties).map(([child, item]) => childField(key, child, item)) }];
    }
    if (property.type === 'array') return [{ key, label, list: true, type: typeOf(property.items ?? {}) }];
    if (property.type === 'object') return [{ key, label, type: 'text', helpText: 'As JSON.' }];
    return [{ key, label, type: typeOf(property), required: schema.required?.includes(name) === true && path.length === 0 }];
  });
}

function childField(key: string, name: string, item: Schema): PlainInputField {
  const isNested = item.type === 'object' || item.type === 'array';
  const field = { key: `${key}__${name}`, label: labelOf([name]) };
  return isNested ? { ...field, type: 'text', helpText: 'As JSON.' } : { ...field, type: typeOf(item) };
}

/** The data of a document from the fields of {@link fieldsOf}; what was left empty is left out. */
export function dataFrom(
  z: ZObject,
  schema: Schema,
  input: Readonly<Record<string, unknown>>,
  path: readonly string[] = [],
): Record<string, unknown> {
  const data: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const own = [...path, name];
    const key = PREFIX + own.join('__');
    if (property.type === 'object' && property.properties !== undefined && own.length < MAX_DEPTH) {
      const inner = dataFrom(z, property, input, own);
      if (Object.keys(inner).length > 0) data[name] = inner;
      continue;
    }
    const given = input[key];
    if (given === undefined || given === null || given === '') continue;
    const { items } = property;
    data[name] =
      property.type === 'array' && items?.properties !== undefined && Array.isArray(given)
        ? given.map((line: Record<string, unknown>) => lineFrom(z, key, items, line))
        : valueOf(z, property, given, labelOf(own));
  }
  return data;
}

function lineFrom(z: ZObject, key: string, items: Schema, line: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(items.properties ?? {}).flatMap(([name, item]) => {
      const given = line[`${key}__${name}`];
      return given === undefined || given === null || given === '' ? [] : [[name, valueOf(z, item, given, labelOf([name]))]];
    }),
  );
}

/** Other steps give text where a template wants numbers. */
function valueOf(z: ZObject, { type, items, properties }: Schema, given: unknown, label: string): unknown {
  if (type === 'array' && Array.isArray(given)) return given.map((one) => valueOf(z, items ?? {}, one, label));
  if (typeof given !== 'string') return given;
  if ((type === 'number' || type === 'integer') && given.trim() !== '' && Number.isFinite(Number(given))) return Number(given);
  if (type === 'boolean' && /^(true|false|yes|no)$/i.test(given)) return /^(true|yes)$/i.test(given);
  if (type !== 'object' && type !== 'array' && properties === undefined) return given;
  try {
    return JSON.parse(given);
  } catch {
    throw new z.errors.Error(`${label} must be JSON.`, 'InvalidData', 400);
  }
}
