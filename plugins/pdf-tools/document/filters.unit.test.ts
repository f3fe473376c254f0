import assert from 'node:assert/strict';
import { decodeAscii85, decodeAsciiHex, decodeLzw, decodeRunLength } from './filters.ts';

const text = (data: Uint8Array | undefined): string | undefined => (data === undefined ? undefined : Buffer.from(data).toString('latin1'));
const bytes = (data: string): Uint8Array => Buffer.from(data, 'latin1');
const MOST = 10_000;

describe('ASCIIHexDecode (ISO 32000-1, 7.4.2)', () => {
  const CASES: readonly (readonly [name: string, given: string, expected: string | undefined])[] = [
    ['reads pairs of digits', '4E6f76>', 'Nov'],
    ['ignores white space, NUL included', '4E\n6F\0 7\t6\f>', 'Nov'],
    ['completes an odd digit with 0', '4>', '@'],
    ['ends at >', '41>42', 'A'],
    ['refuses other characters', '4X>', undefined],
    ['is empty for nothing', '>', ''],
  ];
  for (const [name, given, expected] of CASES)
    it(name, () => {
      assert.equal(text(decodeAsciiHex(bytes(given), MOST)), expected);
    });
});

describe('ASCII85Decode (ISO 32000-1, 7.4.3)', () => {
  const CASES: readonly (readonly [name: string, given: string, expected: string | undefined])[] = [
    ['reads groups of five', '9jqo^~>', 'Man '],
    ['reads a part of a group at the end', '9jqo^9jqo~>', 'Man Man'],
    ['takes z for four zeros', 'z9jqo^~>', '\0\0\0\0Man '],
    ['ignores white space', '9 j\nq\to^~>', 'Man '],
    ['reads the largest group', 's8W-!~>', '\u00ff\u00ff\u00ff\u00ff'],
    ['refuses z within a group', '9z~>', undefined],
    ['refuses other characters', '9jv~>', undefined],
    ['is empty for nothing', '~>', ''],
  ];
  for (const [name, given, expected] of CASES)
    it(name, () => {
      assert.equal(text(decodeAscii85(bytes(given), MOST)), expected);
    });

  it('gives up above the limit', () => {
    assert.equal(decodeAscii85(bytes('z'.repeat(1000)), 100), undefined);
  });
});

describe('RunLengthDecode (ISO 32000-1, 7.4.5)', () => {
  const CASES: readonly (readonly [name: string, given: readonly number[], expected: string])[] = [
    ['copies up to 127 + 1 bytes', [2, 65, 66, 67, 128], 'ABC'],
    ['repeats a byte 257 - length times', [254, 65, 128], 'AAA'],
    ['mixes both', [0, 65, 255, 66, 1, 67, 68, 128], 'ABBCD'],
    ['ends at 128', [0, 65, 128, 0, 66], 'A'],
    ['ends with the data', [0, 65], 'A'],
  ];
  for (const [name, given, expected] of CASES)
    it(name, () => {
      assert.equal(text(decodeRunLength(Uint8Array.from(given), MOST)), expected);
    });

  it('gives up above the limit', () => {
    assert.equal(decodeRunLength(Uint8Array.from(Array.from({ length: 10 }, () => [129, 0]).flat()), 1000), undefined);
  });
});

describe('LZWDecode (ISO 32000-1, 7.4.4)', () => {
  it('reads the example of the standard', () => {
    const encoded = Buffer.from('800b6050220c0c8501', 'hex');
    assert.deepEqual([...(decodeLzw(encoded, MOST, true) ?? [])], [45, 45, 45, 45, 45, 65, 45, 45, 45, 66]);
  });

  /** Literal codes only, packed from the left; their width grows as the decoder's table does. */
  function literals(data: Uint8Array, early: boolean): Uint8Array {
    let bits = '';
    let entries = 258;
    const width = (): number => {
      const next = entries + (early ? 1 : 0);
      return next >= 2048 ? 12 : next >= 1024 ? 11 : next >= 512 ? 10 : 9;
    };
    const put = (code: number): void => {
      bits += code.toString(2).padStart(width(), '0');
    };
    put(256);
    for (const [i, byte] of data.entries()) {
      put(byte);
      if (i > 0) entries++;
    }
    put(257);
    return Uint8Array.from((bits + '0'.repeat((8 - (bits.length % 8)) % 8)).match(/.{8}/g) ?? [], (octet) => parseInt(octet, 2));
  }

  for (const early of [true, false])
    it(`grows its codes at 512, 1,024 and 2,048 entries, ${early ? 'one early' : 'late'}`, () => {
      const data = Uint8Array.from({ length: 3000 }, (_, i) => (i * 7) % 256);
      assert.deepEqual(decodeLzw(literals(data, early), MOST, early), Buffer.from(data));
    });

  it('refuses a code that does not exist yet', () => {
    assert.equal(decodeLzw(Uint8Array.from([0x80, 0x7f, 0xff]), MOST, true), undefined);
  });

  it('gives up above the limit', () => {
    assert.equal(decodeLzw(Buffer.from('800b6050220c0c8501', 'hex'), 5, true), undefined);
  });
});
