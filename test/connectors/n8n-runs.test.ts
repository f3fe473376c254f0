import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atWork } from '../support/at-work.ts';
import type { Caller } from '../support/caller.ts';
import { type SharedHub, sharedHub } from '../support/hub.ts';
import { killableHub } from '../support/killable-hub.ts';
import { LossyProxy } from '../support/lossy-proxy.ts';
import { Engine, type Item, type NodeProperty } from '../support/n8n-engine.ts';
import { builtConnector } from '../support/n8n-tools.ts';
import { textOf } from '../support/pdf.ts';
import { temporaryFolder } from '../support/services.ts';
import { documentHeldOnce, documentThatFailsLate } from '../support/slow-picture.ts';

interface Context {
  getInputData(): Item[];
  getInputConnectionData(type: string, item: number): Promise<{ invoke(input: object): Promise<string> }[]>;
}

const described = (name: string, inputs: readonly string[], outputs: readonly string[]) => ({
  ...{ name, displayName: name, group: ['transform'], version: 1, description: name, defaults: { name }, inputs, outputs, properties: [] },
});
const main = (node: string) => ({ node, type: 'main', index: 0 });

/** Gives three items, one in each round, as n8n's own node *Loop Over Items* does. */
const loop = () => {
  let left = ['one', 'two', 'three'];
  return {
    description: described('loop', ['main'], ['main', 'main']),
    async execute(): Promise<Item[][]> {
      const [word, ...rest] = left;
      left = rest;
      return Promise.resolve(word === undefined ? [[{ json: { done: true } }], []] : [[], [{ json: { word } }]]);
    },
  };
};

/** Calls the tool that is connected to it, as an agent does whose model asks for three documents. */
const agent = (words: readonly string[]) => ({
  description: described('agent', ['main', 'ai_tool'], ['main']),
  async execute(this: Context): Promise<Item[][]> {
    const [tool] = await this.getInputConnectionData('ai_tool', 0);
    const items: Item[] = [];
    for (const word of words) {
      const [answer] = JSON.parse((await tool?.invoke({ html: `<p>${word}` })) ?? '') as Record<string, unknown>[];
      items.push({ json: answer ?? {} });
    }
    return [items];
  },
});

