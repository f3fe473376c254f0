import { STATUS_CODES } from 'node:http';
import type { z } from 'zod';
import {
  type ErrorKind,
  Forbidden,
  InternalError,
  MethodNotAllowed,
  NotFound,
  RateLimited,
  ServiceUnavailable,
  Unauthorized,
} from '../contract/errors.ts';
import type { Webhook } from '../contract/event.ts';
import type { ReplyHeader, ReplyHeaders, Route } from '../contract/route.ts';
import { IdempotencyInProgress, IdempotencyMismatch } from '../idempotency/idempotency.ts';
import type { ComposedPlugin } from '../kernel/composed-plugin.ts';
import { BootRefused } from '../kernel/boot-refused.ts';
import { declaredEvents } from '../kernel/registry.ts';
import { BELOW_ROUTES } from './http-server.ts';
import { AUTHENTICATION, COMMON_HEADERS, errorSchema, IDEMPOTENCY_KEY, IDEMPOTENCY_SCOPE, SUCCESS } from './openapi-parts.ts';
import { HEALTH_PATHS, HEALTH_TAG } from './openapi-health.ts';
import { type Direction, type JsonSchema, schemaComponents, type SchemaComponents } from './openapi-schemas.ts';

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** Numbers of a path are texts where they are sent. */
const exampleOf = ({ type }: JsonSchema, sent: unknown): unknown => (type === 'integer' ? Number(sent) : sent);

function fieldsOf(
  schema: z.ZodType | undefined,
  location: 'path' | 'query' | 'header',
  components: SchemaComponents,
  examples: Readonly<Record<string, unknown>> = {},
): object[] {
  const { properties = {}, required = [] }: ObjectSchema = schema === undefined ? {} : components.get(schema, 'input');
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: property,
    ...(Object.hasOwn(examples, name) ? { example: exampleOf(property, examples[name]) } : {}),
  }));
}

/** Errors every route of a kind may answer, besides those it names itself. */
function errorsOf(route: Route): ErrorKind[] {
  const common: ErrorKind[] = [...BELOW_ROUTES, RateLimited, InternalError, ServiceUnavailable];
  if (route.auth === 'key') common.push(Unauthorized);
  if (route.scope !== undefined) common.push(Forbidden);
  const { params, idempotent } = route;
  if (params !== undefined) common.push(NotFound);
  if (idempotent === true) common.push(IdempotencyInProgress, IdempotencyMismatch);
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

const headerReferences = (names: readonly string[]): Record<string, object> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const headerComponents = (headers: ReplyHeaders): Record<string, object> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, { description, ...schema }]: [string, ReplyHeader]) => [name, { description, schema }]),
  );

/** A rate is told, and a service that is away says when to come back. */
const isTemporary = (status: number): boolean => status === 429 || status === 503;

