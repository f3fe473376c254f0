import type { z } from 'zod';
import { ValidationError } from '../contract/errors.ts';

/** Checking costs by the number of values that a schema looks at; valid requests have some thousand at most. */
const MAX_CHECKED_VALUES = 20_000;

type Schema = z.core.$ZodType;

/** The schemas of zod's own kinds, told apart by `def.type`. */
const kindOf = (schema: Schema): z.core.$ZodTypes => schema as z.core.$ZodTypes;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The longest text or list that a schema allows. */
function mostOf({ def }: z.core.$ZodString['_zod'] | z.core.$ZodArray['_zod']): number {
  let most = Infinity;
  for (const check of def.checks ?? []) {
    const rule = check._zod.def;
    if (rule.check === 'max_length') most = Math.min(most, (rule as z.core.$ZodCheckMaxLengthDef).maximum);
  }
  return most;
}

/** Of a union, what can take such a value; of one that goes by a field, what that field names. */
function optionsFor({ _zod: { def } }: z.core.$ZodUnion, value: unknown): readonly Schema[] {
  const name = (def as z.core.$ZodDiscriminatedUnionDef).discriminator as string | undefined;
  if (name === undefined) return def.options;
  const tag = isObject(value) ? value[name] : undefined;
  return def.options.filter((option) => {
    const kind = kindOf(option);
    if (kind._zod.def.type !== 'object') return false;
    const literal = kindOf(kind._zod.def.shape[name] as Schema);
    return literal._zod.def.type === 'literal' && literal._zod.def.values.includes(tag as string);
  });
}

/** Of texts that one of the schemas may take; infinite where none says how long. */
function longestText(schemas: readonly Schema[]): number {
  const lengths = schemas.map((schema) => {
    const { _zod } = kindOf(schema);
    if (_zod.def.type === 'string') return mostOf(_zod as z.core.$ZodString['_zod']);
    return _zod.def.type === 'object' || _zod.def.type === 'array' || _zod.def.type === 'number' || _zod.def.type === 'boolean'
      ? 0
      : Infinity;
  });
  return lengths.some((length) => length > 0) ? Math.max(...lengths) : Infinity;
}

class Trimmer {
  #left = MAX_CHECKED_VALUES;

  trim(schema: Schema, value: unknown): unknown {
    this.#count(1);
    const { _zod } = kindOf(schema);
    switch (_zod.def.type) {
      case 'optional':
      case 'nullable':
      case 'default':
      case 'prefault':
      case 'nonoptional':
        return this.trim(_zod.def.innerType, value);
      case 'pipe':
        return this.trim(_zod.def.in, value);
      case 'string':
        return typeof value === 'string' ? clipped(value, mostOf(_zod as z.core.$ZodString['_zod'])) : value;
      case 'array':
        return Array.isArray(value) ? this.#array(_zod as z.core.$ZodArray['_zod'], value) : value;
      case 'object':
        return isObject(value) ? this.#object(_zod.def.shape, value) : value;
      case 'record':
        return isObject(value) ? this.#record(_zod.def.valueType, value) : value;
      case 'union':
        return this.#union(schema as z.core.$ZodUnion, value);
      default:
        return value;
    }
  }

  #count(values: number): void {
    this.#left -= values;
    if (this.#left < 0) {
      throw ValidationError(
        `The body has more than ${String(MAX_CHECKED_VALUES)} values outside of data, which no valid request has; see /openapi.json.`,
      );
    }
  }

  #array(zod: z.core.$ZodArray['_zod'], list: unknown[]): unknown[] {
    const most = mostOf(zod);
    if (list.length > most) list.length = most + 1;
    for (const [i, value] of list.entries()) list[i] = this.trim(zod.def.element, value);
    return list;
  }

  #object(shape: Readonly<Record<string, Schema>>, fields: Record<string, unknown>): Record<string, unknown> {
    for (const [name, value] of Object.entries(fields)) {
      const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
      if (schema === undefined) this.#count(1);
      else fields[name] = this.trim(schema, value);
    }
    return fields;
  }

  /** Of records of anything, such as `data`, only the route itself looks at what they hold. */
  #record(valueType: Schema, fields: Record<string, unknown>): Record<string, unknown> {
    if (kindOf(valueType)._zod.def.type === 'unknown') return fields;
    for (const value of Object.values(fields)) this.trim(valueType, value);
    return fields;
  }

  /** What every option refuses for its length is clipped; the options look at the values one after the other. */
  #union(schema: z.core.$ZodUnion, value: unknown): unknown {
    const options = optionsFor(schema, value);
    if (typeof value === 'string') return clipped(value, longestText(options));
    return options.reduce((trimmed, option) => this.trim(option, trimmed), value);
  }
}

/** One more than allowed, so that the schema refuses it in its own words. */
const clipped = (text: string, most: number): string => (text.length > most ? text.slice(0, most + 1) : text);

/**
 * Cuts texts and lists that are longer than a schema allows to one more than that, so that checking a value costs no more
 * than checking a valid one. The value is changed.
 * @throws ValidationError for more values than any valid request has
 */
export function trimToSchema(schema: z.ZodType, value: unknown): unknown {
  return new Trimmer().trim(schema, value);
}
