import assert from 'node:assert/strict';
import { escapeRawOutput, FILLER, findMustaches, isBalanced, maskMustaches, type Mustache } from './mustaches.ts';

const kindsOf = (template: string): string[] => findMustaches(template).map(({ kind }) => kind);

describe('findMustaches', () => {
  const KINDS: readonly (readonly [template: string, kind: Mustache['kind']])[] = [
    ['{{name}}', 'value'],
    ['{{ a.b.[c d] }}', 'value'],
    ['{{formatNumber total digits=2}}', 'value'],
    ['{{~name~}}', 'value'],
    ['{{elsewhere}}', 'value'],
    ['{{#if a}}', 'open'],
    ['{{~#each rows}}', 'open'],
    ['{{^missing}}', 'open'],
    ['{{#> layout}}', 'open'],
    ['{{#*inline "row"}}', 'open'],
    ['{{else}}', 'else'],
    ['{{else if b}}', 'else'],
    ['{{^}}', 'else'],
    ['{{~^~}}', 'else'],
    ['{{/if}}', 'close'],
    ['{{> row}}', 'partial'],
    ['{{! note }}', 'note'],
    ['{{!-- note with }} in it --}}', 'note'],
  ];
  for (const [template, kind] of KINDS)
    it(`takes ${template} for one of kind ${kind}`, () => {
      assert.deepEqual(findMustaches(`a${template}b`), [{ start: 1, end: 1 + template.length, kind }]);
    });

  it('does not end an expression at braces within a text', () => {
    assert.deepEqual(findMustaches('{{default a "}}"}}'), [{ start: 0, end: 18, kind: 'value' }]);
    assert.deepEqual(findMustaches("{{default a '}}'}}"), [{ start: 0, end: 18, kind: 'value' }]);
  });

  it('finds all, in order', () => {
    assert.deepEqual(kindsOf('{{#each a}}{{b}}{{else}}{{> c}}{{/each}}'), ['open', 'value', 'else', 'partial', 'close']);
  });

  it('takes single braces for text', () => {
    assert.deepEqual(findMustaches('p { color: red } { {x} }'), []);
  });

  const REFUSED = ['{{{raw}}}', '{{{{raw}}}}x{{{{/raw}}}}', '\\{{a}}', '{{a', 'a {{b}} {{c', '{{a "b}}', `x${FILLER}`];
  for (const template of REFUSED)
    it(`refuses ${JSON.stringify(template)}, which can be read in two ways or does not end`, () => {
      assert.throws(() => findMustaches(template), { name: 'SourceRefused' });
    });
});

describe('escapeRawOutput', () => {
  const CASES: readonly (readonly [given: string, expected: string])[] = [
    ['{{{a}}}', '{{a}}'],
    ['{{&a}}', '{{a}}'],
    ['{{& a}}', '{{ a}}'],
    ['{{~{a}~}}', '{{~a~}}'],
    ['{{~&a}}', '{{~a}}'],
    ['{{a}} {{#if b}}{{/if}}', '{{a}} {{#if b}}{{/if}}'],
  ];
  for (const [given, expected] of CASES)
    it(`writes ${given} as ${expected}`, () => {
      assert.equal(escapeRawOutput(given), expected);
    });
});

describe('maskMustaches', () => {
  it('keeps every place', () => {
    const template = '<p>{{a}}</p>{{! x }}';
    const masked = maskMustaches(template, findMustaches(template));
    assert.equal(masked, `<p>${FILLER.repeat(5)}</p>${FILLER.repeat(8)}`);
  });
});

describe('isBalanced', () => {
  const CASES: readonly (readonly [template: string, balanced: boolean])[] = [
    ['', true],
    ['{{a}}{{! b}}', true],
    ['{{#if a}}x{{else}}y{{/if}}', true],
    ['{{#if a}}{{#each b}}{{/each}}{{/if}}', true],
    ['{{#if a}}', false],
    ['{{/if}}{{#if a}}', false],
    ['{{else}}', false],
    ['{{#if a}}{{/if}}{{else}}', false],
  ];
  for (const [template, balanced] of CASES)
    it(`is ${String(balanced)} of “${template}”`, () => {
      assert.equal(isBalanced(findMustaches(template)), balanced);
    });
});
