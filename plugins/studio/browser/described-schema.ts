/** What a person who fills a variable in reads. */
export interface Words {
  readonly title?: string;
  readonly description?: string;
  readonly examples?: readonly (string | number | boolean)[];
  readonly format?: string;
  readonly required?: boolean;
}
/** The schema that a template is saved with: a type word, `[type]`, an object of these, or one with `$type` and words. */
export type Declared = string | readonly Declared[] | { readonly [name: string]: unknown };
/** The part of JSON Schema that the hub answers. */
export interface JsonSchema {
  readonly type?: string;
  readonly format?: string;
  readonly title?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
}

export interface Variable {
  readonly id: string;
  /** As a template writes it: `customer.name`, `items[].price`. */
  readonly path: string;
  readonly type: string;
  /** What it is called where its author says nothing. */
  readonly usual: string;
  readonly words: Words;
}
/** Changed words, by the id of their variable. */
export type Edits = ReadonlyMap<string, Words>;

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const isDescribed = (declared: unknown): declared is Fields => isFields(declared) && Object.hasOwn(declared, '$type');
const bare = (declared: unknown): unknown => (isDescribed(declared) ? declared['$type'] : declared);
const fieldOf = (declared: unknown, name: string): unknown =>
  isFields(declared) && Object.hasOwn(declared, name) ? declared[name] : undefined;
const itemOf = (declared: unknown): unknown => (Array.isArray(declared) ? (declared as unknown[])[0] : undefined);

function wordsOf(declared: unknown): Words {
  if (!isDescribed(declared)) return {};
  const { $type: _type, ...words } = declared;
  return words;
}

const rowsOf = (node: JsonSchema): JsonSchema | undefined =>
  node.type === 'array' && node.items?.properties !== undefined ? node.items : undefined;
const wordOf = ({ type, format }: JsonSchema): string => (type === 'string' && format === 'date' ? 'date' : (type ?? 'string'));

/** Every variable of a template, those within objects and rows too, in the order of the schema. */
export function variablesOf(schema: JsonSchema, declared: unknown, names: readonly string[] = []): Variable[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, node]) => {
    const own = [...names, name];
    const said = fieldOf(declared, name);
    const rows = rowsOf(node);
    const inner = rows === undefined ? variablesOf(node, bare(said), own) : variablesOf(rows, bare(itemOf(bare(said))), [...own, '[]']);
    const words = wordsOf(said);
    const usual = words.title === undefined ? (node.title ?? name) : name;
    return [{ id: JSON.stringify(own), path: own.join('.').replaceAll('.[]', '[]'), type: wordOf(node), usual, words }, ...inner];
  });
}

/** The schema to save: as it was declared, or as the text suggests, with the words of now. */
export function describedSchema(
  schema: JsonSchema,
  declared: unknown,
  edits: Edits,
  names: readonly string[] = [],
): Record<string, Declared> {
  const fields = Object.entries(schema.properties ?? {}).map(([name, node]): [string, Declared] => {
    const own = [...names, name];
    const said = fieldOf(declared, name);
    const type = typeOf(node, bare(said), edits, own);
    const words = edits.get(JSON.stringify(own)) ?? wordsOf(said);
    return [name, Object.keys(words).length === 0 ? type : { $type: type, ...words }];
  });
  return Object.fromEntries(fields);
}

function typeOf(node: JsonSchema, said: unknown, edits: Edits, names: readonly string[]): Declared {
  const rows = rowsOf(node);
  if (rows !== undefined) {
    const item = itemOf(said);
    const type = describedSchema(rows, bare(item), edits, [...names, '[]']);
    return [isDescribed(item) ? { ...item, $type: type } : type];
  }
  if (node.type === 'object' && node.properties !== undefined) return describedSchema(node, said, edits, names);
  return said === undefined ? wordOf(node) : (said as Declared);
}

/** An example as the variable's type has it; a number that is not typed to its end (`7.`) is text as yet. */
export function exampleOf(type: string, text: string): string | number | boolean {
  const number = Number(text);
  if ((type === 'number' || type === 'integer') && Number.isFinite(number) && String(number) === text) return number;
  return type === 'boolean' && /^(true|false)$/.test(text) ? text === 'true' : text;
}
