import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Caller } from '../../support/caller.ts';
import { type SharedHub, sharedHub } from '../../support/hub.ts';
import { readPdf, textOf } from '../../support/pdf.ts';

const PAGE = join(import.meta.dirname, '../../../plugins/rendering/HELPERS.md');

interface Example {
  readonly template: string;
  readonly result: string;
}

/** Rows of the form: | `template` | `result` | */
function examples(): Example[] {
  const rows = readFileSync(PAGE, 'utf8').matchAll(/^\| `(.+?)` +\| `(.*?)` +\|$/gm);
  return [...rows].map(([, template = '', result = '']) => ({ template: template.replaceAll('\\|', '|'), result }));
}

describe('helpers of templates', () => {
  let hub: SharedHub;
  let caller: Caller;
  before(async () => {
    hub = await sharedHub();
    caller = await hub.account();
  });
  after(() => hub.stop());

  const region = { locale: 'de-CH', timezone: 'Europe/Zurich', currency: 'CHF' };
  const data = JSON.parse(/```json\n([\s\S]*?)```/.exec(readFileSync(PAGE, 'utf8'))?.[1] ?? '{}') as object;
  const plain = (text: string): string =>
    text
      .replace(/[\s\u00a0\u202f]+/g, ' ')
      .replaceAll('’', "'")
      .trim();

  it('do what their reference page says', async () => {
    const all = examples();
    assert.ok(all.length >= 40, `${String(all.length)} examples`);
    const html = all.map(({ template }) => `<p>[${template}]</p>`).join('\n');
    const made = await caller.generate({ html, data, ...region, options: { margin: '0.2in' } });
    const text = plain(await textOf(new Uint8Array(await (await fetch(made.url)).arrayBuffer())));
    for (const { template, result } of all)
      assert.ok(text.includes(`[${plain(result)}]`), `${template} should give ${result} in: ${text.slice(0, 3000)}`);
    assert.deepEqual(made.warnings, []);
    for (const name of [
      'formatNumber',
      'formatCurrency',
      'formatDate',
      'eq',
      'ne',
      'lt',
      'gt',
      'and',
      'or',
      'not',
      'add',
      'subtract',
      'multiply',
      'divide',
      'round',
      'sum',
      'uppercase',
      'lowercase',
      'capitalize',
      'truncate',
      'default',
      'join',
      'qrcode',
      'barcode',
    ]) {
      assert.match(readFileSync(PAGE, 'utf8'), new RegExp(`[({]${name} `), `${name} is on the page`);
    }
  });

  it('draw codes as vectors that scale', async () => {
    const html =
      '<style>body{margin:0}svg{display:block;width:50mm;height:50mm}</style>{{qrcode url}}<div>{{barcode "5901234123457" "ean13" width="50mm" height="20mm" text=true}}</div>';
    const [page] = await readPdf(await caller.pdf({ html, data: { url: 'https://example.com' }, options: { margin: '0' } }));
    assert.ok((page?.ink ?? 0) > 0.02, String(page?.ink));
    const error = await caller.refused('POST', '/v1/generate', { html: '{{barcode "abc" "ean13"}}', data: {} }, 400, 'VALIDATION_ERROR', [
      'html',
    ]);
    assert.match(error.message, /barcode: cannot hold this text: EAN-13 must be 12 or 13 digits/);
    await caller.refused('POST', '/v1/generate', { html: '{{barcode "abc" "constructor"}}', data: {} }, 400, 'VALIDATION_ERROR', ['html']);
  });

  it('check the region', async () => {
    for (const [body, field] of [
      [{ locale: 'de_CH!' }, 'locale'],
      [{ locale: 7 }, 'locale'],
      [{ timezone: 'Mars/Olympus' }, 'timezone'],
      [{ currency: 'euro' }, 'currency'],
    ] as const) {
      await caller.refused('POST', '/v1/generate', { html: 'x', ...body }, 400, 'VALIDATION_ERROR', [field]);
    }
  });

  it('warn of what is missing along the branches that are taken', async () => {
    const html =
      '{{#*inline "cell"}}{{cell_text}}{{/inline}}{{#if (eq kind "a")}}{{in_a}}{{else}}{{in_b}}{{/if}}{{formatNumber amount}}{{default maybe "x"}}{{#if (and x (not y))}}{{never}}{{/if}}{{#each rows}}{{> cell}}{{multiply a b}}{{/each}}{{join (default list "") ","}}';
    const { warnings } = await caller.generate({ html, data: { kind: 'b', rows: [{ cell_text: 'x', a: 1 }] } });
    assert.deepEqual(warnings.map(({ subject }) => subject).sort(), ['amount', 'in_b', 'rows.b']);
  });
});
