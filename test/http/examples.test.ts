import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { PDFDocument } from 'pdf-lib';
import { AiProvider } from '../support/ai-provider.ts';
import { finished, submit } from '../support/batches.ts';
import type { Caller } from '../support/caller.ts';
import { Door } from '../support/door.ts';
import { startHub, type TestHub } from '../support/hub.ts';
import { until } from '../support/until.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly example?: string | number | boolean;
  readonly $ref?: string;
}
type Content = Readonly<Record<string, { readonly schema: object; readonly example?: unknown }>>;
interface Operation {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}
interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
}

const LASTING = { html: '<p>x</p>', wait: { delay_ms: 5000 } };
const INVOICE = { name: 'Invoice', html_content: '<h1>Invoice {{number}}</h1>' };

/** The names and kinds of fields, by their paths; entries of lists count by the first one, and fields of free objects not at all. */
function shape(value: unknown, free: readonly string[], at = ''): string[] {
  if (Array.isArray(value)) return [`${at}: list`, ...shape(value[0], free, `${at}[]`)];
  if (typeof value !== 'object' || value === null) return [];
  if (free.includes(at)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [`${at}.${name}`, ...shape(inner, free, `${at}.${name}`)]);
}
/** Objects whose names are data. */
const FREE = [
  '.metadata',
  '.schema',
  '.sample_data',
  '.data[].metadata',
  '[].metadata',
  '.data[].sample_data',
  '.properties',
  '.data[].attempts',
  '.attempts',
];

