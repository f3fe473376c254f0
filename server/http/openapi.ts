import { STATUS_CODES } from 'node:http';
import type { z } from 'zod';
import { type ErrorKind, Forbidden, InternalError, NotFound, RateLimited, Unauthorized, ValidationError } from '../contract/errors.ts';
import type { Webhook } from '../contract/event.ts';
import type { Route } from '../contract/route.ts';
import { IdempotencyInProgress, IdempotencyMismatch } from '../idempotency/idempotency.ts';
import type { ComposedPlugin } from '../kernel/composed-plugin.ts';
import { BootRefused } from '../kernel/load.ts';
import { declaredEvents } from '../kernel/registry.ts';
import { type JsonSchema, schemaComponents, type SchemaComponents } from './openapi-schemas.ts';

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. With the header ' +
    '`Idempotency-Scope: body`, requests with different bodies are different requests, although they have the same key.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const ERROR_SCHEMA = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'request_id'],
      properties: {
        code: { type: 'string' },
        message: { type: 'string' },
        request_id: { type: 'string' },
        fields: {
          type: 'array',
          items: {
            type: 'object',
            required: ['field', 'message'],
            properties: { field: { type: 'string' }, message: { type: 'string' } },
          },
        },
        retry_after: { type: 'integer', minimum: 1 },
      },
    },
  },
};

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

const fieldsOf = (schema: z.ZodType | undefined, location: 'path' | 'query' | 'header', { describe }: SchemaComponents): object[] => {
  const { properties = {}, required = [] }: ObjectSchema = schema === undefined ? {} : describe(schema, 'input');
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
  }));
};

/** Errors every route of a kind may answer, besides those it names itself. */
function errorsOf(route: Route): ErrorKind[] {
  const common = [RateLimited, InternalError];
  if (route.auth === 'key') common.push(Unauthorized);
  if (route.scope !== undefined) common.push(Forbidden);
  if (route.body !== undefined || route.query !== undefined) common.push(ValidationError);
  if (route.params !== undefined) common.push(NotFound);
  if (route.idempotent === true) common.push(IdempotencyInProgress, IdempotencyMismatch);
  return [...common, ...(route.errors ?? [])];
}

/** The codes of errors by their status, in order. */
type ErrorCodes = ReadonlyMap<number, string>;

function codesOf(kinds: readonly ErrorKind[]): ErrorCodes {
  const groups = [...Map.groupBy(kinds, ({ status }) => status)].sort(([a], [b]) => a - b);
  return new Map(groups.map(([status, some]) => [status, [...new Set(some.map(({ code }) => code))].sort().join(', ')]));
}

/** `UnprocessableEntity` of 422. */
const responseName = (status: number): string => (STATUS_CODES[status] ?? `Status ${String(status)}`).replace(/\W/g, '');

/** One response a status, whatever the error: they share the envelope. */
const errorResponses = (codes: ErrorCodes): Record<string, object> =>
  Object.fromEntries(
    [...codes].map(([status, description]) => [
      responseName(status),
      { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
    ]),
  );

/** Names the codes of an operation where they are not all that its status has. */
const errorReference = (status: number, codes: string, shared: ErrorCodes): object => ({
  $ref: `#/components/responses/${responseName(status)}`,
  ...(codes === shared.get(status) ? {} : { description: codes }),
});

/** What all operations are described with. */
interface Shared {
  readonly components: SchemaComponents;
  readonly codes: ErrorCodes;
}

function responsesOf(route: Route, { components: { describe }, codes: shared }: Shared): Record<string, object> {
  const content: Record<string, object> = {};
  if (route.response !== undefined) content['application/json'] = { schema: describe(route.response, 'output') };
  for (const type of route.produces ?? []) content[type] = { schema: { type: 'string', format: 'binary' } };
  return {
    [String(route.status ?? 200)]: { description: 'Success', content },
    ...Object.fromEntries([...codesOf(errorsOf(route))].map(([status, codes]) => [String(status), errorReference(status, codes, shared)])),
  };
}

const camelCase = (text: string): string => text.replace(/[^A-Za-z0-9]+(\w)/g, (_, letter: string) => letter.toUpperCase());

function operationOf(route: Route, tag: string, shared: Shared): Operation {
  const { components } = shared;
  return {
    operationId: route.method + camelCase(route.path.replace(/^\/v1/, '')),
    tags: [tag],
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    security: route.auth === 'key' ? [{ key: [] }] : [],
    parameters: [
      ...fieldsOf(route.params, 'path', components),
      ...fieldsOf(route.query, 'query', components),
      ...(route.idempotent === true ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: route.optionalBody !== true,
            content: {
              'application/json': {
                schema: components.describe(route.body, 'input'),
                ...(route.example === undefined ? {} : { example: route.example }),
              },
            },
          },
        }),
    responses: responsesOf(route, shared),
  };
}

