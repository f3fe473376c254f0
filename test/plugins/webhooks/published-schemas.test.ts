import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { dereference } from '../../../plugins/dashboard/pages/dereference.ts';
import { EVENTS } from '../../../plugins/webhooks/contract.ts';
import { finished, submit } from '../../support/batches.ts';
import { startHub, type TestHub } from '../../support/hub.ts';
import { Receiver } from '../../support/receiver.ts';

interface Described {
  readonly webhooks: Record<
    string,
    {
      readonly post: {
        readonly parameters: readonly { readonly name: string; readonly required: boolean }[];
        readonly requestBody: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
      };
    }
  >;
}
interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

const plans = { free: { requestsPerSecond: 1000, documentsPerMonth: 4 } };

/** Paths of fields that the schema does not name. */
function undeclared(value: unknown, { properties, items }: Schema, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item, i) => undeclared(item, items ?? {}, `${at}[${String(i)}]`));
  if (typeof value !== 'object' || value === null || properties === undefined) return [];
  return Object.entries(value).flatMap(([name, item]) => {
    const schema = properties[name];
    return schema === undefined ? [`${at}.${name}`] : undeclared(item, schema, `${at}.${name}`);
  });
}

describe('the webhooks that /openapi.json lists', () => {
  let hub: TestHub;
  let receiver: Receiver;
  before(async () => {
    receiver = await Receiver.open();
    hub = await startHub({ config: { egress: { allow: ['127.0.0.1:*'] } }, plugins: { limits: { config: { plans } } } });
  });
  after(async () => {
    await hub.stop();
    await receiver.close();
  });

  it('are all that is sent, with the headers and bodies that are sent', async () => {
    const description = (await (await fetch(`${hub.url}/openapi.json`)).json()) as Described;
    assert.deepEqual(Object.keys(description.webhooks).sort(), [...EVENTS].sort());
    const caller = await hub.account({ plan: 'free' });
    for (const event of EVENTS) {
      assert.equal((await caller.send('POST', '/v1/integrations/hooks', { event, target_url: receiver.url(`/${event}`) })).status, 201);
    }
    const made = await caller.send<{ id: string }>('POST', '/v1/templates', { name: 'T', html_content: '<p>{{name}}</p>' });
    await caller.send('PUT', `/v1/templates/${made.body.id}`, { name: 'U' });
    await caller.send('DELETE', `/v1/templates/${made.body.id}`);
    await caller.generate({ html: '<p>{{missing}}</p>', data: { name: 'x' }, metadata: { order: 1, paid: true }, filename: 'one.pdf' });
    const broken = { react: "export default () => { throw new Error('no') }" };
    await caller.refused('POST', '/v1/generate', broken, 422, 'RENDER_FAILED');
    const { batch_id } = await submit(caller, { items: [{ html: 'x' }, { html: 'y' }, broken], result: 'zip' });
    await finished(caller, batch_id);

    // strict is about unknown keywords, which a whole OpenAPI document is full of.
    const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
    ajv.addSchema(description, 'openapi');
    const flat = dereference(description);
    for (const event of EVENTS) {
      const validate = ajv.getSchema(`openapi#/webhooks/${event}/post/requestBody/content/application~1json/schema`);
      assert.ok(validate, event);
      const { parameters, requestBody } = flat.webhooks[event]?.post ?? assert.fail(event);
      for (const { body, headers } of await receiver.wait(`/${event}`)) {
        const sent = JSON.parse(body) as { type: string; data: Record<string, unknown> };
        assert.equal(validate(sent), true, `${event}: ${JSON.stringify(validate.errors)}`);
        assert.deepEqual(undeclared(sent, requestBody.content['application/json'].schema), [], event);
        for (const { name, required } of parameters) assert.equal(headers[name] !== undefined, required, `${event}: ${name}`);
        const [field] = Object.keys(sent.data);
        assert.equal(validate({ ...sent, data: { ...sent.data, [field ?? '']: {} } }), false, `${event}: another type of ${String(field)}`);
        assert.equal(validate({ ...sent, type: 'other' }), false, event);
      }
    }
  });
});
