import assert from 'node:assert/strict';
import { isRange, rangeMessage } from './page-ranges.ts';

describe('a range of pages', () => {
  // specification.md: [start] or [start, end], from 1, inclusive.
  for (const range of [[1], [10], [1, 1], [1, 10], [3, 7], [10, 10]])
    it(`of ten may be ${JSON.stringify(range)}`, () => {
      assert.equal(isRange(range, 10), true);
    });

  for (const range of [[], [0], [-1], [11], [0, 3], [3, 2], [1, 11], [1, 2, 3], [1.5], [1, 2.5], [NaN], [1, Infinity]])
    it(`of ten may not be ${JSON.stringify(range)}`, () => {
      assert.equal(isRange(range, 10), false);
    });

  it('is explained by how many pages there are', () => {
    assert.equal(rangeMessage(3), 'must be [page] or [first, last] within 1 to 3');
  });
});