/** What this hub sends; the receiver's answers are responses without a body. */
function webhookOperation(webhook: Webhook, tag: string, components: SchemaComponents): Operation {
  return {
    operationId: `receive${camelCase(`.${webhook.name}`)}`,
    tags: [tag],
    summary: webhook.summary,
    ...(webhook.description === undefined ? {} : { description: webhook.description }),
    security: [],
    parameters: fieldsOf(webhook.headers, 'header', components),
    requestBody: { required: true, content: { 'application/json': { schema: components.describe(webhook.body, 'output') } } },
    responses: Object.fromEntries(Object.entries(webhook.answers).map(([status, description]) => [status, { description }])),
  };
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly [key: string]: unknown;
}

function repeated(operations: readonly Operation[]): string[] {
  const groups = Map.groupBy(operations, ({ operationId }) => operationId);
  return [...groups].filter(([, { length }]) => length > 1).map(([id]) => `two operations are called ${id}; give one of them another path`);
}

/**
 * OpenAPI 3.1 of what the plugins declare: the schemas that validate also document.
 * @throws BootRefused when one name would stand for two things
 */
export function openApiDocument(plugins: readonly ComposedPlugin[], hub: { readonly version: string; readonly license: string }): object {
  const components = schemaComponents(Object.assign({}, ...plugins.map(({ schemas }) => schemas)) as Record<string, z.ZodType>);
  const events = declaredEvents(plugins);
  const paths: Record<string, Record<string, Operation>> = {};
  const webhooks: Record<string, { readonly post: Operation }> = {};
  const operations: Operation[] = [];
  const routes = plugins.flatMap(({ parts }) => parts.routes ?? []);
  const shared: Shared = { components, codes: codesOf(routes.flatMap(errorsOf)) };
  for (const plugin of plugins) {
    const { title, parts } = plugin;
    for (const route of parts.routes ?? []) {
      const operation = operationOf(route, title, shared);
      operations.push(operation);
      (paths[route.path.replace(/:(\w+)/g, '{$1}')] ??= {})[route.method] = operation;
    }
    for (const webhook of parts.webhooks?.(events) ?? []) {
      const operation = webhookOperation(webhook, title, components);
      operations.push(operation);
      webhooks[webhook.name] = { post: operation };
    }
  }
  const problems = [...components.problems, ...repeated(operations)];
  if (problems.length > 0) throw new BootRefused('the API cannot be described', problems);
  const tags = new Set(operations.flatMap((operation) => operation.tags));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Platen',
      version: hub.version,
      description: plugins.map(({ name, summary }) => `- **${name}**: ${summary}`).join('\n'),
      license: { name: hub.license, identifier: hub.license },
    },
    servers: [{ url: '/' }],
    tags: plugins.filter(({ title }) => tags.has(title)).map(({ title, summary }) => ({ name: title, description: summary })),
    paths,
    webhooks,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      parameters: routes.some(({ idempotent }) => idempotent === true) ? { IdempotencyKey: IDEMPOTENCY_KEY } : {},
      responses: errorResponses(shared.codes),
      schemas: { Error: ERROR_SCHEMA, ...components.used() },
    },
  };
}
