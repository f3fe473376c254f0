import assert from 'node:assert/strict';
import type { Caller, Envelope, Generated } from '../../support/caller.ts';
import { type SharedHub, sharedHub } from '../../support/hub.ts';
import { textOf } from '../../support/pdf.ts';

/** Words of the library and of JavaScript that say nothing to a template's author. */
const FOREIGN =
  /Cannot read|undefined|is not a function|lookupProperty|options\.fn|Must pass|Missing [dh]|requires exactly|\bobject Object\b|stack size|Expecting/;
const BUILT_IN = ['if', 'unless', 'each', 'with', 'lookup', 'log', 'helperMissing', 'blockHelperMissing', 'inline'];
const ODD = ['constructor', '__proto__', 'toString', 'this', 'root', 'nosuch'];

const forms = (name: string): string[] => [
  `{{${name}}}`,
  `{{${name} "x"}}`,
  `{{${name} a b c y=1}}`,
  `{{{${name} x}}}`,
  `{{#${name}}}t{{/${name}}}`,
  `{{#${name} x}}t{{/${name}}}`,
  `{{#${name} x as |y z|}}{{y}}{{/${name}}}`,
  `{{#${name} a b c}}t{{else}}e{{/${name}}}`,
  `{{^${name}}}t{{/${name}}}`,
  `{{#if (${name})}}t{{/if}}`,
  `{{lookup (${name} x) "y"}}`,
  `{{* ${name}}}`,
  `{{#* ${name} x}}t{{/${name}}}`,
  `{{> ${name}}}`,
  `{{> (${name} "x")}}`,
  `{{#> ${name}}}t{{/${name}}}`,
  `{{this.${name}}}`,
  `{{./${name} 1}}`,
  `{{@${name}}}`,
  `{{@root.${name}}}`,
  `{{x.${name} 1}}`,
  `{{lookup x "${name}"}}`,
  `{{[${name}] 1}}`,
  `{{"${name}" 1}}`,
];
const MORE = [
  ...[
    '{{@root}}',
    '{{this.constructor}}',
    '{{1 2}}',
    '{{true 1}}',
    '{{null}}',
    '{{(if x) y}}',
    '{{}}',
    '{{',
    '{{x',
    '{{x}',
    '{{x..y}}',
    '{{a b=}}',
  ],
  ...[
    '{{#if}}x{{/if}}',
    '{{#if x}}',
    '{{/if}}',
    '{{else}}',
    '{{#if x}}{{/each}}',
    '{{#if x}}a{{else}}b{{else}}c{{/if}}',
    '{{#each x as |a}}{{/each}}',
  ],
  ...[
    '{{#*inline}}a{{/inline}}',
    '{{#*inline "a"}}{{> a}}{{/inline}}{{> a}}',
    '{{> @partial-block}}',
    '{{> (lookup . "x")}}',
    '{{{{raw}}}} x {{{{/raw}}}}',
  ],
  ...['{{formatDate 1 timezone="Nope"}}', '{{formatDate 1 locale="!"}}', '{{formatNumber 1 digits=1000}}', '{{formatCurrency 1 "EURO"}}'],
  ...[
    '{{barcode "abc" "ean13"}}',
    '{{barcode "1" "none"}}',
    '{{qrcode "x" level="Z"}}',
    '{{join x}}',
    '{{sum 1 2}}',
    '{{round 1 999}}',
    '{{truncate "x" -1}}',
  ],
];

describe('errors of a template', () => {
  let hub: SharedHub;
  let caller: Caller;
  before(async () => {
    hub = await sharedHub();
    caller = await hub.account();
  });
  after(() => hub.stop());

  const refusal = async (html: string, data: object): Promise<string> => {
    const error = await caller.refused('POST', '/v1/generate', { html, data }, 400, 'VALIDATION_ERROR', ['html']);
    return error.message;
  };

  it('name the helper, the line and the column', async () => {
    for (const [html, message] of [
      ['{{log "x"}}', /line 1, column 1: there is no helper log$/],
      ['<p>\n  {{helperMissing}}', /line 2, column 3: there is no helper helperMissing$/],
      ['{{#blockHelperMissing}}x{{/blockHelperMissing}}', /line 1, column 1: there is no helper blockHelperMissing$/],
      ['<p>{{#if}}x{{/if}}', /line 1, column 4: if takes exactly one argument/],
      ['{{each x}}', /line 1, column 1: each is a block: write \{\{#each …\}\}/],
      ['\n\n{{lookup x}}', /line 3, column 1: lookup takes exactly two arguments/],
      ['{{> (lookup . "name")}}', /line 1, column 1: there is no partial footer here/],
      ['{{* evil}}', /line 1, column 1: there are no decorators but/],
      ['{{this 1}}', /line 1, column 1: there is no helper this$/],
      ['<p>{{formatNumber 1 locale="!"}}', /line 1, column 4: formatNumber: locale= is a BCP 47 tag/],
      ['{{x.this}}', /line 1, column \d+: x\.this is no path/],
      ['{{#if never}}{{shout 1}}{{/if}}', /line 1, column 14: there is no helper shout$/],
    ] as const) {
      assert.match(await refusal(html, { name: 'footer', x: [1] }), message);
    }
  });

  it('are never those of the library, whatever is called in whatever way', async function () {
    this.timeout(180_000);
    const templates = [...[...BUILT_IN, ...ODD, 'formatNumber', 'join', 'qrcode'].flatMap(forms), ...MORE];
    const data = { x: [{ y: 1 }], a: { b: 2 }, log: 'l', helperMissing: { q: 1 }, nosuch: 'v', if: 1 };
    const foreign: string[] = [];
    for (let at = 0; at < templates.length; at += 20) {
      await Promise.all(
        templates.slice(at, at + 20).map(async (html) => {
          const { status, body } = await caller.send<Generated & Partial<Envelope>>('POST', '/v1/generate', { html, data });
          if (status === 201) return;
          const message = body.error?.message ?? '';
          if (status !== 400 || body.error?.code !== 'VALIDATION_ERROR' || !message.startsWith('html: Handlebars error')) {
            foreign.push(`${html}: ${JSON.stringify(body)}`);
          } else if (FOREIGN.test(message)) foreign.push(`${html}: ${message}`);
        }),
      );
    }
    assert.deepEqual(foreign, []);
  });

  it('leave names that data may have alone', async () => {
    assert.equal(
      await textOf(await caller.pdf({ html: '{{log}} {{#each logs as |log|}}{{log}}{{/each}}', data: { log: 'a', logs: ['b'] } })),
      'a b',
    );
    assert.equal(await textOf(await caller.pdf({ html: 'x{{^items}}none{{/items}}', data: { items: [1] } })), 'x');
    assert.equal(await textOf(await caller.pdf({ html: '{{^items}}none{{/items}}', data: { items: [] } })), 'none');
  });
});
