import { dereference } from '../../plugins/dashboard/pages/dereference.ts';
import { FOREIGN, type FuzzCase, OWN_DOCUMENT, OWN_TEMPLATE, upstreamUrl } from './case.ts';
import { html } from './documents.ts';
import { mutatePdf } from './pdfs.ts';
import { mutateBytes, mutateText, type Random } from './random.ts';

interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

export interface Route {
  readonly method: string;
  readonly path: string;
  readonly schema: Schema | undefined;
}

/** Every route that `/openapi.json` lists. */
export function routesOf(openapi: { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }): Route[] {
  return Object.entries(dereference(openapi).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      schema: requestBody?.content['application/json']?.schema,
    })),
  );
}

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const IDS = [
  OWN_TEMPLATE,
  OWN_DOCUMENT,
  FOREIGN.template,
  FOREIGN.document,
  'x',
  'tmpl_nope',
  'gen_nope',
  '%00',
  '..%2f..',
  'a'.repeat(3000),
  '%',
  '0',
  'null',
];

const ODD: readonly (() => unknown)[] = [
  () => null,
  () => '',
  () => 0,
  () => -1,
  () => 1e308,
  () => 9007199254740993,
  () => 0.1,
  () => true,
  () => [],
  () => ({}),
  () => [[[[[]]]]],
  () => 'x'.repeat(20_000),
  () => 'a\0b',
  () => '\ud800',
  () => '../../etc/passwd\r\nX: y',
  () => ({ $gt: '' }),
  () => ({ toString: null, valueOf: 1, length: -1, then: 1 }),
  () => Array.from({ length: 2000 }, () => ({})),
  () => nested(2000),
  () => JSON.parse('{"__proto__": {"x": 1}, "constructor": {"prototype": {}}}') as unknown,
];

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let n = 0; n < depth; n++) value = n % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Values by the name of the field, which the schema does not tell. */
function named(random: Random, name: string, seeds: readonly Buffer[]): unknown {
  const url = upstreamUrl(random.int(0, 2 ** 31), '.pdf');
  if (name === 'pdf') return mutatePdf(random, seeds).toString('base64');
  if (name === 'pdf_url') return url;
  if (name === 'target_url' || name === 'url' || name === 'webhook_url' || name === 'webhook') return url;
  if (name === 'image' || name === 'signature')
    return random.chance(0.5) ? PIXEL : mutateBytes(random, Buffer.from(PIXEL, 'base64'), 3).toString('base64');
  if (name === 'html' || name === 'html_content' || name === 'header' || name === 'footer') return html(random);
  if (name === 'template' || name === 'template_id') return random.pick(IDS);
  if (name === 'generation') return random.pick(IDS);
  if (name === 'xml')
    return mutateText(random, '<?xml version="1.0"?><rsm:CrossIndustryInvoice xmlns:rsm="x"><a/></rsm:CrossIndustryInvoice>', 3);
  if (name === 'color') return random.pick(['#ff0000', '#FF0000', 'red']);
  if (name === 'text') return random.pick(['DRAFT', '株式会社 🙂', 'a\0b', 'x'.repeat(900), '\u202e\ufeff']);
  if (name === 'name') return random.pick(['person.name', 'notes', 'agree', 'colour', 'size', 'list', 'send', 'x', 'a.b.c']);
  return undefined;
}

/** Fields of which a body has exactly one, which the schema does not tell. */
const ONE_OF = [
  ['pdf', 'pdf_url'],
  ['html', 'react', 'template'],
] as const;

function keepOne(
  random: Random,
  choice: readonly string[],
  properties: Readonly<Record<string, Schema>>,
  made: Record<string, unknown>,
  seeds: readonly Buffer[],
): void {
  const [first] = choice;
  if (first === undefined || choice.some((key) => properties[key] === undefined) || random.chance(0.05)) return;
  const kept = random.chance(0.8) ? first : random.pick(choice);
  for (const key of choice) if (key !== kept) Reflect.deleteProperty(made, key);
  made[kept] ??= instance(random, properties[kept] ?? {}, kept, seeds);
}

