import assert from 'node:assert/strict';
import { parse } from 'content-disposition';
import { assertEnvelope, type Caller, type Generated } from '../../support/caller.ts';
import { type SharedHub, sharedHub } from '../../support/hub.ts';
import { Receiver } from '../../support/receiver.ts';

const ACTION = '/v1/integrations/actions/generate';
const DOCUMENTS = '/v1/integrations/triggers/new-generation';
const TEMPLATES = '/v1/integrations/triggers/new-template';
const HOOKS = '/v1/integrations/hooks';

describe('what integrations may do', () => {
  let hub: SharedHub;
  let receiver: Receiver;
  before(async () => {
    receiver = await Receiver.open();
    hub = await sharedHub();
  });
  after(async () => {
    await hub.stop();
    await receiver.close();
  });

  const keyOf = (...scopes: readonly string[]): Promise<Caller> => hub.account({ flags: ['--scopes', scopes.join(',')] });
  const hook = (event: string) => ({ target_url: receiver.url('/scoped'), event });

  it('a key for integrations alone makes and reads nothing that another scope guards', async () => {
    const caller = await keyOf('integrations');
    assert.equal((await caller.send('GET', '/v1/integrations/auth/test')).status, 200);
    for (const [method, path, body, scope] of [
      ['POST', ACTION, { html: 'x' }, 'generate'],
      ['GET', DOCUMENTS, undefined, 'generate'],
      ['GET', TEMPLATES, undefined, 'templates:read'],
      ['POST', HOOKS, hook('generation.completed'), 'generate'],
      ['POST', HOOKS, hook('batch.completed'), 'generate'],
      ['POST', HOOKS, hook('template.created'), 'templates:read'],
    ] as const) {
      const { message } = await caller.refused(method, path, body, 403, 'FORBIDDEN');
      assert.match(message, new RegExp(`lacks the scope ${scope};`));
    }
    assert.equal((await caller.send('POST', HOOKS, hook('quota.warning'))).status, 201);
  });

  it('with the scope beside it, a key does what that scope allows', async () => {
    const caller = await keyOf('integrations', 'generate');
    assert.equal((await caller.send('POST', ACTION, { html: 'x' })).status, 200);
    assert.equal((await caller.send<unknown[]>('GET', DOCUMENTS)).body.length, 1);
    assert.equal((await caller.send('POST', HOOKS, hook('generation.completed'))).status, 201);
    assertEnvelope(await caller.send('GET', TEMPLATES), 403, 'FORBIDDEN');
    assert.equal((await (await keyOf('integrations', 'templates:read')).send('GET', TEMPLATES)).status, 200);
    assertEnvelope(await (await keyOf('generate')).send('POST', ACTION, { html: 'x' }), 403, 'FORBIDDEN');
  });

  it('file names are checked as they are elsewhere, and stand safely in headers', async () => {
    const caller = await hub.account();
    for (const filename of [
      '../../etc/passwd',
      'a\\b',
      'a\rb',
      'a\nSet-Cookie: x=1',
      'a\0b',
      'a\u2028b',
      'a\ud800b',
      '',
      'x'.repeat(201),
    ]) {
      await caller.refused('POST', ACTION, { html: 'x', filename }, 400, 'VALIDATION_ERROR', ['filename']);
      await caller.refused('POST', '/v1/generate', { html: 'x', filename }, 400, 'VALIDATION_ERROR', ['filename']);
    }
    for (const filename of ['a"; filename="b', "ö'%00*.pdf", '..']) {
      const { body } = await caller.send<Generated>('POST', ACTION, { html: 'x', filename });
      const name = `${filename.replace(/\.pdf$/, '')}.pdf`;
      for (const answer of [await fetch(body.url), await caller.raw('GET', `/v1/generations/${body.id}/file`)]) {
        assert.equal(parse(answer.headers.get('content-disposition') ?? '').parameters['filename'], name);
        await answer.arrayBuffer();
      }
    }
  });
});
