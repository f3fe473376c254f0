import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { canonicalDigest } from './canonical.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('canonicalDigest', () => {
  it('does not depend on the order of fields, at any depth', () => {
    assert.equal(canonicalDigest({ a: 1, b: { c: [1], d: 2 } }), canonicalDigest({ b: { d: 2, c: [1] }, a: 1 }));
  });

  it('depends on the order of lists', () => {
    assert.notEqual(canonicalDigest([1, 2]), canonicalDigest([2, 1]));
  });

  it('tells a number from its text, and null from nothing', () => {
    const digests = [1, '1', null, 'null', [], {}, '', false].map(canonicalDigest);
    assert.equal(new Set(digests).size, digests.length);
  });

  it('tells where one text ends and the next begins', () => {
    assert.notEqual(canonicalDigest(['a,b']), canonicalDigest(['a', 'b']));
    assert.notEqual(canonicalDigest({ 'a":1,"b': 2 }), canonicalDigest({ a: 1, b: 2 }));
  });

  it('takes an absent field for one that is not there, as JSON does', () => {
    assert.equal(canonicalDigest({ a: 1, b: undefined }), canonicalDigest({ a: 1 }));
    assert.equal(canonicalDigest([undefined]), canonicalDigest([null]));
  });

  it('takes numbers for equal however they are written', () => {
    assert.equal(canonicalDigest(JSON.parse('[1.0,10e2,-0]')), canonicalDigest([1, 1000, 0]));
  });

  it('is SHA-256 of the text that RFC 8785 gives as an example, 3.2.2', () => {
    const value: unknown = JSON.parse(
      String.raw`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],` +
        String.raw`"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`,
    );
    const expected =
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' + String.raw`"string":"€$\u000f\nA'B\"\\\\\"/"}`;
    assert.equal(canonicalDigest(value), sha256(expected));
  });

  it('sorts names by UTF-16 code units, as RFC 8785 does in 3.2.3', () => {
    const value = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 };
    const expected = '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}';
    assert.equal(canonicalDigest(value), sha256(expected));
  });
});
