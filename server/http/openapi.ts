import { z } from 'zod';
import type { PluginInfo } from '../contract/core-ports.ts';
import { type ErrorKind, Forbidden, InternalError, NotFound, RateLimited, Unauthorized, ValidationError } from '../contract/errors.ts';
import { IdempotencyInProgress, IdempotencyMismatch } from '../idempotency/idempotency.ts';
import type { Route } from '../contract/route.ts';

type JsonSchema = Record<string, unknown>;

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;
  return rest;
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function parametersOf(route: Route): object[] {
  const list = (schema: z.ZodType | undefined, place: 'path' | 'query'): object[] => {
    const { properties = {}, required = [] }: ObjectSchema = schema === undefined ? {} : schemaOf(schema, 'input');
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: property,
    }));
  };
  return [...list(route.params, 'path'), ...list(route.query, 'query'), ...(route.idempotent === true ? [IDEMPOTENCY_KEY] : [])];
}

interface ObjectSchema {
  readonly properties?: Record<string, JsonSchema>;
  readonly required?: readonly string[];
}

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

function responsesOf(route: Route): Record<string, object> {
  const content: Record<string, object> = { 'application/json': { schema: schemaOf(route.response, 'output') } };
  for (const type of route.produces ?? []) content[type] = { schema: { type: 'string', format: 'binary' } };
  const responses: Record<string, object> = { [String(route.status ?? 200)]: { description: 'Success', content } };
  const byStatus = Map.groupBy(errorsOf(route), ({ status }) => status);
  for (const [status, kinds] of [...byStatus].sort(([a], [b]) => a - b)) {
    responses[String(status)] = {
      description: [...new Set(kinds.map(({ code }) => code))].join(', '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    };
  }
  return responses;
}

function operationOf(route: Route): object {
  return {
    operationId: `${route.method}${route.path.replace(/^\/v1/, '').replace(/[:/-]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    security: route.auth === 'key' ? [{ key: [] }] : [],
    parameters: parametersOf(route),
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: route.optionalBody !== true,
            content: {
              'application/json': {
                schema: schemaOf(route.body, 'input'),
                ...(route.example === undefined ? {} : { example: route.example }),
              },
            },
          },
        }),
    responses: responsesOf(route),
  };
}

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

/** OpenAPI 3.1 of the mounted routes: the schemas that validate also document. */
export function openApiDocument(routes: readonly Route[], plugins: readonly Omit<PluginInfo, 'config'>[], version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes.filter(({ auth }) => auth !== 'face')) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[route.method] = operationOf(route);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Platen', version, description: plugins.map(({ name, summary }) => `- **${name}**: ${summary}`).join('\n') },
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: ERROR_SCHEMA },
    },
  };
}
