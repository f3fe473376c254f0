import assert from 'node:assert/strict';
import { pageOf, pageQuery } from './page-request.ts';

const schema = pageQuery({ default: 50, max: 100 });
const row = (id: string, ms: number) => ({ id, createdAt: new Date(ms) });

describe('pageQuery', () => {
  it('has the default limit and begins at the first row', () => {
    assert.deepEqual(schema.parse({}), { limit: 50, offset: 0 });
  });

  it('reads numbers from the text of a query', () => {
    assert.deepEqual(schema.parse({ limit: '100', offset: '7' }), { limit: 100, offset: 7 });
  });

  const REFUSED: readonly (readonly [string, Record<string, string>])[] = [
    ['a limit of 0', { limit: '0' }],
    ['a limit over the largest', { limit: '101' }],
    ['a fraction', { limit: '1.5' }],
    ['an exponent', { limit: '1e1' }],
    ['a word', { limit: 'all' }],
    ['an empty limit', { limit: '' }],
    ['a negative offset', { offset: '-1' }],
    ['white space', { offset: ' 1' }],
    ['a cursor that is none', { cursor: 'abc' }],
    ['an unknown field', { page: '2' }],
  ];
  for (const [name, query] of REFUSED)
    it(`refuses ${name}`, () => {
      assert.equal(schema.safeParse(query).success, false);
    });
});

describe('pageOf', () => {
  const present = ({ id }: { readonly id: string }): string => id;

  it('says that there is more when one more row was read than asked for', () => {
    const page = pageOf([row('gen_c', 3), row('gen_b', 2), row('gen_a', 1)], 2, present);
    assert.deepEqual([page.data, page.has_more], [['gen_c', 'gen_b'], true]);
    assert.notEqual(page.next_cursor, null);
  });

  it('has no cursor on the last page, full or not', () => {
    for (const rows of [[], [row('gen_a', 1)], [row('gen_b', 2), row('gen_a', 1)]]) {
      const page = pageOf(rows, 2, present);
      assert.deepEqual([page.data.length, page.has_more, page.next_cursor], [rows.length, false, null]);
    }
  });

  it('gives a cursor that leads back to the last row shown', () => {
    const last = row('gen_B7x', 1_763_800_000_123);
    const { next_cursor: cursor } = pageOf([last, row('gen_A', 1)], 1, present);
    assert.deepEqual(schema.parse({ cursor }).cursor, { createdAt: last.createdAt, id: 'gen_B7x' });
  });

  it('gives a cursor that a query carries without escapes', () => {
    const { next_cursor: cursor } = pageOf([row('gen_zzzzzzzzzzzzzzzzzzzzzz', 1), row('gen_A', 0)], 1, present);
    assert.equal(encodeURIComponent(cursor ?? ''), cursor);
  });
});
