import { z } from 'zod';

export type JsonSchema = Readonly<Record<string, unknown>>;
/** What a schema takes, or what it gives: they differ where it has defaults or transforms. */
export type Direction = 'input' | 'output';

/** As JSON: within a text its first quotation mark would have a backslash. */
const DEFINITION = '"$ref":"#/$defs/';
const COMPONENT = '"$ref":"#/components/schemas/';

const inOrder = <T>(entries: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)));

const MAX_INT32 = 2 ** 31 - 1;

/** Whole numbers without bounds of their own have those of JavaScript, which tell a reader nothing. */
function integerFormat({ minimum, maximum }: { readonly minimum?: number | undefined; readonly maximum?: number | undefined }): object {
  return {
    minimum: minimum === Number.MIN_SAFE_INTEGER ? undefined : minimum,
    maximum: maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum,
    format: maximum !== undefined && maximum <= MAX_INT32 ? 'int32' : 'int64',
  };
}

export interface SchemaComponents {
  /** One of the described schemas as JSON Schema, with references to those that have a name. */
  get(schema: z.ZodType, direction: Direction): JsonSchema;
  /** The named schemas that were referred to. */
  readonly used: Readonly<Record<string, JsonSchema>>;
  /** Why the description would be wrong, each with its remedy. */
  readonly problems: readonly string[];
}

interface Converted {
  readonly prefixItems: readonly JsonSchema[];
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
}

/** Turns zod schemas into JSON Schema whose named parts are kept once. */
export function schemaComponents(
  named: Readonly<Record<string, z.ZodType>>,
  described: Readonly<Record<Direction, readonly z.ZodType[]>>,
): SchemaComponents {
  const registry = z.registry<{ id: string }>();
  const used: Record<string, JsonSchema> = {};
  const problems: string[] = [];
  for (const [id, schema] of Object.entries(named)) {
    const other = registry.get(schema)?.id;
    if (other === undefined) registry.add(schema, { id });
    else problems.push(`one schema has the names ${other} and ${id}; keep one of them`);
  }

  const keep = (name: string, schema: JsonSchema): void => {
    if (named[name] === undefined) problems.push(`a schema that contains itself has no name; give it one in the plugin's schemas`);
    else if (used[name] !== undefined && JSON.stringify(used[name]) !== JSON.stringify(schema))
      problems.push(
        `schema ${name} takes something else than it gives, and is used for both; name one schema for requests and one for replies`,
      );
    used[name] = schema;
  };

  const convert = (direction: Direction): ReadonlyMap<z.ZodType, JsonSchema | undefined> => {
    const schemas = [...new Set(described[direction])];
    // All in one call, which looks at each once however often it is part of others. Only below another does zod refer to a named one.
    const json = z.toJSONSchema(z.tuple(schemas as [z.ZodType, ...z.ZodType[]]), {
      io: direction,
      unrepresentable: 'any',
      metadata: registry,
      override: ({ zodSchema, jsonSchema }) => {
        const { id: _id, ...about } = z.globalRegistry.get(zodSchema) ?? {};
        Object.assign(jsonSchema, about);
        if (jsonSchema.type === 'integer') Object.assign(jsonSchema, integerFormat(jsonSchema));
        // Replies may get more fields within a version of the API; strict objects say that they take no others.
        if (direction === 'output' && zodSchema._zod.def.type === 'object' && zodSchema._zod.def.catchall === undefined)
          delete jsonSchema.additionalProperties;
      },
    });
    const { prefixItems, $defs = {} } = JSON.parse(JSON.stringify(json).replaceAll(DEFINITION, COMPONENT)) as Converted;
    for (const [name, definition] of Object.entries($defs)) keep(name, definition);
    return new Map(schemas.map((schema, index) => [schema, prefixItems[index]]));
  };

  const converted = { input: convert('input'), output: convert('output') };
  return {
    problems,
    used: inOrder(used),
    get(schema, direction) {
      const json = converted[direction].get(schema);
      if (json === undefined) throw new Error(`a schema was not among those to describe as ${direction}`);
      return json;
    },
  };
}
