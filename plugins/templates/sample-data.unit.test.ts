import assert from 'node:assert/strict';
import { sampleFor } from './sample-data.ts';

const variable = (kind: 'string' | 'number' | 'boolean' | 'date' | 'array' | 'object', fields: object = {}) =>
  ({ kind, required: true, fields }) as never;

describe('sampleFor', () => {
  for (const [name, expected] of [
    ['customer_name', 'Customer name'],
    ['unitPrice', 'Unit Price'],
    ['customer_email', 'ada@example.com'],
    ['e-mail', 'ada@example.com'],
    ['brand_color', '#2f55d4'],
    ['websiteUrl', 'https://example.com'],
    ['currency', 'EUR'],
  ] as const)
    it(`fills ${name} with ${expected}`, () => {
      assert.deepEqual(sampleFor({ [name]: variable('string') }), { [name]: expected });
    });

  it('fills every kind with a value of that kind', () => {
    const sample = sampleFor({
      a: variable('number'),
      b: variable('boolean'),
      c: variable('date'),
      d: variable('object', { e: variable('string') }),
    });
    assert.deepEqual([typeof sample['a'], sample['b']], ['number', true]);
    assert.ok(!Number.isNaN(Date.parse(String(sample['c']))));
    assert.deepEqual(sample['d'], { e: 'E' });
  });

  it('fills lists with several items, whose numbers differ', () => {
    const { rows, tags } = sampleFor({ rows: variable('array', { price: variable('number') }), tags: variable('array') }) as {
      rows: { price: number }[];
      tags: string[];
    };
    assert.equal(rows.length, 3);
    assert.equal(new Set(rows.map(({ price }) => price)).size, 3);
    assert.equal(new Set(tags).size, 3);
  });
});
