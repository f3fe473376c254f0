import assert from 'node:assert/strict';
import { z } from 'zod';
import { type CommonParts, type DeclaredEvent, defineError, defineRoute } from '../../server/contract/index.ts';
import { openApiDocument } from '../../server/http/openapi.ts';
import type { ComposedPlugin } from '../../server/kernel/composed-plugin.ts';

interface Described {
  readonly paths: Record<string, Record<string, { tags: string[]; requestBody?: object; responses: Record<string, object> }>>;
  readonly webhooks: Record<string, { post: { operationId: string; requestBody: object } }>;
  readonly tags: object[];
  readonly components: { schemas: Record<string, object>; responses: Record<string, object>; parameters: object };
}

const plugin = (name: string, parts: CommonParts, more: Partial<ComposedPlugin> = {}): ComposedPlugin => ({
  ...{
    name,
    version: '1.0.0',
    summary: `All about ${name}`,
    title: name,
    takesFrom: [],
    schemas: {},
    events: {},
    scopes: {},
    idPrefixes: [],
    extensionPoints: [],
    config: {},
    parts,
  },
  ...more,
});
const describeAll = (...plugins: ComposedPlugin[]): Described =>
  openApiDocument(plugins, { version: '1.2.3', license: 'MIT' }) as Described;
const post = (path: `/${string}`, body: z.ZodType, response: z.ZodType) =>
  defineRoute({ method: 'post', path, auth: 'none', summary: path, body, response, handle: async () => ({}) });

const Colour = z.enum(['red', 'green']);
const Paint = z.object({ colour: Colour, mixed: z.boolean().optional() });

const headers = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

describe('the description of the API', () => {
  it('lists a named schema once, whoever uses it, and only where it is used', () => {
    const { components, paths } = describeAll(
      plugin('paints', {}, { schemas: { Colour, Paint, Unused: z.object({ a: z.string() }) } }),
      plugin('walls', { routes: [post('/v1/walls', z.strictObject({ paints: z.array(Paint) }), Paint), post('/v1/doors', Colour, Paint)] }),
    );
    assert.deepEqual(Object.keys(components.schemas), ['Error', 'Colour', 'Paint']);
    assert.deepEqual(components.schemas['Paint'], {
      type: 'object',
      properties: {
        colour: { $ref: '#/components/schemas/Colour' },
        mixed: { type: 'boolean' },
      },
      required: ['colour'],
    });
    const reply = { 'application/json': { schema: { $ref: '#/components/schemas/Paint' } } };
    assert.deepEqual(paths['/v1/walls']?.['post']?.responses['200'], {
      description: 'Success.',
      headers: headers('X-Request-Id'),
      content: reply,
    });
    assert.deepEqual(paths['/v1/doors']?.['post']?.requestBody, {
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Colour' } } },
    });
  });

  it('keeps descriptions of schemas, and lets replies have more fields', () => {
    const Noted = z.object({ size: z.int().describe('In points') });
    const { components, paths } = describeAll(
      plugin('notes', { routes: [post('/v1/notes', z.strictObject({ a: z.string().describe('First') }), Noted)] }, { schemas: { Noted } }),
    );
    assert.equal(JSON.stringify(components.schemas['Noted']).includes('additionalProperties'), false);
    assert.match(JSON.stringify(components.schemas['Noted']), /"description":"In points"/);
    assert.match(JSON.stringify(paths['/v1/notes']?.['post']?.requestBody), /"description":"First".*"additionalProperties":false/);
  });

  it('is refused where a name would stand for two things', () => {
    const Sized = z.object({ size: z.int().default(1) });
    const Tree = z.object({
      get branches() {
        return z.array(Tree);
      },
    });
    const routes = [post('/v1/both', Sized, Sized), post('/v1/trees', z.strictObject({}), Tree), post('/v1/a-b', Colour, Paint)];
    assert.throws(
      () =>
        describeAll(plugin('one', { routes: [...routes, post('/v1/a/b', Colour, Paint)] }, { schemas: { Sized, Colour, Tint: Colour } })),
      (error: Error) => {
        for (const part of [
          /schema Sized takes something else than it gives/,
          /one schema has the names Colour and Tint/,
          /a schema that contains itself has no name/,
          /two operations are called postAB/,
        ]) {
          assert.match(error.message, part);
        }
        return true;
      },
    );
    const { components } = describeAll(plugin('one', { routes: routes.slice(1, 2) }, { schemas: { Tree } }));
    assert.match(JSON.stringify(components.schemas['Tree']), /"items":\{"\$ref":"#\/components\/schemas\/Tree"\}/);
  });

  it('has one response a status, and names the codes of an operation that answers fewer', () => {
    const key = { method: 'get', auth: 'key', response: z.object({}), handle: async () => ({}) } as const;
    const { components, paths } = describeAll(
      plugin('keys', {
        routes: [
          defineRoute({ ...key, path: '/v1/keys', summary: 'List' }),
          defineRoute({
            ...key,
            path: '/v1/keys/all',
            summary: 'All',
            errors: [defineError('SLOW_DOWN', 429)],
          }),
        ],
      }),
    );
    assert.deepEqual(Object.keys(components.responses), [
      'BadRequest',
      'Unauthorized',
      'RequestTimeout',
      'ExpectationFailed',
      'TooManyRequests',
      'RequestHeaderFieldsTooLarge',
      'InternalServerError',
      'ServiceUnavailable',
    ]);
    assert.deepEqual(components.responses['TooManyRequests'], {
      description: 'RATE_LIMITED, SLOW_DOWN',
      headers: headers('X-Request-Id', 'Retry-After'),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    });
    const $ref = '#/components/responses/TooManyRequests';
    assert.deepEqual(paths['/v1/keys']?.['get']?.responses['429'], { $ref, description: 'RATE_LIMITED' });
    assert.deepEqual(paths['/v1/keys/all']?.['get']?.responses['429'], { $ref });
    assert.deepEqual(components.parameters, {});
  });

  it('tags operations by plugin, and lists the webhooks that a plugin sends for the events of others', () => {
    const events = { 'paint.dried': { summary: 'Paint dried', data: Paint } };
    const send = (declared: readonly DeclaredEvent[]) =>
      declared.map(({ type, summary, data }) => ({
        name: type,
        summary,
        body: z.object({ type: z.literal(type), data }),
        answers: { '2XX': 'Accepted' },
      }));
    const paints = plugin('paints', { routes: [post('/v1/paints', Paint, Paint)] }, { title: 'Paints', schemas: { Paint }, events });
    const { tags, paths, webhooks } = describeAll(plugin('mail', { webhooks: send }, { title: 'Mail' }), plugin('silent', {}), paints);
    assert.deepEqual(tags, [
      { name: 'Mail', description: 'All about mail' },
      { name: 'Paints', description: 'All about paints' },
      { name: 'Health', description: 'For whoever runs the service: whether it lives, and whether it is ready.' },
    ]);
    assert.deepEqual(paths['/v1/paints']?.['post']?.tags, ['Paints']);
    assert.deepEqual(Object.keys(webhooks), ['paint.dried']);
    assert.equal(webhooks['paint.dried']?.post.operationId, 'receivePaintDried');
    assert.match(JSON.stringify(webhooks['paint.dried'].post.requestBody), /"data":\{"\$ref":"#\/components\/schemas\/Paint"\}/);
    assert.deepEqual(describeAll(paints).webhooks, {}, 'no plugin sends them');
  });
});
