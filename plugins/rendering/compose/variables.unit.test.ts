import assert from 'node:assert/strict';
import { Templates } from './handlebars.ts';
import { type Variables, variablesOf } from './variables.ts';

const templates = new Templates();

/** `name: string!`, where `!` says that it is required; fields in braces. */
const shorten = (variables: Variables): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(variables).map(([name, { kind, required, fields }]) => {
      const word = kind + (required ? '!' : '');
      return [name, Object.keys(fields).length === 0 ? word : [word, shorten(fields)]];
    }),
  );

const CASES: readonly (readonly [name: string, template: string, expected: Record<string, unknown>])[] = [
  ['is a string where it is printed', '{{name}}', { name: 'string!' }],
  ['is an object where a field of it is printed', '{{a.b.c}}', { a: ['object!', { b: ['object!', { c: 'string!' }] }] }],
  ['is a list where each goes over it', '{{#each rows}}{{name}}{{/each}}', { rows: ['array!', { name: 'string!' }] }],
  ['is a list of plain values where each prints this', '{{#each rows}}{{this}}{{/each}}', { rows: 'array!' }],
  ['is a list where its length is asked for', '{{rows.length}}{{#each rows}}{{a}}{{/each}}', { rows: ['array!', { a: 'string!' }] }],
  ['is a boolean where only if asks for it, and optional', '{{#if paid}}x{{/if}}', { paid: 'boolean' }],
  ['is what it is printed as, also where if asks for it', '{{#if note}}{{note}}{{/if}}', { note: 'string' }],
  [
    'is optional inside of if, unless and else',
    '{{#if a}}{{b}}{{else}}{{c}}{{/if}}{{#unless a}}{{d}}{{/unless}}',
    { a: 'boolean', b: 'string', c: 'string', d: 'string' },
  ],
  ['is required when it is printed elsewhere too', '{{#if a}}{{b}}{{/if}}{{b}}', { a: 'boolean', b: 'string!' }],
  [
    'is a number where a helper formats or computes it',
    '{{formatNumber a}}{{formatCurrency b "EUR"}}{{round c 2}}',
    { a: 'number!', b: 'number!', c: 'number!' },
  ],
  [
    'is a number in every place of a computation',
    '{{multiply quantity price}}{{add a b c}}{{subtract d e}}{{divide f g}}',
    {
      quantity: 'number!',
      price: 'number!',
      a: 'number!',
      b: 'number!',
      c: 'number!',
      d: 'number!',
      e: 'number!',
      f: 'number!',
      g: 'number!',
    },
  ],
  ['is no number where it names the currency', '{{formatCurrency total currency}}', { total: 'number!', currency: 'string!' }],
  ['is a date where formatDate prints it', '{{formatDate due "long"}}', { due: 'date!' }],
  ['is a list with a number where sum adds a field up', '{{sum rows "price"}}', { rows: ['array!', { price: 'number!' }] }],
  ['is optional where default has a fallback', '{{default a "x"}}', { a: 'string' }],
  ['belongs to the context of with', '{{#with company}}{{name}}{{/with}}', { company: ['object!', { name: 'string!' }] }],
  ['belongs to the parent behind ../', '{{#each rows}}{{../currency}}{{/each}}', { rows: 'array!', currency: 'string!' }],
  ['belongs to the root behind @root', '{{#each rows}}{{@root.currency}}{{/each}}', { rows: 'array!', currency: 'string!' }],
  ['is not what @index, @key, @first and @last name', '{{#each rows}}{{@index}}{{@key}}{{@first}}{{@last}}{{/each}}', { rows: 'array!' }],
  ['is not what a block parameter names', '{{#each rows as |row i|}}{{row.name}}{{i}}{{/each}}', { rows: ['array!', { name: 'string!' }] }],
  ['is not what a helper is called', '{{uppercase name}}', { name: 'string!' }],
  ['is found in the arguments of inner calls', '{{#if (gt (add a b) 3)}}x{{/if}}', { a: 'number', b: 'number' }],
  ['is optional where it is only compared', '{{#if (eq status "paid")}}x{{/if}}', { status: 'string' }],
  [
    'is found where a partial of the template uses it',
    '{{#*inline "row"}}{{name}}{{/inline}}{{#each rows}}{{> row}}{{/each}}',
    { rows: ['array!', { name: 'string!' }] },
  ],
  ['is not found in a partial that nobody uses', '{{#*inline "row"}}{{name}}{{/inline}}x', {}],
  ['is not what a partial is given by name', '{{#*inline "p"}}{{title}}{{/inline}}{{> p title="x"}}', {}],
  ['may have a name in brackets', '{{[first name]}}', { 'first name': 'string!' }],
  ['may be named as a field of every object', '{{constructor}}{{toString}}', { constructor: 'string!', toString: 'string!' }],
  ['is none in comments and plain text', '{{! a }}{{!-- {{b}} --}}{ {c} }', {}],
];

const variablesIn = (template: string): Variables => variablesOf([templates.parse(template)]);

describe('a variable of a template', () => {
  for (const [name, template, expected] of CASES)
    it(name, () => {
      assert.deepEqual(shorten(variablesIn(template)), expected);
    });

  it('is found once in a partial that calls itself', () => {
    const template = '{{#*inline "node"}}{{name}}{{#each children}}{{> node}}{{/each}}{{/inline}}{{> node}}';
    assert.deepEqual(Object.keys(variablesIn(template)), ['name', 'children']);
  });

  it('is one of at most 2,000', () => {
    const template = Array.from({ length: 3000 }, (_, i) => `{{v${String(i)}}}`).join('');
    assert.equal(Object.keys(variablesIn(template)).length, 2000);
  });
});
