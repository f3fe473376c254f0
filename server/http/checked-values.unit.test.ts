import assert from 'node:assert/strict';
import { z } from 'zod';
import { trimToSchema } from './checked-values.ts';

describe('trimToSchema', () => {
  it('leaves values that fit as they are', () => {
    const schema = z.strictObject({ name: z.string().max(5), list: z.array(z.int()).max(3) });
    assert.deepEqual(trimToSchema(schema, { name: 'abcde', list: [1, 2, 3] }), { name: 'abcde', list: [1, 2, 3] });
  });

  it('cuts a text to one character more than allowed, so that the schema refuses it', () => {
    const schema = z.string().max(5);
    const trimmed = trimToSchema(schema, 'x'.repeat(1000));
    assert.equal(trimmed, 'xxxxxx');
    assert.equal(schema.safeParse(trimmed).success, false);
  });

  it('cuts a list to one item more than allowed', () => {
    assert.deepEqual(trimToSchema(z.array(z.int()).max(2), [1, 2, 3, 4, 5]), [1, 2, 3]);
  });

  it('looks through optional, nullable, default and pipe', () => {
    const text = z.string().max(2);
    for (const schema of [text.optional(), text.nullable(), text.default('x'), text.transform((value) => value.length)])
      assert.equal(trimToSchema(schema, 'abcdef'), 'abc');
  });

  it('takes the stricter of two limits', () => {
    assert.equal(trimToSchema(z.string().max(9).max(3), 'abcdefghijkl'), 'abcd');
  });

  it('leaves a text alone whose length the schema does not limit', () => {
    assert.equal(trimToSchema(z.string(), 'x'.repeat(9000)), 'x'.repeat(9000));
  });

  it('does not touch values of another type than the schema has', () => {
    const schema = z.strictObject({ name: z.string().max(2), list: z.array(z.int()).max(1) });
    const wrong = { name: ['abcdef'], list: 'abcdef' };
    assert.deepEqual(trimToSchema(schema, structuredClone(wrong)), wrong);
  });

  it('keeps fields that the schema does not know, for the schema to name them', () => {
    assert.deepEqual(trimToSchema(z.strictObject({ a: z.int() }), { a: 1, b: 2 }), { a: 1, b: 2 });
  });

  it('cuts a text of a union only by the longest that any option takes', () => {
    const schema = z.union([z.string().max(3), z.string().max(6), z.number()]);
    assert.equal(trimToSchema(schema, 'abcdefghij'), 'abcdefg');
  });

  it('trims by the option that the discriminator names', () => {
    const schema = z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('short'), text: z.string().max(2) }),
      z.strictObject({ type: z.literal('long'), text: z.string().max(8) }),
    ]);
    assert.deepEqual(trimToSchema(schema, { type: 'long', text: 'abcdefghijkl' }), { type: 'long', text: 'abcdefghi' });
    assert.deepEqual(trimToSchema(schema, { type: 'short', text: 'abcdefghijkl' }), { type: 'short', text: 'abc' });
  });

  it('never looks into records of anything, whatever their size', () => {
    const data = Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [String(i), i]));
    assert.equal(trimToSchema(z.strictObject({ data: z.record(z.string(), z.unknown()) }), { data }) !== undefined, true);
  });

  it('refuses more than 20,000 values that a schema would look at', () => {
    const rows = (count: number) => Array.from({ length: count }, () => 0);
    trimToSchema(z.array(z.int()), rows(19_000));
    assert.throws(() => trimToSchema(z.array(z.int()), rows(20_001)), { code: 'VALIDATION_ERROR', status: 400 });
  });

  it('refuses more than 20,000 unknown fields', () => {
    const fields = Object.fromEntries(Array.from({ length: 20_001 }, (_, i) => [`x${String(i)}`, 0]));
    assert.throws(() => trimToSchema(z.strictObject({ a: z.int() }), fields), { code: 'VALIDATION_ERROR' });
  });
});
