import assert from 'node:assert/strict';
import { assertEnvelope, type Caller, download, type Generated } from '../../support/caller.ts';
import { type SharedHub, sharedHub, startHub } from '../../support/hub.ts';
import { readPdf, textOf } from '../../support/pdf.ts';
import { atWork } from '../../support/at-work.ts';
import { until } from '../../support/until.ts';

describe('POST /v1/generate', () => {
  let hub: SharedHub;
  let caller: Caller;

  before(async () => {
    hub = await sharedHub();
    caller = await hub.account();
  });
  after(() => hub.stop());

  it('turns html into a PDF and answers its link, pages, size and time', async () => {
    const { status, body } = await caller.send<Generated>('POST', '/v1/generate', { html: '<h1>Hello, paper</h1>' });
    assert.equal(status, 201);
    assert.match(body.id, /^gen_\w{22}$/);
    assert.equal(body.status, 'completed');
    assert.equal(body.pages, 1);
    assert.ok(body.generation_time_ms > 0);
    assert.deepEqual(body.warnings, []);
    assert.ok(body.url.startsWith(`${hub.url}/files/`));
    const pdf = await download(body.url);
    assert.equal(pdf.byteLength, body.file_size);
    const [page] = await readPdf(pdf);
    assert.match(page?.text ?? '', /Hello, paper/);
    assert.ok(Math.abs((page?.width ?? 0) - 595.3) < 1 && Math.abs((page?.height ?? 0) - 841.9) < 1, 'A4 is the default');
  });

  it('answers base64 when asked', async () => {
    const reply = await caller.generate({ html: '<p>inline</p>', output: 'base64' });
    assert.equal(reply.url, undefined);
    const pdf = Buffer.from(reply.data ?? '', 'base64');
    assert.equal(pdf.byteLength, reply.file_size);
    assert.equal(await textOf(pdf), 'inline');
  });

  it('answers the file itself to Accept: application/pdf', async () => {
    const response = await caller.raw('POST', '/v1/generate', { body: { html: '<p>bytes</p>' }, headers: { accept: 'application/pdf' } });
    assert.equal(response.status, 201);
    assert.equal(response.headers.get('content-type'), 'application/pdf');
    assert.match(response.headers.get('x-generation-id') ?? '', /^gen_/);
    assert.equal(await textOf(new Uint8Array(await response.arrayBuffer())), 'bytes');
  });

  it('answers what the caller prefers by the weights of Accept', async () => {
    for (const [accept, type] of [
      ['application/json, application/pdf;q=0.1', 'application/json'],
      ['application/pdf;q=0', 'application/json'],
      ['application/pdf;q=0.1, application/json;q=0.9', 'application/json'],
      ['application/json;q=0.5, application/pdf', 'application/pdf'],
      ['application/pdf, */*', 'application/pdf'],
      ['APPLICATION/PDF', 'application/pdf'],
      ['application/json, text/plain, */*', 'application/json'],
      ['text/html', 'application/json'],
    ] as const) {
      const response = await caller.raw('POST', '/v1/generate', { body: { html: '<p>x</p>' }, headers: { accept } });
      assert.equal(response.headers.get('content-type')?.split(';')[0], type, accept);
      await response.arrayBuffer();
    }
  });

  it('leaves braces alone without data and fills them with data', async () => {
    assert.equal(await textOf(await caller.pdf({ html: '<p>{{name}}</p>' })), '{{name}}');
    const filled = { html: '<p>{{name}}: {{#each items}}[{{this}}]{{/each}}</p>', data: { name: '<Ada>', items: [1, 2, 3] } };
    assert.equal(await textOf(await caller.pdf(filled)), '<Ada>: [1][2][3]');
  });

  it('renders React source with data as its props', async () => {
    const react = `import React, { useMemo } from 'react';
      type Props = { items: { name: string; price: number }[] };
      export default function Receipt({ items }: Props) {
        const total = useMemo(() => items.reduce((sum, item) => sum + item.price, 0), [items]);
        return <main><h1>Receipt</h1>{items.map((item) => <p key={item.name}>{item.name} {item.price}</p>)}<b>Total {total}</b></main>;
      }`;
    const data = {
      items: [
        { name: '</script><script>alert(1)</script>', price: 2 },
        { name: 'B\u2028', price: 40 },
      ],
    };
    const text = await textOf(await caller.pdf({ react, data }));
    assert.match(text, /^Receipt <\/script><script>alert\(1\)<\/script> 2 B 40 Total 42$/);
  });

  it('adds styles last and sets a title for documents without one', async () => {
    const pdf = await caller.pdf({
      html: '<html><head><style>body{background:#00ff00}</style></head><body>x</body></html>',
      styles: 'body { background: #0000ff; -webkit-print-color-adjust: exact }',
      filename: 'Order 7',
    });
    const [page] = await readPdf(pdf);
    assert.deepEqual(page?.colorAt(0.5, 0.5), [0, 0, 255]);
    assert.match(Buffer.from(pdf).toString('latin1'), /\/Title \(Order 7\)/);
  });

  it('runs scripts and waits for fonts, images and a selector', async () => {
    const html = `<p id=p>before</p><script>
      setTimeout(() => { document.getElementById('p').textContent = 'after'; document.body.insertAdjacentHTML('beforeend', '<i class=done></i>') }, 300)
      </script>`;
    assert.equal(await textOf(await caller.pdf({ html, wait: { selector: '.done' } })), 'after');
    const expression = 'new Promise((resolve) => setTimeout(() => resolve(document.getElementById("p").textContent === "after"), 50))';
    assert.equal(await textOf(await caller.pdf({ html, wait: { expression } })), 'after');
    const error = await caller.refused(
      'POST',
      '/v1/generate',
      { html, wait: { selector: '.never', timeout_ms: 200 } },
      422,
      'RENDER_FAILED',
    );
    assert.match(error.message, /wait\.selector/);
  });

  it('prints what a script puts off for a moment', async () => {
    const html = `<p id=p>before</p><script>setTimeout(() => { document.getElementById('p').textContent = 'after' })</script>`;
    assert.equal(await textOf(await caller.pdf({ html })), 'after');
  });

  it('says which Handlebars line is wrong', async () => {
    for (const html of ['<p>\n{{#if a}}</p>', '<p>\n{{> missing}}</p>', '<p>\n{{unknown 1}}</p>', '<p>\n{{#if}}{{/each}}</p>']) {
      const error = await caller.refused('POST', '/v1/generate', { html, data: {} }, 400, 'VALIDATION_ERROR', ['html']);
      assert.match(error.message, /line [23]/, error.message);
    }
  });

  it('refuses React source that cannot work, and reports one that throws', async () => {
    for (const react of [
      'export default () => <p>',
      "import fs from 'fs'; export default () => fs.readFileSync('/etc/passwd')",
      "require('child_process')",
      'export const named = 1',
    ]) {
      await caller.refused('POST', '/v1/generate', { react }, 400, 'VALIDATION_ERROR', ['react']);
    }
    const failing = [
      "export default () => { throw new Error('boom ' + typeof process) }",
      "import React from 'react'; export default function F() { const [n, set] = React.useState(0); set(n + 1); return n }",
      "export default () => new Function('return process')().env.HOME",
    ];
    for (const react of failing) {
      const error = await caller.refused('POST', '/v1/generate', { react }, 422, 'RENDER_FAILED');
      assert.ok(error.message.length < 600);
    }
  });

  it('reports missing variables, failed images, console errors, missing glyphs and blank pages', async () => {
    const warned = async (body: object): Promise<string[]> =>
      (await caller.generate(body)).warnings.map(({ code, subject }) => `${code} ${subject ?? ''}`.trim());
    assert.deepEqual(await warned({ html: '{{a.b}}{{#each l}}{{x}}{{../y}}{{/each}}{{#if z}}{{q}}{{/if}}', data: { a: {}, l: [{}] } }), [
      'MISSING_VARIABLE a.b',
      'MISSING_VARIABLE l.x',
      'MISSING_VARIABLE y',
      'BLANK_PAGE',
    ]);
    assert.deepEqual(await warned({ html: '<p>x<img src="data:image/png;base64,AAAA">' }), ['ASSET_FAILED data:image/png;base64,AAAA…']);
    assert.deepEqual(await warned({ html: "<p>x<script>console.error('bad', 1); nope()</script>" }), ['CONSOLE_ERROR', 'CONSOLE_ERROR']);
    assert.deepEqual(await warned({ html: '<p>' }), ['BLANK_PAGE']);
    assert.deepEqual(await warned({ html: '<p>𓀀</p>' }), ['MISSING_GLYPH 𓀀 (U+13000)']);
    assert.deepEqual(await warned({ html: '<p>Grüße, Ελλάδα, Привет, 😀 — “x”</p>' }), []);
  });

  it('turns warnings into a refusal when strict, and keeps no record of it', async () => {
    const before = await caller.send<{ data: unknown[] }>('GET', '/v1/generations?limit=100');
    const error = await caller.refused('POST', '/v1/generate', { html: '<p>{{x}}', data: {}, strict: true }, 400, 'VALIDATION_ERROR', [
      'html',
    ]);
    assert.match(error.message, /MISSING_VARIABLE/);
    const after = await caller.send<{ data: unknown[] }>('GET', '/v1/generations?limit=100');
    assert.equal(after.body.data.length, before.body.data.length);
    await caller.generate({ html: '<p>{{x}}', data: { x: 1 }, strict: true });
  });

  it('draws TEST across documents made with a test key and does not meter them', async () => {
    const test = await hub.account({ flags: ['--test'], plan: 'free' });
    const response = await test.raw('POST', '/v1/generate', { body: { html: '<p>draft</p>' }, headers: { accept: 'application/pdf' } });
    assert.equal(response.headers.get('x-quota-limit'), null);
    const pages = await readPdf(new Uint8Array(await response.arrayBuffer()));
    assert.match(pages[0]?.text ?? '', /TEST/);
    assert.ok((pages[0]?.ink ?? 0) > 0.02);
  });

  it('says that templates are off where no plugin provides them', async () => {
    const without = await startHub({ plugins: { templates: false, starters: false, marketplace: false, previews: false, studio: false } });
    try {
      const account = await without.account();
      await account.refused('POST', '/v1/generate', { template: 'tmpl_x' }, 400, 'VALIDATION_ERROR', ['template']);
      const body = { items: [{ template: 'tmpl_x' }] };
      await account.refused('POST', '/v1/generate/batch', body, 400, 'VALIDATION_ERROR', ['items.0.template']);
    } finally {
      await without.stop();
    }
  });

  it('renders many at once, each with its own content', async () => {
    const texts = await Promise.all(
      Array.from({ length: 24 }, async (_, i) => {
        const html = i % 4 === 0 ? `<p id=x></p><script>x.textContent = 'scripted ${String(i)}'</script>` : `<p>static ${String(i)}</p>`;
        return textOf(await caller.pdf({ html }));
      }),
    );
    assert.deepEqual(
      texts,
      Array.from({ length: 24 }, (_, i) => (i % 4 === 0 ? `scripted ${String(i)}` : `static ${String(i)}`)),
    );
  });

  it('records a caller that hangs up as failed', async () => {
    const hangUp = new AbortController();
    const pending = caller.raw('POST', '/v1/generate', { body: { html: '<p>x', wait: { delay_ms: 20_000 } }, signal: hangUp.signal });
    pending.catch(() => undefined);
    const [id] = await atWork(caller);
    hangUp.abort();
    await assert.rejects(pending);
    const error = await until('the failure', async () => {
      const { body } = await caller.send<{ status: string; error: string }>('GET', `/v1/generations/${id ?? ''}`);
      return body.status === 'failed' ? body.error : undefined;
    });
    assert.match(error, /hung up/);
  });

  it('answers every error of the body at once, with dotted fields', async () => {
    const reply = await caller.send('POST', '/v1/generate', {
      html: 7,
      data: [],
      output: 'xml',
      options: { format: 'A99', orientation: 'up', margin: { top: '5furlongs' }, printBackground: 'yes', papper: 1 },
      stirct: true,
    });
    assertEnvelope(reply, 400, 'VALIDATION_ERROR');
    assert.deepEqual(reply.body.error.fields?.map(({ field }) => field).sort(), [
      'data',
      'html',
      'options.format',
      'options.margin.top',
      'options.orientation',
      'options.papper',
      'options.printBackground',
      'output',
      'stirct',
    ]);
  });
});
