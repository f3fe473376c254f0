import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { inferSchema, jsonSchemaOf, schemaProblem } from './declared-schema.ts';

const text = { kind: 'string', required: true, fields: {} } as const;
const optional = { kind: 'string', required: false, fields: {} } as const;
const number = { kind: 'number', required: true, fields: {} } as const;
const rows = { kind: 'array', required: true, fields: { name: text, price: number } } as const;

describe('schemaProblem', () => {
  for (const schema of [
    {},
    { a: 'string', b: 'number', c: 'integer', d: 'boolean', e: 'date', f: 'array', g: 'object' },
    { a: { b: { c: 'string' } } },
    { a: ['string'] },
    { a: [{ b: 'number' }] },
    { a: [['string']] },
  ])
    it(`has nothing to say of ${JSON.stringify(schema)}`, () => {
      assert.equal(schemaProblem(schema), undefined);
    });

  const WRONG: readonly (readonly [schema: Record<string, unknown>, path: string])[] = [
    [{ a: 'text' }, 'a'],
    [{ a: null }, 'a'],
    [{ a: 7 }, 'a'],
    [{ a: [] }, 'a'],
    [{ a: ['string', 'number'] }, 'a'],
    [{ a: { b: 'String' } }, 'a.b'],
    [{ a: [{ b: true }] }, 'a.b'],
  ];
  for (const [schema, path] of WRONG)
    it(`names ${path} in ${JSON.stringify(schema)}`, () => {
      assert.equal(schemaProblem(schema)?.path.join('.'), path);
    });

  it('allows eight levels and 500 names', () => {
    const deep = (levels: number): Record<string, unknown> =>
      Array.from({ length: levels - 1 }).reduce<Record<string, unknown>>((inner) => ({ a: inner }), { a: 'string' });
    assert.equal(schemaProblem(deep(8)), undefined);
    assert.match(schemaProblem(deep(9))?.message ?? '', /8 levels/);
    const wide = (names: number) => Object.fromEntries(Array.from({ length: names }, (_, i) => [`n${String(i)}`, 'string']));
    assert.equal(schemaProblem(wide(500)), undefined);
    assert.match(schemaProblem(wide(501))?.message ?? '', /500 variables/);
  });
});

describe('inferSchema', () => {
  it('says what the use of the variables suggests', () => {
    const variables = {
      name: text,
      rows,
      tags: { ...rows, fields: {} },
      company: { kind: 'object', required: true, fields: { city: optional } },
    } as const;
    assert.deepEqual(inferSchema(variables), {
      name: 'string',
      rows: [{ name: 'string', price: 'number' }],
      tags: 'array',
      company: { city: 'string' },
    });
  });
});

describe('jsonSchemaOf', () => {
  const schema = jsonSchemaOf(
    'Invoice',
    { rows, unit_price: optional },
    { issuedOn: 'date', rows: [{ name: 'string', price: 'integer' }] },
  );

  it('is JSON Schema 2020-12 that a validator takes', () => {
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    assert.equal(validate({ rows: [{ name: 'a', price: 1 }], issuedOn: '2026-11-21' }), true);
    assert.equal(validate({ rows: [{ name: 'a', price: 1.5 }] }), false, 'the declared type counts');
    assert.equal(validate({ unit_price: 'x' }), false, 'rows are required');
    assert.equal(validate({ rows: [{ name: 'a' }] }), false, 'a price is required');
  });

  it('gives every variable a title as a person would write it', () => {
    const properties = schema['properties'] as Record<string, { title: string }>;
    assert.deepEqual([properties['unit_price']?.title, properties['issuedOn']?.title], ['Unit price', 'Issued on']);
  });

  it('does not take fields of Object.prototype for variables', () => {
    assert.deepEqual(jsonSchemaOf('x', { constructor: text }, {})['required'], ['constructor']);
    assert.equal('required' in jsonSchemaOf('x', {}, { toString: 'string' as const }), false);
  });
});
