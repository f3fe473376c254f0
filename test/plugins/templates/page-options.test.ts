import assert from 'node:assert/strict';
import type mongoose from 'mongoose';
import { finished, submit } from '../../support/batches.ts';
import { assertEnvelope, type Caller, download } from '../../support/caller.ts';
import { openDatabase, startHub, type TestHub } from '../../support/hub.ts';
import { type PageFacts, readPdf } from '../../support/pdf.ts';
import { Visitor } from '../../support/visitor.ts';

interface Template {
  readonly id: string;
  readonly version: number;
  readonly options: object;
  readonly html_content: string;
}

const RED = [255, 0, 0];
/** A page that is red but for its margins, with a sum that its region formats. */
const HTML = '<body style="margin:0;background:#f00"><p>{{formatCurrency 1234.5}} {{formatDate "2026-11-24T23:30:00Z" "short"}}</p>';
const SAVED = {
  format: 'Letter',
  orientation: 'landscape',
  margin: '2in',
  header: '<p>TOP {{pageNumber}}/{{totalPages}}</p>',
  footer: '<p>BOTTOM</p>',
  locale: 'de-CH',
  timezone: 'Pacific/Auckland',
  currency: 'CHF',
};
const ROUTE = '/v1/integrations/actions/generate';

describe('page options of a template', function () {
  this.timeout(120_000);
  let hub: TestHub;
  let caller: Caller;
  let other: Caller;
  before(async () => {
    hub = await startHub();
    [caller, other] = await Promise.all([hub.account(), hub.account()]);
  });
  after(() => hub.stop());

  const create = async (options?: object, html = HTML): Promise<Template> => {
    const reply = await caller.send<Template>('POST', '/v1/templates', { name: 'x', html_content: html, options });
    assert.equal(reply.status, 201, JSON.stringify(reply.body));
    return reply.body;
  };
  const put = async (id: string, body: object): Promise<Template> => {
    const reply = await caller.send<Template>('PUT', `/v1/templates/${id}`, body);
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    return reply.body;
  };
  const facts = async (pdf: Uint8Array): Promise<PageFacts> => {
    const [page] = await readPdf(pdf);
    assert.ok(page !== undefined);
    return page;
  };
  const print = async (body: object): Promise<PageFacts> => facts(await caller.pdf(body));
  const size = ({ width, height }: PageFacts): string => `${String(Math.round(width))}x${String(Math.round(height))}`;

  it('are part of its version: read, listed with it, changed, pinned and restored', async () => {
    const made = await create(SAVED);
    assert.deepEqual(made.options, SAVED);
    const { id } = made;
    assert.deepEqual((await caller.send<Template>('GET', `/v1/templates/${id}`)).body.options, SAVED);
    assert.equal((await put(id, { options: SAVED, name: 'y' })).version, 1, 'the same options are no new version');
    const second = await put(id, { options: { format: 'Legal' } });
    assert.deepEqual([second.version, second.options, second.html_content], [2, { format: 'Legal' }, HTML]);
    const third = await put(id, { html_content: `${HTML}<p>third` });
    assert.deepEqual([third.version, third.options], [3, { format: 'Legal' }]);
    const of = async (version: number) => (await caller.send<Template>('GET', `/v1/templates/${id}/versions/${String(version)}`)).body;
    assert.deepEqual([(await of(1)).options, (await of(2)).options], [SAVED, { format: 'Legal' }]);
    assert.deepEqual(await Promise.all([`${id}@1`, `${id}@2`, id].map(async (template) => size(await print({ template })))), [
      '792x612',
      '612x1008',
      '612x1008',
    ]);
    const restored = await caller.send<Template>('POST', `/v1/templates/${id}/versions/1/restore`);
    assert.deepEqual([restored.body.version, restored.body.options, restored.body.html_content], [4, SAVED, HTML]);
    assert.equal(size(await print({ template: id })), '792x612');
    assert.deepEqual([(await put(id, { options: {} })).options, size(await print({ template: id }))], [{}, '596x842']);
    assertEnvelope(await other.send('GET', `/v1/templates/${id}/versions/1`), 404, 'NOT_FOUND');
  });

  it('print without a word in the request, and give way to it one field at a time', async () => {
    const { id: template } = await create(SAVED);
    const saved = await print({ template });
    assert.match(saved.text, /CHF\s1[’']234\.50/);
    assert.match(saved.text, /25\.11\.26/);
    assert.match(saved.text, /TOP 1\/1[^]*BOTTOM|BOTTOM[^]*TOP 1\/1/);
    assert.deepEqual([saved.colorAt(0.15, 0.5), saved.colorAt(0.5, 0.5)], [[255, 255, 255], RED], '2 in of 11 are white');
    const portrait = await print({ template, options: { orientation: 'portrait', header: null, margin: { left: 0 } } });
    assert.equal(size(portrait), '612x792');
    assert.doesNotMatch(portrait.text, /TOP/);
    assert.match(portrait.text, /BOTTOM/);
    assert.deepEqual(portrait.colorAt(0.02, 0.5), RED, 'the side that the request names');
    assert.deepEqual(portrait.colorAt(0.98, 0.5), [255, 255, 255], 'the sides that it leaves out');
    const plain = await print({ template, locale: 'en', currency: 'USD', options: { printBackground: false, header: '', footer: null } });
    assert.match(plain.text, /\$1,234\.50 11\/25\/26/);
    assert.doesNotMatch(plain.text, /TOP|BOTTOM/);
    assert.notDeepEqual(plain.colorAt(0.5, 0.5), RED);
    const tight = await print({ template, options: { margin: '0' } });
    assert.deepEqual([tight.colorAt(0.01, 0.5), tight.colorAt(0.99, 0.99)], [RED, RED]);
  });

  it('count in batches, which keep the print engine’s own margin where neither says one', async () => {
    const { id: template } = await create({ format: 'Legal', locale: 'fr' });
    const batch = await submit(caller, {
      items: [
        { template },
        { template, options: { format: 'Letter', margin: { top: '3in' } }, locale: 'de' },
        { template: `${template}@1` },
      ],
    });
    await put(template, { options: { format: 'A4' } });
    const { generations } = await finished(caller, batch.batch_id);
    const pages = await Promise.all(generations.map(async ({ url }) => facts(await download(url ?? ''))));
    assert.deepEqual(pages.map(size), ['612x1008', '612x792', '612x1008'], 'the version that was current when the batch came');
    assert.match(pages[0]?.text ?? '', /1\s234,50\s\$/);
    assert.match(pages[1]?.text ?? '', /1\.234,50\s\$/);
    assert.deepEqual(pages[0]?.colorAt(0.06, 0.5), [255, 255, 255], 'no background where none is asked for');
  });

  it('count in the flat action, whose own fields come first', async () => {
    const { id: template_id } = await create({ format: 'Legal', orientation: 'landscape', margin: '1in', locale: 'fr', header: '<p>TOP' });
    const act = async (body: object): Promise<PageFacts> => {
      const reply = await caller.send<{ url: string }>('POST', ROUTE, body);
      assert.equal(reply.status, 200, JSON.stringify(reply.body));
      return facts(await download(reply.body.url));
    };
    const saved = await act({ template_id });
    assert.deepEqual([size(saved), /TOP/.test(saved.text)], ['1008x612', true]);
    const asked = await act({ template_id, format: 'Letter', orientation: 'portrait', margin_left: '0', header: '' });
    assert.deepEqual([size(asked), /TOP/.test(asked.text)], ['612x792', false]);
    assert.deepEqual([asked.colorAt(0.02, 0.5), asked.colorAt(0.98, 0.5)], [RED, [255, 255, 255]]);
    assert.equal(size(await act({ template_id: (await create()).id })), '596x842');
    assert.equal(
      size(await act({ html: '<style>@page { size: A5 }</style><p>x' })),
      '420x595',
      'as the document says where nothing was saved',
    );
  });

  it('are what the studio and its pictures show', async () => {
    const visitor = await new Visitor(hub).enter(caller.email);
    const { id } = await create({ format: { width: '2in', height: '6in' }, currency: 'JPY' });
    const page = await visitor.open(`/dashboard/templates/${id}`);
    assert.match(page.replaceAll('&quot;', '"'), /"options":\{"format":\{"width":"2in","height":"6in"\},"currency":"JPY"\}/);
    const picture = await fetch(`${hub.url}/dashboard/templates/${id}/picture-1.png`, {
      headers: { cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    const png = Buffer.from(await picture.arrayBuffer());
    assert.equal((png.readUInt32BE(20) / png.readUInt32BE(16)).toFixed(1), '3.0', 'the picture has the shape of the paper');
    const reply = await fetch(`${hub.url}/dashboard/api/studio/preview`, {
      method: 'POST',
      headers: {
        cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        origin: hub.url,
        'x-csrf-token': visitor.token,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ html: HTML, options: { format: 'Letter', currency: 'JPY', locale: 'en' } }),
    });
    const drawn = await facts(Buffer.from(((await reply.json()) as { pdf: string }).pdf, 'base64'));
    assert.deepEqual([size(drawn), /¥1,235/.test(drawn.text)], ['612x792', true]);
  });

  it('go along when a template is published and copied', async () => {
    const { id } = await create(SAVED);
    assert.equal((await caller.send('POST', `/v1/marketplace/${id}/publish`)).status, 200);
    assert.deepEqual((await other.send<Template>('GET', `/v1/marketplace/${id}`)).body.options, SAVED);
    const { body: copy } = await other.send<Template>('POST', `/v1/marketplace/${id}/clone`);
    assert.deepEqual((await other.send<Template>('GET', `/v1/templates/${copy.id}`)).body.options, SAVED);
  });

  it('are checked when they are saved, field by field', async () => {
    const { id } = await create();
    for (const [options, field] of [
      [[], 'options'],
      ['A4', 'options'],
      [{ paper: 'A4' }, 'options.paper'],
      [{ format: 'A3' }, 'options.format'],
      [{ format: { width: '1in' } }, 'options.format'],
      [{ format: { width: '900in', height: '1in' } }, 'options.format.width'],
      [{ margin: '5in' }, 'options.margin'],
      [{ margin: 'wide' }, 'options.margin'],
      [{ orientation: 'up' }, 'options.orientation'],
      [{ header: 7 }, 'options.header'],
      [{ header: 'x'.repeat(1_000_001) }, 'options.header'],
      [{ footer: '{{#if a}}' }, 'options.footer'],
      [{ printBackground: 'yes' }, 'options.printBackground'],
      [{ locale: 'klingon!' }, 'options.locale'],
      [{ timezone: 'Moon' }, 'options.timezone'],
      [{ currency: 'euro' }, 'options.currency'],
    ] as const) {
      await caller.refused('POST', '/v1/templates', { name: 'x', html_content: 'x', options }, 400, 'VALIDATION_ERROR', [field]);
      await caller.refused('PUT', `/v1/templates/${id}`, { options }, 400, 'VALIDATION_ERROR', [field]);
    }
    const narrow = await create({ format: { width: '4in', height: '4in' } });
    await caller.refused('POST', '/v1/generate', { template: narrow.id, options: { margin: '2in' } }, 400, 'VALIDATION_ERROR', [
      'options.margin',
    ]);
    await caller.refused('POST', '/v1/generate', { template: id, options: { locale: 'de' } }, 400, 'VALIDATION_ERROR', ['options.locale']);
    await other.refused('PUT', `/v1/templates/${id}`, { options: {} }, 404, 'NOT_FOUND');
  });

  it('and texts that change at once lose nothing of each other', async () => {
    const { id } = await create();
    const margins = ['1cm', '2cm', '3cm', '4cm'];
    const replies = await Promise.all([
      ...margins.map((margin) => put(id, { options: { margin } })),
      ...margins.map((_, n) => put(id, { html_content: `${HTML}<p>${String(n)}` })),
    ]);
    const numbers = replies.map(({ version }) => version).sort((a, b) => a - b);
    assert.deepEqual(numbers, [2, 3, 4, 5, 6, 7, 8, 9]);
    const versions = await Promise.all(
      numbers.map(async (version) => (await caller.send<Template>('GET', `/v1/templates/${id}/versions/${String(version)}`)).body),
    );
    const newest = (await caller.send<Template>('GET', `/v1/templates/${id}`)).body;
    assert.deepEqual([newest.options, newest.html_content], [versions.at(-1)?.options, versions.at(-1)?.html_content]);
    assert.notDeepEqual(newest.options, {}, 'the last options to come stay whatever text comes behind them');
    assert.notEqual(newest.html_content, HTML);
  });
});

describe('page options that were kept beside a template', function () {
  this.timeout(120_000);

  it('are its newest version after an upgrade; the version before prints as it did', async () => {
    const old = await startHub();
    const caller = await old.account();
    const create = async (): Promise<string> =>
      (await caller.send<Template>('POST', '/v1/templates', { name: 'x', html_content: HTML })).body.id;
    const [typed, cut, plain, deleted] = [await create(), await create(), await create(), await create()];
    await caller.send('DELETE', `/v1/templates/${deleted}`);
    const connection = await openDatabase(old.database);
    const settings = connection.collection<{ _id: string; accountId: string; data: string; options?: object }>('studio_settings');
    const { accountId } = caller;
    const header = '<b>TOP</b>';
    await settings.insertMany([
      { _id: typed, accountId, data: '{"kept": 1', options: { format: 'Letter', header } },
      { _id: cut, accountId, data: '{}', options: { format: 'Legal' } },
      { _id: plain, accountId, data: '{}', options: {} },
      { _id: deleted, accountId, data: '{}', options: { format: 'Legal' } },
    ]);
    await connection.collection('migrations').deleteOne({ _id: 'studio/saved-page-options' as unknown as mongoose.mongo.ObjectId });
    // The step was cut off once: the version is recorded, and not current yet.
    await connection.collection<{ _id: string }>('template_versions').insertOne({
      ...{ _id: `${cut}@2`, templateId: cut, accountId, version: 2, html: HTML, options: '{"format":"Legal"}' },
      ...{ schema: null, name: null, createdAt: new Date() },
    });
    const hub = await startHub({ database: old.database, dataFolder: old.dataFolder });
    try {
      const read = async (id: string) => (await caller.send<Template>('GET', `/v1/templates/${id}`)).body;
      const now = await read(typed);
      assert.deepEqual([now.version, now.options, now.html_content], [2, { format: 'Letter', header }, HTML]);
      assert.deepEqual([(await read(cut)).version, (await read(cut)).options], [2, { format: 'Legal' }]);
      assert.deepEqual([(await read(plain)).version, (await read(plain)).options], [1, {}]);
      assert.equal((await settings.findOne({ _id: typed }))?.data, '{"kept": 1');
      assert.equal(await settings.countDocuments({ options: { $exists: true } }), 0);
      const before = (await caller.send<Template>('GET', `/v1/templates/${typed}/versions/1`)).body;
      assert.deepEqual(before.options, {});
    } finally {
      await connection.close();
      await hub.stop();
      await old.stop();
    }
  });
});
