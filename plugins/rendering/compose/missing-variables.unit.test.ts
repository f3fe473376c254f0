import assert from 'node:assert/strict';
import { Templates } from './handlebars.ts';

const templates = new Templates();

interface Case {
  readonly name: string;
  readonly template: string;
  readonly data: Record<string, unknown>;
  readonly missing: readonly string[];
}

const CASES: readonly Case[] = [
  { name: 'names what is printed and absent', template: '{{a}}{{b.c}}', data: { b: {} }, missing: ['a', 'b.c'] },
  { name: 'does not name empty values', template: '{{a}}{{b}}{{c}}{{d}}', data: { a: '', b: 0, c: false, d: null }, missing: [] },
  { name: 'names a field of what is absent by its whole path', template: '{{a.b.c}}', data: {}, missing: ['a.b.c'] },
  { name: 'does not name what if only asks for', template: '{{#if a}}x{{/if}}{{#unless b}}y{{/unless}}', data: {}, missing: [] },
  { name: 'looks only at the branch that is taken', template: '{{#if a}}{{b}}{{else}}{{c}}{{/if}}', data: { a: true }, missing: ['b'] },
  {
    name: 'takes an empty list for false, as Handlebars does',
    template: '{{#if a}}{{b}}{{else}}{{c}}{{/if}}',
    data: { a: [] },
    missing: ['c'],
  },
  { name: 'names a list that each needs', template: '{{#each rows}}{{a}}{{/each}}', data: {}, missing: ['rows'] },
  {
    name: 'names a field that only some rows lack, once',
    template: '{{#each rows}}{{a}}{{/each}}',
    data: { rows: [{ a: 1 }, {}, {}] },
    missing: ['rows.a'],
  },
  {
    name: 'does not look into an empty list',
    template: '{{#each rows}}{{a}}{{else}}{{none}}{{/each}}',
    data: { rows: [] },
    missing: ['none'],
  },
  { name: 'does not name what default stands in for', template: '{{default a "x"}}', data: {}, missing: [] },
  { name: 'does not name what is only compared', template: '{{#if (eq a "x")}}y{{/if}}{{#if (lt b 3)}}y{{/if}}', data: {}, missing: [] },
  { name: 'names what a helper formats', template: '{{formatNumber a}}', data: {}, missing: ['a'] },
  {
    name: 'looks up through ../ and @root',
    template: '{{#each rows}}{{../a}}{{@root.b}}{{/each}}',
    data: { rows: [1] },
    missing: ['a', '@root.b'],
  },
  {
    name: 'names what lies above everything',
    template: '{{#each rows}}{{../../a}}{{/each}}{{../b}}',
    data: { rows: [1] },
    missing: ['../../a', '../b'],
  },
  {
    name: 'knows block parameters',
    template: '{{#each rows as |row i|}}{{row.a}}{{i}}{{/each}}',
    data: { rows: [{}] },
    missing: ['row.a'],
  },
  { name: 'knows what a partial is given', template: '{{#*inline "p"}}{{t}}{{u}}{{/inline}}{{> p t="x"}}', data: {}, missing: ['u'] },
  {
    name: 'finds nothing in what Object.prototype has',
    template: '{{constructor}}{{a.toString}}',
    data: { a: {} },
    missing: ['constructor', 'a.toString'],
  },
];

const missingIn = (template: string, data: Record<string, unknown>): string[] =>
  templates
    .render(template, data)
    .notes.filter(({ code }) => code === 'MISSING_VARIABLE')
    .map(({ subject }) => subject);

describe('missing variables', () => {
  for (const { name, template, data, missing } of CASES)
    it(name, () => {
      assert.deepEqual(missingIn(template, data), missing);
    });

  it('are told up to fifty', () => {
    const template = Array.from({ length: 80 }, (_, i) => `{{v${String(i)}}}`).join('');
    assert.equal(missingIn(template, {}).length, 50);
  });
});
