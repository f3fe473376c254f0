import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { dereference } from '../../plugins/dashboard/pages/dereference.ts';
import { assertEnvelope, type Caller, type Envelope, type Reply } from '../support/caller.ts';
import { startHub, type TestHub } from '../support/hub.ts';

describe('requests and errors', () => {
  let hub: TestHub;
  let caller: Caller;
  before(async () => {
    hub = await startHub({ config: { http: { port: 0, bodyLimit: 200_000 } } });
    caller = await hub.account();
  });
  after(() => hub.stop());

  const post = async (body: string | Buffer, headers: Record<string, string>): Promise<Reply<Envelope>> => {
    const response = await fetch(`${hub.url}/v1/generate`, {
      method: 'POST',
      body: new Uint8Array(Buffer.from(body)),
      headers: { authorization: `Bearer ${caller.key}`, ...headers },
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Envelope };
  };
  const json = { 'content-type': 'application/json' };

  it('refuse bodies that are not JSON in UTF-8 of the allowed size', async () => {
    const good = '{"html":"x"}';
    for (const [body, headers] of [
      ['{', json],
      ['', json],
      ['   ', json],
      ['{"html":"x"} trailing', json],
      ['NaN', json],
      [good, { 'content-type': 'text/plain' }],
      [good, { 'content-type': 'application/jsonp' }],
      [good, { 'content-type': 'application/json; charset=latin1' }],
      [good, { ...json, 'content-encoding': 'gzip' }],
      [JSON.stringify({ html: 'x'.repeat(200_001) }), json],
      ['['.repeat(100_000) + ']'.repeat(100_000), json],
      [`{"html":"x","data":${'{"a":'.repeat(101)}1${'}'.repeat(101)}}`, json],
    ] as const) {
      assertEnvelope(await post(body, headers), 400, 'VALIDATION_ERROR');
    }
    for (const body of ['[]', '"text"', 'null', '7']) assertEnvelope(await post(body, json), 400, 'VALIDATION_ERROR');
    assert.equal((await post(good, { 'content-type': 'application/json; charset=UTF-8' })).status, 201);
  });

  it('survive hostile keys and values', async () => {
    const reply = await post('{"html":"x","__proto__":{"isAdmin":true}}', json);
    assertEnvelope(reply, 400, 'VALIDATION_ERROR');
    assert.equal(reply.body.error.fields?.[0]?.field, '__proto__');
    assert.equal(({} as { isAdmin?: boolean }).isAdmin, undefined);
    for (const html of [{ $ne: null }, ['a'], 1, null, true, ''])
      await caller.refused('POST', '/v1/generate', { html }, 400, 'VALIDATION_ERROR', ['html']);
    await caller.refused('POST', '/v1/generate', {}, 400, 'VALIDATION_ERROR', ['html']);
    await caller.refused('POST', '/v1/generate', { html: 'x', react: 'y' }, 400, 'VALIDATION_ERROR', ['react']);
    for (const template of [{ $ne: null }, '', 7, 'x'.repeat(1001)]) {
      await caller.refused('POST', '/v1/generate', { template }, 400, 'VALIDATION_ERROR', ['template']);
    }
    for (const filename of ['', 'a/b', 'a\\b', 'a\nb', 'x'.repeat(201), 7]) {
      await caller.refused('POST', '/v1/generate', { html: 'x', filename }, 400, 'VALIDATION_ERROR', ['filename']);
    }
    await caller.refused(
      'POST',
      '/v1/generate',
      { html: 'x', wait: { delay_ms: 20_001, timeout_ms: 0, selektor: 'a' } },
      400,
      'VALIDATION_ERROR',
      ['wait.delay_ms', 'wait.timeout_ms', 'wait.selektor'],
    );
    await caller.refused('POST', '/v1/generate', { html: 'x', metadata: { a: {} } }, 400, 'VALIDATION_ERROR', ['metadata.a']);
    await caller.refused('POST', '/v1/generate', { html: 'x', styles: '</style><script>' }, 400, 'VALIDATION_ERROR', ['styles']);
    await caller.refused('POST', '/v1/generate', { html: 'x', template_version: 2 }, 400, 'VALIDATION_ERROR', ['template_version']);
    assert.equal((await caller.generate({ html: '<p>\ud800 lone</p>' })).status, 'completed');
  });

  it('answer unknown paths and methods in the envelope', async () => {
    for (const path of [
      '/v1',
      '/v1/nope',
      '/v1/generate/',
      '//v1//generate',
      '/v1/%2e%2e/x',
      '/.env',
      '/.git/config',
      '/v1/generations/a/b/c',
    ]) {
      assertEnvelope(await caller.send('GET', path), 404, 'NOT_FOUND');
    }
    const wrong = await caller.send('DELETE', '/v1/generate');
    assertEnvelope(wrong, 405, 'METHOD_NOT_ALLOWED');
    assert.equal(wrong.headers.get('allow'), 'POST');
    assertEnvelope(await caller.send('GET', '/v1/generations/%E0%A4%A'), 400, 'VALIDATION_ERROR');
    assertEnvelope(await caller.send('GET', `/v1/generations/${'x'.repeat(200)}`), 400, 'VALIDATION_ERROR');
  });

  it('carry a request id: the caller’s own when it is harmless', async () => {
    const own = await caller.raw('GET', '/v1/generations', { headers: { 'x-request-id': 'trace-12345678' } });
    assert.equal(own.headers.get('x-request-id'), 'trace-12345678');
    const bad = await caller.raw('GET', '/v1/generations', { headers: { 'x-request-id': 'a b{}"' } });
    assert.match(bad.headers.get('x-request-id') ?? '', /^req_\w{22}$/);
  });

  it('are logged by route, without bodies, keys or raw addresses', async () => {
    await caller.send('POST', '/v1/generate', { html: '<p>CANARY-HTML</p>', data: { secret: 'CANARY-DATA' } });
    await caller.send('GET', '/v1/generations?limit=CANARY-QUERY');
    const log = hub.log.join('');
    assert.match(log, /"route":"POST \/v1\/generate"/);
    assert.doesNotMatch(log, /CANARY|Bearer/);
  });

  it('are cut when they are no HTTP', async () => {
    const { port } = new URL(hub.url);
    const answer = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(Number(port), '127.0.0.1', () => socket.write('GARBAGE\r\n\r\n'));
      socket
        .on('data', (chunk: Buffer) => (text += chunk.toString()))
        .on('close', () => {
          resolve(text);
        });
    });
    assert.match(answer, /^HTTP\/1\.1 400 /);
    assert.match(answer, /"VALIDATION_ERROR"/);
    const long = await fetch(`${hub.url}/v1/generations`, { headers: { authorization: `Bearer ${'x'.repeat(100_000)}` } });
    assert.equal(long.status, 431);
  });

  it('may have an optional body that is empty, however it is sent', async () => {
    const { port } = new URL(hub.url);
    const template = await caller.send<{ id: string }>('POST', '/v1/templates', { name: 'x', html_content: '<p>x</p>' });
    const head = `POST /v1/marketplace/${template.body.id}/publish HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${caller.key}\r\nConnection: close\r\n`;
    for (const rest of [
      '\r\n',
      'Content-Length: 0\r\n\r\n',
      'Content-Type: application/json\r\nContent-Length: 0\r\n\r\n',
      'Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'Transfer-Encoding: Chunked\r\nContent-Type: application/json\r\n\r\n0\r\n\r\n',
      'Transfer-Encoding: chunked\r\nContent-Type: text/plain\r\n\r\n0;a=b\r\n\r\n',
    ]) {
      const answer = await new Promise<string>((resolve, reject) => {
        let text = '';
        const socket = connect(Number(port), '127.0.0.1', () => socket.write(head + rest));
        socket.on('data', (chunk: Buffer) => (text += chunk.toString())).on('error', reject);
        socket.on('close', () => {
          resolve(text);
        });
      });
      assert.match(answer, /^HTTP\/1\.1 200 /, rest);
    }
  });

  it('may say in any case that their body is not encoded', async () => {
    for (const encoding of ['identity', 'Identity', 'IDENTITY'])
      assert.equal((await post('{"html":"x"}', { ...json, 'content-encoding': encoding })).status, 201);
    for (const encoding of ['gzip', 'GZip', 'identity, gzip'])
      assertEnvelope(await post('{"html":"x"}', { ...json, 'content-encoding': encoding }), 400, 'VALIDATION_ERROR');
  });

  it('name the parameter that a path has nothing for', async () => {
    await caller.refused('GET', '/v1/generations/', undefined, 400, 'VALIDATION_ERROR', ['id']);
    await caller.refused('GET', '/v1/generations//file', undefined, 400, 'VALIDATION_ERROR', ['id']);
    await caller.refused('POST', '/v1/generate', { html: 7 }, 400, 'VALIDATION_ERROR', ['html']);
    await caller.refused('GET', '/v1//nope', undefined, 404, 'NOT_FOUND');
  });

  it('find health and readiness without a key', async () => {
    assert.deepEqual(await (await fetch(`${hub.url}/healthz`)).json(), { status: 'ok' });
    assert.deepEqual(await (await fetch(`${hub.url}/readyz`)).json(), {
      status: 'ready',
      checks: { database: 'ok', storage: 'ok', browser: 'ok' },
    });
  });
});

