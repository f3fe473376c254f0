import assert from 'node:assert/strict';
import type { Caller, Envelope } from '../../support/caller.ts';
import { startHub, type TestHub } from '../../support/hub.ts';
import { Visitor } from '../../support/visitor.ts';

const plans = {
  tiny: { requestsPerSecond: 500, documentsPerMonth: 3, previewsPerMonth: 4 },
  half: { requestsPerSecond: 500, documentsPerMonth: 5 },
  endless: { requestsPerSecond: 500, documentsPerMonth: null },
};

describe('previews of the studio', function () {
  this.timeout(120_000);
  let hub: TestHub;
  let now = new Date('2031-05-10T12:00:00Z');
  before(async () => {
    hub = await startHub({
      clock: () => now,
      plugins: { limits: { config: { plans } }, accounts: { config: { plans: Object.keys(plans) } } },
    });
  });
  after(() => hub.stop());

  const enter = async (plan: string) => {
    const caller = await hub.account({ plan });
    const visitor = await new Visitor(hub).enter(caller.email);
    const preview = async (html = '<p>x'): Promise<{ status: number; body: Envelope }> => {
      const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const reply = await fetch(`${hub.url}/dashboard/api/studio/preview`, {
        method: 'POST',
        headers: { cookie, origin: hub.url, 'x-csrf-token': visitor.token, 'content-type': 'application/json' },
        body: JSON.stringify({ html }),
      });
      return { status: reply.status, body: (await reply.json()) as Envelope };
    };
    return { caller, visitor, preview };
  };
  const remaining = async (caller: Caller): Promise<string | null> =>
    (await caller.send('POST', '/v1/generate', { html: '<p>x' })).headers.get('x-quota-remaining');

  it('have their own allowance, then count as documents, then are refused', async () => {
    const { caller, visitor, preview } = await enter('tiny');
    for (let n = 0; n < 4; n++) assert.equal((await preview()).status, 200);
    assert.equal(await remaining(caller), '2');
    for (let n = 0; n < 2; n++) assert.equal((await preview()).status, 200);
    const refused = await preview();
    assert.equal(refused.status, 403);
    assert.equal(refused.body.error.code, 'USAGE_LIMIT_EXCEEDED');
    assert.match(refused.body.error.message, /4 previews and 3 documents.*2031-06-01/);
    await caller.refused('POST', '/v1/generate', { html: '<p>x' }, 403, 'USAGE_LIMIT_EXCEEDED');
    const card = await visitor.open('/dashboard');
    assert.match(card, /Previews in the studio this month/);
    assert.match(card.replaceAll(/<[^>]*>/g, ' '), /Previews in the studio this month\s+4\s+of\s+4/);
    now = new Date('2031-06-01T00:00:00Z');
    const renewed = await new Visitor(hub).enter(caller.email);
    assert.match((await renewed.open('/dashboard')).replaceAll(/<[^>]*>/g, ' '), /Previews in the studio this month\s+0\s+of\s+4/);
  });

  it('count exactly under 30 at once', async () => {
    const { preview } = await enter('tiny');
    const statuses = (await Promise.all(Array.from({ length: 30 }, () => preview()))).map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 200).length, 7);
    assert.equal(statuses.filter((status) => status === 403).length, 23);
  });

  it('count only when there is one', async () => {
    const { caller, preview } = await enter('tiny');
    for (let n = 0; n < 8; n++) assert.equal((await preview('{{#if')).status, 400);
    for (let n = 0; n < 4; n++) assert.equal((await preview()).status, 200);
    assert.equal(await remaining(caller), '2');
  });

  it('have half of the documents where the plan names no number, and no end where documents have none', async () => {
    const { caller, preview } = await enter('half');
    for (let n = 0; n < 3; n++) assert.equal((await preview()).status, 200);
    assert.equal(await remaining(caller), '3');
    const endless = await enter('endless');
    for (let n = 0; n < 10; n++) assert.equal((await endless.preview()).status, 200);
    assert.match(await hub.command('plans'), /3 documents and 4 previews a month[\s\S]*any number of previews/);
  });

  it('are not counted where nothing is metered', async () => {
    const bare = await startHub({ plugins: { limits: false } });
    try {
      const caller = await bare.account();
      const visitor = await new Visitor(bare).enter(caller.email);
      const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const reply = await fetch(`${bare.url}/dashboard/api/studio/preview`, {
        method: 'POST',
        headers: { cookie, origin: bare.url, 'x-csrf-token': visitor.token, 'content-type': 'application/json' },
        body: JSON.stringify({ html: '<p>x' }),
      });
      assert.equal(reply.status, 200);
    } finally {
      await bare.stop();
    }
  });
});
