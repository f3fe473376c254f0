import assert from 'node:assert/strict';
import type { z } from 'zod';
import { Filename } from '../contract.ts';
import { GenerateBody } from './generate.schemas.ts';

const MB = 1024 * 1024;
const refused = (schema: z.ZodType, value: unknown): string[] => {
  const parsed = schema.safeParse(value);
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join('.'));
};
const deep = (levels: number): object => Array.from({ length: levels }).reduce<object>((inner) => ({ a: inner }), {});

describe('the body of a document', () => {
  for (const source of [{ html: '<p>' }, { template: 'tmpl_1' }, { react: 'export default () => null' }])
    it(`may have ${Object.keys(source).join()} alone`, () => {
      assert.deepEqual(refused(GenerateBody, source), []);
    });

  const REFUSED: readonly (readonly [name: string, body: object, fields: readonly string[]])[] = [
    ['no source', {}, ['html']],
    ['two sources', { html: 'x', template: 'tmpl_1' }, ['template']],
    ['three sources', { html: 'x', template: 'tmpl_1', react: 'x' }, ['template', 'react']],
    ['empty html', { html: '' }, ['html']],
    ['a version without template', { html: 'x', template_version: 1 }, ['template_version']],
    ['a version beside one in the reference', { template: 'tmpl_1@2', template_version: 1 }, ['template_version']],
    ['version 0', { template: 'tmpl_1', template_version: 0 }, ['template_version']],
    ['data that is a list', { html: 'x', data: [] }, ['data']],
    ['another output', { html: 'x', output: 'pdf' }, ['output']],
    ['html over 5 MB', { html: 'x'.repeat(5 * MB + 1) }, ['html']],
    ['html over 5 MB in bytes, not in characters', { html: 'ä'.repeat(2.5 * MB + 1) }, ['html']],
    ['an empty list of steps', { html: 'x', steps: [] }, ['steps']],
    ['more than ten steps', { html: 'x', steps: Array.from({ length: 11 }, () => ({ type: 'pdfa' })) }, ['steps']],
    [
      'more than 50 entries of metadata',
      { html: 'x', metadata: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [i, 1])) },
      ['metadata'],
    ],
    ['nested metadata', { html: 'x', metadata: { a: { b: 1 } } }, ['metadata.a']],
  ];
  for (const [name, body, fields] of REFUSED)
    it(`may not have ${name}`, () => {
      assert.deepEqual(refused(GenerateBody, body), fields);
    });

  it('may have html of exactly 5 MB', () => {
    assert.deepEqual(refused(GenerateBody, { html: 'x'.repeat(5 * MB) }), []);
  });

  it('may have data of 64 levels, not more', () => {
    assert.deepEqual(refused(GenerateBody, { html: 'x', data: deep(64) }), []);
    assert.deepEqual(refused(GenerateBody, { html: 'x', data: deep(65) }), ['data']);
  });

  it('may have data of 100,000 values, not more', () => {
    const data = (count: number) => ({ list: Array.from({ length: count - 1 }, () => 0) });
    assert.deepEqual(refused(GenerateBody, { html: 'x', data: data(100_000) }), []);
    assert.deepEqual(refused(GenerateBody, { html: 'x', data: data(100_001) }), ['data']);
  });

  it('may have data of 2 MB as JSON, not more', () => {
    const rest = '{"text":""}'.length;
    assert.deepEqual(refused(GenerateBody, { html: 'x', data: { text: 'x'.repeat(2 * MB - rest) } }), []);
    assert.deepEqual(refused(GenerateBody, { html: 'x', data: { text: 'x'.repeat(2 * MB + 1) } }), ['data']);
  });
});

describe('the name of a file', () => {
  for (const name of ['invoice', 'Rechnung Nr. 7.pdf', 'счёт', '😀', "it's", 'a'.repeat(200)])
    it(`may be ${name.slice(0, 30)}`, () => {
      assert.deepEqual(refused(Filename, name), []);
    });

  for (const name of ['', 'a/b', 'a\\b', 'a\nb', 'a\r\nSet-Cookie: x', 'a\u0000', 'a\u2028b', '\ud83d', 'a'.repeat(201)])
    it(`may not be ${JSON.stringify(name.slice(0, 30))}`, () => {
      assert.equal(refused(Filename, name).length > 0, true);
    });
});