describe('/openapi.json', () => {
  it('documents every route from the schemas that validate', async () => {
    const hub = await startHub();
    try {
      const document = dereference((await (await fetch(`${hub.url}/openapi.json`)).json()) as object) as {
        openapi: string;
        paths: Record<
          string,
          Record<
            string,
            {
              security: unknown[];
              responses: Record<string, unknown>;
              requestBody?: { content: Record<string, { schema: { properties: object } }> };
            }
          >
        >;
      };
      assert.equal(document.openapi, '3.1.0');
      const operations = Object.entries(document.paths).flatMap(([path, item]) => Object.keys(item).map((method) => `${method} ${path}`));
      assert.deepEqual(operations.sort(), [
        'delete /v1/generations/{id}',
        'delete /v1/integrations/hooks/{id}',
        'delete /v1/templates/{id}',
        'get /healthz',
        'get /readyz',
        'get /v1/batches',
        'get /v1/batches/{id}',
        'get /v1/generations',
        'get /v1/generations/{id}',
        'get /v1/generations/{id}/file',
        'get /v1/integrations/auth/test',
        'get /v1/integrations/hooks',
        'get /v1/integrations/templates/{id}/fields',
        'get /v1/integrations/triggers/new-generation',
        'get /v1/integrations/triggers/new-template',
        'get /v1/marketplace',
        'get /v1/marketplace/{id}',
        'get /v1/starter-templates',
        'get /v1/starter-templates/{slug}',
        'get /v1/templates',
        'get /v1/templates/{id}',
        'get /v1/templates/{id}/schema',
        'get /v1/templates/{id}/versions',
        'get /v1/templates/{id}/versions/{version}',
        'get /v1/webhooks/deliveries',
        'get /v1/webhooks/deliveries/{id}',
        'get /v1/webhooks/secret',
        'post /v1/ai/generate-template',
        'post /v1/batches/{id}/cancel',
        'post /v1/batches/{id}/retry',
        'post /v1/generate',
        'post /v1/generate/batch',
        'post /v1/generations/{id}/replay',
        'post /v1/generations/{id}/retry',
        'post /v1/integrations/actions/generate',
        'post /v1/integrations/hooks',
        'post /v1/marketplace/{id}/clone',
        'post /v1/marketplace/{id}/publish',
        'post /v1/marketplace/{id}/unpublish',
        'post /v1/pdf/forms/add-fields',
        'post /v1/pdf/forms/fill',
        'post /v1/pdf/forms/list-fields',
        'post /v1/pdf/info',
        'post /v1/pdf/merge',
        'post /v1/pdf/pdfa',
        'post /v1/pdf/preview',
        'post /v1/pdf/protect',
        'post /v1/pdf/sign',
        'post /v1/pdf/split',
        'post /v1/pdf/watermark',
        'post /v1/starter-templates/{slug}/clone',
        'post /v1/templates',
        'post /v1/templates/{id}/versions/{version}/restore',
        'post /v1/webhooks/deliveries/{id}/resend',
        'post /v1/webhooks/secret/rotate',
        'put /v1/templates/{id}',
      ]);
      const generate = document.paths['/v1/generate']?.['post'];
      assert.deepEqual(Object.keys(generate?.responses ?? {}), [
        '201',
        '400',
        '401',
        '403',
        '404',
        '408',
        '409',
        '417',
        '422',
        '429',
        '431',
        '500',
        '503',
      ]);
      const properties = Object.keys(generate?.requestBody?.content['application/json']?.schema.properties ?? {});
      for (const name of ['html', 'template', 'react', 'data', 'styles', 'options', 'output', 'webhook', 'wait', 'strict'])
        assert.ok(properties.includes(name), name);
    } finally {
      await hub.stop();
    }
  });
});