/** A value that the schema mostly allows. */
function instance(random: Random, schema: Schema, name: string, seeds: readonly Buffer[], depth = 0): unknown {
  if (random.chance(0.02)) return random.pick(ODD)();
  const special = named(random, name, seeds);
  if (special !== undefined && schema.type !== 'object' && schema.type !== 'array') return special;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return random.pick(schema.enum);
  const some = schema.anyOf ?? schema.oneOf;
  if (some !== undefined && some.length > 0) return instance(random, random.pick(some), name, seeds, depth);
  switch (schema.type) {
    case 'object': {
      const wanted = Object.entries(schema.properties ?? {}).filter(
        ([key]) => schema.required?.includes(key) === true || random.chance(depth > 3 ? 0.1 : 0.4),
      );
      if (schema.properties === undefined)
        return random.pick<unknown>([{}, { a: 1 }, { 'person.name': 'x', agree: true, colour: 'red', notes: 'a\nb' }]);
      const made = Object.fromEntries(wanted.map(([key, value]) => [key, instance(random, value, key, seeds, depth + 1)]));
      for (const choice of ONE_OF) keepOne(random, choice, schema.properties, made, seeds);
      return made;
    }
    case 'array':
      return random.list(schema.minItems ?? 0, Math.max(schema.minItems ?? 0, 3), () =>
        instance(random, schema.items ?? {}, name, seeds, depth + 1),
      );
    case 'integer':
      return random.chance(0.8)
        ? random.int(Math.max(schema.minimum ?? 0, -100), Math.min(schema.maximum ?? 100, 100))
        : (schema.maximum ?? 1e9);
    case 'number':
      return random.chance(0.8) ? random.next() * 100 : random.pick([schema.minimum ?? 0, schema.maximum ?? 1e30, 1e-30]);
    case 'boolean':
      return random.chance(0.5);
    case 'string':
      return random.pick(['x', 'Text', 'a@example.com', 'https://example.com/', '2026-11-21', 'A4', '1cm', 'x'.repeat(300)]);
    default:
      return random.pick(ODD)();
  }
}

/** Some places of a value replaced, removed or added. */
function mutateValue(random: Random, value: unknown): unknown {
  if (random.chance(0.1)) return random.pick(ODD)();
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => (random.chance(0.3) ? mutateValue(random, item) : item));
    return random.chance(0.2) ? [...items, ...items, random.pick(ODD)()] : items;
  }
  if (typeof value !== 'object' || value === null) return random.chance(0.2) ? random.pick(ODD)() : value;
  const entries = Object.entries(value)
    .filter(() => !random.chance(0.05))
    .map(([key, inner]): [string, unknown] => [
      random.chance(0.03) ? `${key}x` : key,
      random.chance(0.3) ? mutateValue(random, inner) : inner,
    ]);
  if (random.chance(0.1))
    entries.push([random.pick(['__proto__', 'constructor', '', '$where', 'a.b', 'x'.repeat(500)]), random.pick(ODD)()]);
  return Object.fromEntries(entries);
}

/** A request to any route with a body that is right, nearly right, or not even JSON. */
export function bodyCase(random: Random, routes: readonly Route[], seeds: readonly Buffer[], group: 'body' | 'pdf' = 'body'): FuzzCase {
  const route = random.pick(routes);
  const path = route.path.replace(/\{(\w+)\}/g, () => random.pick(IDS));
  const query =
    random.chance(0.3) && route.method === 'GET'
      ? random.pick([
          '?limit=1',
          '?limit=-1',
          '?limit=x',
          '?cursor=%00',
          '?offset=1e9',
          '?search=%5B',
          '?x[]=1',
          '?limit=1&limit=2',
          '?cursor=e30',
        ])
      : '';
  const headers: Record<string, string> = {};
  if (random.chance(0.1)) headers['idempotency-key'] = random.pick(['a', 'b', 'x'.repeat(300), '"', ' ']);
  if (random.chance(0.05)) headers['accept'] = random.pick(['application/pdf', '*/*;q=0', 'text/html', 'x']);
  const base = { group, method: route.method, path: path + query };
  if (route.schema === undefined) return { ...base, headers };
  headers['content-type'] = random.chance(0.95)
    ? 'application/json'
    : random.pick(['text/plain', 'application/json; charset=x', 'multipart/form-data', 'x']);
  const right = instance(random, route.schema, '', seeds);
  const value = random.chance(group === 'pdf' ? 0.15 : 0.5) ? mutateValue(random, right) : right;
  const body = JSON.stringify(value) as string | undefined;
  if (random.chance(group === 'pdf' ? 0.02 : 0.2))
    return {
      ...base,
      headers,
      body: mutateBytes(random, Buffer.from(body ?? ''), random.int(1, 5)).toString('base64'),
      encoding: 'base64',
    };
  return { ...base, headers, body: body ?? '' };
}
