import assert from 'node:assert/strict';
import type { z } from 'zod';
import { BatchBody } from './batch.schemas.ts';

const refused = (schema: z.ZodType, value: unknown): string[] => {
  const parsed = schema.safeParse(value);
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join('.'));
};

describe('the body of a batch', () => {
  const items = (count: number) => Array.from({ length: count }, () => ({ html: 'x' }));

  it('has 1 to 100 items', () => {
    assert.deepEqual([refused(BatchBody, { items: items(1) }), refused(BatchBody, { items: items(100) })], [[], []]);
    assert.deepEqual([refused(BatchBody, { items: [] }), refused(BatchBody, { items: items(101) })], [['items'], ['items']]);
    assert.deepEqual(refused(BatchBody, {}), ['items']);
  });

  it('names the item that lacks a source', () => {
    assert.deepEqual(refused(BatchBody, { items: [{ html: 'x' }, { data: {} }] }), ['items.1.html']);
  });

  it('may ask for one file of all', () => {
    assert.deepEqual(
      [refused(BatchBody, { items: items(1), result: 'zip' }), refused(BatchBody, { items: items(1), result: 'tar' })],
      [[], ['result']],
    );
  });

  it('has one webhook for all, none for an item', () => {
    assert.deepEqual(refused(BatchBody, { items: items(1), webhook: 'https://example.com' }), []);
    assert.equal(refused(BatchBody, { items: [{ html: 'x', webhook: 'https://example.com' }] }).length, 1);
  });
});
