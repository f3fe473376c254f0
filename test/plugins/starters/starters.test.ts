import assert from 'node:assert/strict';
import { assertEnvelope, type Caller, type Generated, download } from '../../support/caller.ts';
import { startHub, type TestHub } from '../../support/hub.ts';
import { readPdf, textOf } from '../../support/pdf.ts';
import { HOSTILE, type Json } from './hostile.ts';

interface Starter {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly category: string;
  readonly sample_data: object;
  readonly html_content: string;
}

/** Paper in points, words of the sample, and headings that every page of a long list repeats. */
const EXPECTED: Readonly<Record<string, { readonly paper: readonly [number, number]; readonly says: RegExp; readonly heads?: RegExp }>> = {
  certificate: { paper: [842, 595], says: /Aino Korhonen.*November 21, 2026/ },
  contract: { paper: [595, 842], says: /Consulting Agreement.*7\.2 Changes of this agreement/ },
  'event-ticket': { paper: [595, 232], says: /Nights on the River.*Friday, June 18, 2027/ },
  invoice: {
    paper: [595, 842],
    says: /INV-2026-0147.*46 h €95\.00 €4,370\.00.*Total €15,958\.80/,
    heads: /DESCRIPTION QUANTITY PRICE AMOUNT/i,
  },
  letter: { paper: [595, 842], says: /Dear Ms Albrecht.*Enclosed: drawings 01–09/ },
  'packing-slip': { paper: [595, 842], says: /SO-204881.*1 to follow.*14 of 15 pieces packed/, heads: /Item no\. Article Ordered Packed/ },
  quote: { paper: [595, 842], says: /Harlow Street.*\$18,534\.00/, heads: /Work Quantity Price Amount/ },
  receipt: { paper: [420, 595], says: /Payment received.*Total £53\.48/, heads: /Item Amount/ },
  report: { paper: [595, 842], says: /A year of steady growth.*House espresso/, heads: /Product Units Revenue Share/ },
  resume: { paper: [595, 842], says: /Daniela Ferreira.*2022 – today/ },
  'shipping-label': { paper: [288, 432], says: /Priority 2-Day.*PL3049918827US/ },
  statement: { paper: [595, 842], says: /Opening balance.*Balance due.*€2,571\.05/, heads: /Date Entry Charge Payment Balance/ },
};

const fold = (text: string): string => text.replace(/\s+/g, ' ');

