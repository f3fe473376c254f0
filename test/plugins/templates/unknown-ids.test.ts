import assert from 'node:assert/strict';
import { assertEnvelope, type Caller, type Generated } from '../../support/caller.ts';
import { type SharedHub, sharedHub } from '../../support/hub.ts';
import { Receiver } from '../../support/receiver.ts';

const UNKNOWN = [
  'tmpl_nope',
  'x',
  'x'.repeat(300),
  'tmpl_',
  'gen_x',
  'tmpl_x@0',
  'tmpl_x@x',
  'tmpl_../x',
  'a b',
  '\u0000',
  '@3',
  '{"$ne":null}',
];

describe('an id of nothing', () => {
  let hub: SharedHub;
  let receiver: Receiver;
  let caller: Caller;
  let other: Caller;
  before(async () => {
    receiver = await Receiver.open();
    hub = await sharedHub();
    [caller, other] = [await hub.account(), await hub.account()];
  });
  after(async () => {
    await hub.stop();
    await receiver.close();
  });

  it('of a template is 404 whatever its shape: for documents, the flat action and hooks', async () => {
    const foreign = (await other.send<{ id: string }>('POST', '/v1/templates', { name: 'x', html_content: 'x' })).body.id;
    for (const id of [...UNKNOWN, foreign]) {
      await caller.refused('POST', '/v1/generate', { template: id }, 404, 'NOT_FOUND');
      await caller.refused('POST', '/v1/integrations/actions/generate', { template_id: id }, 404, 'NOT_FOUND');
      const hook = { target_url: receiver.url('/x'), event: 'generation.completed', template_id: id };
      await caller.refused('POST', '/v1/integrations/hooks', hook, 404, 'NOT_FOUND');
    }
    await caller.refused('POST', '/v1/generate/batch', { items: [{ template: 'x' }] }, 404, 'NOT_FOUND');
  });

  it('of a template is not taken for one that exists', async () => {
    const { id } = (await caller.send<{ id: string }>('POST', '/v1/templates', { name: 'x', html_content: 'x' })).body;
    for (const reference of [`${id}@0`, `${id}@2`, `${id}@1@1`, `${id}@x`, `${id} `]) {
      await caller.refused('POST', '/v1/generate', { template: reference }, 404, 'NOT_FOUND');
    }
    for (const reference of [id, `${id}@1`]) assert.equal((await caller.generate({ template: reference })).status, 'completed');
    const hook = { target_url: receiver.url('/x'), event: 'generation.completed', template_id: id };
    assert.equal((await caller.send('POST', '/v1/integrations/hooks', hook)).status, 201);
  });

  it('of a document is 404 for a retry, like a document of another account', async () => {
    const foreign = await other.generate({ html: 'x' });
    for (const id of ['gen_none', 'x', foreign.id]) {
      assertEnvelope(await caller.send('POST', `/v1/generations/${id}/retry`), 404, 'NOT_FOUND');
    }
    const own: Generated = await caller.generate({ html: 'x' });
    assertEnvelope(await caller.send('POST', `/v1/generations/${own.id}/retry`), 409, 'CONFLICT');
  });
});
