import type { Bundle, PlainInputField, ZObject } from 'zapier-platform-core';
import { baseUrl } from './base-url.ts';
import { isGiven } from './given.ts';
import type { Reply } from './hub.ts';

type Variable = Reply<'/v1/integrations/templates/{id}/fields'>[number];
type Spec = NonNullable<Variable['spec']>;

const PREFIX = 'data__';
const MAX_DEPTH = 4;

/** `customer.name` and a variable that is called `customer__name` are two fields. */
const escaped = (name: string): string => name.replace(/^_|__+|_$/g, (run) => run.replaceAll('_', '-u-'));
const keyOf = (path: readonly string[]): string => PREFIX + path.map(escaped).join('__');

/** The zone of the account in Zapier, in which its times are meant. */
export function zoneOf(bundle: Bundle): string | undefined {
  const { timezone } = (bundle.meta ?? {}) as { timezone?: string | null };
  return timezone === undefined || timezone === null || timezone === '' ? undefined : timezone;
}

/** The variables of a template, with the labels and the help that its author wrote. */
export async function templateVariables(z: ZObject, bundle: Bundle, templateId: string): Promise<readonly Variable[]> {
  const url = `${baseUrl(z, bundle)}/v1/integrations/templates/${encodeURIComponent(templateId)}/fields`;
  return (await z.request<Variable[]>(url)).data;
}

const TYPES: Partial<Record<Variable['type'], NonNullable<PlainInputField['type']>>> = {
  ...{ number: 'number', integer: 'integer', boolean: 'boolean', date: 'datetime' },
};
const fieldsIn = (spec: Spec | undefined): readonly Variable[] => (Array.isArray(spec) ? spec : []);
const isUnfolded = ({ type, spec }: Variable, depth: number): boolean =>
  type === 'collection' && fieldsIn(spec).length > 0 && depth < MAX_DEPTH;
const isNested = ({ type }: Pick<Variable, 'type'>): boolean => type === 'collection' || type === 'array';

/** A template's variables as Zapier's fields: objects are unfolded, arrays of objects become line items. */
export function fieldsOf(variables: readonly Variable[], path: readonly string[] = [], labels: readonly string[] = []): PlainInputField[] {
  return variables.flatMap((variable): PlainInputField[] => {
    const own = [...path, variable.name];
    const words = [...labels, variable.label];
    if (isUnfolded(variable, own.length)) return fieldsOf(fieldsIn(variable.spec), own, words);
    const key = keyOf(own);
    const field = { key, label: words.join(' – '), ...helpOf(variable.help) };
    const rows = variable.type === 'array' ? fieldsIn(variable.spec) : [];
    if (rows.length > 0) return [{ ...field, children: rows.map((row) => rowField(key, row)) }];
    if (variable.type === 'array') return [{ ...field, list: true, type: plainType(variable.spec) }];
    if (variable.type === 'collection') return [{ ...field, type: 'text', ...helpOf(variable.help, 'As JSON.') }];
    return [{ ...field, type: TYPES[variable.type] ?? 'string', required: variable.required }];
  });
}

const plainType = (spec: Spec | undefined): NonNullable<PlainInputField['type']> =>
  (spec === undefined || Array.isArray(spec) ? undefined : TYPES[(spec as { type: Variable['type'] }).type]) ?? 'string';

function helpOf(...parts: readonly (string | undefined)[]): { helpText?: string } {
  const help = parts.filter((part) => part !== undefined).join(' ');
  return help === '' ? {} : { helpText: help };
}

function rowField(key: string, row: Variable): PlainInputField {
  const field = { key: `${key}__${escaped(row.name)}`, label: row.label };
  return isNested(row)
    ? { ...field, type: 'text', ...helpOf(row.help, 'As JSON.') }
    : { ...field, ...helpOf(row.help), type: TYPES[row.type] ?? 'string', required: row.required };
}

/** The data of a document from the fields of {@link fieldsOf}; what was left empty is left out. */
export function dataFrom(
  z: ZObject,
  variables: readonly Variable[],
  input: Readonly<Record<string, unknown>>,
  path: readonly string[] = [],
): Record<string, unknown> {
  const data: Record<string, unknown> = {};
  for (const variable of variables) {
    const own = [...path, variable.name];
    const key = keyOf(own);
    if (isUnfolded(variable, own.length)) {
      const inner = dataFrom(z, fieldsIn(variable.spec), input, own);
      if (Object.keys(inner).length > 0) data[variable.name] = inner;
      continue;
    }
    const value = input[key];
    if (!isGiven(value)) continue;
    const rows = variable.type === 'array' ? fieldsIn(variable.spec) : [];
    if (rows.length === 0 || typeof value !== 'object') {
      data[variable.name] = valueOf(z, variable, value);
      continue;
    }
    // Another step gives one line where several are meant, or lines that hold nothing.
    const lines = ([value].flat() as Record<string, unknown>[]).map((line) => lineFrom(z, key, rows, line));
    data[variable.name] = lines.filter((line) => Object.keys(line).length > 0);
  }
  return data;
}

function lineFrom(z: ZObject, key: string, rows: readonly Variable[], line: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    rows.flatMap((row) => {
      const value = line[`${key}__${escaped(row.name)}`];
      return isGiven(value) ? [[row.name, valueOf(z, row, value)]] : [];
    }),
  );
}

/** Other steps give text where a template wants numbers. */
function valueOf(z: ZObject, { type, label, spec }: Pick<Variable, 'type' | 'label' | 'spec'>, value: unknown): unknown {
  if (type === 'array' && Array.isArray(value)) {
    const item = spec === undefined || Array.isArray(spec) ? 'any' : (spec as { type: Variable['type'] }).type;
    return value.filter(isGiven).map((one) => valueOf(z, { type: item, label }, one));
  }
  if (typeof value !== 'string') return value;
  if ((type === 'number' || type === 'integer') && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value);
  if (type === 'boolean' && /^(true|false|yes|no)$/i.test(value)) return /^(true|yes)$/i.test(value);
  if (type !== 'collection' && type !== 'array') return value;
  try {
    return JSON.parse(value);
  } catch {
    throw new z.errors.Error(`${label} must be JSON.`, 'InvalidData', 400);
  }
}
