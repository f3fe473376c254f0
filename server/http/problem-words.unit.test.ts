import assert from 'node:assert/strict';
import { z } from 'zod';
import { wordsOf } from './problem-words.ts';

const wordsFor = (schema: z.ZodType, value: unknown): string[] => (schema.safeParse(value).error?.issues ?? []).map(wordsOf);

describe('what is wrong with a field', () => {
  for (const [name, schema, value, words] of [
    ['another type', z.string(), 1042, 'must be text'],
    ['a text for an object', z.strictObject({ a: z.string() }), 'x', 'must be an object'],
    ['nothing', z.string(), undefined, 'is required'],
    ['a fraction', z.int(), 1.5, 'must be a whole number'],
    ['a text for a number', z.number(), '1', 'must be a number'],
    ['none of two types', z.union([z.string(), z.boolean()]), 7, 'must be text or true or false'],
    ['another word', z.enum(['url', 'base64']), 'x', 'must be one of url, base64'],
    ['another constant', z.literal(true), false, 'must be true'],
    ['an empty text', z.string().min(1), '', 'must not be empty'],
    ['a long text', z.string().max(3), 'abcd', 'must have at most 3 characters'],
    ['a small number', z.number().min(18), 1, 'must be at least 18'],
    ['a large number', z.number().max(300), 301, 'must be at most 300'],
    ['an empty list', z.array(z.string()).min(1), [], 'must not be empty'],
    ['a long list', z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 entry'],
    ['no address', z.url(), 'x', 'must be a URL'],
    ['a message of the schema', z.string({ error: 'is an id' }), 7, 'is an id'],
  ] as const) {
    it(`is said in plain words: ${name}`, () => {
      assert.deepEqual(wordsFor(schema, value), [words]);
    });
  }
});
