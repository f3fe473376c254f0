import assert from 'node:assert/strict';
import { JsonRefused, parseExactJson } from './exact-json.ts';

const parse = (text: string): unknown => parseExactJson([Buffer.from(text)]);
const problemOf = (bytes: Uint8Array) => {
  try {
    parseExactJson([bytes]);
  } catch (error) {
    if (error instanceof JsonRefused) return error.problem;
    throw error;
  }
  return undefined;
};

describe('JSON as it was sent', () => {
  for (const literal of [
    '12345678901234567890',
    '9007199254740993',
    '1.23456789012345678',
    '-0.1234567890123456789',
    '1e400',
    '33.333333333333333333',
  ]) {
    it(`keeps ${literal} as text`, () => {
      assert.deepEqual(parse(`{"a":[${literal},1],"b":{"c":${literal}}}`), { a: [literal, 1], b: { c: literal } });
    });
  }
  for (const [literal, value] of [
    ['9007199254740991', 9007199254740991],
    ['0.30000000000000004', 0.30000000000000004],
    ['1.000000000000000000', 1],
    ['100000000000000000000', 1e20],
    ['1e21', 1e21],
    ['-0', -0],
    ['12.50', 12.5],
    ['5e-324', 5e-324],
  ] as const) {
    it(`reads ${literal} as a number`, () => {
      assert.deepEqual(parse(`[${literal}]`), [value]);
    });
  }

  it('leaves what stands in strings alone', () => {
    const text = String.raw`{"a\"1":"12345678901234567890 \\","html":"<p>\"5\": 1.23456789012345678</p>","n":12345678901234567890}`;
    assert.deepEqual(parse(text), { 'a"1': '12345678901234567890 \\', html: '<p>"5": 1.23456789012345678</p>', n: '12345678901234567890' });
  });

  it('keeps names that are numbers where they stand, or names the field that would change its place', () => {
    assert.deepEqual(Object.keys(parse('{"1":0,"2":0,"10":0,"x":0,"01":0}') as object), ['1', '2', '10', 'x', '01']);
    for (const [text, field] of [
      ['{"data":{"20":1,"5":2}}', 'data.5'],
      ['{"data":{"rows":[{},{"x":1,"2024":2}]}}', 'data.rows.1.2024'],
      [String.raw`{"a":{"b":1,"\u0031":2}}`, 'a.1'],
    ] as const) {
      assert.equal(problemOf(Buffer.from(text))?.field, field);
    }
  });

  it('is refused when it is none, in a sentence that does not repeat it', () => {
    for (const text of ['{', '{"a":01234567890123456789}', '[1.2.3]', '{"a":12345678901234567890', '"', '-', '', 'nul'])
      assert.deepEqual(problemOf(Buffer.from(text)), { message: 'The body is not valid JSON.' }, text);
  });

  it('skips a byte order mark', () => {
    assert.deepEqual(parse('\ufeff{"a":1}'), { a: 1 });
  });

  it('names the first byte that is no UTF-8', () => {
    const text = Buffer.from('{"html":"gr\xfc\xdfe"}', 'latin1');
    assert.match(problemOf(text)?.message ?? '', /^The body is not valid UTF-8: byte 11 \(0xFC\) belongs to no character\./);
    const far = Buffer.concat([Buffer.from('é'.repeat(3000)), Buffer.from([0x80]), Buffer.from('x')]);
    assert.match(problemOf(far)?.message ?? '', /byte 6000 \(0x80\)/);
    assert.match(problemOf(Buffer.from([0x22, 0xc3]))?.message ?? '', /byte 1 \(0xC3\)/);
  });
});
