import assert from 'node:assert/strict';
import { isDuplicateKey } from './duplicate-key.ts';

describe('isDuplicateKey', () => {
  it('knows MongoDB’s error 11000', () => {
    assert.equal(isDuplicateKey(Object.assign(new Error('E11000 duplicate key'), { code: 11_000 })), true);
  });

  it('takes nothing else for one', () => {
    assert.equal(isDuplicateKey(Object.assign(new Error('timeout'), { code: 50 })), false);
    assert.equal(isDuplicateKey({ code: 11_000 }), false);
    assert.equal(isDuplicateKey(new Error('E11000')), false);
    assert.equal(isDuplicateKey(undefined), false);
  });
});