describe('starter templates', () => {
  let hub: TestHub;
  let caller: Caller;
  let starters: Starter[];
  before(async () => {
    hub = await startHub({ plugins: { limits: { config: { anonymousPerSecond: 1000 } } } });
    caller = await hub.account();
    const { data } = (await (await fetch(`${hub.url}/v1/starter-templates`)).json()) as { data: Starter[] };
    starters = await Promise.all(
      data.map(async ({ slug }) => (await (await fetch(`${hub.url}/v1/starter-templates/${slug}`)).json()) as Starter),
    );
  });
  after(() => hub.stop());

  it('are listed and read without a key', async () => {
    const { data } = (await (await fetch(`${hub.url}/v1/starter-templates`)).json()) as { data: Starter[] };
    assert.deepEqual(
      data.map(({ slug }) => slug),
      Object.keys(EXPECTED),
    );
    for (const starter of data) {
      assert.deepEqual(Object.keys(starter).sort(), ['category', 'description', 'name', 'sample_data', 'slug']);
      assert.ok(starter.description.length > 30);
    }
    assert.deepEqual(Object.keys(starters[0] ?? {}).sort(), ['category', 'description', 'html_content', 'name', 'sample_data', 'slug']);
    const withGarbage = await fetch(`${hub.url}/v1/starter-templates`, { headers: { authorization: 'Bearer nonsense' } });
    assert.equal(withGarbage.status, 200);
    for (const slug of ['nope', '..%2Finvoice', 'INVOICE', '__proto__']) {
      assertEnvelope(await caller.send('GET', `/v1/starter-templates/${slug}`), 404, 'NOT_FOUND');
      assertEnvelope(await caller.send('POST', `/v1/starter-templates/${slug}/clone`), 404, 'NOT_FOUND');
    }
  });

  it('are cloned into the account, where they work', async () => {
    assert.equal((await fetch(`${hub.url}/v1/starter-templates/invoice/clone`, { method: 'POST' })).status, 401);
    for (const { slug, name, sample_data, html_content } of starters) {
      const clone = await caller.send<{ id: string; name: string; version: number; created_at: string }>(
        'POST',
        `/v1/starter-templates/${slug}/clone`,
      );
      assert.equal(clone.status, 201, JSON.stringify(clone.body));
      assert.deepEqual(Object.keys(clone.body).sort(), ['created_at', 'id', 'name', 'version']);
      assert.deepEqual([clone.body.name, clone.body.version], [name, 1]);
      const own = await caller.send<{ html_content: string; is_public: boolean }>('GET', `/v1/templates/${clone.body.id}`);
      assert.deepEqual([own.body.html_content, own.body.is_public], [html_content, false]);
      const strict = await caller.send<Generated>('POST', '/v1/generate', { template: clone.body.id, data: sample_data, strict: true });
      assert.equal(strict.status, 201, `${slug}: ${JSON.stringify(strict.body)}`);
    }
    const key = { 'idempotency-key': 'starter-1' };
    const [a, b] = [
      await caller.send<{ id: string }>('POST', '/v1/starter-templates/letter/clone', undefined, key),
      await caller.send<{ id: string }>('POST', '/v1/starter-templates/letter/clone', undefined, key),
    ];
    assert.equal(a.body.id, b.body.id);
  });

  for (const [slug, { paper, says, heads }] of Object.entries(EXPECTED)) {
    describe(slug, () => {
      const render = async (data: unknown): Promise<{ made: Generated; pages: Awaited<ReturnType<typeof readPdf>> }> => {
        const starter = starters.find((one) => one.slug === slug);
        const made = await caller.generate({ html: starter?.html_content, data });
        return { made, pages: await readPdf(await download(made.url)) };
      };
      const sample = (): Json => JSON.parse(JSON.stringify(starters.find((one) => one.slug === slug)?.sample_data)) as Json;

      it('looks complete with its sample', async () => {
        const { made, pages } = await render(sample());
        assert.deepEqual(made.warnings, []);
        const [page] = pages;
        assert.deepEqual([Math.round(page?.width ?? 0), Math.round(page?.height ?? 0)], paper);
        assert.match(fold(await textOf(await download(made.url))), says);
        for (const { ink } of pages) assert.ok(ink > 0.005);
      });

      for (const [name, make] of Object.entries(HOSTILE)) {
        it(`holds with ${name}`, async () => {
          const { made, pages } = await render(make(sample()));
          const codes = new Set(made.warnings.map(({ code }) => code));
          for (const code of ['CONSOLE_ERROR', 'ASSET_FAILED']) assert.ok(!codes.has(code), JSON.stringify(made.warnings));
          assert.ok(pages.length <= 400, `${String(pages.length)} pages`);
          for (const { width, height } of pages) assert.deepEqual([Math.round(width), Math.round(height)], paper);
          if (name === '200 rows' && heads !== undefined) {
            // The page on which the list ends, and those after it, may have other things only.
            const texts = pages.map(({ text }) => fold(text));
            const last = texts.findLastIndex((text) => heads.test(text));
            assert.ok(last >= 3, `${String(last)} of ${String(pages.length)}`);
            const first = texts.findIndex((text) => heads.test(text));
            for (const text of texts.slice(first, last)) assert.match(text, heads);
          }
          if (name === 'CJK') assert.ok(!codes.has('MISSING_GLYPH'));
          if (name === 'markup') assert.match(fold(pages.map(({ text }) => text).join(' ')), /<script>|<\/style>/);
        });
      }
    });
  }
});