describe('the examples of /openapi.json', () => {
  let hub: TestHub;
  let caller: Caller;
  let provider: AiProvider;
  let door: Door;
  let description: Description;
  let ajv: Ajv2020;
  /** example.com: serves a PDF with a form, and takes webhooks. */
  let files: Server;

  before(async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([595, 842]);
    document.getForm().createTextField('full_name').addToPage(page, { x: 72, y: 700 });
    document.getForm().createCheckBox('accepted').addToPage(page, { x: 72, y: 660 });
    const pdf = Buffer.from(await document.save());
    files = createServer((request, response) => {
      request.resume().once('end', () => response.end(request.method === 'GET' ? pdf : 'ok'));
    });
    await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
    provider = await AiProvider.open();
    door = await Door.build();
    hub = await startHub({
      config: { egress: { allow: ['127.0.0.1:*'] } },
      plugins: { 'pdf-tools': { config: { protect: true } }, ai: { config: { apiKey: 'k', baseUrl: provider.baseUrl } } },
    });
    caller = await hub.account();
    description = (await (await fetch(`${hub.url}/openapi.json`)).json()) as Description;
    ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
    ajv.addSchema(description, 'openapi');
  });
  after(async () => {
    await hub.stop();
    await provider.close();
    await door.close();
    await new Promise((resolve) => files.close(resolve));
  });

  const waiting = () => ({ html: '<p>x</p>', wait: door.wait });
  const made = async (path: string, body?: object): Promise<{ id: string }> => (await caller.send<{ id: string }>('POST', path, body)).body;
  const ended = async (items: object[]): Promise<string> => {
    const { batch_id } = await submit(caller, { items });
    await finished(caller, batch_id);
    return batch_id;
  };
  const published = async (): Promise<string> => {
    const { id } = await made('/v1/templates', INVOICE);
    await caller.send('POST', `/v1/marketplace/${id}/publish`, { category: 'billing', description: 'Invoice with one total' });
    return id;
  };
  /** What the paths of these operations name, where the beginning of the id does not tell. */
  const named: Readonly<Record<string, () => Promise<string>>> = {
    retryGeneration: async () => {
      await caller.refused('POST', '/v1/generate', waiting(), 422, 'RENDER_FAILED');
      const { body } = await caller.send<{ data: { id: string }[] }>('GET', '/v1/generations?status=failed&limit=1');
      door.isOpen = true;
      return body.data[0]?.id ?? '';
    },
    replayGeneration: async () => (await caller.generate({ html: '<p>x</p>', deterministic: true })).id,
    cancelBatch: async () => (await submit(caller, { items: [LASTING, LASTING] })).batch_id,
    retryBatch: async () => {
      door.isOpen = false;
      return ended([waiting()]);
    },
    getMarketplaceTemplate: published,
    cloneMarketplaceTemplate: published,
    unpublishTemplate: published,
  };
  const byPrefix: Readonly<Record<string, () => Promise<string>>> = {
    gen: async () => (await caller.generate({ html: '<p>x</p>', filename: 'hello.pdf', metadata: { order: 42 } })).id,
    tmpl: async () => (await made('/v1/templates', INVOICE)).id,
    batch: async () => ended([{ html: '<h1>Invoice 1</h1>' }, { html: '<h1>Invoice 2</h1>' }]),
    hook: async () => (await made('/v1/integrations/hooks', { target_url: url('/webhooks/platen'), event: 'generation.completed' })).id,
    evt: async () => {
      await byPrefix['hook']?.();
      await byPrefix['gen']?.();
      return until('a delivery', async () => {
        const { body } = await caller.send<{ data: { id: string; state: string }[] }>('GET', '/v1/webhooks/deliveries');
        return body.data.find(({ state }) => state === 'delivered')?.id;
      });
    },
  };
  /** Lists have something to show. */
  const filled: Readonly<Record<string, readonly string[]>> = {
    listGenerations: ['gen'],
    listBatches: ['batch'],
    listTemplates: ['tmpl'],
    listHooks: ['hook'],
    listDeliveries: ['evt'],
    listNewGenerations: ['gen'],
    listNewTemplates: ['tmpl'],
  };
  const url = (path: string): string => `http://127.0.0.1:${String((files.address() as AddressInfo).port)}${path}`;

  async function call(operation: Operation, method: string, path: string): Promise<{ status: number; type: string; body: unknown }> {
    const { operationId, parameters, requestBody } = operation;
    for (const kind of filled[operationId] ?? []) await byPrefix[kind]?.();
    if (operationId === 'listMarketplaceTemplates') await published();
    if (operationId === 'generateTemplate') provider.next('<!doctype html><html><body><h1>Invoice</h1><p>{{total}}</p></body></html>');
    let at = path;
    const query = new URLSearchParams();
    for (const { name, in: location, example } of parameters) {
      if (location === 'path') {
        const real = named[operationId] ?? byPrefix[/^([a-z]+)_/.exec(String(example))?.[1] ?? ''];
        at = at.replace(`{${name}}`, name === 'id' && real !== undefined ? await real() : String(example));
      } else if (location === 'query' && example !== undefined) query.set(name, String(example));
    }
    const body = requestBody?.content['application/json']?.example;
    const sent = body === undefined ? undefined : JSON.stringify(body).replaceAll('https://example.com', url(''));
    const response = await caller.raw(method.toUpperCase(), `${at}?${String(query)}`, sent === undefined ? {} : { body: sent });
    const type = response.headers.get('content-type') ?? '';
    return { status: response.status, type, body: type.startsWith('application/json') ? await response.json() : await response.bytes() };
  }

  function assertValid(pointer: string, value: unknown, what: string): void {
    const validate = ajv.getSchema(`openapi#${pointer}`);
    assert.ok(validate, pointer);
    assert.ok(validate(value), `${what} is not as its schema says: ${ajv.errorsText(validate.errors)}`);
  }

  it('are calls that work, answered as they show', async function () {
    this.timeout(240_000);
    const answers: Record<string, unknown> = {};
    for (const [path, methods] of Object.entries(description.paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        const { operationId, responses, requestBody } = operation;
        const { status, type, body } = await call(operation, method, path);
        assert.ok(status < 300, `${operationId}: ${String(status)} ${JSON.stringify(body)}`);
        const response = responses[String(status)];
        assert.ok(response, `${operationId} answered ${String(status)}, which it does not list`);
        const place = `/paths/${path.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')}/${method}`;
        const sent = requestBody?.content['application/json']?.example;
        if (sent !== undefined) assertValid(`${place}/requestBody/content/application~1json/schema`, sent, `the request of ${operationId}`);
        const shown = response.content?.['application/json'];
        if (shown === undefined) {
          assert.ok(response.content?.[type] !== undefined, `${operationId} answered with ${type}`);
          continue;
        }
        const schema = `${place}/responses/${String(status)}/content/application~1json/schema`;
        assertValid(schema, body, `the answer of ${operationId}`);
        answers[operationId] = body;
        if (process.env['PLATEN_WRITE_ANSWERS'] !== undefined) continue;
        assertValid(schema, shown.example, `the example of ${operationId}`);
        assert.deepEqual(shape(shown.example, FREE), shape(body, FREE), `the example of ${operationId} has other fields than its answer`);
      }
    }
    if (process.env['PLATEN_WRITE_ANSWERS'] !== undefined) writeFileSync(process.env['PLATEN_WRITE_ANSWERS'], JSON.stringify(answers));
  });

  it('of webhooks are as their schemas say', () => {
    for (const [event, { post }] of Object.entries(description.webhooks)) {
      const body = post.requestBody?.content['application/json'];
      assertValid(`/webhooks/${event}/post/requestBody/content/application~1json/schema`, body?.example, `the example of ${event}`);
    }
  });
});
