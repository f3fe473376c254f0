import assert from 'node:assert/strict';
import type { Caller } from '../../support/caller.ts';
import { type SharedHub, sharedHub } from '../../support/hub.ts';
import { until } from '../../support/until.ts';

interface Page {
  readonly data: readonly { readonly id: string; readonly status: string; readonly created_at: string }[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

describe('filters of the history', () => {
  let hub: SharedHub;
  let caller: Caller;
  let other: Caller;
  let template: string;
  let batch: string;
  /** Oldest first. */
  let ids: Record<'invoice' | 'odd' | 'templated' | 'failed' | 'flat' | 'item', string>;

  const page = async (query: string, by = caller): Promise<Page> => {
    const { status, body } = await by.send<Page>('GET', `/v1/generations${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const listed = async (query: string, by = caller): Promise<string[]> => (await page(query, by)).data.map(({ id }) => id);

  before(async () => {
    hub = await sharedHub();
    [caller, other] = await Promise.all([hub.account(), hub.account()]);
    const invoice = await caller.generate({ html: '<p>1', filename: 'Invoice 100% (a+b).pdf', metadata: { order: 7, paid: true } });
    const odd = await caller.generate({ html: '<p>2', filename: 'Größe.pdf', metadata: { order: '7', 'a.b': 'x' } });
    template = (await caller.send<{ id: string }>('POST', '/v1/templates', { name: 'T', html_content: '<p>{{x}}</p>' })).body.id;
    const templated = await caller.generate({ template, data: { x: 1 }, metadata: { order: 8, note: 'a:b' } });
    await caller.refused('POST', '/v1/generate', { react: "export default () => { throw new Error('no') }" }, 422, 'RENDER_FAILED');
    const failed = (await page('?limit=1')).data[0]?.id ?? '';
    const flat = await caller.send<{ id: string }>('POST', '/v1/integrations/actions/generate', { html: '<p>3' });
    const sent = await caller.send<{ batch_id: string; generations: { id: string }[] }>('POST', '/v1/generate/batch', {
      items: [{ html: '<p>4' }],
    });
    batch = sent.body.batch_id;
    const item = sent.body.generations[0]?.id ?? '';
    ids = { invoice: invoice.id, odd: odd.id, templated: templated.id, failed, flat: flat.body.id, item };
    await until('the item of the batch', async () => ((await listed(`?batch=${batch}&status=completed`)).length === 1 ? true : undefined));
  });
  after(() => hub.stop());

  it('are status, template, source, batch, metadata and name, and any of them together', async () => {
    const { invoice, odd, templated, failed, flat, item } = ids;
    for (const [query, expected] of [
      ['status=failed', [failed]],
      [`template=${template}`, [templated]],
      ['source=integrations', [flat]],
      ['source=batch', [item]],
      [`batch=${batch}`, [item]],
      ['metadata=order:7', [odd, invoice]],
      ['metadata=paid:true', [invoice]],
      ['metadata=note:a:b', [templated]],
      ['metadata=order:7&metadata=paid:true', [invoice]],
      ['metadata=order:9', []],
      ['q=invoice', [invoice]],
      ['q=100%25+(A%2Bb)', [invoice]],
      ['q=GR%C3%96%C3%9FE', [odd]],
      ['q=gr%C3%B6', [odd]],
      ['q=.*', []],
      [`q=${flat}`, [flat]],
      [`status=completed&metadata=order:7&q=pdf&source=api`, [odd, invoice]],
      [`status=failed&template=${template}`, []],
    ] as const) {
      assert.deepEqual(await listed(`?${query}`), expected, query);
    }
  });

  it('are moments of creation: from one on, and before another', async () => {
    const all = await page('');
    const third = all.data[3];
    assert.equal(third?.id, ids.templated);
    const at = encodeURIComponent(third.created_at);
    assert.deepEqual(
      await listed(`?created_after=${at}`),
      all.data.slice(0, 4).map(({ id }) => id),
    );
    assert.deepEqual(
      await listed(`?created_before=${at}`),
      all.data.slice(4).map(({ id }) => id),
    );
    assert.deepEqual(await listed(`?created_after=${at}&created_before=${at}`), []);
    assert.equal((await listed('?created_after=2020-01-01')).length, 6);
    assert.deepEqual(await listed('?created_before=2020-01-01T00:00:00%2B02:00'), []);
  });

  it('page by cursor as the whole history does', async () => {
    const first = await page('?q=pdf&limit=1&created_after=2020-01-01');
    assert.deepEqual([first.data.map(({ id }) => id), first.has_more], [[ids.odd], true]);
    const second = await page(`?q=pdf&limit=1&created_after=2020-01-01&cursor=${first.next_cursor ?? ''}`);
    assert.deepEqual([second.data.map(({ id }) => id), second.has_more], [[ids.invoice], false]);
  });

  it("find nothing of another account's", async () => {
    for (const query of [`batch=${batch}`, `template=${template}`, `q=${ids.flat}`, 'q=invoice', 'metadata=order:7', 'status=failed']) {
      assert.deepEqual(await listed(`?${query}`, other), [], query);
    }
  });

  it('are refused by their field when they are none', async () => {
    for (const [query, field] of [
      ['status=done', 'status'],
      ['source=mail', 'source'],
      ['template=', 'template'],
      [`batch=${'x'.repeat(201)}`, 'batch'],
      ['metadata=order', 'metadata'],
      ['metadata=$where:1', 'metadata'],
      ['metadata=a.b:x', 'metadata'],
      ['metadata[$ne]=x', 'metadata[$ne]'],
      [`metadata=a:1${'&metadata=a:1'.repeat(5)}`, 'metadata'],
      ['created_after=yesterday', 'created_after'],
      ['created_before=1764000000', 'created_before'],
      ['created_before=2026-13-01', 'created_before'],
      ['q=', 'q'],
      [`q=${'x'.repeat(201)}`, 'q'],
      ['q=a&q=b', 'q'],
    ] as const) {
      await caller.refused('GET', `/v1/generations?${query}`, undefined, 400, 'VALIDATION_ERROR', [field]);
    }
  });
});