describe('documents that workflows of n8n ask for', function () {
  this.timeout(300_000);
  const home = temporaryFolder('n8n-runs');
  let engine: Engine;
  let hub: SharedHub;
  let caller: Caller;

  before(async () => {
    const built = builtConnector();
    engine = await Engine.start(built.engine, built.connector, home.path);
    hub = await sharedHub();
  });
  beforeEach(async () => {
    caller = await hub.account();
    engine.credentials = { baseUrl: hub.url, apiKey: caller.key };
  });
  after(async () => {
    await hub.stop();
    home.remove();
  });

  const html = { resource: 'pdf', operation: 'generateFromHtml', html: '={{ "<p>" + $json.word }}', download: true, minutes: 1 };
  const platen = (name: string, more: object = {}) => ({ name, type: 'n8n-nodes-platen.platen', parameters: { ...html, ...more } });
  const made = async (): Promise<number> => (await caller.send<{ data: unknown[] }>('GET', '/v1/generations?limit=100')).body.data.length;
  const fileOf = async (id: string): Promise<string> =>
    textOf(new Uint8Array(await (await caller.raw('GET', `/v1/generations/${id}/file`)).arrayBuffer()));
  const texts = async (runs: readonly (readonly Item[])[] | undefined): Promise<string[]> =>
    Promise.all((runs ?? []).flat().map(async ({ binary }) => textOf(Buffer.from(binary?.['data']?.data ?? '', 'base64'))));

  it('are their own in each round of a loop, also where nothing but the round differs', async () => {
    const nodes = [{ name: 'Loop', type: 'loop' }, platen('Platen')];
    const connections = { Loop: { main: [[], [main('Platen')]] }, Platen: { main: [[main('Loop')]] } };
    const runs = await engine.runWorkflow({ nodes, connections, types: { loop: loop() } });
    assert.deepEqual(await texts(runs['Platen']), ['one', 'two', 'three']);
    const same = [{ name: 'Loop', type: 'loop' }, platen('Platen', { html: '<p>same' })];
    const again = await engine.runWorkflow({ nodes: same, connections, types: { loop: loop() } });
    const ids = (again['Platen'] ?? []).flat().map(({ json }) => json['id']);
    assert.deepEqual([ids.length, new Set(ids).size, await made()], [3, 3, 6]);
  });

  it('are their own in two steps of a run', async () => {
    const nodes = [platen('First', { html: '<p>first' }), platen('Second', { html: '<p>second' })];
    const runs = await engine.runWorkflow({ nodes, connections: { First: { main: [[main('Second')]] } } });
    assert.deepEqual([await texts(runs['First']), await texts(runs['Second'])], [['first'], ['second']]);
  });

  it('are three when an agent asks for three', async () => {
    const type = engine.type('platen');
    const description = { ...type.description, name: 'platenTool', inputs: [], outputs: ['ai_tool'] };
    const tool = { description, execute: Reflect.get(type, 'execute') as unknown };
    const parameters = { ...html, html: "={{ $fromAI('html', 'The HTML of the document', 'string') }}", download: false };
    const nodes = [
      { name: 'Agent', type: 'agent' },
      { name: 'Platen', type: 'n8n-nodes-platen.platenTool', parameters },
    ];
    const connections = { Platen: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] } };
    const types = { agent: agent(['one', 'two', 'three']), 'n8n-nodes-platen.platenTool': tool };
    const runs = await engine.runWorkflow({ nodes, connections, types });
    const ids = (runs['Agent'] ?? []).flat().map(({ json }) => String(json['id']));
    assert.deepEqual(await Promise.all(ids.map(async (id) => fileOf(id))), ['one', 'two', 'three']);
  });

  it('are made once when the answer is lost and the step is tried again', async () => {
    const proxy = await LossyProxy.open(hub.url, '/v1/integrations/actions/generate');
    try {
      engine.credentials = { baseUrl: proxy.url, apiKey: caller.key };
      const nodes = [{ ...platen('Platen', { html: '<p>once' }), retryOnFail: true, maxTries: 2, waitBetweenTries: 100 }];
      const runs = await engine.runWorkflow({ nodes, connections: {} });
      assert.deepEqual([await texts(runs['Platen']), proxy.lost, await made()], [['once'], 1, 1]);
    } finally {
      await proxy.close();
    }
  });

  it('are made anew when they failed late and the step is tried again', async () => {
    const late = await documentThatFailsLate();
    try {
      const account = await late.hub.account();
      engine.credentials = { baseUrl: late.hub.url, apiKey: account.key };
      const nodes = [{ ...platen('Platen', { html: late.html }), retryOnFail: true, maxTries: 2, waitBetweenTries: 100 }];
      const runs = await engine.runWorkflow({ nodes, connections: {} });
      assert.deepEqual(await texts(runs['Platen']), ['slow']);
      const { body } = await account.send<{ data: { status: string; error: string | null }[] }>('GET', '/v1/generations');
      assert.deepEqual(body.data.map(({ status }) => status).sort(), ['completed', 'failed']);
    } finally {
      await late.close();
    }
  });

  it('are made anew by a step whose hub was killed and started again meanwhile', async () => {
    const held = await documentHeldOnce();
    const { url, caller: account, ...other } = await killableHub();
    engine.credentials = { baseUrl: url, apiKey: account.key };
    const node = platen('Platen', { html: held.html, minutes: 3 });
    const nodes = [{ ...node, retryOnFail: true, maxTries: 2, waitBetweenTries: 100 }];
    const running = engine.runWorkflow({ nodes, connections: {} });
    const seen = running.catch(() => undefined); // it is awaited below, whatever fails before
    await atWork(account, 1);
    // The step was answered with 202, and looks for the document from now on.
    await new Promise((resolve) => setTimeout(resolve, 11_000));
    await other.kill();
    await other.restart();
    try {
      assert.deepEqual(await texts((await running)['Platen']), ['slow']);
    } finally {
      await seen;
      held.close();
      await other.stop();
    }
  });

  it('are not taken from another request, whatever the server says', async () => {
    const proxy = await LossyProxy.open(hub.url, undefined, { 'idempotency-mismatch': 'true' });
    try {
      engine.credentials = { baseUrl: proxy.url, apiKey: caller.key };
      await assert.rejects(engine.runWorkflow({ nodes: [platen('Platen', { html: '<p>x' })], connections: {} }), /another request/);
    } finally {
      await proxy.close();
    }
  });

  it('tells models and people what every operation and every field is for', () => {
    const { properties } = engine.type('platen').description;
    const check = (field: NodeProperty, path: string): void => {
      const own = `${path}${field.name}`;
      const isChoice = field.type === undefined;
      if (!isChoice && !['resource', 'operation'].includes(field.name)) {
        const least = field.type === 'collection' ? 0 : 10;
        assert.ok((field.description ?? '').length >= least, `${own} has a description`);
      }
      if (field.name === 'operation') for (const one of field.options ?? []) assert.ok((one.description ?? '').length >= 10, one.name);
      else for (const one of field.options ?? []) check(one, `${own}.`);
    };
    for (const field of properties) check(field, '');
  });

  it('asks again when Platen is busy, as Retry-After says', async () => {
    let asked = 0;
    const server = createServer((_, response) => {
      if (++asked === 1)
        response.writeHead(429, { 'retry-after': '1', 'content-type': 'application/json' }).end('{"error":{"message":"busy"}}');
      else response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"gen_1"}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    engine.credentials = { baseUrl: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, apiKey: 'k' };
    const started = performance.now();
    assert.equal((await engine.run({ resource: 'pdf', operation: 'get', id: 'gen_1' }))[0]?.json['id'], 'gen_1');
    assert.ok(performance.now() - started >= 1000);
    server.close();
  });

  it('says what Platen says when the file of a document cannot be had', async () => {
    let busy = 1;
    const refusal = (code: string, message: string): string => JSON.stringify({ error: { code, message } });
    const server = createServer((request, response) => {
      const reply = (status: number, body: string): unknown =>
        response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '1' }).end(body);
      if (request.url === '/v1/pdf/pdfa') reply(200, JSON.stringify({ url: `${origin}/gone.pdf`, file_size: 1 }));
      else if (request.url === '/gone.pdf' && busy-- > 0) reply(503, refusal('SERVICE_UNAVAILABLE', 'Busy.'));
      else if (request.url === '/gone.pdf') reply(403, refusal('LINK_EXPIRED', 'This link is not valid any more.'));
      else reply(404, refusal('NOT_FOUND', 'There is no file.'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    engine.credentials = { baseUrl: origin, apiKey: 'k' };
    const parameters = { pdfUrl: 'https://pdf.example.com/a.pdf', level: '1b' };
    await assert.rejects(engine.run({ resource: 'tool', operation: 'pdfa', ...parameters }), /not valid any more/);
    assert.ok(busy < 0, 'a host of files that is busy is asked again');
    await assert.rejects(engine.run({ resource: 'pdf', operation: 'download', id: 'gen_1' }), /no file/);
    server.close();
  });
});
