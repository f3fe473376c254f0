/** The largest bodies that routes read, in bytes: what is larger is refused by its size alone. */
const KB = 1024;
const MB = 1024 * KB;
const DEFAULT_LIMIT = 16 * MB;
const TOOL_LIMIT = 38.5 * MB;
const LIMITS: Readonly<Record<string, number>> = { '/v1/generate/batch': 64 * MB, '/v1/pdf/merge': 3 * TOOL_LIMIT };
/** What the hub's config allows of values in one body and of fields in one object. */
const VALUES = 200_000;
const FIELDS = 10_000;
const NAME_BYTES = 1024;
const DEPTH = 100;

export interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
}

export interface HostileBody {
  readonly name: string;
  /** Of those that differ by route only in their limits or in the field, the one that stands for the others. */
  readonly worst: boolean;
  readonly make: () => Buffer;
}

const limitOf = (path: string): number => LIMITS[path] ?? (path.startsWith('/v1/pdf/') ? TOOL_LIMIT : DEFAULT_LIMIT);

const filled = (head: string, unit: string, tail: string, bytes: number): Buffer => {
  const times = Math.max(0, Math.floor((bytes - head.length - tail.length) / Buffer.byteLength(unit)));
  return Buffer.concat([Buffer.from(head), Buffer.alloc(times * Buffer.byteLength(unit), unit), Buffer.from(tail)]);
};

/** `count` times a text, separated by commas. */
const list = (count: number, unit: string): string => (unit + ',').repeat(Math.max(0, count - 1)) + unit;

const fields = (count: number, name: (i: number) => string, value = '1'): string =>
  Array.from({ length: count }, (_, i) => `${JSON.stringify(name(i))}:${value}`).join(',');

/** Every place of a kind below a schema, as the JSON before and after it. */
function* places(schema: Schema, kind: string, before = '', after = ''): Generator<{ at: string; before: string; after: string }> {
  for (const option of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) yield* places(option, kind, before, after);
  if (schema.type === kind && schema.enum === undefined) yield { at: before, before, after };
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    yield* places(inner, kind, `${before}{${JSON.stringify(name)}:`, `}${after}`);
  }
  if (schema.items !== undefined) yield* places(schema.items, kind, `${before}[`, `]${after}`);
}

/** The worst a caller can send to a route with this body, within every limit that is judged before parsing, and over them. */
export function hostileBodies(path: string, schema: Schema): HostileBody[] {
  const limit = limitOf(path);
  const bodies: HostileBody[] = [];
  const add = (name: string, make: () => Buffer, worst = path === '/v1/generate'): void => void bodies.push({ name, make, worst });
  const most = VALUES - 100;

  add('too many values', () => filled('{"items":[', '{},', '{}]}', limit));
  add('many objects under an unknown name', () => Buffer.from(`{"x":[${list(most, '{}')}]}`));
  add('many unknown fields', () => Buffer.from(`{${fields(FIELDS, (i) => `k${String(i)}`)}}`));
  add('many objects of many fields', () =>
    Buffer.from(`{"x":[${list(Math.floor(most / FIELDS) - 1, `{${fields(FIELDS - 1, (i) => `k${String(i)}`)}}`)}]}`),
  );
  add('fields that look like numbers', () =>
    Buffer.from(`{"x":[${list(Math.floor(most / FIELDS) - 1, `{${fields(FIELDS - 1, (i) => String(i * 32_768))}}`)}]}`),
  );
  add('long names of one length', () => Buffer.from(`{${fields(FIELDS - 1, (i) => String(i).padStart(NAME_BYTES, 'n'))}}`.slice(0, limit)));
  add('names that are too long', () => Buffer.from(`{${fields(900, (i) => String(i).padStart(17_000, 'n'))}}`));
  add('one name again and again', () => Buffer.from(`{${fields(FIELDS - 1, () => 'html', '"x"')}}`));
  add('deep nesting', () => Buffer.from(`{"x":[${list(Math.floor(most / DEPTH), '['.repeat(DEPTH - 3) + ']'.repeat(DEPTH - 3))}]}`));
  add('a number of millions of digits', () => filled('{"x":', '1', '}', limit));
  add('numbers', () => Buffer.from(`{"x":[${list(most, '1.7976931348623157e308')}]}`));
  add('nothing but spaces', () => filled('{', ' ', '}', limit));
  add('broken at the end', () => filled('{"x":"', 'A', '"', limit));

  let first = true;
  for (const { at, before, after } of places(schema, 'string')) {
    for (const [kind, unit] of [
      ['letters', 'A'],
      ['escapes', '\\u0000'],
      ['two-byte letters', '€'],
      ['spaces', ' '],
    ] as const) {
      add(
        `${kind} as ${at}`,
        () => filled(`${before}"`, unit, `"${after}`, Math.min(limit, TOOL_LIMIT)),
        first && (kind === 'escapes' || (path === '/v1/generate' && kind !== 'two-byte letters')),
      );
    }
    first = false;
  }
  for (const { at, before, after } of places(schema, 'array')) {
    for (const [kind, unit, weight] of [
      ['empty objects', '{}', 1],
      ['numbers', '7', 1],
      ['texts', '"x"', 1],
      ['empty arrays', '[]', 1],
      ['objects of unknown fields', `{${fields(9, (i) => `k${String(i)}`)}}`, 10],
    ] as const) {
      add(
        `${kind} in ${at}`,
        () => Buffer.from(`${before}[${list(Math.floor(most / 2 / weight), unit)}]${after}`),
        kind === 'empty objects',
      );
      add(`some ${kind} in ${at}`, () => Buffer.from(`${before}[${list(Math.floor(18_000 / weight), unit)}]${after}`), weight > 1);
    }
  }
  for (const { at, before, after } of places(schema, 'object')) {
    if (before === '') continue;
    add(`many fields in ${at}`, () => Buffer.from(`${before}{${fields(FIELDS - 1, (i) => `k${String(i)}`)}}${after}`));
    add(`objects as fields in ${at}`, () => Buffer.from(`${before}{${fields(FIELDS - 1, (i) => `k${String(i)}`, '{}')}}${after}`));
  }
  return bodies;
}
