import assert from 'node:assert/strict';
import { Templates } from './handlebars.ts';

const templates = new Templates();

const REFUSED: readonly (readonly [template: string, message: RegExp])[] = [
  ['{{shout name}}', /at line 1, column 1: there is no helper shout/],
  ['\n  {{#shout name}}x{{/shout}}', /at line 2, column 3: there is no helper shout/],
  ['{{#if (shout name)}}x{{/if}}', /there is no helper shout/],
  ['{{#if a}}{{else}}{{shout b}}{{/if}}', /there is no helper shout/],
  ['{{log "x"}}', /there is no helper log/],
  ['{{helperMissing}}', /there is no helper helperMissing/],
  ['{{constructor "x"}}', /there is no helper constructor/],
  ['{{if a}}', /if is a block: write \{\{#if …\}\}…\{\{\/if\}\}/],
  ['{{#if a b}}x{{/if}}', /if takes exactly one argument/],
  ['{{#each}}x{{/each}}', /each takes exactly one argument/],
  ['{{lookup a}}', /lookup takes exactly two arguments/],
  ['{{> row}}', /there is no partial row; define it with \{\{#\*inline "row"\}\}/],
  ['{{#*row "a"}}x{{/row}}', /there are no decorators but/],
  ['{{* decorator}}', /there are no decorators but/],
  ['{{#*inline name}}x{{/inline}}', /inline takes exactly one argument/],
  ['{{#if a}}', /the template ends before a block or expression is closed/],
  ['a\n{{/if}}', /at line 2/],
  ['{{#if a}}x{{/each}}', /if doesn't match each/],
  ['{{a..b}}', /Handlebars error at line 1/],
  ['{{a', /Handlebars error at line 1/],
];

describe('templates that are refused', () => {
  for (const [template, message] of REFUSED)
    it(JSON.stringify(template), () => {
      assert.throws(() => templates.render(template, {}), { name: 'SourceRefused', message });
    });

  it('are those with blocks nested deeper than a hundred levels', () => {
    const nested = (depth: number): string => '{{#if a}}'.repeat(depth) + '{{/if}}'.repeat(depth);
    templates.render(nested(100), {});
    assert.throws(() => templates.render(nested(101), {}), /deeper than 100 levels/);
  });

  it('are those with more than 20,000 expressions', () => {
    assert.throws(() => templates.render('{{a}}'.repeat(20_001), {}), /more than 20000 Handlebars expressions/);
  });

  it('are those that become too large', () => {
    const rows = Array.from({ length: 1200 }, () => 'x'.repeat(10_000));
    assert.throws(() => templates.render('{{#each rows}}{{this}}{{/each}}', { rows }), /becomes larger than/);
  });

  it('are those with a partial that calls itself without end', () => {
    assert.throws(() => templates.render('{{#*inline "a"}}{{> a}}{{/inline}}{{> a}}', {}), /a partial that calls itself never ends/);
  });

  it('never repeat a name that is markup', () => {
    assert.throws(
      () => templates.render('{{[<img src=x>] 1}}', {}),
      (error: Error) => !error.message.includes('<img'),
    );
  });
});

describe('templates that are accepted', () => {
  const ACCEPTED: readonly (readonly [name: string, template: string, data: Record<string, unknown>, expected: string])[] = [
    ['a variable named like no helper', '{{shout}}', { shout: 'x' }, 'x'],
    ['a variable named log', '{{log}}', { log: 'x' }, 'x'],
    ['a block over a variable', '{{#rows}}{{a}}{{/rows}}', { rows: [{ a: 1 }, { a: 2 }] }, '12'],
    ['an inverse block', '{{^rows}}none{{/rows}}', { rows: [] }, 'none'],
    ['lookup with two arguments', '{{lookup list 1}}', { list: ['a', 'b'] }, 'b'],
    ['a partial that is defined behind its use', '{{> row}}{{#*inline "row"}}x{{/inline}}', {}, 'x'],
    ['a partial with a block of its own', '{{#*inline "l"}}<{{> @partial-block}}>{{/inline}}{{#> l}}x{{/l}}', {}, '<x>'],
    ['else if', '{{#if a}}1{{else if b}}2{{else}}3{{/if}}', { b: true }, '2'],
    ['white space control', 'a {{~b~}} c', { b: 'x' }, 'axc'],
    ['text that is escaped', '{{a}}', { a: `<>&"'` }, '&lt;&gt;&amp;&quot;&#x27;'],
    ['raw output', '{{{a}}}', { a: '<b>' }, '<b>'],
    ['the region as @locale, @timezone and @currency', '{{@locale}}', {}, ''],
  ];
  for (const [name, template, data, expected] of ACCEPTED)
    it(`have ${name}`, () => {
      assert.equal(templates.render(template, data).html, expected);
    });

  it('do not share partials', () => {
    templates.render('{{#*inline "shared"}}x{{/inline}}{{> shared}}', {});
    assert.throws(() => templates.render('{{> shared}}', {}), /there is no partial shared/);
  });
});
