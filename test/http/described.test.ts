import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly format?: string;
}
interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly example?: unknown;
}
type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;
interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}
interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

// A test keeps it the same as what a hub with every plugin says.
const FILE = join(import.meta.dirname, '../../connectors/openapi.json');
const description = JSON.parse(readFileSync(FILE, 'utf8')) as Description;
const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
);
const webhooks = Object.entries(description.webhooks).map(([event, { post }]) => ({ name: `webhook ${event}`, operation: post }));

/** Every property below a schema with its path; those of named schemas are looked at under their own names. */
function propertiesOf(schema: Schema, at: string): { readonly path: string; readonly property: Schema }[] {
  const own = Object.entries(schema.properties ?? {}).map(([name, property]) => ({ path: `${at}.${name}`, property }));
  const { additionalProperties: values } = schema;
  const inner = [
    ...own.map(({ path, property }) => [path, property] as const),
    ...(schema.items === undefined ? [] : [[`${at}[]`, schema.items] as const]),
    ...(typeof values === 'object' ? [[`${at}{}`, values] as const] : []),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].map((one) => [at, one] as const),
  ];
  return [...own, ...inner.flatMap(([path, one]) => propertiesOf(one, path))];
}

const schemas: (readonly [name: string, schema: Schema])[] = [
  ...Object.entries(description.components.schemas),
  ...[...operations, ...webhooks].flatMap(({ name, operation: { requestBody, responses } }) => [
    ...Object.values(requestBody?.content ?? {}).map(({ schema }) => [`${name} body`, schema] as const),
    ...Object.entries(responses).flatMap(([status, { content }]) =>
      Object.values(content ?? {}).map(({ schema }) => [`${name} ${status}`, schema] as const),
    ),
  ]),
];
const properties = schemas.flatMap(([name, schema]) => propertiesOf(schema, name));

const isMissing = (text: string | undefined): boolean => text === undefined || text.trim().length < 5;

function assertNone(missing: readonly string[], remedy: string): void {
  assert.ok(missing.length === 0, `${remedy}\nThen run npm run openapi. Missing:\n  ${missing.join('\n  ')}`);
}

describe('/openapi.json', () => {
  it('describes every property', () => {
    assertNone(
      [...new Set(properties.filter(({ property }) => isMissing(property.description)).map(({ path }) => path))],
      'Every property says what it means: unit, default and limits. Add .describe("…") to it in the zod schema of its plugin.',
    );
  });

  it('describes every parameter', () => {
    assertNone(
      [...operations, ...webhooks].flatMap(({ name, operation }) =>
        operation.parameters
          .filter(({ $ref, description: text }) => $ref === undefined && isMissing(text))
          .map((parameter) => `${name} ${parameter.in} ${parameter.name}`),
      ),
      'Every parameter says what it means. Add .describe("…") to it in `params` or `query` of its route.',
    );
  });

  it('has a summary, a description and a readable name for every operation', () => {
    assertNone(
      [...operations, ...webhooks].flatMap(({ name, operation: { summary, description: text } }) => [
        ...(isMissing(summary) ? [`${name} summary`] : []),
        ...(isMissing(text) ? [`${name} description`] : []),
      ]),
      'Every route and every event has a `summary` (a few words) and a `description` (what a caller should know).',
    );
    assertNone(
      operations
        .filter(
          ({ operation }) =>
            /^(get|post|put|patch|delete)[A-Z]/.test(operation.operationId) && operation.operationId === derived(operation),
        )
        .map(({ name }) => name),
      'Generated clients call operations by their name. Give the route an `operationId`: a verb and its object, such as listBatches.',
    );
  });

  it('has an example of every request and response', () => {
    assertNone(
      operations.flatMap(({ name, operation: { parameters, requestBody, responses } }) => {
        const json = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content?.['application/json'];
        const body = requestBody?.content['application/json'];
        const ids = parameters.filter((one) => one.in === 'path' && one.example === undefined);
        return [
          ...(body !== undefined && body.example === undefined ? [`${name} request`] : []),
          ...ids.map((one) => `${name} ${one.name}`),
          ...(json !== undefined && json.example === undefined ? [`${name} response`] : []),
        ];
      }),
      'Every route has an `example` with params, body and response, in the .examples.ts of its plugin. test/http/examples.test.ts makes the call: ' +
        'ids in examples begin with the prefix of what the test makes for them (gen_, tmpl_, batch_, hook_); add yours there.',
    );
    assertNone(
      webhooks.filter(({ operation }) => operation.requestBody?.content['application/json']?.example === undefined).map(({ name }) => name),
      'Every event has an `example` of its data, beside its schema in the plugin.',
    );
  });

  it('says which texts are moments, and how large whole numbers are', () => {
    assertNone(
      properties
        .filter(({ path, property }) => /_at$/.test(path) && !JSON.stringify(property).includes('"format":"date-time"'))
        .map(({ path }) => path),
      'Moments are `Timestamp` of server/contract, not z.string().',
    );
    assertNone(
      properties.filter(({ property }) => property.type === 'integer' && property.format === undefined).map(({ path }) => path),
      'Whole numbers are z.int(), which gets its format from its bounds.',
    );
  });
});

/** What an operation is called that has no name of its own. */
function derived({ operationId }: Operation): string {
  const found = operations.find(({ operation }) => operation.operationId === operationId);
  const [method = '', path = ''] = (found?.name ?? '').split(' ');
  return (
    method.toLowerCase() +
    path
      .replace(/^\/v1/, '')
      .replace(/[^A-Za-z0-9]+(\w)/g, (_, letter: string) => letter.toUpperCase())
      .replace(/\W/g, '')
  );
}
