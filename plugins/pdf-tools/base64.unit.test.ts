import assert from 'node:assert/strict';
import { decodeBase64, decodedSize } from './base64.ts';

async function decode(text: string): Promise<string | undefined> {
  const parts: Uint8Array[] = [];
  const isBase64 = await decodeBase64(text, async (bytes) => {
    parts.push(bytes);
  });
  return isBase64 ? Buffer.concat(parts).toString('latin1') : undefined;
}

describe('decodeBase64', () => {
  // The vectors of RFC 4648, section 10.
  for (const [text, expected] of [
    ['Zg==', 'f'],
    ['Zm8=', 'fo'],
    ['Zm9v', 'foo'],
    ['Zm9vYg==', 'foob'],
    ['Zm9vYmE=', 'fooba'],
    ['Zm9vYmFy', 'foobar'],
  ] as const)
    it(`reads ${text} as ${expected}`, async () => {
      assert.equal(await decode(text), expected);
    });

  const CASES: readonly (readonly [name: string, text: string, expected: string | undefined])[] = [
    ['reads text without its padding', 'Zm9vYg', 'foob'],
    ['passes over white space anywhere', ' Zm9v\r\nYm\tFy\n', 'foobar'],
    ['passes over a data: prefix', 'data:application/pdf;base64,Zm9v', 'foo'],
    ['reads + and /', '+/+/', '\u00fb\u00ff\u00bf'],
    ['refuses the alphabet of URLs', '-_-_', undefined],
    ['refuses nothing', '', undefined],
    ['refuses white space alone', ' \n', undefined],
    ['refuses a prefix alone', 'data:application/pdf;base64,', undefined],
    ['refuses a single letter', 'Zm9vY', undefined],
    ['refuses what follows the padding', 'Zg==Zg==', undefined],
    ['refuses padding within', 'Z=m9', undefined],
    ['refuses three paddings', 'Z===', undefined],
    ['refuses padding alone', '====', undefined],
    ['refuses padding behind a whole group', 'Zm9v=', undefined],
    ['refuses other characters', 'Zm9v!!!!', undefined],
    ['refuses letters beyond ASCII', 'Zm9vZm9ü', undefined],
  ];
  for (const [name, text, expected] of CASES)
    it(name, async () => {
      assert.equal(await decode(text), expected);
    });

  it('joins pieces of a megabyte, with white space at their borders', async () => {
    const bytes = Buffer.alloc(3_000_000, 'Platen');
    const lines = bytes.toString('base64').replaceAll(/.{77}/g, '$&\r\n');
    assert.equal(await decode(lines), bytes.toString('latin1'));
  });

  it('refuses what follows the padding in a later piece', async () => {
    assert.equal(await decode(`${'A'.repeat((1 << 20) - 2)}==AAAA`), undefined);
  });
});

describe('decodedSize', () => {
  it('is exact above the limit, without padding, white space and prefix', async () => {
    for (const size of [1000, 1001, 1002]) {
      const text = Buffer.alloc(size).toString('base64');
      assert.equal(await decodedSize(text, 10), size);
      assert.equal(await decodedSize(`data:application/pdf;base64,${text.replaceAll(/.{60}/g, '$&\n')}\n`, 10), size);
    }
  });

  it('is never too little below the limit', async () => {
    for (const size of [0, 1, 2, 3, 100]) assert.ok((await decodedSize(Buffer.alloc(size).toString('base64'), 1000)) >= size);
  });
});