/** One response a status, whatever the error: they share the envelope. */
const errorResponses = (codes: ErrorCodes): Record<string, object> =>
  Object.fromEntries(
    [...codes].map(([status, description]) => [
      responseName(status),
      {
        description,
        headers: headerReferences(['X-Request-Id', ...(isTemporary(status) ? ['Retry-After'] : [])]),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
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
  /** Of replies to callers with a key. */
  readonly gateHeaders: ReplyHeaders;
}

function responsesOf(route: Route, { components, codes: shared, gateHeaders }: Shared): Record<string, object> {
  const content: Record<string, object> = {};
  const { response: example } = route.example ?? {};
  if (route.response !== undefined)
    content['application/json'] = { schema: components.get(route.response, 'output'), ...(example === undefined ? {} : { example }) };
  for (const type of route.produces ?? []) content[type] = { schema: { type: 'string', format: 'binary' } };
  const headers = headerReferences([
    'X-Request-Id',
    ...(route.auth === 'key' ? Object.keys(gateHeaders) : []),
    ...(route.idempotent === true ? ['Idempotent-Replayed'] : []),
    ...Object.keys(route.headers ?? {}),
  ]);
  return {
    [String(route.status ?? 200)]: { description: SUCCESS[route.status ?? 200], headers, content },
    ...Object.fromEntries(
      Object.entries(route.otherStatus ?? {}).map(([status, description]) => [status, { description, headers, content }]),
    ),
    ...Object.fromEntries([...codesOf(errorsOf(route))].map(([status, codes]) => [String(status), errorReference(status, codes, shared)])),
  };
}

const camelCase = (text: string): string => text.replace(/[^A-Za-z0-9]+(\w)/g, (_, letter: string) => letter.toUpperCase());

function operationOf(route: Route, tag: string, shared: Shared): Operation {
  const { components } = shared;
  return {
    operationId: route.operationId ?? route.method + camelCase(route.path.replace(/^\/v1/, '')),
    tags: [tag],
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    security: route.auth === 'key' ? [{ key: [] }] : [],
    parameters: [
      ...fieldsOf(route.params, 'path', components, route.example?.params),
      ...fieldsOf(route.query, 'query', components, route.example?.query),
      ...(route.idempotent === true
        ? ['IdempotencyKey', 'IdempotencyScope'].map((name) => ({ $ref: `#/components/parameters/${name}` }))
        : []),
    ],
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: route.optionalBody !== true,
            content: {
              'application/json': {
                schema: components.get(route.body, 'input'),
                ...(route.example?.body === undefined ? {} : { example: route.example.body }),
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
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: components.get(webhook.body, 'output'),
          ...(webhook.example === undefined ? {} : { example: webhook.example }),
        },
      },
    },
    responses: Object.fromEntries(Object.entries(webhook.answers).map(([status, description]) => [status, { description }])),
  };
}

/** Everything that `operationOf` and `webhookOperation` describe. */
function schemasOf(routes: readonly Route[], webhooks: readonly Webhook[]): Record<Direction, z.ZodType[]> {
  const isSchema = (schema: z.ZodType | undefined): schema is z.ZodType => schema !== undefined;
  return {
    input: [...routes.flatMap(({ params, query, body }) => [params, query, body]), ...webhooks.map(({ headers }) => headers)].filter(
      isSchema,
    ),
    output: [...routes.map(({ response }) => response), ...webhooks.map(({ body }) => body)].filter(isSchema),
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
  const events = declaredEvents(plugins);
  const paths: Record<string, Record<string, Operation>> = {};
  const webhooks: Record<string, { readonly post: Operation }> = {};
  const operations: Operation[] = [];
  const described = plugins.map(({ title, parts }) => ({ title, routes: parts.routes ?? [], webhooks: parts.webhooks?.(events) ?? [] }));
  const routes = described.flatMap((plugin) => plugin.routes);
  const named = Object.assign({}, ...plugins.map(({ schemas }) => schemas)) as Record<string, z.ZodType>;
  const components = schemaComponents(
    named,
    schemasOf(
      routes,
      described.flatMap((plugin) => plugin.webhooks),
    ),
  );
  const kinds = routes.flatMap(errorsOf);
  const gateHeaders = Object.assign({}, ...plugins.flatMap(({ parts }) => parts.gates ?? []).map(({ headers }) => headers)) as ReplyHeaders;
  const shared: Shared = { components, codes: codesOf(kinds), gateHeaders };
  for (const { title, routes: own, webhooks: sent } of described) {
    for (const route of own) {
      const operation = operationOf(route, title, shared);
      operations.push(operation);
      (paths[route.path.replace(/:(\w+)/g, '{$1}')] ??= {})[route.method] = operation;
    }
    for (const webhook of sent) {
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
    tags: [
      ...plugins.filter(({ title }) => tags.has(title)).map(({ title, summary }) => ({ name: title, description: summary })),
      HEALTH_TAG,
    ],
    paths: { ...paths, ...HEALTH_PATHS },
    webhooks,
    components: {
      securitySchemes: { key: AUTHENTICATION },
      parameters: routes.some(({ idempotent }) => idempotent === true)
        ? { IdempotencyKey: IDEMPOTENCY_KEY, IdempotencyScope: IDEMPOTENCY_SCOPE }
        : {},
      headers: headerComponents(Object.assign({}, COMMON_HEADERS, gateHeaders, ...routes.map(({ headers }) => headers)) as ReplyHeaders),
      responses: errorResponses(shared.codes),
      schemas: { Error: errorSchema([...new Set([...kinds, MethodNotAllowed].map(({ code }) => code))].sort()), ...components.used },
    },
  };
}
